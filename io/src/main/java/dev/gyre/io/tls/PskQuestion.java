package dev.gyre.io.tls;

import dev.gyre.loop.Loop;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Brings the question for a pre-shared key from the thread of a handshake to the loop's thread, and the answer back. A
 * handshake that gets no answer fails: the program's own limit for handshakes comes first.
 */
public final class PskQuestion {
    private static final long LIMIT_SECONDS = 300;

    /** @param identity only clients have one */
    public record Answer(String identity, byte[] key) {}

    private final Loop loop;
    private final BlockingQueue<Optional<Answer>> answers = new ArrayBlockingQueue<>(2);
    private volatile boolean isGivenUp;

    public PskQuestion(Loop loop) {
        this.loop = loop;
    }

    /** On the thread of the handshake: waits for the answer; null refuses. */
    @Nullable
    Answer ask(TlsEngine engine, @Nullable String about) {
        answers.clear();
        if (isGivenUp) {
            return null;
        }
        loop.post(() -> engine.ask(about));
        try {
            Optional<Answer> answer = answers.poll(LIMIT_SECONDS, TimeUnit.SECONDS);
            return answer == null || isGivenUp ? null : answer.orElse(null);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return null;
        }
    }

    /** On the loop's thread. */
    public void answer(@Nullable Answer answer) {
        answers.offer(Optional.ofNullable(answer));
    }

    void giveUp() {
        isGivenUp = true;
        answers.offer(Optional.empty());
    }
}
