package dev.gyre.loop;

import java.util.concurrent.Callable;
import java.util.function.IntFunction;

/**
 * Fast I/O that comes by the thousand. Making objects for each piece, and telling the loop of each, would cost more than
 * a small read does; so the pieces of a series exist beforehand, as many as may be under way at once, each with a number,
 * and go there and back in lists of numbers:
 *
 * <pre>
 *   submit [3, 4, 5] ──&gt; the lane's queue ──&gt; workers ──&gt; [4, 3] ──&gt; onDone, takeDone
 * </pre>
 *
 * <p>To the pool each piece is as if it was {@linkplain Loop#submit submitted} by itself, in the order of the list; apart
 * from that it can't be cancelled. A piece may be submitted again when it was taken.
 */
public final class WorkSeries {
    private final Loop loop;
    private final Lane lane;
    private final Runnable onDone;
    private final WorkRequest<?>[] pieces;

    // Guarded by the lane's lock.

    private final int[] done;
    private int doneCount;
    private long queuedNs;
    private long ranNs;

    WorkSeries(Loop loop, Lane lane, int size, IntFunction<Callable<Object>> work, Runnable onDone) {
        this.loop = loop;
        this.lane = lane;
        this.onDone = onDone;
        pieces = new WorkRequest<?>[size];
        done = new int[size];
        for (int i = 0; i < size; i++) {
            pieces[i] = new WorkRequest<>(this, i, loop, lane, WorkKind.FAST_IO, work.apply(i));
        }
    }

    /** Hands the first {@code count} pieces of a list to the pool. */
    public void submit(int[] numbers, int count) {
        loop.checkThread();
        lane.submit(pieces, numbers, count, loop.clock().nowNs());
        loop.phases.countRequest(count);
    }

    /**
     * Takes what is done, in that order: for {@code onDone}, which has to.
     *
     * @param numbers has room for all pieces
     * @return how many there are
     */
    public int takeDone(int[] numbers) {
        loop.checkThread();
        int count;
        long queued;
        long ran;
        synchronized (lane) {
            count = doneCount;
            System.arraycopy(done, 0, numbers, 0, count);
            queued = queuedNs;
            ran = ranNs;
            doneCount = 0;
            queuedNs = 0;
            ranNs = 0;
        }
        loop.telemetry().workDone(WorkKind.FAST_IO, count, queued, ran);
        loop.phases.countRequest(-count);
        return count;
    }

    /** What a piece that was taken returned or threw; forgotten then. */
    public Object takeResult(int piece) {
        return pieces[piece].takeResult();
    }

    /** With the lane's lock held. Whether the loop has to be told: it takes all that is done together. */
    boolean finished(WorkRequest<?> piece) {
        queuedNs += piece.queuedNs();
        ranNs += piece.ranNs();
        done[doneCount] = piece.piece;
        doneCount++;
        return doneCount == 1;
    }

    /** Called by the loop in poll. */
    void run() {
        loop.callbacks.call(CallbackKind.WORK, onDone);
    }
}
