package dev.gyre.io.libc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class ThreadClockTest {
    private static final int NO_THREAD = 0x3ffffe;

    @Test
    void countsTheTimeThatAThreadRuns() {
        int thread = InterruptedCalls.threadId();
        long beforeNs = ThreadClock.ranNs(thread);
        assertTrue(beforeNs > 0);
        long endNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
        while (ThreadClock.ranNs(thread) - beforeNs < 1_000_000) {
            assertTrue(System.nanoTime() < endNs);
        }
    }

    @Test
    void saysNothingOfAThreadThatIsNotThere() {
        assertEquals(0, ThreadClock.ranNs(NO_THREAD));
    }
}
