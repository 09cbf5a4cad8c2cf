package dev.gyre.io.stream;

import dev.gyre.io.address.Endpoint;
import dev.gyre.io.address.SocketName;
import dev.gyre.io.libc.Descriptors;
import dev.gyre.io.libc.Errno;
import dev.gyre.io.libc.Libc;
import dev.gyre.io.libc.Libc.Function;
import dev.gyre.io.libc.NativeMemory;
import dev.gyre.io.libc.Posix;
import dev.gyre.loop.DescriptorHandle;
import dev.gyre.loop.Loop;
import dev.gyre.loop.TimerHandle;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;

/**
 * A stream of bytes in a loop: one end of a connection by TCP or by a Unix socket, a server that accepts them, a pipe.
 * Used on the loop's thread; refusals are negative errnos, 0 is success.
 *
 * <p>As libuv has it: the descriptor is made by what first needs one; bytes are sent at once where the kernel takes
 * them, and otherwise wait here. It keeps the loop running while it listens, reads, connects or has something to send;
 * unreferenced, only for the last two, because somebody waits for their answer.
 */
public final class StreamSocket {
    /** Who is told what happens: in poll, or in pending for a connection that was refused at once. */
    public interface Owner {
        /** There is something to {@link #read}: bytes, the end, or an error. */
        void readable();

        /** There is something to {@link #accept}. */
        void acceptable();

        void connected(int errno);

        /** As {@link #connected}, but in the pending phase: the system has refused at once. */
        void refused(int errno);

        /** All that waited is sent, or it failed; and the end after it, where one was asked for. */
        void flushed(int errno, boolean ended);
    }

    /** Bytes that wait, and a descriptor that goes with the first of them, or -1. This is a copy, closed when it is sent. */
    private record Unsent(ByteBuffer bytes, int descriptor) {}

    private static final int NONE = -1;
    private static final int EINPROGRESS = -115;
    private static final int MSG_NOSIGNAL = 0x4000;
    private static final int SHUT_WR = 1;
    private static final int F_DUPFD_CLOEXEC = 1030;
    private static final int SOL_SOCKET = 1;
    private static final int SO_ERROR = 4;

    private final Loop loop;
    private final Owner owner;
    private final ArrayDeque<Unsent> unsent = new ArrayDeque<>();

    private int fd = NONE;
    private boolean isSocket = true;
    private DescriptorHandle handle;
    private boolean listening;
    private boolean accepting;
    private TimerHandle rest;
    private SocketName file;
    private boolean connecting;
    /** What was refused at once, until the owner is told. */
    private int refusal;

    private boolean reading;
    private boolean ends;
    private PassedDescriptors passed;
    private boolean referenced = true;

    public StreamSocket(Loop loop, Owner owner) {
        this.loop = loop;
        this.owner = owner;
    }

    /** The descriptor, or -1. */
    public int fd() {
        return fd;
    }

    public boolean hasUnsent() {
        return !unsent.isEmpty();
    }

    // ---- opening

    /** Takes over a descriptor that is open already. */
    public void adopt(int descriptor) {
        fd = descriptor;
        isSocket = Descriptors.socketType(descriptor) >= 0;
        begin();
    }

    private void begin() {
        handle = loop.descriptor(fd);
        update();
    }

    /** Makes the descriptor if there is none. */
    public int ensureOpen(int family) {
        if (fd != NONE) {
            return 0;
        }
        int made =
                Libc.callInt(Function.SOCKET, family, Descriptors.SOCK_STREAM | Posix.O_NONBLOCK | Posix.O_CLOEXEC, 0);
        if (made >= 0) {
            fd = made;
            begin();
        }
        return Math.min(made, 0);
    }

    /** A file that this makes is gone when the socket is closed. As with libuv, a missing folder is EACCES. */
    public int bind(SocketName name) {
        int result = Libc.callInt(Function.BIND, fd, name.address(), name.length());
        if (!name.isFile()) {
            return result;
        }
        if (result == 0) {
            file = name;
        }
        return result == Errno.ENOENT.number() ? Errno.EACCES.number() : result;
    }

    /** Listens and begins to accept; called again, it only changes the backlog. */
    public int listen(int backlog) {
        int result = Libc.callInt(Function.LISTEN, fd, backlog);
        if (result == 0) {
            listening = true;
            accepting = true;
            update();
        }
        return result;
    }

    /** Pauses a server: connections wait in the kernel. */
    public void setAccepting(boolean accepting) {
        this.accepting = accepting;
        update();
    }

