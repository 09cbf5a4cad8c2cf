package dev.gyre.loop;

import java.lang.invoke.VarHandle;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What the loop is doing and has done, readable by any thread at any time, also while a callback holds the loop.
 *
 * <p>The loop thread is the only writer. Every number is one long in an array, written plainly, which costs a process
 * that has just started no more than one that is warm: no lock, no fence. (A 64-bit JVM writes a long in one piece, and
 * does not delay the write past a callback, which it can't inline.) Before each callback one long is written, the count
 * of callbacks with the kind of this one. A watcher that sees the same count for too long knows that one callback holds
 * the loop, and its kind and phase.
 *
 * <p>The clock is read where the phase changes, and where callbacks of another kind begin: one reading ends what ran
 * before and begins what comes. Callbacks of one kind that follow each other are measured together while they are short,
 * up to eight, and have the mean of their time in the histograms.
 *
 * <p>Phase and the moment it began are packed into one long, and so are the count of callbacks and the kind: they always
 * belong together. Other numbers read one after the other may be a callback apart.
 *
 * <p>An embedder that runs many callbacks of its own within one callback of the loop (JavaScript's, in the poll phase)
 * says which one runs in memory of its own, {@link EmbeddedCallbacks}, and reports their number with {@link #embedded}.
 * {@link #running} tells of both.
 *
 * <pre>
 *   [ padding | state | callback | turns | poll wait | time per phase | depths | pool | embedded | padding ]
 *               state    = since (ns since the loop was opened) &lt;&lt; 4 | 0 not running, 1…7 phase, 8 waiting in poll
 *               callback = how many were begun &lt;&lt; 6 | kind of the last one in this phase, 0 before it
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
    private static final int CALLBACK = STATE + 1;
    private static final int TURNS = CALLBACK + 1;
    private static final int POLL_WAIT_NS = TURNS + 1;
    private static final int PHASE_NS = POLL_WAIT_NS + 1;
    private static final int DEPTH = PHASE_NS + PHASES.length;
    private static final int WORK_COUNT = DEPTH + DEPTHS;
    private static final int WORK_QUEUED_NS = WORK_COUNT + WORK_KINDS;
    private static final int WORK_RUN_NS = WORK_QUEUED_NS + WORK_KINDS;
    private static final int EMBEDDED_CALLBACKS = WORK_RUN_NS + WORK_KINDS;
    private static final int STAYED_TURNS = EMBEDDED_CALLBACKS + PHASES.length;
    private static final int STAYED_CALLBACKS = STAYED_TURNS + 1;
    private static final int EMBEDDED_TOTAL = STAYED_CALLBACKS + 1;
    private static final int TICKS_TOTAL = EMBEDDED_TOTAL + 1;
    private static final int SLOTS = TICKS_TOTAL + 1 + PADDING;

    /** How often {@link #running} reads until nothing has changed meanwhile. */
    private static final int MAX_READINGS = 64;

    /** How many callbacks of one kind are measured together. */
    private static final int MOST_UNMEASURED = 8;

    /** A callback that took longer is measured alone, and so are those after it. */
    private static final long LONG_NS = 1_000_000;

    private static final int STATE_BITS = 4;
    private static final int KIND_BITS = EmbeddedCallbacks.KIND_BITS;
    private static final int KIND_MASK = EmbeddedCallbacks.KIND_MASK;
    private static final long OUTSIDE = 0;
    private static final long WAITING = PHASES.length + 1L;

    /** A callback that took long, when it is over; the phase is empty for one outside of the loop. */
    public record LongCallback(Optional<Phase> phase, CallbackKind kind, long tookNs) {}

    /**
     * A turn that took long, when it is over.
     *
     * @param workedNs what its phases took, without waiting
     * @param waitedNs what it waited for events
     * @param callbacks that it ran, those of an embedder included
     */
    public record LongTurn(long workedNs, long waitedNs, long callbacks) {}

    private final long[] slots = new long[SLOTS];
    private final LoopClock clock;
    private final long originNs;
    private final CallbackTimes times = new CallbackTimes();
    private final TurnTimes turnTimes = new TurnTimes();
    private volatile @Nullable EmbeddedCallbacks embedder;

    // Callbacks that have begun since the clock was read, all of one kind. Loop thread only.

    private long readNs;
    private int unmeasured;
    private int unmeasuredKind;
    private int mostUnmeasured = 1;
    private int embeddedTurns;
    private long embeddedNs;

    Telemetry(LoopClock clock, long originNs) {
        this.clock = clock;
        this.originNs = originNs;
    }

    /**
     * Sets what is called, on the loop's thread, when a callback of any loop is over that took as long as this. One
     * listener for the process.
     *
     * @param limit zero for never
     */
    public static void onLongCallback(Duration limit, Consumer<LongCallback> listener) {
        CallbackTimes.onLong(limit, listener);
    }

    /**
     * Sets what is called, on the loop's thread, when a turn of any loop is over whose phases took as long as this. One
     * listener for the process.
     *
     * @param limit zero for never
     */
    public static void onLongTurn(Duration limit, Consumer<LongTurn> listener) {
        TurnTimes.onLong(limit, listener);
    }

    // Reading, by any thread.

    /** Nanoseconds since the loop was opened, by its clock: the scale of {@link #sinceNs}. */
    public long nowNs() {
        return clock.nowNs() - originNs;
    }

    /**
     * The callback that runs now. A watcher that gets the same number again knows that it still runs. When callbacks are
     * short, the answer may be old before it is there, but its parts belong together.
     */
    public Running running() {
        Running running = null;
        for (int i = 0; i < MAX_READINGS && running == null; i++) {
            running = tryRunning();
        }
        return running == null ? lastResort() : running;
    }

    /** Reads everything, then whether number, kind and phase are still the same; null where they are not. */
    private @Nullable Running tryRunning() {
        long callback = read(CALLBACK);
        long total = read(EMBEDDED_TOTAL);
        long state = read(STATE);
        EmbeddedCallbacks embedded = embedder;
        int word = embedded == null ? 0 : embedded.word();
        CallbackKind kind = EmbeddedCallbacks.kindOf(word);
        long sinceNs = state >>> STATE_BITS;
        long number = (callback >>> KIND_BITS) + (embedded == null ? total : EmbeddedCallbacks.numberOf(total, word));
        Running running;
        if (embedded == null || kind == CallbackKind.NONE) {
            CallbackKind own = isWaiting(state) ? CallbackKind.NONE : kindOf(callback);
            running = new Running(number, phaseOf(state), own, own, 0, sinceNs);
        } else {
            running = new Running(
                    number,
                    phaseOf(state),
                    kind,
                    embedded.after(),
                    embedded.ticks(),
                    Math.max(sinceNs, embedded.sinceNs()));
        }
        boolean isSame =
                (embedded == null || embedded.word() == word) && read(CALLBACK) == callback && read(STATE) == state;
        return isSame ? running : null;
    }

    /** The callbacks are so short that none lasts as long as a reading: none of them is told. */
    private Running lastResort() {
        long number = callbacks() + read(EMBEDDED_TOTAL);
        return new Running(number, phase(), CallbackKind.NONE, CallbackKind.NONE, 0, nowNs());
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
        return kindOf(read(CALLBACK));
    }

    /** How many callbacks were begun. */
    public long callbacks() {
        return read(CALLBACK) >>> KIND_BITS;
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

    /** How long the callbacks of each phase and kind took, of those that had any. */
    public List<CallbackTime> times() {
        return times.all();
    }

    /**
     * How long the callbacks of a kind took in a phase, up to the last reading of the clock.
     *
     * @param phase empty for what ran outside of the loop
     */
    public Histogram.Snapshot times(Optional<Phase> phase, CallbackKind kind) {
        return times.get(phase, kind);
    }

    /** Callbacks that the embedder has run itself, by the phase in which it did. */
    public long embeddedCallbacks(Phase phase) {
        return read(EMBEDDED_CALLBACKS + phase.ordinal());
    }

    /** Callbacks that the embedder has run itself, ticks not included, up to its last turn. */
    public long embeddedCallbacks() {
        return read(EMBEDDED_TOTAL);
    }

    /** Ticks that have run after the embedder's callbacks, up to its last turn. */
    public long ticks() {
        return read(TICKS_TOTAL);
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

    private static CallbackKind kindOf(long callback) {
        return KINDS[(int) callback & KIND_MASK];
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
        measure(sinceNs);
        long spentNs = sinceNs - (state >>> STATE_BITS);
        int old = (int) (state & (1 << STATE_BITS) - 1);
        if (old == WAITING) {
            slots[POLL_WAIT_NS] += spentNs;
        } else if (old != OUTSIDE) {
            slots[PHASE_NS + old - 1] += spentNs;
        }
        slots[CALLBACK] &= ~KIND_MASK;
        slots[STATE] = sinceNs << STATE_BITS | code;
    }

    void callback(CallbackKind kind) {
        int ordinal = kind.ordinal();
        if (unmeasured > 0 && (ordinal != unmeasuredKind || unmeasured >= mostUnmeasured)) {
            measure(nowNs());
        }
        unmeasured++;
        unmeasuredKind = ordinal;
        slots[CALLBACK] = (slots[CALLBACK] | KIND_MASK) + 1 | ordinal;
    }

    /**
     * Gives the time since the clock was last read to the callbacks that have run meanwhile. One that has run the
     * embedder's is left out: it is there for these, which are measured themselves.
     */
    private void measure(long nowNs) {
        unmeasured -= Math.min(unmeasured, embeddedTurns);
        if (unmeasured > 0) {
            long ns = nowNs - readNs - embeddedNs;
            int code = phaseCode();
            boolean isLong = ns >= LONG_NS;
            if (isLong) {
                times.add(code, unmeasuredKind, ns, 1);
                unmeasured--;
            }
            if (unmeasured > 0) {
                times.add(code, unmeasuredKind, isLong ? 0 : ns / unmeasured, unmeasured);
            }
            mostUnmeasured = isLong ? 1 : Math.min(MOST_UNMEASURED, mostUnmeasured + 1);
            unmeasured = 0;
        }
        embeddedTurns = 0;
        embeddedNs = 0;
        readNs = nowNs;
    }

    /** 0 outside of the loop, else the phase's ordinal + 1. */
    private int phaseCode() {
        int code = (int) (slots[STATE] & (1 << STATE_BITS) - 1);
        return code == WAITING ? Phase.POLL.ordinal() + 1 : code;
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
        if (TurnTimes.areWanted()) {
            endTurn();
        }
    }

    private void endTurn() {
        long workedNs = 0;
        for (int phase = 0; phase < PHASES.length; phase++) {
            workedNs += slots[PHASE_NS + phase];
        }
        turnTimes.end(slots[TURNS], workedNs, slots[POLL_WAIT_NS], callbacks() + slots[EMBEDDED_TOTAL]);
    }

    /** Makes the memory in which an embedder says what it runs; once. Loop thread only. */
    public EmbeddedCallbacks openEmbedded() {
        var opened = new EmbeddedCallbacks();
        embedder = opened;
        return opened;
    }

    /** The embedder is about to run callbacks of its own. Loop thread only. */
    public void beginEmbedded(EmbeddedCallbacks embedded) {
        embedded.begin(nowNs());
    }

    /** The embedder runs no more: counts and measures what it has run, as its memory tells. Loop thread only. */
    public void endEmbedded(EmbeddedCallbacks embedded, int stayedTurns, int stayedCallbacks) {
        embedded.end();
        long nowNs = nowNs();
        embeddedTurns++;
        embeddedNs += nowNs - embedded.beganNs();
        slots[TICKS_TOTAL] += embedded.takeTicks();
        embedded(embedded.takeCallbacks(times, phaseCode(), nowNs), stayedTurns, stayedCallbacks);
    }

    /** Counts callbacks that the embedder has run in the current phase. Loop thread only. */
    public void embedded(int callbacks, int stayedTurns, int stayedCallbacks) {
        slots[EMBEDDED_TOTAL] += callbacks;
        int code = phaseCode();
        if (code != OUTSIDE) {
            slots[EMBEDDED_CALLBACKS + code - 1] += callbacks;
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
