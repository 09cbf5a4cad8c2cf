package dev.gyre.node.process;

import dev.gyre.node.GyreRuntime;
import dev.gyre.node.bridge.Layout.EventType;

/** Signals as events in the loop. A signal that nobody listens to has the system's default action. */
public final class Signals {
    private static final int SIGNALS = 65;
    private static final long LONGEST_WAIT_NS = 1_000_000_000;

    private final GyreRuntime runtime;

    /** By number: whether it is watched, and how often it came. Guarded by this. */
    private final boolean[] watched = new boolean[SIGNALS];

    private final int[] came = new int[SIGNALS];

    Signals(GyreRuntime runtime) {
        this.runtime = runtime;
    }

    synchronized void watch(int number) {
        runtime.host().listen(number, this::came);
        watched[number] = true;
    }

    void unwatch(int number) {
        synchronized (this) {
            watched[number] = false;
        }
        runtime.host().unlisten(number);
    }

    void close() {
        for (int number = 0; number < SIGNALS; number++) {
            boolean isWatched;
            synchronized (this) {
                isWatched = watched[number];
            }
            if (isWatched) {
                unwatch(number);
            }
        }
    }

    private synchronized void came(int number) {
        runtime.loop().post(() -> runtime.post(EventType.SIGNAL, number, null));
        came[number]++;
        notifyAll();
    }

    /**
     * Sends a signal to this process. When it is watched, the loop knows of it on return: a C program's handler has run by
     * then, while here another thread calls the listener, and a program near its end would be gone before.
     */
    void raise(int number) {
        synchronized (this) {
            boolean waits = number > 0 && number < SIGNALS && watched[number];
            int before = waits ? came[number] : 0;
            runtime.host().raise(number);
            long until = System.nanoTime() + LONGEST_WAIT_NS;
            while (waits && came[number] == before && System.nanoTime() < until) {
                try {
                    wait(1 + (until - System.nanoTime()) / 1_000_000);
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                    return;
                }
            }
        }
    }
}
