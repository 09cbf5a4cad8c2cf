package dev.gyre.loop;

import java.util.concurrent.Callable;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Work handed to the {@link WorkerPool}. It is queued, then started by a worker or cancelled, whichever is first, and
 * then completes.
 */
public final class WorkRequest<T> extends Request<T> {
    private enum State {
        QUEUED,
        STARTED,
        CANCELLED
    }

    private final WorkKind workKind;
    private final Callable<T> work;
    private final Lane lane;

    /** Where it waits: with the other work of its loop. */
    final FairQueue.LoopQueue queue;

    /** What it is a piece of, or null. A piece is queued again and again, one time after the other. */
    final @Nullable WorkSeries series;

    /** Its number there. */
    final int piece;

    // Guarded by the lane's lock: its place in the queue, then among what is under way, and what became of it.

    @Nullable
    WorkRequest<?> nextQueued;

    long number;
    int place;
    boolean stuck;
    private State state = State.QUEUED;
    private long submittedNs;
    private long startedNs;

    // Written by the worker; read by the loop thread after the completion was posted.

    private long finishedNs;
    private @Nullable T value;
    private @Nullable Throwable error;

    WorkRequest(Loop loop, Lane lane, WorkKind workKind, Callable<T> work, Consumer<Outcome<T>> onComplete) {
        this(loop, lane, workKind, work, onComplete, null, 0);
        submittedNs = loop.clock().nowNs();
    }

    /** A piece of a series. The series is notified of its completion; it has no callback of its own. */
    WorkRequest(WorkSeries series, int piece, Loop loop, Lane lane, WorkKind workKind, Callable<T> work) {
        this(
                loop,
                lane,
                workKind,
                work,
                outcome -> {
                    throw new IllegalStateException("a piece of a series has no callback");
                },
                series,
                piece);
    }

    private WorkRequest(
            Loop loop,
            Lane lane,
            WorkKind workKind,
            Callable<T> work,
            Consumer<Outcome<T>> onComplete,
            @Nullable WorkSeries series,
            int piece) {
        super(loop, CallbackKind.WORK, onComplete);
        this.lane = lane;
        this.queue = loop.queue(workKind);
        this.workKind = workKind;
        this.work = work;
        this.series = series;
        this.piece = piece;
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
        if (!lane.cancel(this)) {
            return false;
        }
        post(new Outcome.Cancelled<>());
        return true;
    }

    // ---- with the lane's lock held

    boolean isQueued() {
        return state == State.QUEUED;
    }

    /** The piece is to be done once more. */
    void requeue(long nowNs) {
        state = State.QUEUED;
        submittedNs = nowNs;
        stuck = false;
    }

    void start() {
        state = State.STARTED;
        startedNs = loop.clock().nowNs();
    }

    void markCancelled() {
        state = State.CANCELLED;
    }

    /** How long it has been running, if it is. */
    long runningNs() {
        return loop.clock().nowNs() - startedNs;
    }

    long queuedNs() {
        return startedNs - submittedNs;
    }

    // ---- the worker that started it

    /** Does the work. Whatever it throws becomes the outcome. */
    void perform() {
        value = null;
        error = null;
        try {
            value = work.call();
        } catch (Throwable thrown) {
            error = thrown;
        }
        finishedNs = loop.clock().nowNs();
    }

    long ranNs() {
        return finishedNs - startedNs;
    }

    /** Posts the completion to the loop. */
    @SuppressWarnings("NullAway") // the value is of the type that the work returns: null only if the work returned null
    void tell() {
        if (series != null) {
            series.tell();
        } else {
            post(error == null ? new Outcome.Success<>(value) : new Outcome.Failure<>(error));
        }
    }

    // ---- the loop thread

    /** Returns what a piece returned or threw, and drops the reference to it. */
    @Nullable
    Object takeResult() {
        Object result = error == null ? value : error;
        value = null;
        error = null;
        return result;
    }

    @Override
    void completed() {
        if (state == State.STARTED) {
            loop.telemetry().workDone(workKind, 1, queuedNs(), ranNs());
        }
    }

    /** What the work calls itself. */
    String name() {
        return String.valueOf(work);
    }

    /** Who submitted it, as far as the work knows; empty if it does not. */
    String submittedBy() {
        return work instanceof SubmittedWork submitted ? submitted.submittedBy() : "";
    }

    /** How long it has been waiting, if it does. With the lane's lock held. */
    long waitingNs() {
        return loop.clock().nowNs() - submittedNs;
    }
}
