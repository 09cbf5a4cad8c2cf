package dev.gyre.loop;

/**
 * Where the loop takes the time from.
 *
 * <p>Monotonic; the origin is arbitrary. May be read by any thread: pool threads stamp their work with it.
 */
@FunctionalInterface
public interface LoopClock {
    /** Nanoseconds since some fixed moment. */
    long nowNs();

    /** The machine's monotonic clock. */
    static LoopClock system() {
        return System::nanoTime;
    }
}
