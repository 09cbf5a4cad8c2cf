package dev.gyre.node.worker_threads;

import dev.gyre.engine.FlagChanges;
import dev.gyre.node.GyreRuntime;
import dev.gyre.node.process.Usage;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A thread with a runtime that is ready but for what tells workers apart: its isolate is made and the core has started, which is
 * more than half of a worker's start. A worker like the one it was modelled on takes it over, also while it is not ready yet:
 * variables, script, name and number reach it then. It is no worker before that: it has no number, no family knows of it, and
 * no code of a program has run in it.
 *
 * <p>It begins when the worker before it has started: before that, both would compete for the processors. If nobody takes it
 * for a while, it closes its runtime and ends. It is not made where memory is scarce, and keeps no process alive.
 */
final class SpareWorker implements AutoCloseable {
    private static final long IDLE_NS = TimeUnit.SECONDS.toNanos(3);

    /** Whose script computes for longer has started, for our purpose. */
    private static final long START_NS = TimeUnit.MILLISECONDS.toNanos(50);

    /** A runtime takes some 10 MB. */
    private static final double SCARCE_MEMORY_BYTES = 256 * 1024 * 1024;

    private final WorkerThread model;
    private final Thread thread;
    private final int flagChanges = FlagChanges.count();
    private @Nullable WorkerThread taker; // guarded by this
    private boolean isOver; // guarded by this: it was taken, or ends
    private boolean mayBegin; // guarded by this: the worker before it has started

    private SpareWorker(WorkerThread model) {
        this.model = model;
        thread = model.newThread(this::run, "gyre-worker-spare");
    }

    /** Has a runtime started for workers like this one, when this one has started. */
    static SpareWorker start(GyreRuntime parent, WorkerThread worker) {
        var spare = new SpareWorker(WorkerThread.model(parent, worker.plan()));
        spare.thread.start();
        worker.onStarted(spare::begin);
        return spare;
    }

    private synchronized void begin() {
        mayBegin = true;
        notifyAll();
    }

    /** Whether {@link #take} would give it to this worker, unless it ends just then. Any thread. */
    synchronized boolean isFor(WorkerThread worker) {
        return !isOver && flagChanges == FlagChanges.count() && worker.plan().isLike(model.plan());
    }

    /** Has this worker run on its thread, if it is one for it. The worker was given what it starts with. Any thread. */
    synchronized boolean take(WorkerThread worker) {
        if (!isFor(worker)) {
            return false;
        }
        worker.startOn(thread);
        taker = worker;
        isOver = true;
        notifyAll();
        return true;
    }

    /** Whether nobody can take it any more. Any thread. */
    synchronized boolean isOver() {
        return isOver;
    }

    /** Ends it, if nobody took it, and waits for that. */
    @Override
    public void close() {
        synchronized (this) {
            if (taker != null) {
                return; // the thread is the worker's
            }
            isOver = true;
            notifyAll();
        }
        boolean isInterrupted = false;
        while (thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException _) {
                isInterrupted = true;
            }
        }
        if (isInterrupted) {
            Thread.currentThread().interrupt();
        }
    }

    // ---- its thread

    private void run() {
        awaitBegin();
        GyreRuntime ready = startRuntime();
        WorkerThread worker = awaitTaker(ready == null);
        if (worker != null) {
            worker.live(ready); // without a runtime it opens one itself
        } else if (ready != null) {
            ready.close();
        }
    }

    /** Null where there is no memory, or what a runtime needs: the worker that opens one itself reports why it can't. */
    private @Nullable GyreRuntime startRuntime() {
        GyreRuntime opened = null;
        try {
            if (isWanted() && Usage.freeMemoryBytes() >= SCARCE_MEMORY_BYTES) {
                opened = model.open();
                opened.prepare();
            }
            return opened;
        } catch (RuntimeException _) {
            if (opened != null) {
                opened.close();
            }
            return null;
        }
    }

    private synchronized boolean isWanted() {
        return !isOver || taker != null;
    }

    /** Waits for the end of the other worker's start, or a taker. */
    private synchronized void awaitBegin() {
        long until = System.nanoTime() + START_NS;
        while (!mayBegin && !isOver && awaitChange(until)) {}
    }

    /** Who took it; null if nobody did in time. */
    private synchronized @Nullable WorkerThread awaitTaker(boolean isAtOnce) {
        long until = System.nanoTime() + (isAtOnce ? 0 : IDLE_NS);
        while (!isOver && awaitChange(until)) {}
        isOver = true;
        return taker;
    }

    /** Waits for a while; false if it is later than that already. */
    private synchronized boolean awaitChange(long until) {
        long leftNs = until - System.nanoTime();
        if (leftNs <= 0) {
            return false;
        }
        try {
            TimeUnit.NANOSECONDS.timedWait(this, leftNs);
        } catch (InterruptedException _) {
            isOver = true; // nobody does that
        }
        return true;
    }
}
