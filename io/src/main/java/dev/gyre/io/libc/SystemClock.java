package dev.gyre.io.libc;

import dev.gyre.io.libc.Libc.Function;

/** The kernel's clocks by number. Callable from any thread. */
public final class SystemClock {
    public static final int REALTIME = 0;
    public static final int MONOTONIC = 1;

    private static final int SYS_CLOCK_GETTIME = 228;
    private static final int SYS_CLOCK_GETRES = 229;
    private static final long NS_PER_SECOND = 1_000_000_000;

    private SystemClock() {}

    /** What a clock shows. */
    public static long nowNs(int clock) {
        return ask(SYS_CLOCK_GETTIME, clock);
    }

    /** The smallest step of a clock. */
    public static long resolutionNs(int clock) {
        return ask(SYS_CLOCK_GETRES, clock);
    }

    private static long ask(int call, int clock) {
        NativeMemory time = Scratch.get().small();
        int result = Libc.callInt(Function.SYSCALL, call, clock, time.address());
        if (result < 0) {
            throw new SystemError(result, "clock_gettime", null, null);
        }
        return time.getLong(0) * NS_PER_SECOND + time.getLong(Long.BYTES);
    }

    /** Lets other threads go first. */
    public static void letOthersRun() {
        Libc.callInt(Function.SCHED_YIELD, 0);
    }
}
