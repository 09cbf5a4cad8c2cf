package dev.gyre.io.stream;

import dev.gyre.io.address.Endpoint;
import dev.gyre.io.libc.Descriptors;
import dev.gyre.io.libc.Libc;
import dev.gyre.io.libc.Libc.Function;
import dev.gyre.io.libc.NativeMemory;
import dev.gyre.io.libc.Posix;
import dev.gyre.io.libc.Scratch;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** Single calls on TCP sockets that don't block; negative results are errnos. Addresses are {@link Endpoint}s. */
public final class TcpCalls {
    private static final int SOL_SOCKET = 1;
    private static final int SO_ERROR = 4;
    private static final int MSG_NOSIGNAL = 0x4000;
    private static final int EINPROGRESS = -115;

    private TcpCalls() {}

    /**
     * Makes a socket and begins to connect it; it is ready to write when that is over.
     *
     * @param local where from, or null
     * @return the descriptor
     */
    public static int connect(@Nullable ByteBuffer local, ByteBuffer remote) {
        int flags = Descriptors.SOCK_STREAM | Posix.O_NONBLOCK | Posix.O_CLOEXEC;
        int fd = Libc.callInt(Function.SOCKET, Endpoint.family(remote), flags, 0);
        if (fd < 0) {
            return fd;
        }
        NativeMemory sockaddr = Scratch.get().small();
        int error = 0;
        if (local != null) {
            int length = Endpoint.store(local, sockaddr);
            error = Libc.callInt(Function.BIND, fd, sockaddr.address(), length);
        }
        if (error == 0) {
            int length = Endpoint.store(remote, sockaddr);
            error = Libc.callInt(Function.CONNECT, fd, sockaddr.address(), length);
        }
        if (error == 0 || error == EINPROGRESS) {
            return fd;
        }
        Descriptors.closeQuietly(fd);
        return error;
    }

    /** Why connecting failed, 0 if it did not. */
    public static int pendingError(int fd) {
        NativeMemory room = Scratch.get().small();
        room.putInt(4, Integer.BYTES);
        int result = Libc.callInt(Function.GETSOCKOPT, fd, SOL_SOCKET, SO_ERROR, room.address(), room.address() + 4, 0);
        return result < 0 ? result : -room.getInt(0);
    }

    /** Sends what can be sent of a direct buffer, and moves its position on. */
    public static int send(int fd, ByteBuffer bytes) {
        long address = MemorySegment.ofBuffer(bytes).address();
        int sent = (int) Libc.callLong(Function.SENDTO, fd, address, bytes.remaining(), MSG_NOSIGNAL, 0, 0);
        if (sent > 0) {
            bytes.position(bytes.position() + sent);
        }
        return sent;
    }

    /** Reads what there is into a direct buffer, and moves its position on; 0 at the end. */
    public static int receive(int fd, ByteBuffer bytes) {
        long address = MemorySegment.ofBuffer(bytes).address();
        int length = (int) Libc.callLong(Function.READ, fd, address, bytes.remaining());
        if (length > 0) {
            bytes.position(bytes.position() + length);
        }
        return length;
    }
}
