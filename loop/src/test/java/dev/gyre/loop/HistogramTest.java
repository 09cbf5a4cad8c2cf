package dev.gyre.loop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class HistogramTest {
    @Test
    void everyDurationIsInTheBucketWhoseEndsEncloseIt() {
        var random = new Random(7);
        for (int i = 0; i < 100_000; i++) {
            long ns = random.nextLong(1L << random.nextInt(1, 41));
            int bucket = Histogram.bucketOf(ns);
            assertTrue(ns < Histogram.upperNs(bucket), ns + " in " + bucket);
            assertTrue(bucket == 0 || ns >= Histogram.upperNs(bucket - 1), ns + " in " + bucket);
        }
        assertEquals(Histogram.BUCKETS - 1, Histogram.bucketOf(Long.MAX_VALUE));
        assertEquals(0, Histogram.bucketOf(0));
    }

    @Test
    void tellsQuantilesWithinABucket() {
        var histogram = new Histogram();
        for (int ms = 1; ms <= 1000; ms++) {
            histogram.add(TimeUnit.MILLISECONDS.toNanos(ms), 1);
        }
        Histogram.Snapshot all = histogram.snapshot();
        assertEquals(1000, all.count());
        assertEquals(500_500, TimeUnit.NANOSECONDS.toMillis(all.sumNs()));
        assertEquals(1000, TimeUnit.NANOSECONDS.toMillis(all.maxNs()));
        long medianMs = TimeUnit.NANOSECONDS.toMillis(all.quantileNs(0.5));
        assertTrue(medianMs >= 500 && medianMs < 640, medianMs + " ms");
        assertEquals(all.maxNs(), all.quantileNs(1));
        assertEquals(0, Histogram.Snapshot.EMPTY.quantileNs(0.5));
        assertEquals(all, all.plus(Histogram.Snapshot.EMPTY));
    }

    /** Every duration is 3 µs, so a sum that does not fit its count was read in two pieces. */
    @Test
    @Timeout(30)
    void countAndSumBelongTogetherWhileItIsWritten() throws InterruptedException {
        var histogram = new Histogram();
        var isOver = new AtomicBoolean();
        var writer = new Thread(() -> {
            while (!isOver.get()) {
                histogram.add(3000, 1);
                for (int i = 0; i < 50; i++) {
                    Thread.onSpinWait(); // the shortest callback; with none at all, no reader would ever be fast enough
                }
            }
        });
        writer.start();
        try {
            long untilNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(1);
            long last = 0;
            while (System.nanoTime() < untilNs) {
                Histogram.Snapshot now = histogram.snapshot();
                // The last one may be half there where the writer was suspended while it added it.
                assertTrue(Math.abs(now.sumNs() - 3000 * now.count()) <= 3000, now.toString());
                assertTrue(now.count() >= last, now.toString());
                last = now.count();
            }
        } finally {
            isOver.set(true);
            writer.join();
        }
        assertEquals(3000 * histogram.snapshot().count(), histogram.snapshot().sumNs());
    }
}