    /** Leaves connections in the kernel for a while, where there is nothing to accept them with. */
    public void restFromAccepting(long ms) {
        if (rest == null) {
            rest = loop.timer(this::update);
        }
        rest.start(ms);
        update();
    }

    private boolean isResting() {
        return rest != null && rest.isActive();
    }

    /** The descriptor of the next connection, non-blocking, or a negative errno: EAGAIN where none waits. */
    public int accept() {
        return Libc.callInt(Function.ACCEPT4, fd, 0, 0, Posix.O_NONBLOCK | Posix.O_CLOEXEC, 0, 0);
    }

    /**
     * Begins to connect; the answer comes to the owner. As with libuv, a refusal comes as an answer too, and with a path
     * every error does, even that there is no descriptor for the socket.
     */
    public int connect(SocketName name) {
        boolean isPath = name.family() == Endpoint.AF_UNIX;
        int opened = ensureOpen(name.family());
        int result = opened < 0 ? opened : Libc.callInt(Function.CONNECT, fd, name.address(), name.length());
        if (result == 0 || result == EINPROGRESS) {
            connecting = true;
            update();
        } else if (isPath || result == Errno.ECONNREFUSED.number()) {
            connecting = true;
            refusal = result;
            update();
            loop.defer(() -> endConnecting(() -> owner.refused(result)));
        } else {
            return result;
        }
        return 0;
    }

    private void endConnecting(Runnable tell) {
        if (connecting) {
            connecting = false;
            refusal = 0;
            update();
            tell.run();
        }
    }

    // ---- reading and writing

    public void setReading(boolean reading) {
        this.reading = reading;
        update();
    }

    /** Lets descriptors come in and go out together with bytes: for Unix sockets. */
    public void passDescriptors() {
        passed = new PassedDescriptors();
    }

    /** The next descriptor that came with bytes already read, or -1. It belongs to the caller. */
    public int takeDescriptor() {
        return passed == null ? NONE : passed.take();
    }

    /** Reads into memory: how many bytes, 0 at the end, or a negative errno. */
    public int read(long address, int length) {
        if (passed != null) {
            return (int) passed.receive(fd, address, length);
        }
        return (int) Libc.callLong(isSocket ? Function.RECV : Function.READ, fd, address, length, 0);
    }

    /**
     * Sends what the kernel takes at once, and keeps a copy of the rest.
     *
     * @return 0 where all is sent, 1 where some waits and the owner will be told, or a negative errno
     */
    public int write(long address, int length) {
        int sent = mustWait() ? 0 : send(address, length);
        if (sent < 0 || sent == length) {
            return Math.min(sent, 0);
        }
        ByteBuffer rest = ByteBuffer.allocateDirect(length - sent);
        NativeMemory.at(address + sent, length - sent).copyTo(rest);
        return keep(rest);
    }

    /** As the other, but without a copy: the bytes stay as they are until the owner is told. */
    public int write(ByteBuffer bytes) {
        int length = bytes.remaining();
        int sent = mustWait() ? 0 : send(MemorySegment.ofBuffer(bytes).address(), length);
        return sent < 0 || sent == length
                ? Math.min(sent, 0)
                : keep(bytes.slice(bytes.position() + sent, length - sent));
    }

    /**
     * As {@link #write(ByteBuffer)}, with a descriptor that the other process gets a copy of. The caller may close it when
     * this returns.
     */
    public int write(ByteBuffer bytes, int descriptor) {
        int length = bytes.remaining();
        if (mustWait()) {
            return keep(bytes.slice(), descriptor);
        }
        long sent = passed.send(fd, MemorySegment.ofBuffer(bytes).address(), length, descriptor);
        if (sent == Errno.EAGAIN.number()) {
            return keep(bytes.slice(), descriptor);
        }
        return sent < 0 ? (int) sent : write(bytes.slice(bytes.position() + (int) sent, length - (int) sent));
    }

    private int keep(ByteBuffer rest, int descriptor) {
        int copy = Libc.callInt(Function.FCNTL, descriptor, F_DUPFD_CLOEXEC, 0);
        if (copy < 0) {
            return copy;
        }
        unsent.add(new Unsent(rest, copy));
        update();
        return 1;
    }

    private int keep(ByteBuffer rest) {
        unsent.add(new Unsent(rest, NONE));
        update();
        return 1;
    }

    private boolean mustWait() {
        return connecting || !unsent.isEmpty();
    }

    /** How much the kernel took, or a negative errno. */
    private int send(long address, int length) {
        int sent = 0;
        while (sent < length) {
            long result = isSocket
                    ? Libc.callLong(Function.SEND, fd, address + sent, length - sent, MSG_NOSIGNAL)
                    : Libc.callLong(Function.WRITE, fd, address + sent, length - sent);
            if (result == Errno.EAGAIN.number()) {
                return sent;
            }
            if (result < 0) {
                return (int) result;
            }
            sent += (int) result;
        }
        return sent;
    }

