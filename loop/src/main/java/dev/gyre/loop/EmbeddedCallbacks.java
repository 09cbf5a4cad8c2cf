package dev.gyre.loop;

import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Memory in which an embedder that runs many callbacks of its own within one of the loop's (JavaScript) says which one it
 * runs. The embedder's thread writes, any thread reads, without a lock.
 *
 * <p>The memory is Java's and not the embedder's: whoever reads the {@link Telemetry} of a loop may do so when the embedder
 * is gone.
 *
 * <p>Before each callback the embedder writes {@code RUNNING}, a number one higher than the last and no kind; then the
 * other words; then {@code RUNNING} again, with the kind. A reader who finds that word with the same kind and number
 * before and after he has read the others knows that they belong to that callback. The number has 26 bits;
 * {@link Telemetry} knows the rest.
 *
 * <h2>How long callbacks take</h2>
 *
 * The embedder's clock is slow (some 80 ns) and tells milliseconds, Java's tells nanoseconds but is a crossing away. So
 * Java measures each turn, and the embedder only finds the callback that was long:
 *
 * <ul>
 *   <li>A turn with one callback, the usual one on a server that is not overloaded: its time is the turn's.
 *   <li>A turn with several: the embedder reads its clock between them, so that one reading ends one and begins the next.
 *       A callback over which it has moved by 2 ms or more goes into a list, with its kind and time.
 *   <li>All others have the time that is left, in equal parts: each is short, and their sum is right.
 *   <li>While many callbacks of one kind follow each other and all are short, the clock is read for every eighth only. A
 *       long one among eight is told as one callback, of the right kind, that took the time of all eight.
 * </ul>
 */
public final class EmbeddedCallbacks {
    // Indices of Int32.

    /** Number of the callback &lt;&lt; {@link #KIND_BITS} | kind of what runs, the ordinal of a {@link CallbackKind}. */
    public static final int RUNNING = 0;

    /** Kind of the callback itself, while what follows it is run; 0 when a turn begins. */
    public static final int AFTER = 1;

    /** How many ticks have ever run. */
    public static final int TICKS = 2;

    /** How many had when the callback began. */
    public static final int TICKS_BEFORE = 3;

    /** Something by which the embedder finds what the callback is about; 0 for nothing. */
    public static final int EVENT = 4;

    /** How many more callbacks may begin before the embedder reads the clock. */
    public static final int BUDGET = 5;

    /** What that number is set to: 0 while callbacks may be long. The embedder decides. */
    public static final int USUAL_BUDGET = 6;

    /** How many callbacks of this turn are in the list of long ones. */
    public static final int LONG = 7;

    /** How many callbacks of each kind have ever begun. */
    public static final int COUNTS = 16;

    // Indices of Float64.

    /** The loop's time in milliseconds at the last reading of the clock before the callback. */
    public static final int SINCE_MS = 4;

    /** The list of long callbacks: milliseconds * 2^{@link #KIND_BITS} + kind. */
    public static final int LONG_LIST = 40;

    public static final int MAX_LONG = 64;

    public static final int KIND_BITS = 6;
    public static final int KIND_MASK = (1 << KIND_BITS) - 1;
    public static final int RECORD_BYTES = (LONG_LIST + MAX_LONG) * Double.BYTES;

    /** A callback that took less is short: the embedder's clock tells no more of it. */
    private static final long LONG_MS = 2;

    private static final long NS_PER_MS = 1_000_000;
    private static final int NUMBER_MASK = -1 >>> KIND_BITS;
    private static final CallbackKind[] KINDS = CallbackKind.values();

    private final ByteBuffer memory = ByteBuffer.allocateDirect(RECORD_BYTES).order(ByteOrder.nativeOrder());
    private final int[] takenCounts = new int[KINDS.length];
    private final int[] counts = new int[KINDS.length];
    private int taken;
    private int takenTicks;
    private long beganNs;

    EmbeddedCallbacks() {}

    /** For the embedder to write to. */
    public ByteBuffer memory() {
        return memory;
    }

    // By the embedder's thread, in Java.

