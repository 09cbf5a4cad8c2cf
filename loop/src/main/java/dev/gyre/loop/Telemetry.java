package dev.gyre.loop;

import java.lang.invoke.VarHandle;
import java.util.Optional;

/**
 * What the loop is doing and has done, readable by any thread at any time, also while a callback holds the loop.
 *
 * <p>The loop thread is the only writer. Every number is one long in an array, written plainly, which costs a process
 * that has just started no more than one that is warm: no lock, no fence, and no reading of the clock per callback. (A
 * 64-bit JVM writes a long in one piece, and does not delay the write past a callback, which it can't inline.) Before
 * each callback two longs are written, its kind and the count of callbacks; the clock is read where the phase changes. A
 * watcher that sees the same count for too long knows that one callback holds the loop, and its kind and phase.
 *
 * <p>Phase and the moment it began are packed into one long, so they always belong together. Other numbers read one
 * after the other may be a callback apart.
 *
 * <p>An embedder that runs many callbacks of its own within one callback of the loop (JavaScript's, in the poll phase)
 * reports their number with {@link #embedded}.
 *
 * <pre>
 *   [ padding | state | kind | callbacks | turns | poll wait | time per phase | depths | pool | embedded | padding ]
 *               state = since (ns since the loop was opened) &lt;&lt; 4 | 0 not running, 1…7 phase, 8 waiting in poll
 * </pre>
 */
public final class Telemetry {
    /** A number of things that wait or live, as of the end of the latest turn. */
    public enum Depth {
        /** Started timers. */
        TIMERS,
        /** Callbacks deferred to the next turn. */
        PENDING,
        /** Immediates for the next check phase. */
        IMMEDIATES,
        /** Completions, wake-ups and posted tasks for the next poll. */
        INBOX,
        /** Handles for the next closing phase. */
        CLOSING,
        /** Active, referenced handles. */
        ACTIVE_HANDLES,
        /** Requests not completed. */
        ACTIVE_REQUESTS
    }

    private static final Phase[] PHASES = Phase.values();
    private static final CallbackKind[] KINDS = CallbackKind.values();
    private static final int DEPTHS = Depth.values().length;
    private static final int WORK_KINDS = WorkKind.values().length;

    private static final int PADDING = 16;
    private static final int STATE = PADDING;
    private static final int KIND = STATE + 1;
    private static final int CALLBACKS = KIND + 1;
    private static final int TURNS = CALLBACKS + 1;
    private static final int POLL_WAIT_NS = TURNS + 1;
    private static final int PHASE_NS = POLL_WAIT_NS + 1;
    private static final int DEPTH = PHASE_NS + PHASES.length;
    private static final int WORK_COUNT = DEPTH + DEPTHS;
    private static final int WORK_QUEUED_NS = WORK_COUNT + WORK_KINDS;
    private static final int WORK_RUN_NS = WORK_QUEUED_NS + WORK_KINDS;
    private static final int EMBEDDED_CALLBACKS = WORK_RUN_NS + WORK_KINDS;
    private static final int STAYED_TURNS = EMBEDDED_CALLBACKS + PHASES.length;
    private static final int STAYED_CALLBACKS = STAYED_TURNS + 1;
    private static final int SLOTS = STAYED_CALLBACKS + 1 + PADDING;

    private static final int STATE_BITS = 4;
    private static final long OUTSIDE = 0;
    private static final long WAITING = PHASES.length + 1L;

    private final long[] slots = new long[SLOTS];
    private final LoopClock clock;
    private final long originNs;

    Telemetry(LoopClock clock, long originNs) {
        this.clock = clock;
        this.originNs = originNs;
    }

    // Reading, by any thread.

    /** Nanoseconds since the loop was opened, by its clock: the scale of {@link #sinceNs}. */
    public long nowNs() {
        return clock.nowNs() - originNs;
    }

    /** The phase the loop is in, empty when it isn't running. */
    public Optional<Phase> phase() {
        return phaseOf(read(STATE));
    }

    /** Whether the loop is blocked in poll with nothing to do. */
    public boolean isWaiting() {
        return isWaiting(read(STATE));
    }

    /** Since when the loop is in its phase, waiting or not running, in nanoseconds since it was opened. */
    public long sinceNs() {
        return read(STATE) >>> STATE_BITS;
    }

    /** What kind of callback runs, or ran last in this phase. */
    public CallbackKind callbackKind() {
        return KINDS[(int) read(KIND)];
    }

    /** How many callbacks were begun. */
    public long callbacks() {
        return read(CALLBACKS);
    }

    /** How many turns are complete. */
    public long turns() {
        return read(TURNS);
    }

