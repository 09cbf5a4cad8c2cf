package dev.gyre.io.stream;

import dev.gyre.io.address.Endpoint;
import dev.gyre.io.address.SocketName;
import dev.gyre.io.libc.Descriptors;
import dev.gyre.io.libc.Errno;
import dev.gyre.io.libc.Libc;
import dev.gyre.io.libc.Libc.Function;
import dev.gyre.io.libc.NativeMemory;
import dev.gyre.io.libc.Posix;
import dev.gyre.io.poll.LevelWatch;
import dev.gyre.loop.DescriptorHandle;
import dev.gyre.loop.Loop;
import dev.gyre.loop.TimerHandle;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A stream of bytes in a loop: one end of a connection by TCP or by a Unix socket, a server that accepts them, a pipe, a
 * terminal, a regular file. They differ in how the descriptor is made. Loop thread only; refusals are negative errnos, 0
 * is success.
 *
 * <pre>
 *   nothing ──ensureOpen──> open ──listen──> server
 *      │                     │ └──connect──> connecting ──> connected
 *      └──adopt, adoptShared─┴─────────────────────────────────┘
 *   connected: reading or paused; writes are sent at once or wait; shut down after what waits
 *   close() leads from everywhere to closed, once
 * </pre>
 *
 * <p>As in libuv, bytes are sent at once if the kernel takes them, and otherwise wait here. The stream keeps the loop
 * running while it listens, reads, connects or has something to send; unreferenced, only for the last two, because somebody
 * waits for their result.
 *
 * <p>A shared descriptor, such as a standard stream, need not be non-blocking: nothing is tried before the kernel says that
 * it is ready. To make it non-blocking would change it for the processes that it is shared with.
 */
public final class ByteStream implements Transport {
    /** Who is called: in poll, or in pending for a connection that was refused at once. */
    public interface Owner extends Transport.Owner {
        /** There is something to {@link #accept}. */
        void acceptable();

        /** As {@link #connected}, but in the pending phase: the system has refused at once. */
        void refused(int errno);
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
    private Owner owner;
    private final ArrayDeque<Unsent> unsent = new ArrayDeque<>();

    private int fd = NONE;
    private boolean isSocket = true;

    /** Whether a call on the descriptor may block, and whether the descriptor is closed with the stream. */
    private boolean mayBlock;

    private boolean isOwned = true;
    private @Nullable LevelWatch watch;
    private boolean listening;
    private boolean accepting;
    private @Nullable TimerHandle rest;
    private @Nullable SocketName file;
    private boolean connecting;
    /** What was refused at once, until the owner is told. */
    private int refusal;

    private boolean reading;
    private boolean ends;
    private @Nullable PassedDescriptors passed;
    private boolean referenced = true;

    public ByteStream(Loop loop, Owner owner) {
        this.loop = loop;
        this.owner = owner;
    }

    /** Whoever stands between the stream and its owner becomes the stream's owner. */
    public void owner(Owner owner) {
        this.owner = owner;
    }

    public Owner owner() {
        return owner;
    }

    /** For a transport on the stream: decoded bytes are delivered by a task that it posts. */
    public Loop loop() {
        return loop;
    }

    /** The descriptor, or -1. */
    public int fd() {
        return fd;
    }

    @Override
    public boolean hasUnsent() {
        return !unsent.isEmpty();
    }

    // ---- opening

    /** Takes over an open descriptor that is non-blocking. */
    public void adopt(int descriptor) {
        fd = descriptor;
        isSocket = Descriptors.socketType(descriptor) >= 0;
        begin();
    }

    /** The same of what {@link #accept} has answered, which needs no question to the kernel. */
    public void adoptAccepted(int descriptor) {
        fd = descriptor;
        begin();
    }

    /**
     * Uses a descriptor that others use too, and leaves its flags as they are.
     *
     * @param isOwned whether it is closed with the stream
     */
    public void adoptShared(int descriptor, boolean isOwned) {
        mayBlock = true;
        this.isOwned = isOwned;
        adopt(descriptor);
    }

    private void begin() {
        watch = new LevelWatch(loop, fd, this::onReady);
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
        int result = name.givenTo(Function.BIND, fd);
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
        int result = opened < 0 ? opened : name.givenTo(Function.CONNECT, fd);
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

    @Override
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

    @Override
    public int read(long address, int length) {
        if (mayBlock && !isReady(DescriptorHandle.IN)) {
            return Errno.EAGAIN.number(); // another process was faster
        }
        if (passed != null) {
            return (int) passed.receive(fd, address, length);
        }
        return (int) Libc.callLong(isSocket ? Function.RECV : Function.READ, fd, address, length, 0);
    }

    @Override
    public int write(long address, int length) {
        int sent = mustWait() ? 0 : send(address, length);
        if (sent < 0 || sent == length) {
            return Math.min(sent, 0);
        }
        @Nullable ByteBuffer rest = ByteBuffer.allocateDirect(length - sent);
        NativeMemory.at(address + sent, length - sent).copyTo(rest);
        return keep(rest);
    }

    @Override
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
        long sent = Objects.requireNonNull(passed)
                .send(fd, MemorySegment.ofBuffer(bytes).address(), length, descriptor);
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
            if (mayBlock && !isReady(DescriptorHandle.OUT)) {
                return sent;
            }
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

    /** Whether a call would not block at this moment. */
    private boolean isReady(int events) {
        return Descriptors.poll(fd, events, 0) != 0;
    }

    @Override
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
        long sent =
                Objects.requireNonNull(passed).send(fd, address, first.bytes().remaining(), first.descriptor());
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

    @Override
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
        Objects.requireNonNull(watch).close(onClose); // an open stream has one
        if (isOwned) {
            Libc.callInt(Function.CLOSE, fd);
        }
        fd = NONE;
        watch = null;
        return result;
    }

    private void update() {
        if (watch == null) {
            return;
        }
        boolean sends = mustWait();
        boolean accepts = listening && accepting && !isResting();
        if (rest != null) {
            if (referenced) {
                rest.ref(); // while it runs, it alone keeps the loop running for a server
            } else {
                rest.unref();
            }
        }
        int events = (reading || accepts ? DescriptorHandle.IN : 0) | (sends ? DescriptorHandle.OUT : 0);
        watch.want(events, referenced || sends);
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