    void begin(long nowNs) {
        beganNs = nowNs;
        putInt(AFTER, 0);
        putInt(LONG, 0);
        putInt(BUDGET, getInt(USUAL_BUDGET) + 1); // before the first callback there is nothing to measure
        long nowMs = nowNs / NS_PER_MS;
        memory.putDouble(SINCE_MS * Double.BYTES, (double) nowMs);
    }

    /** The embedder runs nothing any more. */
    void end() {
        putInt(RUNNING, getInt(RUNNING) & ~KIND_MASK);
    }

    long beganNs() {
        return beganNs;
    }

    int takeTicks() {
        int ticks = getInt(TICKS);
        int count = ticks - takenTicks;
        takenTicks = ticks;
        return count;
    }

    /** Adds the times of the turn's callbacks; returns how many these were. */
    int takeCallbacks(CallbackTimes times, int phaseCode, long nowNs) {
        int number = getInt(RUNNING) >>> KIND_BITS;
        int count = number - taken & NUMBER_MASK;
        taken = number;
        long turnNs = nowNs - beganNs;
        int last = getInt(AFTER);
        if (count == 0) {
            if (turnNs >= NS_PER_MS) { // jobs that no callback has left: V8's own tasks have
                times.add(phaseCode, CallbackKind.PROMISE_JOB.ordinal(), turnNs, 1);
            }
        } else if (count == 1) {
            takenCounts[last] = getInt(COUNTS + last);
            times.add(phaseCode, last, turnNs, 1);
        } else {
            addSeveral(times, phaseCode, last, turnNs, nowNs);
        }
        return count;
    }

    private void addSeveral(CallbackTimes times, int phaseCode, int last, long turnNs, long nowNs) {
        int left = takeCounts();
        long leftNs = turnNs;
        int listed = getInt(LONG);
        for (int i = 0; i < listed; i++) {
            long entry = (long) memory.getDouble((LONG_LIST + i) * Double.BYTES);
            int kind = (int) entry & KIND_MASK;
            long ns = Math.min(leftNs, (entry >> KIND_BITS) * NS_PER_MS);
            if (counts[kind] > 0) {
                times.add(phaseCode, kind, ns, 1);
                counts[kind]--;
                left--;
                leftNs -= ns;
            }
        }
        long sinceLastNs = Math.min(leftNs, nowNs - sinceNs());
        if (sinceLastNs >= LONG_MS * NS_PER_MS && counts[last] > 0) {
            times.add(phaseCode, last, sinceLastNs, 1);
            counts[last]--;
            left--;
            leftNs -= sinceLastNs;
        }
        for (int kind = 0; kind < KINDS.length && left > 0; kind++) {
            if (counts[kind] > 0) {
                times.add(phaseCode, kind, leftNs / left, counts[kind]);
                leftNs -= leftNs / left * counts[kind];
                left -= counts[kind];
            }
        }
    }

    /** Notes how many callbacks of each kind the turn had; returns the sum. */
    private int takeCounts() {
        int sum = 0;
        for (int kind = 0; kind < KINDS.length; kind++) {
            int now = getInt(COUNTS + kind);
            counts[kind] = Math.max(0, now - takenCounts[kind]);
            takenCounts[kind] = now;
            sum += counts[kind];
        }
        return sum;
    }

    // By any thread.

    /** The word that tells number and kind. */
    int word() {
        VarHandle.acquireFence();
        return getInt(RUNNING);
    }

    static CallbackKind kindOf(int word) {
        return KINDS[word & KIND_MASK];
    }

    /** The whole number of the callback. {@code total} was read before the word. */
    static long numberOf(long total, int word) {
        return total + ((word >>> KIND_BITS) - total & NUMBER_MASK);
    }

    CallbackKind after() {
        return KINDS[getInt(AFTER)];
    }

    int ticks() {
        return getInt(TICKS) - getInt(TICKS_BEFORE);
    }

    long sinceNs() {
        return (long) (memory.getDouble(SINCE_MS * Double.BYTES) * NS_PER_MS);
    }

    /** What the embedder left to find what the callback is about; 0 for nothing. */
    public int event() {
        return getInt(EVENT);
    }

    private int getInt(int word) {
        return memory.getInt(word * Integer.BYTES);
    }

    private void putInt(int word, int value) {
        memory.putInt(word * Integer.BYTES, value);
    }
}
