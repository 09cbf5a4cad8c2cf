package dev.gyre.io.process;

import dev.gyre.io.libc.Descriptors;
import dev.gyre.io.libc.Errno;
import dev.gyre.io.libc.Libc;
import dev.gyre.io.libc.Libc.Function;
import dev.gyre.io.libc.NativeMemory;
import dev.gyre.io.libc.Posix;
import dev.gyre.io.libc.Scratch;
import dev.gyre.io.libc.SystemError;
import dev.gyre.io.poll.Readiness;
import java.io.ByteArrayOutputStream;
import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.List;

/**
 * Runs a process to its end while the caller waits, feeding its input and collecting its output. It is over when the
 * process has ended and every pipe is closed, by the process and by whom it passed them on to.
 *
 * <p>When the time is over or there is too much output, the process gets a signal and its pipes are closed; its end is
 * still waited for. {@link Interruption} does the same from another thread, with the signal that can't be ignored.
 */
public final class SyncProcess {
    /** Ends a wait early, from any thread. */
    public static final class Interruption implements AutoCloseable {
        private static final int NONE = -1;

        private int descriptor; // guarded by this: another thread must not write to a number that is used again

        private Interruption(int descriptor) {
            this.descriptor = descriptor;
        }

        public static Interruption open() {
            int opened = Libc.callInt(Function.EVENTFD, 0, Posix.O_CLOEXEC | Posix.O_NONBLOCK);
            if (opened < 0) {
                throw new SystemError(opened, "eventfd", null, null);
            }
            return new Interruption(opened);
        }

        /** Kills the process that is waited for, or is started later with this. Any thread; no error when it is over. */
        public synchronized void interrupt() {
            if (descriptor != NONE) {
                NativeMemory one = Scratch.get().small();
                one.putLong(0, 1);
                Libc.callLong(Function.WRITE, descriptor, one.address(), Long.BYTES);
            }
        }

        @Override
        public synchronized void close() {
            Descriptors.closeQuietly(descriptor);
            descriptor = NONE;
        }

        private synchronized int descriptor() {
            return descriptor;
        }
    }

    /** @param output for each descriptor of the child what was read from it, null where there was no pipe */
    public record Result(int pid, ChildProcess.Exit exit, int errno, List<byte[]> output) {}

    /** Our end of one of the child's descriptors. */
    private static final class Pipe {
        final int fd;
        final byte[] input;
        final ByteArrayOutputStream output = new ByteArrayOutputStream();
        int written;
        boolean open = true;
        boolean writing;

        Pipe(int fd, byte[] input) {
            this.fd = fd;
            this.input = input;
            this.writing = true;
        }

        void close() {
            if (open) {
                open = false;
                Descriptors.closeQuietly(fd);
            }
        }
    }

    private static final int POLLFD_BYTES = 8;
    private static final int SHUT_WR = 1;
    private static final int SIGKILL = 9;
    private static final int TICK_MS = 5; // where a process can't be polled

    private final Pipe[] pipes;
    private final int killSignal;
    private final double maxBuffer;
    private final long deadlineNs;
    private final Interruption interruption;
    private int pid;
    private int descriptor = -1;
    private int errno;
    private int pipeErrno;
    private boolean killed;
    private boolean interrupted;
    private boolean reaped;
    private long received;

    private SyncProcess(int fds, long timeoutMs, int killSignal, double maxBuffer, Interruption interruption) {
        this.interruption = interruption;
        this.pipes = new Pipe[fds];
        this.killSignal = killSignal;
        this.maxBuffer = maxBuffer;
        this.deadlineNs = timeoutMs > 0 ? System.nanoTime() + timeoutMs * 1_000_000 : Long.MAX_VALUE;
    }

    /**
     * @param request its {@code fds} may have {@link ChildStdio#PIPE} and {@link ChildStdio#IGNORE}
     * @param inputs for each descriptor the bytes to feed, or null
     * @param timeoutMs 0 for none
     * @param maxBuffer 0 for none
     * @param interruption stays open for as long as this runs
     */
    public static Result run(
            Spawn.Request request,
            List<byte[]> inputs,
            long timeoutMs,
            int killSignal,
            double maxBuffer,
            Interruption interruption) {
        var process = new SyncProcess(request.fds().length, timeoutMs, killSignal, maxBuffer, interruption);
        process.start(request, inputs);
        ChildProcess.Exit exit = process.waitForEnd();
        List<byte[]> output = new ArrayList<>();
        for (Pipe pipe : process.pipes) {
            output.add(pipe == null ? null : pipe.output.toByteArray());
        }
        return new Result(process.pid, exit, process.errno != 0 ? process.errno : process.pipeErrno, output);
    }

    private void start(Spawn.Request request, List<byte[]> inputs) {
        try (var stdio = new ChildStdio(request.fds())) {
            pid = Spawn.start(request.withFds(stdio.childEnds()));
            int[] ours = stdio.takeParentEnds();
            for (int i = 0; i < ours.length; i++) {
                pipes[i] = ours[i] < 0 ? null : new Pipe(ours[i], inputs.get(i));
            }
        }
        descriptor = ChildProcess.descriptorOf(pid);
    }

