package dev.gyre.node.perf_hooks;

import dev.gyre.loop.CheckHandle;
import dev.gyre.loop.Loop;
import dev.gyre.loop.TimerHandle;
import dev.gyre.node.bridge.Layout.HistogramWord;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * How late a loop is, sampled without entering JavaScript: the figures of {@code monitorEventLoopDelay}. Loop thread only.
 *
 * <p>By interval, a timer records the time since its last call. While a callback blocks the loop the timer can't fire, so a
 * block of a second would be one sample among hundreds, and every percentile would say that all is well. The samples that
 * the timer could not take are added when it fires: for a delay of 50 ms and a resolution of 10 those of 40, 30, 20 and 10,
 * which is what a timer on another thread would have seen.
 *
 * <p>Per iteration, each turn of the loop is one sample: its time without what it waited for events. That needs no timer, so
 * an idle loop is left alone.
 *
 * <p>Samples are counted in slots of the width that three figures need (hdr.js has the same), and JavaScript takes them when
 * it looks. Where the histogram is shared with other threads, they are counted in its memory.
 */
final class LoopDelay {
    private static final long NS_PER_MS = 1_000_000;
    private static final int SUB_BITS = 11; // 2048 slots are three figures
    private static final int HALF = 1 << (SUB_BITS - 1);

    /** An hour. */
    private static final long HIGHEST_NS = 3_600_000_000_000L;

    private static final int SLOTS = slotOf(HIGHEST_NS) + HALF;

    private final Loop loop;
    private final long resolutionMs;
    private final TimerHandle timer;
    private final CheckHandle check;
    private final boolean isPerIteration;
    private final long[] counts = new long[SLOTS];
    private @Nullable SharedWords shared;
    private boolean hasSamples;
    private long exceeded;
    private boolean hasLast;
    private long lastNs;
    private long lastWaitNs;

    LoopDelay(Loop loop, long resolutionMs, boolean isPerIteration) {
        this.loop = loop;
        this.resolutionMs = resolutionMs;
        this.isPerIteration = isPerIteration;
        timer = loop.timer(this::tick);
        timer.unref();
        check = loop.check(this::turn);
        check.unref();
    }

    void start() {
        hasLast = false;
        if (isPerIteration) {
            hasLast = true;
            lastNs = loop.telemetry().nowNs();
            lastWaitNs = loop.telemetry().pollWaitNs();
            check.start();
        } else {
            timer.start(resolutionMs, resolutionMs);
        }
    }

    void stop() {
        timer.stop();
        check.stop();
    }

    /** Forgets what was sampled; the next call begins anew. */
    void reset() {
        Arrays.fill(counts, 0);
        hasSamples = false;
        exceeded = 0;
        hasLast = false;
    }

    void close() {
        timer.close();
        check.close();
    }

    private void tick() {
        long nowNs = loop.telemetry().nowNs();
        if (hasLast) {
            long intervalNs = resolutionMs * NS_PER_MS;
            record(nowNs - lastNs);
            for (long missedNs = nowNs - lastNs - intervalNs; missedNs >= intervalNs; missedNs -= intervalNs) {
                record(missedNs);
            }
        }
        hasLast = true;
        lastNs = nowNs;
    }

    private void turn() {
        long nowNs = loop.telemetry().nowNs();
        long waitNs = loop.telemetry().pollWaitNs();
        if (hasLast) {
            record(Math.max(1, nowNs - lastNs - (waitNs - lastWaitNs)));
        }
        hasLast = true;
        lastNs = nowNs;
        lastWaitNs = waitNs;
    }

    /** Counts in this memory from now on; JavaScript has taken all samples before. */
    void share(ByteBuffer words) {
        shared = new SharedWords(words.order(ByteOrder.nativeOrder()));
    }

    private void record(long valueNs) {
        if (shared != null) {
            shared.record(valueNs);
            return;
        }
        hasSamples = true;
        if (valueNs > HIGHEST_NS) {
            exceeded++;
        } else {
            counts[slotOf(valueNs)]++;
        }
    }

    /** What was sampled since the last call: how many were too long, then values and how often they came; null if none. */
    double @Nullable [] take() {
        if (!hasSamples) {
            return null;
        }
        int used = 0;
        for (long count : counts) {
            used += count > 0 ? 1 : 0;
        }
        var taken = new double[1 + 2 * used];
        taken[0] = exceeded;
        for (int slot = 0, at = 1; slot < SLOTS; slot++) {
            if (counts[slot] > 0) {
                taken[at++] = valueOf(slot);
                taken[at++] = counts[slot];
            }
        }
        Arrays.fill(counts, 0);
        hasSamples = false;
        exceeded = 0;
        return taken;
    }

    private static int slotOf(long value) {
        int bucket = Math.max(0, Long.SIZE - Long.numberOfLeadingZeros(value) - SUB_BITS);
        return bucket * HALF + (int) (value >>> bucket);
    }

    /** The smallest value of a slot. */
    private static long valueOf(int slot) {
        int bucket = Math.max(0, slot / HALF - 1);
        return (long) (slot - bucket * HALF) << bucket;
    }

    /** A histogram that several threads write, see hdr.js: every change is atomic. */
    private record SharedWords(ByteBuffer words) {
        private static final VarHandle WORD =
                MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.nativeOrder());

        void record(long valueNs) {
            if (valueNs > HIGHEST_NS) {
                add(HistogramWord.EXCEEDS);
                return;
            }
            add(HistogramWord.COUNTS + slotOf(valueNs));
            add(HistogramWord.TOTAL);
            if (valueNs != 0) {
                improve(HistogramWord.MIN, valueNs, -1);
                improve(HistogramWord.MAX, valueNs, 1);
            }
        }

        private void add(int word) {
            long _ = (long) WORD.getAndAdd(words, word * Long.BYTES, 1L);
        }

        /** Writes the value in the place of none (0), or of one that it differs from in this direction. */
        private void improve(int word, long value, int sign) {
            int at = word * Long.BYTES;
            long found = (long) WORD.getVolatile(words, at);
            while ((found == 0 || Long.compare(value, found) == sign) && !WORD.compareAndSet(words, at, found, value)) {
                found = (long) WORD.getVolatile(words, at);
            }
        }
    }
}
