package dev.gyre.node.worker_threads;

import dev.gyre.loop.AsyncHandle;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The runtimes of a family that wait for {@code Atomics.notify} without blocking ({@code Atomics.waitAsync}). V8 leaves a
 * task for such a runtime when it is notified, and tells nobody: whoever notifies wakes their loops. Any thread may use it.
 */
final class AsyncWaiters {
    private final Set<AsyncHandle> loops = ConcurrentHashMap.newKeySet();

    void add(AsyncHandle loop) {
        loops.add(loop);
    }

    void remove(AsyncHandle loop) {
        loops.remove(loop);
    }

    void wakeAll() {
        for (AsyncHandle loop : loops) {
            loop.wake();
        }
    }
}
