package dev.gyre.io.libc;

import dev.gyre.io.libc.Libc.Function;
import java.util.random.RandomGenerator;

/**
 * Random numbers that can't be foretold, from the kernel. What {@code SecureRandom} gives on Linux too, without the tens
 * of milliseconds that its providers take to load. Used by one thread.
 */
public final class KernelRandom implements RandomGenerator {
    private static final int NUMBERS = 32;

    private final long[] numbers = new long[NUMBERS];
    private int left;

    @Override
    public long nextLong() {
        if (left == 0) {
            fill();
        }
        return numbers[--left];
    }

    /** Fills the memory at an address. Any thread; needs no descriptor. */
    public static void fill(long address, long bytes) {
        for (long at = 0; at < bytes; ) {
            long given = Libc.callLong(Function.GETRANDOM, address + at, bytes - at, 0);
            if (given <= 0) {
                throw new SystemError((int) Math.min(given, Errno.EIO.number()), "getrandom", null, null);
            }
            at += given;
        }
    }

    private void fill() {
        NativeMemory room = Scratch.get().small();
        int bytes = NUMBERS * Long.BYTES; // never cut short: the kernel gives up to 256 whole
        long given = Libc.callLong(Function.GETRANDOM, room.address(), bytes, 0);
        if (given != bytes) {
            throw new SystemError((int) Math.min(given, Errno.EIO.number()), "getrandom", null, null);
        }
        for (int i = 0; i < NUMBERS; i++) {
            numbers[i] = room.getLong(Long.BYTES * i);
        }
        left = NUMBERS;
    }
}
