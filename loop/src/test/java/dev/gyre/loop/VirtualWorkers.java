package dev.gyre.loop;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.Consumer;

/** The pool's own queue, worked off by workers that live on virtual time: each piece of work says how long it takes. */
final class VirtualWorkers {
    private final VirtualTime time;
    private final WorkerPool pool;
    private final Map<WorkRequest<?>, Long> durationsMs = new HashMap<>();
    private final int[] busy = new int[2];

    VirtualWorkers(VirtualTime time, int threads) {
        this.time = time;
        this.pool = idlePool(threads);
    }

    /** A pool whose threads never run. */
    static WorkerPool idlePool(int threads) {
        return new WorkerPool(threads, _ -> new Thread() {
            @Override
            public void start() {}
        });
    }

    WorkerPool pool() {
        return pool;
    }

    <T> WorkRequest<T> submit(
            Loop loop, WorkKind kind, long durationMs, Callable<T> work, Consumer<Outcome<T>> onComplete) {
        WorkRequest<T> request = loop.submit(kind, work, onComplete);
        durationsMs.put(request, durationMs);
        takeWork(kind);
        return request;
    }

    /** Each lane has all of the threads. */
    private void takeWork(WorkKind kind) {
        int lane = kind == WorkKind.CPU ? 1 : 0;
        while (busy[lane] < pool.threads()) {
            WorkRequest<?> next = pool.lane(kind).next();
            if (next == null) {
                return;
            }
            busy[lane]++;
            time.at(time.nowMs() + durationsMs.get(next), () -> {
                busy[lane]--;
                pool.lane(kind).perform(next);
                takeWork(kind);
            });
        }
    }
}
