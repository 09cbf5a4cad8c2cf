package dev.gyre.io.stream;

import dev.gyre.io.libc.Libc;
import dev.gyre.io.libc.Libc.Function;
import dev.gyre.io.libc.NativeMemory;
import dev.gyre.io.libc.Scratch;

/** Options of stream sockets: one method each, 0 or the negative errno. */
public final class SocketOptions {
    private static final int SOL_SOCKET = 1;
    private static final int SO_REUSEADDR = 2;
    private static final int SO_KEEPALIVE = 9;
    private static final int SO_LINGER = 13;
    private static final int SO_REUSEPORT = 15;

    private static final int IPPROTO_IP = 0;
    private static final int IP_TOS = 1;
    private static final int IPPROTO_TCP = 6;
    private static final int TCP_NODELAY = 1;
    private static final int TCP_KEEPIDLE = 4;
    private static final int TCP_KEEPINTVL = 5;
    private static final int TCP_KEEPCNT = 6;
    private static final int IPPROTO_IPV6 = 41;
    private static final int IPV6_V6ONLY = 26;
    private static final int IPV6_TCLASS = 67;
    private static final long FIONREAD = 0x541B;

    private SocketOptions() {}

    public static int reuseAddress(int fd) {
        return set(fd, SOL_SOCKET, SO_REUSEADDR, 1);
    }

    public static int reusePort(int fd) {
        return set(fd, SOL_SOCKET, SO_REUSEPORT, 1);
    }

    /** Whether an IPv6 socket leaves IPv4 alone. */
    public static int ipv6Only(int fd, boolean on) {
        return set(fd, IPPROTO_IPV6, IPV6_V6ONLY, on ? 1 : 0);
    }

    public static int noDelay(int fd, boolean on) {
        return set(fd, IPPROTO_TCP, TCP_NODELAY, on ? 1 : 0);
    }

    /** @param idleSeconds before the first probe; 0 leaves what is set */
    public static int keepAlive(int fd, boolean on, int idleSeconds, int intervalSeconds, int count) {
        int result = set(fd, SOL_SOCKET, SO_KEEPALIVE, on ? 1 : 0);
        if (result < 0 || !on || idleSeconds == 0) {
            return result;
        }
        result = set(fd, IPPROTO_TCP, TCP_KEEPIDLE, idleSeconds);
        if (result == 0) {
            result = set(fd, IPPROTO_TCP, TCP_KEEPINTVL, intervalSeconds);
        }
        return result == 0 ? set(fd, IPPROTO_TCP, TCP_KEEPCNT, count) : result;
    }

    /** The kind of service its packets ask for, of either family. */
    public static int typeOfService(int fd, int value) {
        int v4 = set(fd, IPPROTO_IP, IP_TOS, value);
        int v6 = set(fd, IPPROTO_IPV6, IPV6_TCLASS, value);
        return v4 == 0 || v6 == 0 ? 0 : v4;
    }

    public static int typeOfService(int fd) {
        int v6 = get(fd, IPPROTO_IPV6, IPV6_TCLASS);
        return v6 >= 0 ? v6 : get(fd, IPPROTO_IP, IP_TOS);
    }

    /** Closing drops what was not sent, and the other side gets an error. */
    static int lingerZero(int fd) {
        NativeMemory linger = Scratch.get().small();
        linger.putInt(0, 1);
        linger.putInt(4, 0);
        return Libc.callInt(Function.SETSOCKOPT, fd, SOL_SOCKET, SO_LINGER, linger.address(), 8, 0);
    }

    /** How many received bytes wait in the kernel, or the negative errno. */
    public static int waitingBytes(int fd) {
        NativeMemory room = Scratch.get().small();
        room.putInt(0, 0);
        int result = Libc.callInt(Function.IOCTL, fd, FIONREAD, room.address());
        return result < 0 ? result : room.getInt(0);
    }

    private static int set(int fd, int level, int option, int value) {
        NativeMemory room = Scratch.get().small();
        room.putInt(0, value);
        return Libc.callInt(Function.SETSOCKOPT, fd, level, option, room.address(), Integer.BYTES, 0);
    }

    /** The value, or the negative errno. */
    static int get(int fd, int level, int option) {
        NativeMemory room = Scratch.get().small();
        room.putInt(4, Integer.BYTES);
        int result = Libc.callInt(Function.GETSOCKOPT, fd, level, option, room.address(), room.address() + 4, 0);
        return result < 0 ? result : room.getInt(0);
    }
}
