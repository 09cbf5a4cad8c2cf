package dev.gyre.loop;

import java.time.Instant;

/**
 * Where the loop takes the time from.
 *
 * <p>Monotonic; the origin is arbitrary. May be read by any thread: pool threads stamp their work with it.
 */
@FunctionalInterface
public interface LoopClock {
    /** Nanoseconds since some fixed moment. */
    long nowNs();

    /** The moment from which a loop that is opened now counts its time. */
    default long originNs() {
        return nowNs();
    }

    /**
     * The machine's monotonic clock. Loops count from a whole millisecond of the wall clock, so JavaScript can
     * compute the loop's time exactly from {@code Date.now()}.
     */
    static LoopClock system() {
        return new LoopClock() {
            private static final int MAX_READINGS = 8;
            private static final long NEAR_NS = 5_000;

            @Override
            public long nowNs() {
                return System.nanoTime();
            }

            // Both clocks must be read at one moment: read again if something came in between.
            @Override
            @SuppressWarnings("JavaInstantGetSecondsGetNano") // only the part below a millisecond is wanted
            public long originNs() {
                long originNs = 0;
                long nearestNs = Long.MAX_VALUE;
                for (int i = 0; i < MAX_READINGS && nearestNs > NEAR_NS; i++) {
                    long beforeNs = System.nanoTime();
                    int fractionNs = Instant.now().getNano() % 1_000_000;
                    long tookNs = System.nanoTime() - beforeNs;
                    if (tookNs < nearestNs) {
                        nearestNs = tookNs;
                        originNs = beforeNs - fractionNs;
                    }
                }
                return originNs;
            }
        };
    }
}