    /** Time spent blocked in poll, the wait under way included. */
    public long pollWaitNs() {
        long state = read(STATE);
        long underWayNs = isWaiting(state) ? Math.max(0, nowNs() - (state >>> STATE_BITS)) : 0;
        return read(POLL_WAIT_NS) + underWayNs;
    }

    /** Time spent in a phase, without the visit under way and, for poll, without the time it was blocked. */
    public long phaseNs(Phase phase) {
        return read(PHASE_NS + phase.ordinal());
    }

    /** A queue's depth or number of live things, as of the end of the latest turn. */
    public long depth(Depth depth) {
        return read(DEPTH + depth.ordinal());
    }

    /** Pieces of pool work done and called back, cancelled ones not included. */
    public long workCount(WorkKind kind) {
        return read(WORK_COUNT + kind.ordinal());
    }

    /** Total time that work spent in the pool's queue. */
    public long workQueuedNs(WorkKind kind) {
        return read(WORK_QUEUED_NS + kind.ordinal());
    }

    /** Total time that work spent on a pool thread. */
    public long workRunNs(WorkKind kind) {
        return read(WORK_RUN_NS + kind.ordinal());
    }

    /** Callbacks that the embedder has run itself, by the phase in which it did. */
    public long embeddedCallbacks(Phase phase) {
        return read(EMBEDDED_CALLBACKS + phase.ordinal());
    }

    /** Turns that the embedder has run without a return to the loop, because nothing else waited. */
    public long stayedTurns() {
        return read(STAYED_TURNS);
    }

    /** The callbacks in these turns. */
    public long stayedCallbacks() {
        return read(STAYED_CALLBACKS);
    }

    private static boolean isWaiting(long state) {
        return (state & (1 << STATE_BITS) - 1) == WAITING;
    }

    private static Optional<Phase> phaseOf(long state) {
        int code = (int) (state & (1 << STATE_BITS) - 1);
        return code == OUTSIDE ? Optional.empty() : Optional.of(code == WAITING ? Phase.POLL : PHASES[code - 1]);
    }

    // Writing, by the loop thread.

    void enter(Phase phase, long nowNs) {
        change(phase.ordinal() + 1, nowNs);
    }

    void waiting(long nowNs) {
        change(WAITING, nowNs);
    }

    void leave(long nowNs) {
        change(OUTSIDE, nowNs);
    }

    private void change(long code, long nowNs) {
        long state = slots[STATE];
        long sinceNs = nowNs - originNs;
        long spentNs = sinceNs - (state >>> STATE_BITS);
        int old = (int) (state & (1 << STATE_BITS) - 1);
        if (old == WAITING) {
            slots[POLL_WAIT_NS] += spentNs;
        } else if (old != OUTSIDE) {
            slots[PHASE_NS + old - 1] += spentNs;
        }
        slots[KIND] = 0;
        slots[STATE] = sinceNs << STATE_BITS | code;
    }

    void callback(CallbackKind kind) {
        slots[KIND] = kind.ordinal();
        slots[CALLBACKS]++;
    }

    /** Counts a turn and notes the depths at its end, in the order of {@link Depth}. */
    void turn(int timers, int pending, int immediates, int inbox, int closing, int activeHandles, int activeRequests) {
        slots[TURNS]++;
        slots[DEPTH] = timers;
        slots[DEPTH + 1] = pending;
        slots[DEPTH + 2] = immediates;
        slots[DEPTH + 3] = inbox;
        slots[DEPTH + 4] = closing;
        slots[DEPTH + 5] = activeHandles;
        slots[DEPTH + 6] = activeRequests;
    }

    /** Counts callbacks that the embedder has run in the current phase. Loop thread only. */
    public void embedded(int callbacks, int stayedTurns, int stayedCallbacks) {
        int code = (int) (slots[STATE] & (1 << STATE_BITS) - 1);
        if (code != OUTSIDE) {
            slots[EMBEDDED_CALLBACKS + (code == WAITING ? Phase.POLL.ordinal() : code - 1)] += callbacks;
        }
        slots[STAYED_TURNS] += stayedTurns;
        slots[STAYED_CALLBACKS] += stayedCallbacks;
    }

    void workDone(WorkKind kind, long count, long queuedNs, long runNs) {
        slots[WORK_COUNT + kind.ordinal()] += count;
        slots[WORK_QUEUED_NS + kind.ordinal()] += queuedNs;
        slots[WORK_RUN_NS + kind.ordinal()] += runNs;
    }

    /** Reads with a fence, so that a caller in a loop sees new values. */
    private long read(int slot) {
        VarHandle.acquireFence();
        return slots[slot];
    }
}
