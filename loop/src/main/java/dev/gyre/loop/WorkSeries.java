package dev.gyre.loop;

import java.util.concurrent.Callable;
import java.util.function.IntConsumer;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Fast I/O that comes by the thousand. New objects for each piece, and an inbox item for each completion,
 * would cost more than a small read does. So a series has a fixed number of pieces, each with a number, that are used
 * again and again:
 *
 * <pre>
 *   submit [3, 4, 5] ──&gt; the lane's queue ──&gt; workers ──&gt; onFinish 4, 3 ──&gt; (poll) onDone ──&gt; settled 2
 * </pre>
 *
 * <p>To the pool each piece is as if it was {@linkplain Loop#submit submitted} by itself, in the order of the list; apart
 * from that it can't be cancelled. A piece may be submitted again as soon as it is finished; the loop is alive until it is
 * settled too.
 */
public final class WorkSeries {
    private final Loop loop;
    private final Lane lane;
    private final IntConsumer onFinish;
    private final Runnable onDone;
    private final IntFunction<Callable<Object>> work;
    private final WorkRequest<?>[] pieces; // each made when it is first submitted

    // Guarded by the lane's lock.

    private boolean told;
    private long queuedNs;
    private long ranNs;

    WorkSeries(
            Loop loop, Lane lane, int size, IntFunction<Callable<Object>> work, IntConsumer onFinish, Runnable onDone) {
        this.loop = loop;
        this.lane = lane;
        this.onFinish = onFinish;
        this.onDone = onDone;
        this.work = work;
        pieces = new WorkRequest<?>[size];
    }

    /** Hands the first {@code count} pieces of a list to the pool. */
    public void submit(int[] numbers, int count) {
        loop.checkThread();
        for (int i = 0; i < count; i++) {
            prepare(numbers[i]);
        }
        lane.submit(pieces, numbers, count, loop.clock().nowNs());
        loop.phases.countRequest(count);
    }

    private void prepare(int piece) {
        if (pieces[piece] == null) {
            pieces[piece] = new WorkRequest<>(this, piece, loop, lane, WorkKind.FAST_IO, work.apply(piece));
        }
    }

    /** Tells the series that so many finished pieces have been handled; they keep the loop alive until then. */
    public void settled(int count) {
        loop.checkThread();
        long queued;
        long ran;
        synchronized (lane) {
            queued = queuedNs;
            ran = ranNs;
            queuedNs = 0;
            ranNs = 0;
        }
        loop.telemetry().workDone(WorkKind.FAST_IO, count, queued, ran);
        loop.phases.countRequest(-count);
    }

    /** Makes the next poll call {@code onDone}. */
    public void callSoon() {
        boolean tells;
        synchronized (lane) {
            tells = isToTell();
        }
        if (tells) {
            tell();
        }
    }

    /** What a piece that is finished returned or threw; forgotten then. */
    public @Nullable Object takeResult(int piece) {
        return pieces[piece].takeResult();
    }

    /** Called with the lane's lock held. Whether to notify the loop: once for all pieces that finish until it runs. */
    boolean finished(WorkRequest<?> piece) {
        queuedNs += piece.queuedNs();
        ranNs += piece.ranNs();
        onFinish.accept(piece.piece);
        return isToTell();
    }

    private boolean isToTell() {
        boolean tells = !told;
        told = true;
        return tells;
    }

    void tell() {
        loop.phases.inbox.add(this);
    }

    /** Called by the loop in poll. */
    void run() {
        synchronized (lane) {
            told = false;
        }
        loop.callbacks.call(CallbackKind.WORK, onDone);
    }
}
