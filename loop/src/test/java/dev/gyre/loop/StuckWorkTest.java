package dev.gyre.loop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Calls that don't return. First on virtual time, where the test is worker and watcher; then on threads. */
@Timeout(20)
class StuckWorkTest {
    private static final long STUCK_MS = Lane.STUCK_NS / 1_000_000;

    private final VirtualTime time = new VirtualTime();
    private final WorkerPool pool = VirtualWorkers.idlePool(2);
    private final Loop loop = Loop.builder().clock(time).poller(time).pool(pool).open();
    private final Lane lane = pool.lane(WorkKind.FAST_IO);

    @AfterEach
    void closeLoop() {
        loop.close();
    }

    private WorkerPool.LaneReport io() {
        return pool.report().getFirst();
    }

    private void submit(WorkKind kind, int count) {
        for (int i = 0; i < count; i++) {
            loop.submit(kind, () -> null, _ -> {});
        }
    }

    /** Has the lane's free workers take what they may. */
    private List<WorkRequest<?>> take() {
        var taken = new ArrayList<WorkRequest<?>>();
        while (io().running().size() < io().threads()) {
            WorkRequest<?> next = lane.next();
            if (next == null) {
                break;
            }
            taken.add(next);
        }
        return taken;
    }

    @Test
    void growsWhenEveryThreadHasBeenInItsCallForTooLong() {
        submit(WorkKind.FAST_IO, 3);
        take();
        time.advanceMs(STUCK_MS - 1);
        lane.relieve();
        assertEquals(2, io().threads());
        time.advanceMs(1);
        lane.relieve();
        assertEquals(3, io().threads());
        assertEquals(2, io().stuck());
        assertEquals(1, take().size());
    }

    @Test
    void oneThreadThatIsNotStuckIsEnough() {
        submit(WorkKind.FAST_IO, 2);
        WorkRequest<?> first = take().getFirst();
        time.advanceMs(STUCK_MS);
        submit(WorkKind.FAST_IO, 3);
        lane.perform(first);
        take();
        lane.relieve();
        assertEquals(2, io().threads());
        assertEquals(0, io().stuck());
    }

    @Test
    void doesNotGrowWhenNothingWaits() {
        submit(WorkKind.FAST_IO, 2);
        take();
        time.advanceMs(10 * STUCK_MS);
        lane.relieve();
        assertEquals(2, io().threads());
        assertEquals(0, io().stuck());
    }

    @Test
    void slowWorkThatMayNotStartIsNoReasonToGrow() {
        submit(WorkKind.FAST_IO, 1);
        submit(WorkKind.SLOW_IO, 2);
        take();
        time.advanceMs(STUCK_MS);
        lane.relieve();
        assertEquals(2, io().threads());
    }

    @Test
    void hasItsFullNumberOfThreadsBesideTheStuckOnesAndNoMore() {
        submit(WorkKind.FAST_IO, 2);
        take();
        submit(WorkKind.FAST_IO, 5);
        time.advanceMs(STUCK_MS);
        lane.relieve();
        assertEquals(4, io().threads());
        take();
        submit(WorkKind.FAST_IO, 5);
        assertEquals(4, io().threads());
        assertEquals(8, io().queued());
    }

    @Test
    void growsNoFurtherThanItsBound() {
        submit(WorkKind.FAST_IO, 1000);
        for (int i = 0; i < 500; i++) {
            take();
            time.advanceMs(STUCK_MS);
            lane.relieve();
        }
        assertEquals(2 + Lane.MAX_STUCK, io().threads());
        assertEquals(1000 - io().threads(), io().queued());
    }

    @Test
    void computingForLongIsNotBeingStuck() {
        submit(WorkKind.CPU, 5);
        Lane cpu = pool.lane(WorkKind.CPU);
        cpu.next();
        cpu.next();
        time.advanceMs(100 * STUCK_MS);
        cpu.relieve();
        WorkerPool.LaneReport report = pool.report().getLast();
        assertEquals("cpu", report.lane());
        assertEquals(2, report.threads());
        assertEquals(0, report.stuck());
    }

    @Test
    void namesWhatRunsTheLongestFirst() {
        loop.submit(WorkKind.FAST_IO, new Named("open /tmp/fifo"), _ -> {});
        lane.next();
        time.advanceMs(STUCK_MS);
        loop.submit(WorkKind.SLOW_IO, new Named("lookup example.org"), _ -> {});
        lane.next();
        time.advanceMs(7);
        assertEquals(
                List.of(
                        new WorkerPool.LaneReport.Task(
                                WorkKind.FAST_IO, "open /tmp/fifo", (STUCK_MS + 7) * 1_000_000, false, ""),
                        new WorkerPool.LaneReport.Task(WorkKind.SLOW_IO, "lookup example.org", 7_000_000, false, "")),
                io().running());
    }

