package dev.gyre.io.libc;

import dev.gyre.io.libc.Libc.Function;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** The CPU time of one thread, which any thread may ask for. */
public final class ThreadClock {
    private static final int SYS_CLOCK_GETTIME = 228;
    private static final long NS_PER_SECOND = 1_000_000_000;

    // Linux makes the clock's number of the thread's: its complement, and three bits that say "CPU time of a thread".
    private static final int SHIFT = 3;
    private static final int CPU_OF_THREAD = 6;

    private ThreadClock() {}

    /**
     * Nanoseconds that a thread of this process has run; 0 where there is no such thread. Any thread.
     *
     * @param threadId the system's number, see {@link InterruptedCalls#threadId}
     */
    public static long ranNs(int threadId) {
        int clock = (~threadId << SHIFT) | CPU_OF_THREAD;
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment time = arena.allocate(ValueLayout.JAVA_LONG, 2);
            if (Libc.callInt(Function.SYSCALL, SYS_CLOCK_GETTIME, clock, time.address()) < 0) {
                return 0;
            }
            return time.getAtIndex(ValueLayout.JAVA_LONG, 0) * NS_PER_SECOND
                    + time.getAtIndex(ValueLayout.JAVA_LONG, 1);
        }
    }
}
