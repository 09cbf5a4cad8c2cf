package dev.gyre.node.watch;

import dev.gyre.engine.StackSampler;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Stacks of a script that were asked for one after the other, and what they tell together. For the watch's thread.
 */
final class Samples {
    /** How long an answer is waited for in the hope of asking again at once. */
    private static final long SHORT_WAIT_NS = TimeUnit.MICROSECONDS.toNanos(500);

    private static final int IN_A_ROW = 4;

    /** How long a recursion is given to become deep; the second time twice as long, and so on. */
    private static final long DESCENT_NS = TimeUnit.MICROSECONDS.toNanos(20);

    private final StackSampler sampler;
    private final AtomicReference<@Nullable String> answer = new AtomicReference<>();

    private long askedNs;
    private @Nullable String deepest;

    Samples(StackSampler sampler) {
        this.sampler = sampler;
    }

    boolean isAsked() {
        return askedNs != 0;
    }

    /** When the last sample was asked for. */
    long askedNs() {
        return askedNs;
    }

    void ask() {
        answer.set(null);
        askedNs = System.nanoTime();
        sampler.request(answer::set);
    }

    /**
     * Asks a few times in a row, as long as the answers come at once. A recursion that overflows the stack again and again is at
     * its beginning whenever it answers after a pause, because most of the time goes into taking the stack down, when no question
     * is answered. A moment later it is deep.
     */
    void askInARow() {
        ask();
        for (int i = 1; i <= IN_A_ROW && isAnsweredWithin(SHORT_WAIT_NS); i++) {
            take();
            spin(i * DESCENT_NS);
            ask();
        }
        isAnsweredWithin(SHORT_WAIT_NS);
    }

    private boolean isAnsweredWithin(long patienceNs) {
        long beganNs = System.nanoTime();
        while (answer.get() == null && System.nanoTime() - beganNs < patienceNs) {
            Thread.onSpinWait();
        }
        return answer.get() != null;
    }

    private static void spin(long ns) {
        long beganNs = System.nanoTime();
        while (System.nanoTime() - beganNs < ns) {
            Thread.onSpinWait();
        }
    }

    /** The answer to the last question, once; null where there is none yet. */
    @Nullable
    String take() {
        String taken = answer.getAndSet(null);
        if (taken != null && ScriptEvidence.isDeep(taken)) {
            deepest = taken;
        }
        return taken;
    }

    void cancel() {
        sampler.cancel();
    }

    /** The last one that was full of calls, or null. */
    @Nullable
    String deepest() {
        return deepest;
    }
}
