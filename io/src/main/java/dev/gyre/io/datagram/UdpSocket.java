package dev.gyre.io.datagram;

import dev.gyre.io.address.Endpoint;
import dev.gyre.io.libc.Descriptors;
import dev.gyre.io.libc.Errno;
import dev.gyre.io.libc.Libc;
import dev.gyre.io.libc.Libc.Function;
import dev.gyre.io.libc.NativeMemory;
import dev.gyre.io.libc.Posix;
import dev.gyre.io.libc.Scratch;
import dev.gyre.loop.DescriptorHandle;
import dev.gyre.loop.Loop;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Objects;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * A UDP socket in a loop. Used on the loop's thread; refusals are negative errnos, 0 is success.
 *
 * <p>As libuv has it: the descriptor is made by what first needs one (bind, a membership), so options set before that
 * fail with EBADF; a datagram is sent at once where the kernel takes it, and otherwise waits in a queue for its turn.
 * The socket keeps the loop running while it receives or has something to send, unless it was unreferenced.
 *
 * <p>Addresses are in the form of {@link Endpoint}.
 */
public final class UdpSocket {
    /** Who is told what comes in. */
    public interface Receiver {
        /** @param datagram {@link Endpoint} of the sender, then the payload */
        void onDatagram(byte[] datagram);

        /** Receiving failed, with the negative errno; it goes on nevertheless. */
        void onError(int errno);
    }

    public static final int IPV6_ONLY = 1;
    public static final int REUSE_ADDRESS = 4;
    public static final int REUSE_PORT = 8;

    private static final int NONE = -1;
    private static final int SOCK_DGRAM_NONBLOCK_CLOEXEC = Descriptors.SOCK_DGRAM | Posix.O_NONBLOCK | Posix.O_CLOEXEC;
    private static final int BATCHES_PER_TURN = 4;

    private record Unsent(UdpOutbox outbox, int bytes, boolean isAddressed, IntConsumer onDone) {}

    private final Loop loop;
    private final Receiver receiver;
    private final ArrayDeque<Unsent> unsent = new ArrayDeque<>();

    private int fd = NONE;
    private boolean isV6;
    private boolean isShared;
    private @Nullable DescriptorHandle handle;
    private boolean receiving;
    private boolean referenced = true;
    private boolean closed;

    public UdpSocket(Loop loop, Receiver receiver) {
        this.loop = loop;
        this.receiver = receiver;
    }

    /** The descriptor, -1 for none yet. */
    public int descriptor() {
        return fd;
    }

    boolean isV6() {
        return isV6;
    }

    // ---- addresses

    /** @param flags of {@link #IPV6_ONLY}, {@link #REUSE_ADDRESS}, {@link #REUSE_PORT} */
    public int bind(ByteBuffer endpoint, int flags) {
        int family = Endpoint.family(endpoint);
        if ((flags & IPV6_ONLY) != 0 && family != Endpoint.AF_INET6) {
            return Errno.EINVAL.number();
        }
        int error = ensureOpen(family);
        if (error == 0 && (flags & REUSE_ADDRESS) != 0) {
            error = UdpOptions.reuseAddress(fd);
        }
        if (error == 0 && (flags & REUSE_PORT) != 0) {
            error = UdpOptions.reusePort(fd);
        }
        if (error == 0 && (flags & IPV6_ONLY) != 0) {
            error = UdpOptions.ipv6Only(fd);
        }
        if (error < 0) {
            return error;
        }
        NativeMemory sockaddr = Scratch.get().small();
        int length = Endpoint.store(endpoint, sockaddr);
        int result = Libc.callInt(Function.BIND, fd, sockaddr.address(), length);
        // A wrong family is the caller's mistake, as libuv has it.
        return result == Errno.EAFNOSUPPORT.number() ? Errno.EINVAL.number() : result;
    }

    /** Makes the descriptor, bound to nothing yet, if there is none. */
    int ensureOpen(int family) {
        if (closed) {
            return Errno.EBADF.number();
        }
        if (fd != NONE) {
            return 0;
        }
        int made = Libc.callInt(Function.SOCKET, family, SOCK_DGRAM_NONBLOCK_CLOEXEC, 0);
        if (made < 0) {
            return made;
        }
        adopt(made, family);
        return 0;
    }

    /**
     * Takes over a descriptor that is open already. Another process may receive on the same socket, as the workers of a
     * cluster do. So datagrams are taken one at a time: what the program does on one, such as closing, must not lose others
     * that somebody else would have received.
     */
    public int open(int descriptor) {
        if (fd != NONE) {
            return Errno.EBUSY.number();
        }
        Descriptors.setNonBlocking(descriptor);
        int error = UdpOptions.reuseAddress(descriptor);
        if (error < 0) {
            return error;
        }
        NativeMemory sockaddr = Scratch.get().small();
        error = UdpOptions.name(Function.GETSOCKNAME, descriptor, sockaddr);
        if (error < 0) {
            return error;
        }
        adopt(descriptor, sockaddr.getShort(0));
        isShared = true;
        return 0;
    }

