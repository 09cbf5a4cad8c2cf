package dev.gyre.node.perf_hooks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.gyre.loop.Loop;
import dev.gyre.loop.RunMode;
import dev.gyre.loop.VirtualTime;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class LoopDelayTest {
    private final VirtualTime time = new VirtualTime();

    /** Milliseconds, rounded, and how often they were sampled. */
    private static Map<Long, Long> samples(LoopDelay delay) {
        double[] taken = delay.take();
        assertNotNull(taken);
        var counts = new TreeMap<Long, Long>();
        for (int i = 1; i < taken.length; i += 2) {
            counts.merge(Math.round(taken[i] / 1e6), (long) taken[i + 1], Long::sum);
        }
        return counts;
    }

    @Test
    void aBlockIsAsManySamplesAsTheTimerMissed() {
        try (Loop loop = Loop.builder().clock(time).poller(time).open()) {
            var delay = new LoopDelay(loop, 10, false);
            delay.start();
            loop.timer(() -> time.advanceMs(50)).start(100); // the timer is due, too, and fires after it
            loop.timer(delay::stop).start(200);
            loop.run(RunMode.DEFAULT);
            var counts = samples(delay);
            assertEquals(1, counts.get(50L) == null ? counts.get(60L) : counts.get(50L));
            for (long ms : new long[] {20, 30, 40}) {
                assertEquals(1, counts.get(ms), counts.toString());
            }
            assertTrue(counts.get(10L) >= 12, counts.toString());
            assertNull(delay.take(), "taken once");
            delay.close();
        }
    }

    @Test
    void anIterationIsItsTimeWithoutTheWaiting() {
        try (Loop loop = Loop.builder().clock(time).poller(time).open()) {
            var delay = new LoopDelay(loop, 10, true);
            delay.start();
            for (int i = 1; i <= 5; i++) {
                int busyMs = i == 3 ? 70 : 0;
                loop.timer(() -> time.advanceMs(busyMs)).start(1000L * i);
            }
            loop.run(RunMode.DEFAULT);
            delay.stop();
            var counts = samples(delay);
            assertEquals(1, counts.get(70L), counts.toString());
            assertEquals(2, counts.size(), counts.toString());
            assertTrue(counts.get(0L) <= 6, counts.toString());
            delay.close();
        }
    }

    @Test
    void whatIsLongerThanAnHourIsCountedAsSuch() {
        try (Loop loop = Loop.builder().clock(time).poller(time).open()) {
            var delay = new LoopDelay(loop, 2_000_000, false);
            delay.start();
            loop.timer(() -> time.advanceMs(3_600_001)).start(3_000_000);
            loop.timer(delay::stop).start(9_000_000);
            loop.run(RunMode.DEFAULT);
            double[] taken = delay.take();
            assertNotNull(taken);
            assertEquals(1, taken[0]);
            delay.close();
        }
    }
}
