package dev.gyre.io.libc;

import dev.gyre.io.libc.Libc.Function;

/** Single calls on descriptors of any kind. Callable from any thread. */
public final class Descriptors {
    private static final int AF_UNIX = 1;
    public static final int SOCK_STREAM = 1;
    public static final int SOCK_DGRAM = 2;
    private static final int SOL_SOCKET = 1;
    private static final int SO_TYPE = 3;
    private static final int SO_DOMAIN = 39;
    private static final int F_DUPFD_CLOEXEC = 1030;
    private static final int F_GETFL = 3;
    private static final int F_SETFL = 4;

    private Descriptors() {}

    /** Two connected sockets, both close-on-exec. */
    public static int[] socketpair() {
        NativeMemory pair = Scratch.get().small();
        int result = Libc.callInt(Function.SOCKETPAIR, AF_UNIX, SOCK_STREAM | Posix.O_CLOEXEC, 0, pair.address(), 0, 0);
        if (result < 0) {
            throw new SystemError(result, "socketpair", null, null);
        }
        return new int[] {pair.getInt(0), pair.getInt(4)};
    }

    public static void setNonBlocking(int fd) {
        changeFlags(fd, 0, Posix.O_NONBLOCK);
    }

    public static void setBlocking(int fd) {
        changeFlags(fd, Posix.O_NONBLOCK, 0);
    }

    private static void changeFlags(int fd, int off, int on) {
        int flags = Libc.callInt(Function.FCNTL, fd, F_GETFL);
        if (flags >= 0 && ((flags & ~off) | on) != flags) {
            Libc.callInt(Function.FCNTL, fd, F_SETFL, (flags & ~off) | on);
        }
    }

    /** A copy with a number of at least {@code from}, close-on-exec. */
    public static int duplicateFrom(int fd, int from) {
        int result = Libc.callInt(Function.FCNTL, fd, F_DUPFD_CLOEXEC, from);
        if (result < 0) {
            throw new SystemError(result, "fcntl", null, null);
        }
        return result;
    }

    public static void closeQuietly(int fd) {
        Libc.callInt(Function.CLOSE, fd);
    }

    /** Waits until the descriptor is ready for any of the events; what it is ready for, 0 when the time is over. */
    public static int poll(int fd, int events, int timeoutMs) {
        NativeMemory struct = Scratch.get().small();
        struct.putInt(0, fd);
        struct.putShort(4, events);
        struct.putShort(6, 0);
        int ready = Libc.callInt(Function.POLL, struct.address(), 1, timeoutMs);
        return ready <= 0 ? 0 : struct.getShort(6);
    }

    /** {@link #SOCK_STREAM} and the like, or the negative errno. */
    public static int socketType(int fd) {
        return socketOption(fd, SO_TYPE);
    }

    public static boolean isUnixSocket(int fd) {
        return socketOption(fd, SO_DOMAIN) == AF_UNIX;
    }

    private static int socketOption(int fd, int option) {
        NativeMemory room = Scratch.get().small();
        room.putInt(4, Integer.BYTES);
        int result = Libc.callInt(Function.GETSOCKOPT, fd, SOL_SOCKET, option, room.address(), room.address() + 4, 0);
        return result < 0 ? result : room.getInt(0);
    }

    public static boolean isatty(int fd) {
        return Libc.callInt(Function.ISATTY, fd) == 1;
    }
}
