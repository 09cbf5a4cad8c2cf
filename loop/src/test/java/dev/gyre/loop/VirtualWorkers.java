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
    private int busy;

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
        takeWork();
        return request;
    }

    private void takeWork() {
        while (busy < pool.threads()) {
            WorkRequest<?> next = pool.next();
            if (next == null) {
                return;
            }
            busy++;
            time.at(time.nowMs() + durationsMs.get(next), () -> {
                busy--;
                pool.perform(next);
                takeWork();
            });
        }
    }
}
