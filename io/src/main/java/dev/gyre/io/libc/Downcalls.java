package dev.gyre.io.libc;

import java.lang.foreign.MemorySegment;

/**
 * Calls into other libraries by the handle that {@link Libc} has for the C library: a handle of their own would cost a
 * process 10 ms more.
 */
public final class Downcalls {
    private Downcalls() {}

    /** The word that a function of up to six words answers. Any thread. */
    public static long call(MemorySegment function, long a, long b, long c, long d, long e, long f) {
        return Libc.callWord(function, a, b, c, d, e, f);
    }
}
