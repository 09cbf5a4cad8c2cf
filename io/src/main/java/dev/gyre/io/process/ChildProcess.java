package dev.gyre.io.process;

import dev.gyre.io.libc.Descriptors;
import dev.gyre.io.libc.Libc;
import dev.gyre.io.libc.Libc.Function;
import dev.gyre.io.libc.NativeMemory;
import dev.gyre.io.libc.Scratch;
import dev.gyre.io.libc.SystemError;
import dev.gyre.io.poll.Readiness;
import dev.gyre.loop.AsyncHandle;
import dev.gyre.loop.Loop;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A process that we started, in a loop; keeps it running until the process has ended, unless unreferenced. Used on the
 * loop's thread.
 *
 * <p>The kernel gives a descriptor of a process that becomes readable when it ends; where it doesn't (before Linux
 * 5.3), a thread waits.
 */
public final class ChildProcess {
    /** How it ended: by itself with a code, or by a signal (0 where there was none). */
    public record Exit(int code, int signal) {
        static Exit of(int status) {
            int signal = status & 0x7f;
            return new Exit(signal == 0 ? status >> 8 & 0xff : 0, signal);
        }
    }

    private static final int SYS_PIDFD_OPEN = 434; // the same on all architectures
    static final int WNOHANG = 1;

    private final Loop loop;
    private final int pid;
    private final Consumer<Exit> onExit;
    private final AsyncHandle keepAlive;
    private final int descriptor;
    private @Nullable Readiness watch;

    private ChildProcess(Loop loop, int pid, Consumer<Exit> onExit) {
        this.loop = loop;
        this.pid = pid;
        this.onExit = onExit;
        keepAlive = loop.async(() -> {});
        descriptor = descriptorOf(pid);
        if (descriptor >= 0) {
            // By the inbox, which comes after all descriptors of the same poll: what the process wrote before it
            // ended is read before its end is told, as in Node.
            watch = new Readiness(loop, descriptor, _ -> loop.post(this::check));
            watch.arm(Readiness.IN);
        } else {
            Thread.ofPlatform().daemon().name("gyre-wait-" + pid).start(this::waitForEnd);
        }
    }

    public static ChildProcess start(Loop loop, Spawn.Request request, Consumer<Exit> onExit) {
        AbandonedProcesses.clearEnded();
        return new ChildProcess(loop, Spawn.start(request), onExit);
    }

    /** Readable once the process has ended; a negative errno where there is no such thing. */
    static int descriptorOf(int pid) {
        return Libc.callInt(Function.SYSCALL, SYS_PIDFD_OPEN, pid, 0);
    }

    public int pid() {
        return pid;
    }

    public void setReferenced(boolean referenced) {
        if (keepAlive.isClosing()) {
            return;
        }
        if (referenced) {
            keepAlive.ref();
        } else {
            keepAlive.unref();
        }
    }

    private void check() {
        Readiness ended = Objects.requireNonNull(watch); // which called this
        Exit exit = waitFor(pid, WNOHANG);
        if (exit == null) {
            ended.arm(Readiness.IN);
            return;
        }
        ended.close();
        Descriptors.closeQuietly(descriptor);
        finish(exit);
    }

    /** Nobody wants to know of its end any more; it goes on, and the system's record of it is cleared when it has ended. */
    public void abandon() {
        keepAlive.close();
        if (descriptor >= 0) {
            Objects.requireNonNull(watch).close(); // there is one with the descriptor
            Descriptors.closeQuietly(descriptor);
            AbandonedProcesses.add(pid);
        }
    }

    private void waitForEnd() {
        Exit exit = Objects.requireNonNull(waitFor(pid, 0));
        loop.post(() -> finish(exit));
    }

    private void finish(Exit exit) {
        keepAlive.close();
        onExit.accept(exit);
    }

    /** Null where it still runs. */
    static @Nullable Exit waitFor(int pid, int options) {
        NativeMemory status = Scratch.get().small();
        int result = Libc.callInt(Function.WAITPID, pid, status.address(), options);
        if (result < 0) {
            throw new SystemError(result, "waitpid", null, null);
        }
        return result == 0 ? null : Exit.of(status.getInt(0));
    }
}
