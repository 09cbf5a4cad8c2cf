package dev.gyre.node.watch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.gyre.io.libc.InterruptedCalls;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class ThreadFiguresTest {
    private static final long SECOND_NS = 1_000_000_000;

    @Test
    void readsTheThrottlingOfBothKindsOfControlGroups() {
        assertEquals(7_000, ThreadFigures.throttledNsIn("usage_usec", "5", "nr_throttled", "2", "throttled_usec", "7"));
        assertEquals(7, ThreadFigures.throttledNsIn("nr_periods", "1", "nr_throttled", "2", "throttled_time", "7"));
        assertEquals(0, ThreadFigures.throttledNsIn("usage_usec", "5"));
        assertEquals(0, ThreadFigures.throttledNsIn());
    }

    @Test
    void saysWhyThereWasNoCpuIfThatExplainsMuchOfTheWait() {
        var before = new ThreadFigures(SECOND_NS, SECOND_NS, 100, SECOND_NS);
        assertEquals(
                " (the control group's quota is used up)",
                new ThreadFigures(SECOND_NS, 2 * SECOND_NS, 100, 2 * SECOND_NS).whyWaited(before));
        assertEquals(
                " (the host gave CPUs to other machines)",
                new ThreadFigures(SECOND_NS, 2 * SECOND_NS, 900, SECOND_NS).whyWaited(before));
        assertEquals("", new ThreadFigures(SECOND_NS, 2 * SECOND_NS, 110, SECOND_NS + 1000).whyWaited(before));
    }

    @Test
    void tellsHowLongAThreadHasRun() {
        int thread = InterruptedCalls.threadId();
        ThreadFigures before = Objects.requireNonNull(ThreadFigures.of(thread));
        assertTrue(ThreadFigures.isReady(thread));
        for (long end = System.nanoTime() + 20_000_000; System.nanoTime() < end; ) {
            Thread.onSpinWait();
        }
        ThreadFigures after = Objects.requireNonNull(ThreadFigures.of(thread));
        assertTrue(after.ranNs() + after.waitedNs() > before.ranNs() + before.waitedNs());
    }
}
