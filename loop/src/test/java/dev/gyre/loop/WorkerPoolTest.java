package dev.gyre.loop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The pool on real threads; its choice of what comes next is also tested step by step, with no threads, at the end. */
@Timeout(20)
class WorkerPoolTest {
    private final List<String> log = new ArrayList<>();

    /** A loop on the real clock and poller with a pool of its own. */
    private static Loop open(WorkerPool pool) {
        return Loop.builder().pool(pool).open();
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void doesTheWorkOnAPoolThreadAndCallsBackOnTheLoopThread() {
        try (Loop loop = open(new WorkerPool(2))) {
            Thread loopThread = Thread.currentThread();
            loop.submit(WorkKind.CPU, Thread::currentThread, outcome -> {
                Thread worker = outcome.orThrow();
                assertNotSame(loopThread, worker);
                assertTrue(worker.isDaemon());
                assertTrue(worker.getName().startsWith("gyre-pool-"), worker.getName());
                assertSame(loopThread, Thread.currentThread());
                log.add("done");
            });
            assertFalse(loop.run(RunMode.DEFAULT));
        }
        assertEquals(List.of("done"), log);
    }

    @Test
    void abandonedWorkIsTakenBackOrWaitedForAndNeverCalledBack() throws InterruptedException {
        var pool = new WorkerPool(1);
        var began = new CountDownLatch(1);
        var mayEnd = new CountDownLatch(1);
        var isOver = new AtomicInteger();
        Loop loop = open(pool);
        loop.submit(
                WorkKind.CPU,
                () -> {
                    began.countDown();
                    await(mayEnd);
                    return isOver.incrementAndGet();
                },
                _ -> log.add("called back"));
        loop.submit(WorkKind.CPU, isOver::incrementAndGet, _ -> log.add("called back"));
        await(began);
        // The first piece ends when the second has been taken back: else the second might begin before.
        Thread releaser = Thread.ofPlatform().start(() -> {
            Instant limit = Instant.now().plusSeconds(20);
            while (pool.queued(WorkKind.CPU) > 0 && Instant.now().isBefore(limit)) {
                Thread.onSpinWait();
            }
            mayEnd.countDown();
        });
        loop.abandonWork();
        assertEquals(1, isOver.get(), "what ran is over, what waited has not run");
        loop.close();
        releaser.join();
        assertEquals(0, pool.queued(WorkKind.CPU));
        // The pool serves other loops as before.
        try (Loop other = open(pool)) {
            other.submit(WorkKind.CPU, () -> "other", outcome -> log.add(outcome.orThrow()));
            other.run(RunMode.DEFAULT);
        }
        assertEquals(List.of("other"), log);
    }

    /** Takes what is done of a series whenever it is told, and logs it. */
    private final class Taker {
        private final Queue<Integer> finished = new ConcurrentLinkedQueue<>();
        private final WorkSeries series;

        Taker(Loop loop, IntFunction<Callable<Object>> work) {
            series = loop.series(8, work, finished::add, this::take);
        }

        private void take() {
            for (Integer piece = finished.poll(); piece != null; piece = finished.poll()) {
                log.add(piece + " " + series.takeResult(piece));
                series.settled(1);
            }
        }
    }

    @Test
    void thePiecesOfASeriesAreDoneInTheOrderOfSubmissionAndMayBeSubmittedAgain() {
        try (Loop loop = open(new WorkerPool(1))) {
            WorkSeries series = new Taker(loop, i -> () -> "x" + i).series;
            series.submit(new int[0], 0);
            assertFalse(loop.alive());
            series.submit(new int[] {3, 1, 7}, 2);
            series.submit(new int[] {2}, 1);
            assertTrue(loop.alive());
            assertFalse(loop.run(RunMode.DEFAULT));
            series.submit(new int[] {2, 3}, 2);
            assertFalse(loop.run(RunMode.DEFAULT));
            assertEquals(5, loop.telemetry().workCount(WorkKind.FAST_IO));
        }
        assertEquals(List.of("3 x3", "1 x1", "2 x2", "2 x2", "3 x3"), log);
    }

    @Test
    void aPieceThatThrowsIsDoneAndNotItsThread() {
        try (Loop loop = open(new WorkerPool(1))) {
            var failsOnce = new AtomicInteger();
            WorkSeries series = new Taker(loop, i -> () -> {
                        if (failsOnce.incrementAndGet() == 1) {
                            throw new IllegalStateException("oh");
                        }
                        return i;
                    })
                    .series;
            series.submit(new int[] {0, 1}, 2);
            loop.run(RunMode.DEFAULT);
            series.submit(new int[] {0}, 1);
            loop.run(RunMode.DEFAULT);
        }
        assertEquals(List.of("0 java.lang.IllegalStateException: oh", "1 1", "0 0"), log);
    }

    @Test
    void piecesAndSingleRequestsTakeTurnsAsTheyWereSubmitted() {
        var pool = VirtualWorkers.idlePool(4);
        try (Loop loop = open(pool)) {
            WorkSeries series = new Taker(loop, i -> () -> i).series;
            series.submit(new int[] {6, 5}, 2);
            var single = loop.submit(WorkKind.FAST_IO, () -> null, _ -> {});
            series.submit(new int[] {4}, 1);
            assertEquals(4, pool.queued(WorkKind.FAST_IO));
            Lane lane = pool.lane(WorkKind.FAST_IO);
            assertEquals(6, lane.next().piece);
            assertEquals(5, lane.next().piece);
            assertSame(single, lane.next());
            assertEquals(4, lane.next().piece);
            assertEquals(4, pool.running(WorkKind.FAST_IO));
        }
    }

    @Test
    void manyPiecesOfManyRoundsAreEachDoneOnce() {
        var pool = new WorkerPool(3);
        var performed = new AtomicInteger();
        try (Loop loop = open(pool)) {
            int[] free = {0, 1, 2, 3, 4, 5, 6, 7};
            int[] left = {20_000};
            var finished = new ConcurrentLinkedQueue<Integer>();
            var series = new WorkSeries[1];
            series[0] = loop.series(free.length, _ -> () -> performed.incrementAndGet(), finished::add, () -> {
                for (Integer piece = finished.poll(); piece != null; piece = finished.poll()) {
                    series[0].settled(1);
                    if (left[0]-- > 0) {
                        series[0].submit(new int[] {piece}, 1);
                    }
                }
            });
            series[0].submit(free, free.length);
            loop.run(RunMode.DEFAULT);
            assertEquals(20_000 + free.length, performed.get());
            assertEquals(0, pool.queued(WorkKind.FAST_IO) + pool.running(WorkKind.FAST_IO));
        }
    }

    @Test
    void anExceptionReachesTheCallbackAndTheThreadLivesOn() {
        try (Loop loop = open(new WorkerPool(1))) {
            var workers = new ArrayList<Thread>();
            List<Throwable> thrown =
                    List.of(new IllegalStateException("a"), new Exception("b"), new AssertionError("c"));
            for (Throwable error : thrown) {
                loop.submit(
                        WorkKind.FAST_IO,
                        () -> {
                            workers.add(Thread.currentThread());
                            switch (error) {
                                case Exception e -> throw e;
                                case Error e -> throw e;
                                default -> throw new IllegalStateException(error);
                            }
                        },
                        outcome -> {
                            assertEquals(new Outcome.Failure<>(error), outcome);
                            log.add(error.getMessage());
                        });
            }
            loop.run(RunMode.DEFAULT);
            assertEquals(List.of("a", "b", "c"), log);
            assertEquals(1, Set.copyOf(workers).size());
        }
    }

    @Test
    void anInterruptLeftByWorkIsNotSeenByTheNext() {
        try (Loop loop = open(new WorkerPool(1))) {
            loop.submit(
                    WorkKind.CPU,
                    () -> {
                        Thread.currentThread().interrupt();
                        return null;
                    },
                    _ -> {});
            loop.submit(WorkKind.CPU, Thread::interrupted, outcome -> log.add("interrupted " + outcome.orThrow()));
            loop.run(RunMode.DEFAULT);
        }
        assertEquals(List.of("interrupted false"), log);
    }

    @Test
    void startsThreadsOnlyWhenThereIsWorkAndNoMoreThanItMay() {
        var started = new AtomicInteger();
        ThreadFactory counting = task -> {
            started.incrementAndGet();
            return Thread.ofPlatform().daemon().unstarted(task);
        };
        var pool = new WorkerPool(3, counting);
        try (Loop loop = open(pool)) {
            assertEquals(0, started.get());
            var gate = new CountDownLatch(1);
            var busy = new CountDownLatch(3);
            for (int i = 0; i < 10; i++) {
                loop.submit(
                        WorkKind.CPU,
                        () -> {
                            busy.countDown();
                            gate.await();
                            return null;
                        },
                        _ -> log.add("done"));
            }
            await(busy); // three at once
            assertEquals(3, pool.running(WorkKind.CPU));
            assertEquals(7, pool.queued(WorkKind.CPU));
            gate.countDown();
            loop.run(RunMode.DEFAULT);
            assertEquals(10, log.size());
            assertEquals(3, started.get());
            assertEquals(0, pool.running(WorkKind.CPU));
        }
    }

    @Test
    void anIdleThreadIsUsedAgain() {
        var threads = ConcurrentHashMap.<Thread>newKeySet();
        try (Loop loop = open(new WorkerPool(1))) {
            for (int i = 0; i < 5; i++) {
                loop.submit(WorkKind.FAST_IO, () -> threads.add(Thread.currentThread()), _ -> {});
                loop.run(RunMode.DEFAULT);
            }
        }
        assertEquals(1, threads.size());
    }

    @Test
    void slowIoLeavesHalfOfTheThreadsToOthers() {
        var pool = new WorkerPool(4);
        try (Loop loop = open(pool)) {
            var gate = new CountDownLatch(1);
            var maxSlow = new AtomicInteger();
            var slow = new AtomicInteger();
            for (int i = 0; i < 8; i++) {
                loop.submit(
                        WorkKind.SLOW_IO,
                        () -> {
                            maxSlow.accumulateAndGet(slow.incrementAndGet(), Math::max);
                            gate.await();
                            return slow.decrementAndGet();
                        },
                        _ -> log.add("slow"));
            }
            loop.submit(WorkKind.FAST_IO, () -> null, _ -> {
                log.add("fast");
                gate.countDown();
            });
            loop.run(RunMode.DEFAULT);
            assertEquals("fast", log.getFirst());
            assertEquals(9, log.size());
            assertTrue(maxSlow.get() <= 2, "at once: " + maxSlow);
        }
    }

    @Test
    void manyLoopsShareAPool() throws InterruptedException {
        var pool = new WorkerPool(2);
        var done = new AtomicInteger();
        var threads = new ArrayList<Thread>();
        for (int t = 0; t < 4; t++) {
            threads.add(Thread.ofPlatform().start(() -> {
                try (Loop loop = open(pool)) {
                    Thread mine = Thread.currentThread();
                    for (int i = 0; i < 200; i++) {
                        WorkKind kind = WorkKind.values()[i % 3];
                        loop.submit(kind, () -> mine, outcome -> {
                            if (outcome.orThrow().equals(Thread.currentThread())) {
                                done.incrementAndGet();
                            }
                        });
                    }
                    loop.run(RunMode.DEFAULT);
                }
            }));
        }
        for (Thread thread : threads) {
            thread.join();
        }
        assertEquals(800, done.get());
    }

    @Test
    void cancelsWhatHasNotStarted() {
        try (Loop loop = open(new WorkerPool(1))) {
            var gate = new CountDownLatch(1);
            var busy = new CountDownLatch(1);
            WorkRequest<?> running = loop.submit(
                    WorkKind.CPU,
                    () -> {
                        busy.countDown();
                        gate.await();
                        return "ran";
                    },
                    outcome -> log.add("first " + outcome));
            await(busy);
            WorkRequest<?> waiting = loop.submit(WorkKind.CPU, () -> log.add("never"), outcome -> {
                log.add("second " + outcome);
                gate.countDown();
            });
            assertFalse(running.cancel());
            assertTrue(waiting.cancel());
            assertFalse(waiting.cancel());
            assertTrue(waiting.isActive());
            loop.run(RunMode.DEFAULT);
            assertEquals(List.of("second Cancelled[]", "first Success[value=ran]"), log);
            assertFalse(waiting.isActive());
        }
    }

    @Test
    void whatIsCancelledWhileWorkersTakeItCompletesOnce() throws InterruptedException {
        var pool = new WorkerPool(3);
        int count = 3000;
        var performed = new AtomicInteger();
        var completed = new int[count];
        var requests = new ArrayList<WorkRequest<?>>();
        try (Loop loop = open(pool)) {
            for (int i = 0; i < count; i++) {
                int id = i;
                requests.add(loop.submit(WorkKind.values()[i % 3], performed::incrementAndGet, _ -> completed[id]++));
            }
            var cancelled = new AtomicInteger();
            var cancellers = new ArrayList<Thread>();
            for (int t = 0; t < 3; t++) {
                cancellers.add(Thread.ofPlatform().start(() -> {
                    for (WorkRequest<?> request : requests.reversed()) {
                        if (request.cancel()) {
                            cancelled.incrementAndGet();
                        }
                    }
                }));
            }
            loop.run(RunMode.DEFAULT);
            for (Thread canceller : cancellers) {
                canceller.join();
            }
            assertEquals(count, cancelled.get() + performed.get());
            for (int times : completed) {
                assertEquals(1, times);
            }
            for (WorkKind kind : WorkKind.values()) {
                assertEquals(0, pool.queued(kind) + pool.running(kind), kind.toString());
            }
        }
    }

    @Test
    void readsTheSizeAsLibuvDoes() {
        assertEquals(4, WorkerPool.threadsFrom(null));
        assertEquals(4, WorkerPool.threadsFrom(""));
        assertEquals(1, WorkerPool.threadsFrom("1"));
        assertEquals(12, WorkerPool.threadsFrom(" 12 "));
        assertEquals(12, WorkerPool.threadsFrom("12x"));
        assertEquals(1024, WorkerPool.threadsFrom("1024"));
        assertEquals(1024, WorkerPool.threadsFrom("99999999999999"));
        assertEquals(1, WorkerPool.threadsFrom("0"));
        assertEquals(1, WorkerPool.threadsFrom("-3"));
        assertEquals(1, WorkerPool.threadsFrom("many"));
    }

    @Test
    void refusesASizeOutOfBoundsAndNamesIt() {
        assertThrows(IllegalArgumentException.class, () -> new WorkerPool(0));
        var error = assertThrows(IllegalArgumentException.class, () -> new WorkerPool(1025));
        assertEquals("threads is 1025; it must be from 1 to 1024", error.getMessage());
    }

    @Test
    void nothingIsSubmittedWhenThereCanBeNoThread() {
        var pool = new WorkerPool(1, _ -> {
            throw new OutOfMemoryError("no more threads");
        });
        try (Loop loop = open(pool)) {
            assertThrows(OutOfMemoryError.class, () -> loop.submit(WorkKind.CPU, () -> 1, _ -> log.add("called")));
            assertEquals(0, pool.queued(WorkKind.CPU));
            assertFalse(loop.run(RunMode.DEFAULT));
            assertEquals(List.of(), log);
        }
    }

    // Step by step: VirtualWorkers has the pool's queue, and nobody works unless told.

    private static List<String> take(WorkerPool pool, List<WorkRequest<?>> submitted, WorkKind kind, int count) {
        var taken = new ArrayList<String>();
        for (int i = 0; i < count; i++) {
            WorkRequest<?> next = pool.lane(kind).next();
            taken.add(next == null ? "none" : submitted.indexOf(next) + " " + next.kind());
        }
        return taken;
    }

    private static List<WorkRequest<?>> submit(Loop loop, WorkKind... kinds) {
        var requests = new ArrayList<WorkRequest<?>>();
        for (WorkKind kind : kinds) {
            requests.add(loop.submit(kind, () -> null, _ -> {}));
        }
        return requests;
    }

    @Test
    void takesWorkInTheOrderItWasSubmittedToALane() {
        var pool = VirtualWorkers.idlePool(4);
        try (Loop loop = open(pool)) {
            var requests = submit(
                    loop,
                    WorkKind.FAST_IO,
                    WorkKind.SLOW_IO,
                    WorkKind.CPU,
                    WorkKind.FAST_IO,
                    WorkKind.SLOW_IO,
                    WorkKind.CPU);
            assertEquals(List.of("2 CPU", "5 CPU", "none"), take(pool, requests, WorkKind.CPU, 3));
            assertEquals(
                    List.of("0 FAST_IO", "1 SLOW_IO", "3 FAST_IO", "4 SLOW_IO", "none"),
                    take(pool, requests, WorkKind.FAST_IO, 5));
        }
    }

    @Test
    void passesBySlowWorkWhileHalfOfTheThreadsAreSlow() {
        var pool = VirtualWorkers.idlePool(4);
        try (Loop loop = open(pool)) {
            var requests = submit(loop, WorkKind.SLOW_IO, WorkKind.SLOW_IO, WorkKind.SLOW_IO, WorkKind.FAST_IO);
            assertEquals(
                    List.of("0 SLOW_IO", "1 SLOW_IO", "3 FAST_IO", "none"), take(pool, requests, WorkKind.FAST_IO, 4));
            pool.lane(WorkKind.SLOW_IO).perform(requests.get(0));
            assertEquals(List.of("2 SLOW_IO", "none"), take(pool, requests, WorkKind.FAST_IO, 2));
        }
    }

    @Test
    void oddPoolsRoundTheSlowHalfDownButNotToZero() {
        for (int threads : new int[] {1, 2, 3, 5}) {
            var pool = VirtualWorkers.idlePool(threads);
            try (Loop loop = open(pool)) {
                submit(loop, WorkKind.SLOW_IO, WorkKind.SLOW_IO, WorkKind.SLOW_IO, WorkKind.SLOW_IO);
                int slow = 0;
                while (pool.lane(WorkKind.SLOW_IO).next() != null) {
                    slow++;
                }
                assertEquals(Math.max(1, threads / 2), slow, threads + " threads");
            }
        }
    }

    @Test
    void cancelledWorkIsPassedByAndNotCounted() {
        var pool = VirtualWorkers.idlePool(2);
        try (Loop loop = open(pool)) {
            var requests = submit(loop, WorkKind.FAST_IO, WorkKind.FAST_IO, WorkKind.SLOW_IO, WorkKind.FAST_IO);
            assertTrue(requests.get(0).cancel());
            assertTrue(requests.get(2).cancel());
            assertEquals(2, pool.queued(WorkKind.FAST_IO));
            assertEquals(0, pool.queued(WorkKind.SLOW_IO));
            assertEquals(List.of("1 FAST_IO", "3 FAST_IO", "none"), take(pool, requests, WorkKind.FAST_IO, 3));
            assertEquals(2, pool.running(WorkKind.FAST_IO));
        }
    }
}
