package dev.gyre.node.watch;

import dev.gyre.engine.StackSampler;
import dev.gyre.io.libc.ThreadClock;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * How much of a thread's time goes into V8's collector. It looks many times in a row, and adds up the CPU time between the looks,
 * so it does not matter whether the thread always has a CPU; and the time in which the collector sleeps, because its helpers on
 * other threads are not done. For the watch's thread.
 */
final class CollectionMeter {
    private static final long STEP_NS = TimeUnit.MICROSECONDS.toNanos(150);

    /** With less CPU time than this, chance would decide. */
    private static final long ENOUGH_NS = TimeUnit.MILLISECONDS.toNanos(20);

    private final StackSampler sampler;
    private final int threadId;
    private final Shares shares = new Shares();

    /** @param threadId the system's number of the script's thread; 0 where it is not known */
    CollectionMeter(StackSampler sampler, int threadId) {
        this.sampler = sampler;
        this.threadId = threadId;
    }

    /** Looks for some time. */
    void measure(long forNs) {
        if (!canMeasure()) {
            return;
        }
        long beganNs = System.nanoTime();
        long beforeNs = beganNs;
        long ranBeforeNs = ThreadClock.ranNs(threadId);
        boolean wasCollecting = sampler.isCollecting();
        do {
            LockSupport.parkNanos(this, STEP_NS);
            long nowNs = System.nanoTime();
            long ranNowNs = ThreadClock.ranNs(threadId);
            boolean isCollecting = sampler.isCollecting();
            long ranForNs = ranNowNs - ranBeforeNs;
            boolean isAsleep = wasCollecting
                    && isCollecting
                    && ranForNs < (nowNs - beforeNs) / 2
                    && !ThreadFigures.isReady(threadId);
            shares.add(isAsleep ? nowNs - beforeNs : ranForNs, wasCollecting, isCollecting);
            beforeNs = nowNs;
            ranBeforeNs = ranNowNs;
            wasCollecting = isCollecting;
        } while (beforeNs - beganNs < forNs);
    }

    private boolean canMeasure() {
        return threadId != 0 && sampler.knowsCollections();
    }

    /** Whether nothing is to be gained by measuring on. */
    boolean hasEnough() {
        return shares.ranNs >= ENOUGH_NS || !canMeasure();
    }

    /** The share of its time that the thread has spent collecting garbage, 0 to 1; 0 where too little is known. */
    double share() {
        return shares.share();
    }

    /** What was measured so far. */
    static final class Shares {
        private long ranNs;
        private long collectingNs;

        /** Some time of the thread's, with what it did at its beginning and end. */
        void add(long forNs, boolean wasCollecting, boolean isCollecting) {
            ranNs += forNs;
            if (wasCollecting && isCollecting) {
                collectingNs += forNs;
            } else if (wasCollecting || isCollecting) {
                collectingNs += forNs / 2;
            }
        }

        double share() {
            return ranNs < ENOUGH_NS ? 0 : (double) collectingNs / ranNs;
        }
    }
}
