package dev.gyre.io.libc;

/** Times of files, given in seconds as JavaScript has them, as two {@code struct timespec}. */
final class Timespec {
    private static final long NANOS = 1_000_000_000L;
    private static final long UTIME_NOW = (1L << 30) - 1;
    private static final long UTIME_OMIT = (1L << 30) - 2;

    private Timespec() {}

    /** Writes both and returns their address. */
    public static long pair(NativeMemory memory, double first, double second) {
        write(memory, 0, first);
        write(memory, 2, second);
        return memory.address();
    }

    /** Infinity stands for now, NaN for "leave it", as in libuv. */
    private static void write(NativeMemory memory, int index, double time) {
        long seconds = 0;
        long nanos;
        if (Double.isNaN(time)) {
            nanos = UTIME_OMIT;
        } else if (Double.isInfinite(time)) {
            nanos = UTIME_NOW;
        } else {
            seconds = (long) time;
            nanos = (long) ((time - seconds) * NANOS);
            if (nanos < 0) {
                nanos += NANOS;
                seconds--;
            }
        }
        memory.putLong(Long.BYTES * index, seconds);
        memory.putLong(Long.BYTES * (index + 1), nanos);
    }
}