    private ChildProcess.Exit waitForEnd() {
        ChildProcess.Exit exit = null;
        try (Arena arena = Arena.ofConfined()) {
            NativeMemory set = NativeMemory.in(arena, (pipes.length + 2L) * POLLFD_BYTES);
            for (Pipe pipe : pipes) {
                feed(pipe);
            }
            while (exit == null || anyOpen()) {
                pollOnce(set, exit == null);
                exit = exit == null ? ChildProcess.waitFor(pid, ChildProcess.WNOHANG) : exit;
                reaped = exit != null;
                if (!killed && System.nanoTime() >= deadlineNs) {
                    fail(Errno.ETIMEDOUT, killSignal);
                }
            }
        } finally {
            closeAll();
            if (descriptor >= 0) {
                Descriptors.closeQuietly(descriptor);
            }
        }
        return exit;
    }

    private boolean anyOpen() {
        for (Pipe pipe : pipes) {
            if (pipe != null && pipe.open) {
                return true;
            }
        }
        return false;
    }

    private void pollOnce(NativeMemory set, boolean running) {
        for (int i = 0; i < pipes.length; i++) {
            Pipe pipe = pipes[i];
            boolean open = pipe != null && pipe.open;
            entry(set, i, open ? pipe.fd : -1, open && pipe.writing ? Readiness.IN | Readiness.OUT : Readiness.IN);
        }
        entry(set, pipes.length, running ? descriptor : -1, Readiness.IN);
        int last = pipes.length + 1;
        entry(set, last, interrupted ? -1 : interruption.descriptor(), Readiness.IN);
        Libc.callInt(Function.POLL, set.address(), last + 1, waitMs(running));
        if (set.getShort(last * POLLFD_BYTES + 6) != 0) {
            interrupted = true;
            killed = false; // it may have ignored another signal
            fail(Errno.ECANCELED, SIGKILL);
            return;
        }
        for (int i = 0; i < pipes.length; i++) {
            int ready = set.getShort(i * POLLFD_BYTES + 6);
            if (ready != 0 && pipes[i].open) {
                if ((ready & ~Readiness.OUT) != 0) {
                    drain(pipes[i]);
                }
                feed(pipes[i]);
            }
        }
    }

    private static void entry(NativeMemory set, int index, int fd, int events) {
        int at = index * POLLFD_BYTES;
        set.putInt(at, fd);
        set.putShort(at + 4, events);
        set.putShort(at + 6, 0);
    }

    private int waitMs(boolean running) {
        if (running && descriptor < 0) {
            return TICK_MS;
        }
        if (killed || deadlineNs == Long.MAX_VALUE) {
            return -1;
        }
        return (int) Math.min(Integer.MAX_VALUE, Math.max(0, (deadlineNs - System.nanoTime()) / 1_000_000 + 1));
    }

    private void drain(Pipe pipe) {
        NativeMemory room = Scratch.get().chunk();
        long length = Libc.callLong(Function.READ, pipe.fd, room.address(), room.size());
        if (length == Errno.EAGAIN.number()) {
            return;
        }
        if (length <= 0) {
            pipe.close();
            if (length != Errno.ECONNRESET.number()) {
                failedPipe((int) length);
            }
            return;
        }
        pipe.output.writeBytes(room.bytes(0, (int) length));
        received += length;
        if (maxBuffer > 0 && received > maxBuffer) {
            fail(Errno.ENOBUFS, killSignal);
        }
    }

    /** Writes what the pipe takes of the input; after all of it, the child reads the end. */
    private void feed(Pipe pipe) {
        if (pipe == null || !pipe.writing || !pipe.open) {
            return;
        }
        int length = pipe.input == null ? 0 : pipe.input.length;
        NativeMemory room = Scratch.get().chunk();
        while (pipe.written < length) {
            int size = Math.min(room.size(), length - pipe.written);
            room.put(0, pipe.input, pipe.written, size);
            long result = Libc.callLong(Function.WRITE, pipe.fd, room.address(), size);
            if (result == Errno.EAGAIN.number()) {
                return;
            }
            if (result < 0) { // EPIPE and the like: the child doesn't want it
                failedPipe((int) result);
                break;
            }
            pipe.written += (int) result;
        }
        pipe.writing = false;
        Libc.callInt(Function.SHUTDOWN, pipe.fd, SHUT_WR);
    }

    private void failedPipe(int reason) {
        pipeErrno = pipeErrno == 0 ? reason : pipeErrno;
    }

    private void fail(Errno reason, int signal) {
        errno = errno == 0 ? reason.number() : errno;
        if (!killed) {
            killed = true;
            if (!reaped) { // else its number may belong to another process
                Libc.callInt(Function.KILL, pid, signal);
            }
            closeAll();
        }
    }

    private void closeAll() {
        for (Pipe pipe : pipes) {
            if (pipe != null) {
                pipe.close();
            }
        }
    }
}
