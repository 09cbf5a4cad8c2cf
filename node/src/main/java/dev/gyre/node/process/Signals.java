package dev.gyre.node.process;

import dev.gyre.io.PosixProcess;
import dev.gyre.io.SystemError;
import dev.gyre.io.Terminal;
import dev.gyre.node.GyreRuntime;
import java.util.Set;
import sun.misc.Signal;
import sun.misc.SignalHandler;

/**
 * Signals as events in the loop. A signal that nobody watches has the system's default action, so that a kill looks
 * like a kill to the parent; the JVM's own shutdown on SIGINT and the like is taken out by {@link #restoreDefaults}.
 */
public final class Signals {
    private static final int EVENT_SIGNAL = 1;
    private static final Set<String> ENDING = Set.of("INT", "TERM");

    /** What an unwatched signal of {@link #ENDING} does. */
    private static SignalHandler ending = SignalHandler.SIG_DFL;

    private final GyreRuntime runtime;

    Signals(GyreRuntime runtime) {
        this.runtime = runtime;
    }

    /** For the command, at start. */
    public static void restoreDefaults() {
        for (String name : new String[] {"HUP", "INT", "TERM"}) {
            Signal.handle(new Signal(name), SignalHandler.SIG_DFL);
        }
    }

    /** From now on a terminal in raw mode is put back as it was before a signal ends the process. */
    public static synchronized void restoreTerminalsAtEnd() {
        if (ending != SignalHandler.SIG_DFL) {
            return;
        }
        ending = signal -> {
            Terminal.restoreAll();
            Signal.handle(signal, SignalHandler.SIG_DFL);
            PosixProcess.kill((int) ProcessHandle.current().pid(), signal.getNumber());
        };
        for (String name : ENDING) {
            var signal = new Signal(name);
            SignalHandler before = Signal.handle(signal, ending);
            if (before != SignalHandler.SIG_DFL) {
                Signal.handle(signal, before); // watched, or ignored
            }
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
        var signal = new Signal(name.substring("SIG".length()));
        synchronized (Signals.class) {
            Signal.handle(signal, ENDING.contains(signal.getName()) ? ending : SignalHandler.SIG_DFL);
        }
    }
}