    private void adopt(int descriptor, int family) {
        fd = descriptor;
        isV6 = family == Endpoint.AF_INET6;
        handle = loop.descriptor(fd);
        if (!referenced) {
            handle.unref();
        }
    }

    public int connect(ByteBuffer endpoint) {
        int error = ensureOpen(Endpoint.family(endpoint));
        if (error < 0) {
            return error;
        }
        NativeMemory sockaddr = Scratch.get().small();
        int length = Endpoint.store(endpoint, sockaddr);
        return Libc.callInt(Function.CONNECT, fd, sockaddr.address(), length);
    }

    public int disconnect() {
        NativeMemory sockaddr = Scratch.get().small().slice(0, Endpoint.BYTES).clear(); // AF_UNSPEC
        return Libc.callInt(Function.CONNECT, fd, sockaddr.address(), Endpoint.BYTES);
    }

    /** Reads the socket's own address, or that of the other end, into {@code form}. */
    public int address(boolean ofPeer, byte[] form) {
        NativeMemory sockaddr = Scratch.get().small();
        int error = UdpOptions.name(ofPeer ? Function.GETPEERNAME : Function.GETSOCKNAME, fd, sockaddr);
        if (error == 0) {
            sockaddr.get(0, form, 0, Endpoint.BYTES);
        }
        return error;
    }

    // ---- receiving

    public int receive(boolean on) {
        if (fd == NONE) {
            return on ? Errno.EBADF.number() : 0;
        }
        receiving = on;
        update();
        return 0;
    }

    private void onReady(int events) {
        if (receiving && (events & ~DescriptorHandle.OUT) != 0) {
            receiveNow();
        }
        if (!closed && !unsent.isEmpty() && (events & ~DescriptorHandle.IN) != 0) {
            sendQueued();
            update();
        }
    }

    private void receiveNow() {
        UdpInbox inbox = UdpInbox.get();
        int limit = isShared ? 1 : UdpInbox.SLOTS;
        for (int batch = 0; batch < BATCHES_PER_TURN && receiving; batch++) {
            int count = inbox.receive(fd, limit);
            if (count < 0) {
                if (count != Errno.EAGAIN.number()) {
                    receiver.onError(count);
                }
                return;
            }
            for (int i = 0; i < count && receiving; i++) {
                receiver.onDatagram(inbox.take(i));
            }
            if (isShared || count < limit) {
                return;
            }
        }
    }

    // ---- sending

    /**
     * Sends a datagram, now or when there is room.
     *
     * @param outbox used until this returns
     * @param isAddressed whether it goes to the endpoint in the outbox, or to the one the socket is connected to
     * @param mayTry whether it may be sent at once
     * @param onDone called with 0 or a negative errno, but only where this answers that it is queued
     * @return the bytes sent, {@code EAGAIN} where it is queued, or another negative errno
     */
    public int send(UdpOutbox outbox, int payloadBytes, boolean isAddressed, boolean mayTry, IntConsumer onDone) {
        if (fd == NONE) {
            return Errno.EBADF.number();
        }
        if (mayTry && unsent.isEmpty()) {
            int sent = outbox.send(fd, payloadBytes, isAddressed);
            if (sent != Errno.EAGAIN.number()) {
                return sent;
            }
        }
        unsent.add(new Unsent(outbox.copy(payloadBytes), payloadBytes, isAddressed, onDone));
        update();
        return Errno.EAGAIN.number();
    }

    private void sendQueued() {
        while (!unsent.isEmpty()) {
            Unsent next = unsent.peek();
            int sent = next.outbox.send(fd, next.bytes, next.isAddressed);
            if (sent == Errno.EAGAIN.number()) {
                return;
            }
            unsent.remove();
            next.onDone.accept(Math.min(sent, 0));
        }
    }

    // ---- life

    public void setReferenced(boolean referenced) {
        this.referenced = referenced;
        if (handle != null && referenced) {
            handle.ref();
        } else if (handle != null) {
            handle.unref();
        }
    }

    /** A handle that waits for something keeps the loop running. */
    private void update() {
        if (closed) {
            return;
        }
        int events = (receiving ? DescriptorHandle.IN : 0) | (unsent.isEmpty() ? 0 : DescriptorHandle.OUT);
        DescriptorHandle bound = Objects.requireNonNull(handle);
        if (events == 0) {
            bound.stop();
        } else {
            bound.start(events, this::onReady);
        }
    }

    /** Closes the socket; what is queued is not sent, and its callbacks get ECANCELED. */
    public void close() {
        if (closed) {
            return;
        }
        closed = true;
        receiving = false;
        if (fd != NONE) {
            Objects.requireNonNull(handle).close(); // an open socket has one
            Descriptors.closeQuietly(fd);
            fd = NONE;
        }
        for (Unsent one : unsent) {
            one.onDone.accept(Errno.ECANCELED.number());
        }
        unsent.clear();
    }
}
