package dev.gyre.io.libc;

import dev.gyre.io.call.ForeignCalls;
import dev.gyre.io.libc.Libc.Function;
import java.lang.ref.Reference;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;

/**
 * Lets another thread have something done on a thread that blocks in a system call, such as the read of a pipe that nobody
 * writes to. A signal ends the call with EINTR; {@link Libc} then runs what is registered for the thread, and makes the call
 * again, unless that says that the thread is to end.
 *
 * <p>The signal is a realtime signal that neither the JVM nor Node's API uses. Its handler is {@code abs} of the C library,
 * which does nothing to anybody: all that counts is that there is a handler, and that calls are not restarted by the kernel.
 */
public final class InterruptedCalls {
    /** SIGRTMAX - 3. */
    private static final int SIGNAL = 61;

    private static final int SYS_GETTID = 186;
    private static final int SYS_TGKILL = 234;
    private static final int SYS_GETPID = 39;

    // struct sigaction of the C library on x86_64
    private static final int ACTION_BYTES = 152;
    private static final int ACTION_FLAGS = 136;
    private static final int SA_ONSTACK = 0x08000000;

    private static final Map<Thread, BooleanSupplier> HOOKS = new ConcurrentHashMap<>();
    private static boolean isInstalled; // guarded by the class

    private InterruptedCalls() {}

    /**
     * Has {@code hook} run on the calling thread when a system call of its own is interrupted.
     *
     * @param hook answers whether the call is to fail with EINTR, which otherwise nobody sees
     */
    public static void register(BooleanSupplier hook) {
        HOOKS.put(Thread.currentThread(), hook);
    }

    /** Ends that for this thread. */
    public static void forget(Thread thread) {
        HOOKS.remove(thread);
    }

    /** The system's number of the calling thread. */
    public static int threadId() {
        return Libc.callInt(Function.SYSCALL, SYS_GETTID);
    }

    /** Interrupts the system call of a thread that has a hook, if it is in one. Any thread. */
    public static void interrupt(int threadId) {
        install();
        int process = Libc.callInt(Function.SYSCALL, SYS_GETPID);
        Libc.callInt(Function.SYSCALL, SYS_TGKILL, process, threadId, SIGNAL, 0, 0);
    }

    private static synchronized void install() {
        if (isInstalled) {
            return;
        }
        isInstalled = true;
        NativeMemory action = NativeMemory.allocate(ACTION_BYTES);
        action.putLong(0, ForeignCalls.addressInLibc("abs"));
        action.putInt(ACTION_FLAGS, SA_ONSTACK);
        try {
            int result = Libc.callInt(Function.SIGACTION, SIGNAL, action.address(), 0);
            if (result < 0) {
                throw new SystemError(result, "sigaction", null, null);
            }
        } finally {
            Reference.reachabilityFence(action); // its address alone does not keep it
        }
    }

    /** A system call of the calling thread was interrupted. Answers whether it is not to be made again. */
    static boolean interrupted() {
        BooleanSupplier hook = HOOKS.get(Thread.currentThread());
        return hook != null && hook.getAsBoolean();
    }
}