    private record Named(String name) implements java.util.concurrent.Callable<Object> {
        @Override
        public Object call() {
            return null;
        }

        @Override
        public String toString() {
            return name;
        }
    }

    @Test
    void otherWorkGoesOnBesideMoreStuckCallsThanThreadsAndTheThreadsEndWithThem() {
        var real = new WorkerPool(4);
        var gate = new CountDownLatch(1);
        var done = new ArrayList<String>();
        try (Loop working = Loop.builder().pool(real).open()) {
            for (int i = 0; i < 20; i++) {
                working.submit(
                        WorkKind.FAST_IO,
                        () -> {
                            gate.await();
                            return null;
                        },
                        _ -> done.add("stuck"));
            }
            for (int i = 0; i < 100; i++) {
                working.submit(WorkKind.FAST_IO, () -> null, _ -> {
                    done.add("read");
                    if (done.size() == 100) {
                        WorkerPool.LaneReport during = real.report().getFirst();
                        assertTrue(during.threads() > 20 && during.threads() <= 24, during.toString());
                        assertEquals(20, during.stuck());
                        gate.countDown();
                    }
                });
            }
            working.run(RunMode.DEFAULT);
            assertEquals(120, done.size());
            assertEquals(100, done.indexOf("stuck"));
        }
        WorkerPool.LaneReport after = real.report().getFirst();
        while (after.threads() > 4) { // the last ones are on their way out
            Thread.onSpinWait();
            after = real.report().getFirst();
        }
        assertEquals(0, after.stuck());
        assertEquals(List.of(), after.running());
    }

    @Test
    @SuppressWarnings("ThreadPriorityCheck") // polls a condition, and gives way to the threads that make it true
    void callsThatHangAndReturnInAnyOrderLeaveTheLaneAsItWas() throws InterruptedException {
        long seed = System.nanoTime();
        var random = new Random(seed);
        var real = new WorkerPool(3);
        var gates = new ArrayList<CountDownLatch>();
        var done = new AtomicInteger();
        try (Loop working = Loop.builder().pool(real).open()) {
            int count = 300;
            for (int i = 0; i < count; i++) {
                var gate = new CountDownLatch(random.nextInt(12) == 0 ? 1 : 0);
                gates.add(gate);
                WorkKind kind = random.nextInt(5) == 0 ? WorkKind.SLOW_IO : WorkKind.FAST_IO;
                working.submit(
                        kind,
                        () -> {
                            gate.await();
                            return null;
                        },
                        _ -> done.incrementAndGet());
            }
            Collections.shuffle(gates, random);
            Thread opener = Thread.ofPlatform().start(() -> {
                for (CountDownLatch gate : gates) {
                    int enough = random.nextInt(8);
                    while (gate.getCount() > 0
                            && real.queued(WorkKind.FAST_IO) > 0
                            && real.report().getFirst().stuck() < enough) {
                        Thread.yield();
                    }
                    gate.countDown();
                }
            });
            working.run(RunMode.DEFAULT);
            opener.join();
            assertEquals(count, done.get(), "seed " + seed);
        }
        WorkerPool.LaneReport after = real.report().getFirst();
        while (after.threads() > 3) {
            Thread.onSpinWait();
            after = real.report().getFirst();
        }
        assertEquals(0, after.stuck() + after.queued() + after.running().size(), "seed " + seed + ": " + after);
    }

    @Test
    void computingAndReadingDoNotWaitForEachOther() {
        var real = new WorkerPool(1);
        var gate = new CountDownLatch(1);
        var done = new ArrayList<String>();
        try (Loop working = Loop.builder().pool(real).open()) {
            for (int i = 0; i < 3; i++) {
                working.submit(
                        WorkKind.CPU,
                        () -> {
                            gate.await();
                            return null;
                        },
                        _ -> done.add("computed"));
            }
            working.submit(WorkKind.FAST_IO, () -> null, _ -> {
                done.add("read");
                gate.countDown();
            });
            working.run(RunMode.DEFAULT);
        }
        assertEquals(List.of("read", "computed", "computed", "computed"), done);
    }
}
