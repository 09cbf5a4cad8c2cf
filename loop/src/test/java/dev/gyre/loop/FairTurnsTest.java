package dev.gyre.loop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Several loops on one pool. Mostly step by step: the pool's threads never run, and the test takes what they would. */
@Timeout(20)
class FairTurnsTest {
    private final WorkerPool pool = VirtualWorkers.idlePool(4);
    private final Loop a = open(pool);
    private final Loop b = open(pool);
    private final Loop c = open(pool);
    private final Map<WorkRequest<?>, String> names = new HashMap<>();

    private static Loop open(WorkerPool pool) {
        return Loop.builder().pool(pool).open();
    }

    @AfterEach
    void closeLoops() {
        a.close();
        b.close();
        c.close();
    }

    private WorkRequest<?> submit(Loop loop, WorkKind kind, String name) {
        WorkRequest<?> request = loop.submit(kind, () -> null, _ -> {});
        names.put(request, name);
        return request;
    }

    private void submit(Loop loop, WorkKind kind, String... all) {
        for (String name : all) {
            submit(loop, kind, name);
        }
    }

    /** Takes so many requests, each of them done at once. */
    private List<String> take(WorkKind kind, int count) {
        var taken = new ArrayList<String>();
        for (int i = 0; i < count; i++) {
            WorkRequest<?> next = pool.lane(kind).next();
            taken.add(next == null ? "none" : names.get(next));
            if (next != null) {
                pool.lane(kind).perform(next);
            }
        }
        return taken;
    }

    @Test
    void tenThousandHashesOfALoopDelayAnotherLoopsHashByOne() {
        for (int i = 0; i < 10_000; i++) {
            submit(a, WorkKind.CPU, "a" + i);
        }
        assertEquals(List.of("a0", "a1"), take(WorkKind.CPU, 2));
        submit(b, WorkKind.CPU, "b0", "b1");
        assertEquals(List.of("a2", "b0", "a3", "b1", "a4"), take(WorkKind.CPU, 5));
        submit(b, WorkKind.CPU, "b2");
        assertEquals(List.of("a5", "b2", "a6", "a7"), take(WorkKind.CPU, 4));
        assertEquals(10_000 - 8, pool.queued(WorkKind.CPU));
    }

    @Test
    void loopsTakeTurnsInTheOrderInWhichTheyCame() {
        submit(a, WorkKind.FAST_IO, "a0", "a1", "a2", "a3");
        submit(b, WorkKind.FAST_IO, "b0");
        submit(c, WorkKind.FAST_IO, "c0", "c1");
        assertEquals(List.of("a0", "b0", "c0", "a1", "c1", "a2", "a3", "none"), take(WorkKind.FAST_IO, 8));
    }

    @Test
    void aLoopThatHasWorkAgainWaitsBehindThoseThatHaveSomeAlready() {
        submit(a, WorkKind.FAST_IO, "a0", "a1", "a2");
        submit(b, WorkKind.FAST_IO, "b0");
        submit(c, WorkKind.FAST_IO, "c0", "c1");
        assertEquals(List.of("a0", "b0"), take(WorkKind.FAST_IO, 2));
        submit(b, WorkKind.FAST_IO, "b1"); // the turn is at c, then a
        assertEquals(List.of("c0", "a1", "b1", "c1", "a2", "none"), take(WorkKind.FAST_IO, 6));
    }

    @Test
    void slowWorkOfOneLoopIsPassedByAndTheOthersGoOn() {
        submit(a, WorkKind.SLOW_IO, "a0", "a1", "a2");
        submit(a, WorkKind.FAST_IO, "a3");
        submit(b, WorkKind.SLOW_IO, "b0");
        submit(b, WorkKind.FAST_IO, "b1", "b2");
        Lane lane = pool.lane(WorkKind.FAST_IO);
        WorkRequest<?> first = lane.next();
        assertEquals("a0", names.get(first));
        assertEquals("b0", names.get(lane.next()));
        // Two of four threads are slow now.
        assertEquals(List.of("a3", "b1", "b2", "none"), take(WorkKind.FAST_IO, 4));
        lane.perform(first);
        assertEquals(List.of("a1", "a2", "none"), take(WorkKind.FAST_IO, 3));
    }

    @Test
    void aLoopWhoseWorkIsAllCancelledLosesItsTurnAndNothingElse() {
        List<WorkRequest<?>> cancelled = List.of(submit(b, WorkKind.CPU, "b0"), submit(b, WorkKind.CPU, "b1"));
        submit(a, WorkKind.CPU, "a0", "a1");
        submit(c, WorkKind.CPU, "c0");
        cancelled.forEach(request -> assertTrue(request.cancel()));
        assertEquals(List.of("a0", "c0"), take(WorkKind.CPU, 2));
        submit(b, WorkKind.CPU, "b2");
        assertEquals(List.of("a1", "b2", "none"), take(WorkKind.CPU, 3));
    }

