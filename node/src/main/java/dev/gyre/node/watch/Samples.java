package dev.gyre.node.watch;

import dev.gyre.engine.StackSampler;
import dev.gyre.io.libc.ThreadClock;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Stacks of a script that were asked for one after the other, and what they tell together. For the watch's thread.
 *
 * <p>A script answers within microseconds. If it answers late though its thread had a CPU, it was in a function of V8's. That
 * was the collector, mostly, if since the sample before garbage was collected, or the heap has grown so much that V8 marks what
 * is alive. So the CPU time until such answers is about that of collections.
 */
final class Samples {
    /** A sample that comes later than this was held up. */
    private static final long LATE_NS = TimeUnit.MILLISECONDS.toNanos(1);

    /** So much growth between two samples makes V8 mark. */
    private static final long GROWTH_BYTES = 1 << 20;

    /** How long an answer is waited for in the hope of asking again at once. */
    private static final long SHORT_WAIT_NS = TimeUnit.MICROSECONDS.toNanos(500);

    private static final long FOLLOW_NS = TimeUnit.MILLISECONDS.toNanos(50);

    /** How long a recursion is given to become deep. */
    private static final long DESCENT_NS = TimeUnit.MICROSECONDS.toNanos(20);

    /** With less CPU time between the first sample and the last, chance would decide. */
    private static final long ENOUGH_NS = TimeUnit.MILLISECONDS.toNanos(30);

    private final StackSampler sampler;
    private final int threadId;
    private final AtomicReference<@Nullable String> answer = new AtomicReference<>();

    /** CPU time of the script's thread until it answered: since it was asked, and in all. */
    private volatile long answerNs;

    private volatile long answerRanNs;

    private volatile long answerHeapBytes;

    private long askedNs;
    private long firstRanNs;
    private long lastRanNs;
    private long collectingNs;
    private int collections;
    private long heapBytes;
    private boolean isAllocating;
    private @Nullable String deepest;

    /** @param threadId the system's number of the script's thread; 0 where it is not known */
    Samples(StackSampler sampler, int threadId) {
        this.sampler = sampler;
        this.threadId = threadId;
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
        long ranBeforeNs = ThreadClock.ranNs(threadId);
        askedNs = System.nanoTime();
        sampler.request(
                heapBytes -> {
                    answerRanNs = ThreadClock.ranNs(threadId);
                    answerNs = answerRanNs - ranBeforeNs;
                    answerHeapBytes = heapBytes;
                },
                answer::set);
    }

    /**
     * Asks twice in a row, if the first answer comes at once. A recursion that overflows the stack again and again is at its
     * beginning whenever it answers, because most of the time goes into taking the stack down, when no question is answered.
     * A moment later it is deep.
     */
    void askTwice() {
        ask();
        if (isAnsweredWithin(SHORT_WAIT_NS)) {
            take();
            spin(DESCENT_NS);
            ask();
            isAnsweredWithin(SHORT_WAIT_NS);
        }
    }

    /** Whether the last sample says that memory is allocated so fast that collections may take most of the time. */
    boolean isAllocating() {
        return isAllocating;
    }

    /**
     * Asks again and again for some time, so that no collection is missed on a busy machine, where it may be begun and over
     * between two samples.
     */
    void follow() {
        long beganNs = System.nanoTime();
        for (; ; ) {
            ask();
            while (answer.get() == null) {
                if (System.nanoTime() - beganNs >= FOLLOW_NS) {
                    return;
                }
                LockSupport.parkNanos(this, SHORT_WAIT_NS);
            }
            if (System.nanoTime() - beganNs >= FOLLOW_NS) {
                return;
            }
            take();
            LockSupport.parkNanos(this, SHORT_WAIT_NS);
        }
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
        if (taken == null) {
            return null;
        }
        boolean isLate = answerNs > LATE_NS;
        int now = ScriptEvidence.collections(taken);
        isAllocating = heapBytes > 0 && (now != collections || answerHeapBytes - heapBytes >= GROWTH_BYTES);
        boolean isCollected = now < 0 || now > collections || answerHeapBytes - heapBytes >= GROWTH_BYTES;
        if (firstRanNs == 0) {
            firstRanNs = answerRanNs;
        } else if (isLate && isCollected) {
            collectingNs += answerNs;
        }
        lastRanNs = answerRanNs;
        collections = now;
        heapBytes = answerHeapBytes;
        if (ScriptEvidence.isDeep(taken)) {
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

    /** The share of its time that the script has spent collecting garbage, 0 to 1. */
    double collectionShare() {
        long ranNs = lastRanNs - firstRanNs;
        return ranNs < ENOUGH_NS ? 0 : (double) collectingNs / ranNs;
    }
}
