package dev.gyre.loop;

import java.lang.invoke.VarHandle;
import java.util.Arrays;

/**
 * Durations, counted in buckets that are about a fifth wide: four for each power of two, from a microsecond to half an
 * hour. One thread at a time writes, any thread reads without a lock and never sees a number that is half written.
 *
 * <p>The writer makes {@code version} odd before it changes anything and even afterwards. A reader copies everything and
 * reads the version again; where it was odd or has changed, he reads again. So the writer never waits, and a reader gets
 * count, sum and buckets of the same moment.
 */
public final class Histogram {
    /** Durations below this are in the first bucket. */
    private static final int FIRST_BITS = 10;

    private static final int SUB_BITS = 2;
    private static final int SUB = 1 << SUB_BITS;
    private static final int OCTAVES = 31;

    /** How many buckets there are. */
    public static final int BUCKETS = 1 + OCTAVES * SUB;

    private static final int VERSION = 0;
    private static final int SUM = 1;
    private static final int MAX = 2;
    private static final int FIRST = 3;

    private static final int MAX_READINGS = 1000;

    private final long[] words = new long[FIRST + BUCKETS];

    /** What a histogram had at a moment. */
    public record Snapshot(long count, long sumNs, long maxNs, long[] buckets) {
        static final Snapshot EMPTY = new Snapshot(0, 0, 0, new long[BUCKETS]);

        /**
         * A duration that this part of all is not longer than: the upper end of its bucket, or the longest of all where that
         * is shorter. 0 where there are none.
         *
         * @param part between 0 and 1
         */
        public long quantileNs(double part) {
            long rank = (long) Math.ceil(part * count);
            long seen = 0;
            for (int i = 0; i < BUCKETS && seen < count; i++) {
                seen += buckets[i];
                if (seen >= rank && seen > 0) {
                    return Math.min(maxNs, upperNs(i));
                }
            }
            return maxNs;
        }

        /** Both together. */
        public Snapshot plus(Snapshot other) {
            long[] sums = buckets.clone();
            for (int i = 0; i < BUCKETS; i++) {
                sums[i] += other.buckets[i];
            }
            return new Snapshot(count + other.count, sumNs + other.sumNs, Math.max(maxNs, other.maxNs), sums);
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Snapshot s
                    && s.count == count
                    && s.sumNs == sumNs
                    && s.maxNs == maxNs
                    && Arrays.equals(s.buckets, buckets);
        }

        @Override
        public int hashCode() {
            return Long.hashCode(count * 31 + sumNs);
        }

        @Override
        public String toString() {
            return count + " durations, sum " + sumNs + " ns, longest " + maxNs + " ns";
        }
    }

    /** Durations in this bucket are shorter than this. */
    public static long upperNs(int bucket) {
        int octave = bucket >> SUB_BITS;
        int sub = bucket & (SUB - 1);
        return (long) (SUB + sub) << (FIRST_BITS - SUB_BITS + octave);
    }

    static int bucketOf(long ns) {
        if (ns < 1 << FIRST_BITS) {
            return 0;
        }
        int exponent = Long.SIZE - 1 - Long.numberOfLeadingZeros(ns);
        int sub = (int) (ns >>> (exponent - SUB_BITS)) & (SUB - 1);
        return Math.min(BUCKETS - 1, ((exponent - FIRST_BITS) << SUB_BITS) + sub + 1);
    }

    /** Adds so many durations of this length. One thread at a time. */
    void add(long ns, long count) {
        long length = Math.max(0, ns);
        words[VERSION]++;
        VarHandle.storeStoreFence();
        words[SUM] += length * count;
        words[MAX] = Math.max(words[MAX], length);
        words[FIRST + bucketOf(length)] += count;
        VarHandle.storeStoreFence();
        words[VERSION]++;
    }

    /** Any thread. */
    public Snapshot snapshot() {
        for (int i = 0; ; i++) {
            VarHandle.acquireFence();
            long before = words[VERSION];
            VarHandle.acquireFence();
            long sumNs = words[SUM];
            long maxNs = words[MAX];
            long[] buckets = Arrays.copyOfRange(words, FIRST, FIRST + BUCKETS);
            VarHandle.acquireFence();
            boolean isWhole = (before & 1) == 0 && words[VERSION] == before;
            if (isWhole
                    || i == MAX_READINGS) { // a writer that was suspended midway: its last duration may be half there
                return new Snapshot(Arrays.stream(buckets).sum(), sumNs, maxNs, buckets);
            }
            Thread.onSpinWait();
        }
    }
}
