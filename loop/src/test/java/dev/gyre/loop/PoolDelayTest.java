package dev.gyre.loop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.gyre.loop.WorkerPool.LaneReport;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Work that waits for a thread of the pool is told of, with what holds the threads. */
@Timeout(60)
class PoolDelayTest {
    private final WorkerPool pool = new WorkerPool(2);
    private final LinkedBlockingQueue<PoolDelay> delays = new LinkedBlockingQueue<>();
    private final CountDownLatch release = new CountDownLatch(1);

    @AfterEach
    void turnOff() {
        WorkerPool.onDelay(Duration.ZERO, _ -> {});
    }

    private record Held(String name, CountDownLatch release) implements Callable<String>, SubmittedWork {
        @Override
        public String call() throws InterruptedException {
            release.await();
            return name;
        }

        @Override
        public String submittedBy() {
            return "app.js:" + name.length();
        }

        @Override
        public String toString() {
            return name;
        }
    }

    private LaneReport cpu() {
        return pool.report().get(1);
    }

    @Test
    void namesTheTasksThatHoldTheThreadsAndTheOldestThatWaits() throws InterruptedException {
        WorkerPool.onDelay(Duration.ofMillis(30), delays::add);
        try (Loop loop = Loop.builder().pool(pool).open()) {
            for (String name : new String[] {"one", "three", "waits", "waits too"}) {
                loop.submit(WorkKind.CPU, new Held(name, release), _ -> {});
            }
            PoolDelay delay = delays.poll(30, TimeUnit.SECONDS);
            assertTrue(delay != null && delay.waitedNs() >= 30_000_000, "no delay was told");
            LaneReport lane = delay.lane();
            assertEquals("cpu", lane.lane());
            assertEquals(2, lane.queued());
            assertEquals(
                    "one app.js:3, three app.js:5",
                    lane.running().stream()
                            .map(task -> task.name() + " " + task.submittedBy())
                            .sorted()
                            .reduce((a, b) -> a + ", " + b)
                            .orElse(""));
            assertEquals("waits", lane.oldest().orElseThrow().name());
            release.countDown();
            loop.run(RunMode.DEFAULT);
            assertEquals(4, cpu().waited().count());
            assertEquals(4, cpu().ran().count());
            assertTrue(cpu().waited().maxNs() >= 30_000_000);
            assertTrue(cpu().oldest().isEmpty());
            assertNull(delays.poll(), "a lane is reported once a minute");
        }
    }

    @Test
    void tellsNothingWhileThereAreThreads() {
        WorkerPool.onDelay(Duration.ofMillis(1), delays::add);
        try (Loop loop = Loop.builder().pool(pool).open()) {
            release.countDown();
            for (int i = 0; i < 100; i++) {
                loop.submit(WorkKind.CPU, new Held("short", release), _ -> {});
                loop.run(RunMode.DEFAULT);
            }
            assertEquals(100, cpu().ran().count());
            assertEquals(100, cpu().waited().count());
        }
    }
}
