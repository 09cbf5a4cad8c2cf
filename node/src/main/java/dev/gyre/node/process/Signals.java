package dev.gyre.node.process;

import dev.gyre.io.SystemError;
import dev.gyre.node.NodeRuntime;
import sun.misc.Signal;
import sun.misc.SignalHandler;

/**
 * Signals as events in the loop. A signal that nobody watches has the system's default action, so that a kill looks
 * like a kill to the parent; the JVM's own shutdown on SIGINT and the like is taken out by {@link #restoreDefaults}.
 */
public final class Signals {
    private static final int EVENT_SIGNAL = 1;

    private final NodeRuntime runtime;

    Signals(NodeRuntime runtime) {
        this.runtime = runtime;
    }

    /** For the command, at start. */
    public static void restoreDefaults() {
        for (String name : new String[] {"HUP", "INT", "TERM"}) {
            Signal.handle(new Signal(name), SignalHandler.SIG_DFL);
        }
    }

    void watch(String name, int number) {
        try {
            Signal.handle(new Signal(name.substring("SIG".length())),
                    _ -> runtime.loop().post(() -> runtime.post(EVENT_SIGNAL, number, null)));
        } catch (IllegalArgumentException e) {
            throw new SystemError("EINVAL", "uv_signal_start", null, null);
        }
    }

    void unwatch(String name) {
        Signal.handle(new Signal(name.substring("SIG".length())), SignalHandler.SIG_DFL);
    }
}
