package dev.gyre.node.napi;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Asynchronous cleanup hooks: functions that are called when an environment ends, which then waits until each has been
 * removed. Any thread may remove one.
 */
final class AsyncHooks {
    /** How long the end waits. Timers of an event loop are not served any more; what threads send is. */
    private static final long MOST_MS = 10_000;

    private record Hook(long id, Environment environment, long function, long argument) {}

    private static final Map<Long, Hook> ALL = new LinkedHashMap<>();
    private static long lastId;

    private AsyncHooks() {}

    static synchronized long add(Environment environment, long function, long argument) {
        lastId += 16;
        ALL.put(lastId, new Hook(lastId, environment, function, argument));
        return lastId;
    }

    static boolean remove(long id) {
        synchronized (AsyncHooks.class) {
            AsyncHooks.class.notifyAll();
            return ALL.remove(id) != null;
        }
    }

    /** Id, function and argument of each hook, the newest first. */
    static synchronized double[] of(Environment environment) {
        if (ALL.isEmpty()) {
            return new double[0];
        }
        List<Hook> hooks = new ArrayList<>(ALL.values());
        hooks.removeIf(hook -> !hook.environment.equals(environment));
        double[] numbers = new double[3 * hooks.size()];
        int i = 0;
        for (Hook hook : hooks.reversed()) {
            numbers[i++] = (double) hook.id;
            numbers[i++] = (double) hook.function;
            numbers[i++] = (double) hook.argument;
        }
        return numbers;
    }

    /** Has {@link #await} look again. */
    static synchronized void wake() {
        AsyncHooks.class.notifyAll();
    }

    /**
     * Waits until all hooks of an environment are removed, or a function is to be called.
     *
     * @return whether there is such a function, and hooks that wait
     */
    static boolean await(Environment environment, LibuvLoop loop) {
        long endMs = System.currentTimeMillis() + MOST_MS;
        synchronized (AsyncHooks.class) {
            while (!ALL.isEmpty() && ALL.values().stream().anyMatch(hook -> hook.environment.equals(environment))) {
                if (loop.isWaiting()) {
                    return true;
                }
                long leftMs = endMs - System.currentTimeMillis();
                if (leftMs <= 0) {
                    return false;
                }
                try {
                    AsyncHooks.class.wait(leftMs);
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                    return false;
                }
            }
            return false;
        }
    }
}
