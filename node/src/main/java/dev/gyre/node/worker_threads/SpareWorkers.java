package dev.gyre.node.worker_threads;

import dev.gyre.node.GyreRuntime;
import org.jspecify.annotations.Nullable;

/**
 * Starts the workers of a main runtime, and from the second on has one runtime started ahead for the next: see {@link
 * SpareWorker}. A program with one worker has none. Workers that are started at the same time take the one that is just being
 * started, and have another begun, so that no more than one is too many in the end. On the main runtime's thread.
 */
final class SpareWorkers implements AutoCloseable {
    private final GyreRuntime parent;
    private @Nullable SpareWorker spare;
    private boolean hasStarted;

    SpareWorkers(GyreRuntime parent) {
        this.parent = parent;
    }

    /** Whether {@link #start} would probably find one for this worker. */
    boolean hasOneFor(WorkerThread worker) {
        return spare != null && spare.isFor(worker);
    }

    /** Starts a worker, on the thread of a spare if there is one for it. */
    void start(WorkerThread worker) {
        boolean isTaken = spare != null && spare.take(worker);
        if (!isTaken) {
            worker.start();
        }
        boolean isOver = spare == null || isTaken || spare.isOver();
        if (hasStarted && isOver) {
            spare = worker.canBeSpared() ? SpareWorker.start(parent, worker) : null;
        }
        hasStarted = true;
    }

    @Override
    public void close() {
        if (spare != null) {
            spare.close();
        }
    }
}