    /** Ends the stream of bytes we send: 0 or a negative errno, or 1 where that comes after what waits. */
    public int shutdown() {
        if (mustWait()) {
            ends = true;
            return 1;
        }
        return isSocket ? Libc.callInt(Function.SHUTDOWN, fd, SHUT_WR) : 0;
    }

    private void flush() {
        while (!unsent.isEmpty()) {
            Unsent first = unsent.poll();
            ByteBuffer bytes = first.bytes();
            int sent = first.descriptor() == NONE
                    ? send(MemorySegment.ofBuffer(bytes).address(), bytes.remaining())
                    : sendWithDescriptor(first);
            if (sent < 0) {
                endFlushing(sent);
                return;
            }
            if (sent < bytes.remaining()) {
                int descriptor = sent == 0 ? first.descriptor() : NONE;
                unsent.addFirst(new Unsent(bytes.slice(bytes.position() + sent, bytes.remaining() - sent), descriptor));
                if (sent == 0 || first.descriptor() == NONE) {
                    return;
                }
            }
        }
        endFlushing(0);
    }

    /** How much the kernel took, 0 if none; the copy of the descriptor is closed unless it has to wait. */
    private int sendWithDescriptor(Unsent first) {
        long address = MemorySegment.ofBuffer(first.bytes()).address();
        long sent = passed.send(fd, address, first.bytes().remaining(), first.descriptor());
        if (sent == Errno.EAGAIN.number()) {
            return 0;
        }
        Descriptors.closeQuietly(first.descriptor());
        return (int) sent;
    }

    private void dropUnsent() {
        for (Unsent one : unsent) {
            if (one.descriptor() != NONE) {
                Descriptors.closeQuietly(one.descriptor());
            }
        }
        unsent.clear();
    }

    private void endFlushing(int errno) {
        dropUnsent();
        boolean ended = errno == 0 && ends;
        int result = ended ? shutdown() : errno;
        update();
        owner.flushed(result, ended);
    }

    // ---- in the loop

    public void setReferenced(boolean referenced) {
        this.referenced = referenced;
        update();
    }

    public boolean isReferenced() {
        return referenced;
    }

    /**
     * Gives the descriptor back at once; the callback comes in the closing phase. What waits to be sent is lost.
     *
     * @param reset whether the other side gets an error instead of an end
     */
    public int close(boolean reset, Runnable onClose) {
        int result = 0;
        connecting = false;
        dropUnsent();
        if (passed != null) {
            passed.close();
        }
        if (fd == NONE) {
            loop.async(() -> {}).close(onClose);
            return result;
        }
        if (reset) {
            result = SocketOptions.lingerZero(fd);
        }
        if (file != null) {
            file.unlink();
            file = null;
        }
        if (rest != null) {
            rest.close();
            rest = null;
        }
        handle.close(onClose);
        Libc.callInt(Function.CLOSE, fd);
        fd = NONE;
        handle = null;
        return result;
    }

    private void update() {
        if (handle == null) {
            return;
        }
        boolean sends = mustWait();
        boolean accepts = listening && accepting && !isResting();
        int events = (reading || accepts ? DescriptorHandle.IN : 0) | (sends ? DescriptorHandle.OUT : 0);
        if (referenced || sends) {
            handle.ref();
        } else {
            handle.unref();
        }
        if (rest != null) {
            if (referenced) {
                rest.ref(); // while it runs, it is all that keeps the loop for a server
            } else {
                rest.unref();
            }
        }
        if (events == 0) {
            handle.stop();
        } else if (!handle.isActive()) {
            handle.start(events, this::onReady);
        } else {
            handle.interest(events);
        }
    }

    private void onReady(int events) {
        if (connecting) {
            // Poll may come before the deferred answer, and the kernel does not tell of the refusal twice.
            int errno = refusal != 0 ? refusal : -SocketOptions.get(fd, SOL_SOCKET, SO_ERROR);
            endConnecting(() -> owner.connected(errno));
            return;
        }
        if ((events & ~DescriptorHandle.OUT) != 0 && listening) {
            owner.acceptable();
        } else if ((events & ~DescriptorHandle.OUT) != 0 && reading) {
            owner.readable();
        }
        if (fd != NONE && !unsent.isEmpty() && (events & ~DescriptorHandle.IN) != 0) {
            flush();
        }
    }
}
