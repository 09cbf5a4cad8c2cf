package dev.gyre.io.libc;

import dev.gyre.io.libc.Libc.Function;
import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.List;

/**
 * Has things opened that need a descriptor for their first use, before there are none left.
 *
 * <p>Libraries, ICU's data and the sources of rare core modules are opened when they are first used, to keep the start
 * short. A server that has reached its limit of descriptors could not open them any more, while Node has all of them
 * inside. The kernel gives out the lowest free number, so a high number means that few are left: then, once, what was
 * registered here is run, by the thread that got the number. Until {@link #release} a few descriptors are held back, for
 * what has to wait until the loop thread can do it.
 */
public final class ScarceDescriptors {
    private static final int RLIMIT_NOFILE = 7;
    private static final int LEAST_MARGIN = 8;
    private static final int MOST_MARGIN = 64;
    private static final int HELD = 4;
    private static final int O_CLOEXEC = 0x80000;

    private static final int RTLD_LAZY = 1;

    /** A descriptor of at least this number is one of the last. 0 until the limit has been asked for. */
    static volatile int near = 0;

    // Guarded by the class.
    private static final List<Runnable> PREPARATIONS = new ArrayList<>();
    private static final List<Integer> HELD_BACK = new ArrayList<>();
    private static boolean areScarce;

    private ScarceDescriptors() {}

    /** Has this run once, when descriptors become scarce; now if they are. Any thread may run it. */
    public static void prepare(Runnable preparation) {
        synchronized (ScarceDescriptors.class) {
            if (!areScarce) {
                PREPARATIONS.add(preparation);
                return;
            }
        }
        preparation.run();
    }

    /** Takes back a preparation that has not run. */
    public static synchronized void forget(Runnable preparation) {
        PREPARATIONS.remove(preparation);
    }

    /** Maps a library, which is then found without opening its file again. One that is missing is reported by its user. */
    public static void mapLibrary(String file) {
        Libc.callPointer(
                Function.DLOPEN, NativeMemory.string(Arena.global(), file).address(), RTLD_LAZY);
    }

    /** For {@link Libc}: a call has opened this descriptor. */
    static void opened(int descriptor) {
        List<Runnable> due;
        synchronized (ScarceDescriptors.class) {
            if (near == 0) {
                near = limit();
            }
            if (descriptor < near || areScarce) {
                return;
            }
            areScarce = true;
            near = Integer.MAX_VALUE;
            hold();
            due = List.copyOf(PREPARATIONS);
            PREPARATIONS.clear();
        }
        due.forEach(Runnable::run);
    }

    private static int limit() {
        NativeMemory limit = NativeMemory.allocate(2 * Long.BYTES);
        if (Libc.callInt(Function.GETRLIMIT, RLIMIT_NOFILE, limit.address()) < 0) {
            return Integer.MAX_VALUE;
        }
        long soft = limit.getLong(0);
        if (soft < 0 || soft > Integer.MAX_VALUE) {
            return Integer.MAX_VALUE;
        }
        return (int) Math.max(1, soft - Math.clamp(soft / 4, LEAST_MARGIN, MOST_MARGIN));
    }

    private static void hold() {
        for (int i = 0; i < HELD; i++) {
            int held = Libc.callInt(Function.EVENTFD, 0, O_CLOEXEC);
            if (held >= 0) {
                HELD_BACK.add(held);
            }
        }
    }

    /** Gives up the descriptors that were held back: whoever calls this needs them now. */
    public static synchronized void release() {
        HELD_BACK.forEach(held -> Libc.callInt(Function.CLOSE, held));
        HELD_BACK.clear();
    }
}
