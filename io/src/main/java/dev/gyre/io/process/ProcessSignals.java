package dev.gyre.io.process;

import dev.gyre.io.libc.Errno;
import dev.gyre.io.libc.Libc;
import dev.gyre.io.libc.Libc.Function;
import dev.gyre.io.libc.NativeMemory;
import dev.gyre.io.libc.SystemError;
import java.lang.ref.Reference;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The signals of the process: who listens to which, and what the others do. Callable from any thread.
 *
 * <p>The command's JVM runs with {@code -Xrs}: it leaves SIGINT, SIGTERM, SIGHUP and SIGQUIT alone, so from the first
 * moment of the start these have the system's default action. The price is that {@code sun.misc.Signal} works no longer.
 * Handlers are installed by {@code sigaction} instead, and run {@link SignalCode}; a thread of this class, started for the
 * first listener, calls the listeners.
 *
 * <p>When a signal loses its listener, it gets the action back that it had before: the default, or the JVM's own.
 */
public final class ProcessSignals {
    private static final int SIGINT = 2;
    private static final int SIGUSR1 = 10;
    private static final int SIGPIPE = 13;
    private static final int SIGTERM = 15;
    private static final int SIGXFSZ = 25;

    /** Of these the JVM handles real faults: SIGILL, SIGBUS, SIGFPE, SIGSEGV. */
    private static final int[] FAULTS = {4, 7, 8, 11};

    /** An unwatched one of these puts the terminals back before it ends the process. */
    private static final int[] ENDING = {SIGINT, SIGTERM};

    private static final int LAST_STANDARD_SIGNAL = 31;

    // struct sigaction of the C library on x86_64
    private static final int ACTION_BYTES = 152;
    private static final int FLAGS_AT = 136;
    private static final int SA_RESTART = 0x10000000;
    private static final int SA_SIGINFO = 0x4;
    private static final long SIG_DFL = 0;
    private static final long SIG_IGN = 1;

    // All guarded by the class.
    private static final IntConsumer[] LISTENERS = new IntConsumer[SignalCode.SIGNALS];
    private static final IntConsumer[] DEFAULTS = new IntConsumer[SignalCode.SIGNALS];
    private static final byte[][] BEFORE = new byte[SignalCode.SIGNALS][];
    private static @Nullable SignalCode code;
    private static boolean dispatching;
    private static boolean faultsFiltered;
    private static boolean restoresTerminals;

    private ProcessSignals() {}

    /**
     * Has a listener called with the signal's number, on a thread of this class, each time it comes.
     *
     * @return the listener it had, or null
     */
    public static synchronized IntConsumer listen(int signal, IntConsumer listener) {
        if (signal <= 0 || signal >= SignalCode.SIGNALS) {
            throw new SystemError(Errno.EINVAL, "sigaction", null, null);
        }
        IntConsumer before = LISTENERS[signal];
        if (before == null && DEFAULTS[signal] == null) {
            dispatch();
            handle(signal);
        }
        LISTENERS[signal] = listener;
        return before;
    }

    /** Has a listener called while the signal has no other. */
    private static synchronized void listenByDefault(int signal, IntConsumer listener) {
        if (LISTENERS[signal] == null) {
            dispatch();
            handle(signal);
        }
        DEFAULTS[signal] = listener;
    }

    /** Gives the signal back the action it had without a listener. */
    public static synchronized void unlisten(int signal) {
        if (LISTENERS[signal] == null) {
            return;
        }
        LISTENERS[signal] = null;
        if (DEFAULTS[signal] == null && !(restoresTerminals && isEnding(signal))) {
            restore(signal);
        }
    }

    /** From now on, a terminal in raw mode is put back as it was before SIGINT or SIGTERM ends the process. */
    public static synchronized void restoreTerminalsAtEnd() {
        if (restoresTerminals) {
            return;
        }
        dispatch();
        for (int signal : ENDING) {
            if (LISTENERS[signal] == null) {
                handle(signal);
            }
        }
        restoresTerminals = true;
    }

    /**
     * Sends a signal to this process. Unless somebody listens to it or it is ignored, it has taken effect when this returns.
     */
    public static void raise(int signal) {
        if (isFault(signal)) {
            filterFaults();
        }
        int result = SignalCode.raise(signal);
        if (result < 0) {
            throw new SystemError(result, "kill", null, null);
        }
    }