    @Test
    void abandoningALoopsWorkLeavesTheOthersTheirTurns() {
        submit(a, WorkKind.CPU, "a0", "a1");
        submit(b, WorkKind.CPU, "b0", "b1");
        submit(c, WorkKind.CPU, "c0", "c1");
        assertEquals(List.of("a0"), take(WorkKind.CPU, 1));
        b.abandonWork();
        assertEquals(3, pool.queued(WorkKind.CPU));
        assertEquals(List.of("c0", "a1", "c1", "none"), take(WorkKind.CPU, 4));
        a.abandonWork();
        assertNull(pool.lane(WorkKind.CPU).next());
    }

    @Test
    void piecesOfASeriesTakeTurnsWithAnotherLoop() {
        WorkSeries series = a.series(8, i -> () -> i, _ -> {}, () -> {});
        series.submit(new int[] {5, 6, 7}, 3);
        WorkRequest<?> other = submit(b, WorkKind.FAST_IO, "b0");
        Lane lane = pool.lane(WorkKind.FAST_IO);
        assertEquals(5, lane.next().piece);
        assertSame(other, lane.next());
        assertEquals(6, lane.next().piece);
        assertEquals(7, lane.next().piece);
    }

    /** The rule in the plainest words: a list of loops that have work; the first that may start is served and goes last. */
    private static final class Model {
        private record Piece(int loop, int id, boolean isSlow) {}

        private final List<ArrayDeque<Piece>> waiting = new ArrayList<>();
        private final ArrayList<Integer> order = new ArrayList<>();
        private int slow;

        Model(int loops) {
            for (int i = 0; i < loops; i++) {
                waiting.add(new ArrayDeque<>());
            }
        }

        void submit(Piece piece) {
            if (waiting.get(piece.loop).isEmpty()) {
                order.add(piece.loop);
            }
            waiting.get(piece.loop).add(piece);
        }

        /** The id of what starts, or -1. */
        int next(int maxSlow) {
            for (int i = 0; i < order.size(); i++) {
                int loop = order.get(i);
                for (Piece piece : waiting.get(loop)) {
                    if (!piece.isSlow || slow < maxSlow) {
                        slow += piece.isSlow ? 1 : 0;
                        waiting.get(loop).remove(piece);
                        // The turn goes to who stands behind the loop that was served.
                        List<Integer> passed = List.copyOf(order.subList(0, i + 1));
                        order.subList(0, i + 1).clear();
                        order.addAll(passed);
                        if (waiting.get(loop).isEmpty()) {
                            order.remove(Integer.valueOf(loop));
                        }
                        return piece.id;
                    }
                }
            }
            return -1;
        }
    }

    @Test
    void followsTheModelWhateverIsSubmittedAndFinished() {
        for (long seed = 1; seed <= 200; seed++) {
            var random = new Random(seed);
            WorkerPool fresh = VirtualWorkers.idlePool(4);
            List<Loop> loops = List.of(open(fresh), open(fresh), open(fresh), open(fresh));
            var model = new Model(loops.size());
            var ids = new HashMap<WorkRequest<?>, Integer>();
            var underWay = new ArrayList<WorkRequest<?>>();
            Lane lane = fresh.lane(WorkKind.FAST_IO);
            for (int step = 0; step < 300; step++) {
                if (random.nextInt(5) < 2) {
                    int loop = random.nextInt(loops.size());
                    boolean isSlow = random.nextInt(3) == 0;
                    WorkKind kind = isSlow ? WorkKind.SLOW_IO : WorkKind.FAST_IO;
                    ids.put(loops.get(loop).submit(kind, () -> null, _ -> {}), step);
                    model.submit(new Model.Piece(loop, step, isSlow));
                } else if (underWay.size() < 4) {
                    WorkRequest<?> next = lane.next();
                    assertEquals(model.next(2), next == null ? -1 : ids.get(next), "seed " + seed + " step " + step);
                    if (next != null) {
                        underWay.add(next);
                    }
                } else {
                    WorkRequest<?> done = underWay.remove(random.nextInt(underWay.size()));
                    lane.perform(done);
                    model.slow -= done.kind() == WorkKind.SLOW_IO ? 1 : 0;
                }
            }
            underWay.forEach(lane::perform);
            loops.forEach(Loop::close);
        }
    }

    @Test
    void onThreadsAnotherLoopsWorkIsDoneWhileThousandsWait() throws InterruptedException {
        var real = new WorkerPool(1);
        var gate = new CountDownLatch(1);
        var done = new AtomicInteger();
        int[] doneBefore = {-1};
        try (Loop greedy = open(real);
                Loop modest = open(real)) {
            greedy.submit(
                    WorkKind.CPU,
                    () -> {
                        gate.await();
                        return null;
                    },
                    _ -> {});
            for (int i = 0; i < 5_000; i++) {
                greedy.submit(WorkKind.CPU, done::incrementAndGet, _ -> {});
            }
            modest.submit(WorkKind.CPU, done::get, outcome -> doneBefore[0] = outcome.orThrow());
            gate.countDown();
            modest.run(RunMode.DEFAULT);
            greedy.run(RunMode.DEFAULT);
        }
        assertEquals(5_000, done.get());
        // The thread had taken the first piece, or not yet: then that one and another were before.
        assertTrue(doneBefore[0] <= 1, "done before: " + doneBefore[0]);
    }
}
