package dev.gyre.engine;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Who waits by {@code Atomics.waitAsync}. V8 ends such a wait by a task for the waiting isolate, and the thread that has
 * called {@code Atomics.notify} may be another one's: so that tells all who wait to look for tasks. V8's list of waiters
 * belongs to the process, and so does this. Any thread.
 */
public final class AsyncWaits {
    private static final Set<Runnable> WAITING = ConcurrentHashMap.newKeySet();

    private AsyncWaits() {}

    /** @param wake called by other threads; has the isolate's thread run {@link Isolate#pumpTasks} soon */
    public static void begin(Runnable wake) {
        WAITING.add(wake);
    }

    /** It may still be called for a moment. */
    public static void end(Runnable wake) {
        WAITING.remove(wake);
    }

    public static void wakeAll() {
        WAITING.forEach(Runnable::run);
    }
}
