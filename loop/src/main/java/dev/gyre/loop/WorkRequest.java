package dev.gyre.loop;

import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;

/**
 * Work handed to the {@link WorkerPool}. It is queued, then started by a worker or cancelled, whichever is first, and
 * then completes: one compare-and-set decides between the two.
 */
public final class WorkRequest<T> extends Request<T> {
    private enum State {
        QUEUED,
        STARTED,
        CANCELLED
    }

    private final WorkKind workKind;
    private final Callable<T> work;
    private final WorkerPool pool;
    private final long submittedNs;
    private final AtomicReference<State> state = new AtomicReference<>(State.QUEUED);

    /** Order of submission, given by the lane under its lock. */
    long number;

    /** Where the lane keeps it while it runs, and whether its thread counts as lost: guarded by the lane's lock. */
    int place;

    boolean stuck;

    /** Written under the lane's lock. */
    private long startedNs;

    private long finishedNs;

    WorkRequest(Loop loop, WorkerPool pool, WorkKind workKind, Callable<T> work, Consumer<Outcome<T>> onComplete) {
        super(loop, CallbackKind.WORK, onComplete);
        this.pool = pool;
        this.workKind = workKind;
        this.work = work;
        this.submittedNs = loop.clock().nowNs();
    }

    /** The kind it was submitted with. */
    public WorkKind kind() {
        return workKind;
    }

    /**
     * Cancels the work if no worker has started it. Any thread may call it.
     *
     * @return whether it was cancelled by this call; the callback then comes with {@link Outcome.Cancelled}
     */
    public boolean cancel() {
        if (!state.compareAndSet(State.QUEUED, State.CANCELLED)) {
            return false;
        }
        pool.cancelled(this);
        post(new Outcome.Cancelled<>());
        return true;
    }

    boolean isQueued() {
        return state.get() == State.QUEUED;
    }

    /** Claims the work for the calling worker; false when it was cancelled. */
    boolean claim() {
        startedNs = loop.clock().nowNs();
        return state.compareAndSet(State.QUEUED, State.STARTED);
    }

    /** How long it has been running, if it is. */
    long runningNs() {
        return loop.clock().nowNs() - startedNs;
    }

    /** What the work calls itself. */
    String name() {
        return String.valueOf(work);
    }

    /** Does the work on the calling worker, which claimed it. Whatever it throws becomes the outcome. */
    Outcome<T> perform() {
        Outcome<T> outcome;
        try {
            outcome = new Outcome.Success<>(work.call());
        } catch (Throwable error) {
            outcome = new Outcome.Failure<>(error);
        }
        finishedNs = loop.clock().nowNs();
        return outcome;
    }

    @Override
    void completed() {
        if (state.get() == State.STARTED) {
            loop.telemetry().workDone(workKind, startedNs - submittedNs, finishedNs - startedNs);
        }
    }
}