    /**
     * Gives the default action to the signals that whoever started the process had ignored, as Node does: a shell's
     * {@code cmd &} ignores SIGINT, {@code nohup} SIGHUP.
     */
    public static synchronized void resetIgnored() {
        NativeMemory action = NativeMemory.allocate(ACTION_BYTES);
        for (int signal = 1; signal <= LAST_STANDARD_SIGNAL; signal++) {
            change(signal, null, action);
            boolean ours = signal == SIGUSR1 || signal == SIGPIPE || signal == SIGXFSZ;
            if (!ours && action.getLong(0) == SIG_IGN) {
                change(signal, action.clear(), null);
            }
        }
    }

    /** Has SIGUSR1 call this, on a thread of this class, unless the program listens to it. */
    public static void onInspectorSignal(Runnable open) {
        listenByDefault(SIGUSR1, _ -> open.run());
    }

    /** Gives SIGUSR1 its default action; the launcher had it ignored, as Node's goes on when the signal comes. */
    public static synchronized void endOnInspectorSignal() {
        change(SIGUSR1, NativeMemory.allocate(ACTION_BYTES).clear(), null);
    }

    /**
     * From now on, SIGSEGV and its like end the process as any signal does when somebody sent them, and a crash is
     * reported to stderr.
     */
    public static synchronized void filterFaults() {
        if (faultsFiltered) {
            return;
        }
        SignalCode code = load();
        for (int signal : FAULTS) {
            NativeMemory action = NativeMemory.allocate(ACTION_BYTES);
            change(signal, null, action);
            long jvmHandler = action.getLong(0);
            if (jvmHandler == SIG_DFL || jvmHandler == SIG_IGN) {
                continue;
            }
            code.jvmHandler(signal, jvmHandler);
            action.putLong(0, code.fault());
            change(signal, action, null);
        }
        faultsFiltered = true;
    }

    // ---- handlers

    private static SignalCode load() {
        if (code == null) {
            code = new SignalCode();
        }
        return code;
    }

    private static void handle(int signal) {
        if (isFault(signal)) {
            filterFaults();
            load().watchFault(signal, true);
            return;
        }
        NativeMemory action = NativeMemory.allocate(ACTION_BYTES);
        NativeMemory before = NativeMemory.allocate(ACTION_BYTES);
        action.putLong(0, load().count());
        action.putInt(FLAGS_AT, SA_RESTART | SA_SIGINFO);
        change(signal, action, before);
        if (BEFORE[signal] == null) {
            BEFORE[signal] = before.bytes(0, ACTION_BYTES);
        }
    }

    private static void restore(int signal) {
        if (isFault(signal)) {
            load().watchFault(signal, false);
            return;
        }
        NativeMemory action = NativeMemory.allocate(ACTION_BYTES);
        action.put(0, BEFORE[signal], 0, ACTION_BYTES);
        change(signal, action, null);
    }

    private static void change(int signal, @Nullable NativeMemory action, @Nullable NativeMemory before) {
        long newAction = action == null ? 0 : action.address();
        long oldAction = before == null ? 0 : before.address();
        try {
            int result = Libc.callInt(Function.SIGACTION, signal, newAction, oldAction);
            if (result < 0) {
                throw new SystemError(result, "sigaction", null, null);
            }
        } finally {
            Reference.reachabilityFence(action); // its address alone does not keep it
            Reference.reachabilityFence(before);
        }
    }

    private static boolean isFault(int signal) {
        return contains(FAULTS, signal);
    }

    private static boolean isEnding(int signal) {
        return contains(ENDING, signal);
    }

    private static boolean contains(int[] signals, int signal) {
        for (int each : signals) {
            if (each == signal) {
                return true;
            }
        }
        return false;
    }

    // ---- the thread that calls the listeners

    private static void dispatch() {
        load();
        if (!dispatching) {
            Thread.ofPlatform().daemon().name("gyre-signals").start(ProcessSignals::callListeners);
            dispatching = true;
        }
    }

    private static void callListeners() {
        SignalCode counts;
        synchronized (ProcessSignals.class) {
            counts = load();
        }
        while (true) {
            int wakeWord = counts.wakeWord();
            for (int signal = 1; signal < SignalCode.SIGNALS; signal++) {
                for (int news = counts.take(signal); news > 0; news--) {
                    came(signal);
                }
            }
            counts.await(wakeWord);
        }
    }

    private static void came(int signal) {
        IntConsumer listener;
        boolean ends;
        synchronized (ProcessSignals.class) {
            listener = LISTENERS[signal] == null ? DEFAULTS[signal] : LISTENERS[signal];
            ends = listener == null && restoresTerminals && isEnding(signal);
        }
        if (listener != null) {
            listener.accept(signal);
        } else if (ends) {
            Terminal.restoreAll();
            synchronized (ProcessSignals.class) {
                restore(signal);
            }
            raise(signal);
        }
    }
}
