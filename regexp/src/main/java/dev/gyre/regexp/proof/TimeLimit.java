package dev.gyre.regexp.proof;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;

/**
 * Calls {@code stop} when the work of one thread has taken more processor time than it may: that does not depend on what else
 * the machine does. A thread of its own watches; it ends with the process.
 */
final class TimeLimit {
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    /** A thread that gets no processor is not waited for without end. */
    private static final int WALL_FACTOR = 20;

    private final Runnable stop;
    private long watched; // the thread's id; guarded by this, as all of these
    private long endCpuNs;
    private long endWallNs;
    private boolean isArmed;
    private boolean hasStopped;

    TimeLimit(Runnable stop) {
        this.stop = stop;
        var thread = new Thread(this::watch, "gyre-regexp-limit");
        thread.setDaemon(true);
        thread.start();
    }

    static long cpuNs() {
        return THREADS.getCurrentThreadCpuTime();
    }

    /** The calling thread's work begins. */
    synchronized void begin(long limitMs) {
        watched = Thread.currentThread().threadId();
        endCpuNs = cpuNs() + limitMs * 1_000_000;
        endWallNs = System.nanoTime() + WALL_FACTOR * limitMs * 1_000_000;
        isArmed = true;
        hasStopped = false;
        notifyAll();
    }

    /** It has ended; whether it was stopped. */
    synchronized boolean end() {
        isArmed = false;
        return hasStopped;
    }

    private synchronized void watch() {
        try {
            while (true) {
                if (!isArmed || hasStopped) {
                    wait();
                } else {
                    long leftNs = endCpuNs - THREADS.getThreadCpuTime(watched);
                    if (leftNs <= 0 || System.nanoTime() > endWallNs) {
                        hasStopped = true;
                        stop.run();
                    } else {
                        wait(Math.max(1, leftNs / 1_000_000));
                    }
                }
            }
        } catch (InterruptedException _) {
            // nobody does that
        }
    }
}
