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

    private static final int SIGNALS = 65;
    private static final long LONGEST_WAIT_NS = 1_000_000_000;

    private final GyreRuntime runtime;

    /** By number: whether it is watched, and how often it came. Guarded by this. */
    private final boolean[] watched = new boolean[SIGNALS];

    private final int[] came = new int[SIGNALS];

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

    synchronized void watch(String name, int number) {
        try {
            Signal.handle(new Signal(name.substring("SIG".length())), _ -> came(number));
            watched[number] = true;
        } catch (IllegalArgumentException e) {
            throw new SystemError("EINVAL", "uv_signal_start", null, null);
        }
    }

    void unwatch(String name) {
        var signal = new Signal(name.substring("SIG".length()));
        synchronized (this) {
            watched[signal.getNumber()] = false;
        }
        synchronized (Signals.class) {
            Signal.handle(signal, ENDING.contains(signal.getName()) ? ending : SignalHandler.SIG_DFL);
        }
    }

    private synchronized void came(int number) {
        runtime.loop().post(() -> runtime.post(EVENT_SIGNAL, number, null));
        came[number]++;
        notifyAll();
    }

    /**
     * Sends a signal to this process. When it is watched, the loop knows of it on return: to a C program its handler has
     * run by then, while the JVM hands it from thread to thread, and a program near its end would be gone before.
     */
    void raise(int number) {
        int pid = (int) ProcessHandle.current().pid();
        synchronized (this) {
            boolean waits = number > 0 && number < SIGNALS && watched[number];
            int before = waits ? came[number] : 0;
            PosixProcess.kill(pid, number);
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
