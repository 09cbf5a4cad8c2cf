package dev.gyre.io.tls;

import dev.gyre.loop.Loop;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Brings a question for keys from the thread of a handshake to the loop's thread, and the answer back. A handshake that gets
 * no answer fails: the program's own limit for handshakes comes first.
 */
public final class HandshakeQuestion {
    private static final long LIMIT_SECONDS = 300;

    /** What the program answers; null refuses. */
    public sealed interface Answer {}

    /** @param identity only clients have one */
    public record PreSharedKey(String identity, byte[] key) implements Answer {}

    /**
     * @param result OpenSSL's: 1, 2 for a ticket that is to be renewed, 0 for one that is not known, or a failure below 0
     * @param keys null with a failure
     * @param iv only of a new ticket
     */
    public record TicketKey(int result, @Nullable TicketKeys keys, byte @Nullable [] iv) implements Answer {}

    private final Loop loop;
    private final BlockingQueue<Optional<Answer>> answers = new ArrayBlockingQueue<>(2);
    private volatile boolean isGivenUp;

    public HandshakeQuestion(Loop loop) {
        this.loop = loop;
    }

    /**
     * On the thread of the handshake: waits for the answer.
     *
     * @param tell runs on the loop's thread and tells the program
     */
    @Nullable
    Answer ask(Runnable tell) {
        answers.clear();
        if (isGivenUp) {
            return null;
        }
        loop.post(tell);
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
