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
     * The machine's monotonic clock. Loops count from a whole millisecond of the wall clock: so who can read only that
     * one, and only its milliseconds, can tell a loop's time from it exactly.
     */
    static LoopClock system() {
        return new LoopClock() {
            @Override
            public long nowNs() {
                return System.nanoTime();
            }

            @Override
            public long originNs() {
                return System.nanoTime() - Instant.now().getNano() % 1_000_000;
            }
        };
    }
}
