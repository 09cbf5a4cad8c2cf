package dev.gyre.io.datagram;

import dev.gyre.io.address.Endpoint;
import dev.gyre.io.libc.Errno;
import dev.gyre.io.libc.Libc;
import dev.gyre.io.libc.Libc.Function;
import dev.gyre.io.libc.NativeMemory;
import dev.gyre.io.libc.Scratch;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** Options of UDP sockets: one method each, 0 or the negative errno. */
public final class UdpOptions {
    private static final int SOL_SOCKET = 1;
    private static final int SO_REUSEADDR = 2;
    private static final int SO_BROADCAST = 6;
    private static final int SO_SNDBUF = 7;
    private static final int SO_RCVBUF = 8;
    private static final int SO_REUSEPORT = 15;

    private static final int IPPROTO_IP = 0;
    private static final int IP_TTL = 2;
    private static final int IP_MULTICAST_IF = 32;
    private static final int IP_MULTICAST_TTL = 33;
    private static final int IP_MULTICAST_LOOP = 34;
    private static final int IP_ADD_MEMBERSHIP = 35;
    private static final int IP_DROP_MEMBERSHIP = 36;
    private static final int IP_ADD_SOURCE_MEMBERSHIP = 39;
    private static final int IP_DROP_SOURCE_MEMBERSHIP = 40;
    private static final int MCAST_JOIN_SOURCE_GROUP = 46;
    private static final int MCAST_LEAVE_SOURCE_GROUP = 47;

    private static final int IPPROTO_IPV6 = 41;
    private static final int IPV6_UNICAST_HOPS = 16;
    private static final int IPV6_MULTICAST_IF = 17;
    private static final int IPV6_MULTICAST_HOPS = 18;
    private static final int IPV6_MULTICAST_LOOP = 19;
    private static final int IPV6_ADD_MEMBERSHIP = 20;
    private static final int IPV6_DROP_MEMBERSHIP = 21;
    private static final int IPV6_V6ONLY = 26;

    private static final int MAX_TTL = 255;
    private static final int STORAGE_BYTES = 128; // struct sockaddr_storage
    private static final int SOURCE_GROUP_AT = 8; // in struct group_source_req, after the interface and padding

    private UdpOptions() {}

    static int reuseAddress(int fd) {
        return setInt(fd, SOL_SOCKET, SO_REUSEADDR, 1);
    }

    static int reusePort(int fd) {
        return setInt(fd, SOL_SOCKET, SO_REUSEPORT, 1);
    }

    static int ipv6Only(int fd) {
        return setInt(fd, IPPROTO_IPV6, IPV6_V6ONLY, 1);
    }

    public static int broadcast(UdpSocket socket, boolean on) {
        return setInt(socket.descriptor(), SOL_SOCKET, SO_BROADCAST, on ? 1 : 0);
    }

    public static int ttl(UdpSocket socket, int ttl) {
        if (ttl < 1 || ttl > MAX_TTL) {
            return Errno.EINVAL.number();
        }
        return socket.isV6()
                ? setInt(socket.descriptor(), IPPROTO_IPV6, IPV6_UNICAST_HOPS, ttl)
                : setInt(socket.descriptor(), IPPROTO_IP, IP_TTL, ttl);
    }

    public static int multicastTtl(UdpSocket socket, int ttl) {
        if (ttl < 0 || ttl > MAX_TTL) {
            return Errno.EINVAL.number();
        }
        return socket.isV6()
                ? setInt(socket.descriptor(), IPPROTO_IPV6, IPV6_MULTICAST_HOPS, ttl)
                : setInt(socket.descriptor(), IPPROTO_IP, IP_MULTICAST_TTL, ttl);
    }

    public static int multicastLoopback(UdpSocket socket, boolean on) {
        return socket.isV6()
                ? setInt(socket.descriptor(), IPPROTO_IPV6, IPV6_MULTICAST_LOOP, on ? 1 : 0)
                : setInt(socket.descriptor(), IPPROTO_IP, IP_MULTICAST_LOOP, on ? 1 : 0);
    }

    /** @param iface an address of the interface to send by, in the form of {@link Endpoint} */
    public static int multicastInterface(UdpSocket socket, ByteBuffer iface) {
        NativeMemory sockaddr = Scratch.get().small();
        Endpoint.store(iface, sockaddr);
        if (Endpoint.family(iface) == Endpoint.AF_INET) {
            return set(socket.descriptor(), IPPROTO_IP, IP_MULTICAST_IF, sockaddr.address() + Endpoint.V4_ADDRESS, 4);
        }
        return set(socket.descriptor(), IPPROTO_IPV6, IPV6_MULTICAST_IF, sockaddr.address() + Endpoint.ZONE, 4);
    }

    /**
     * Joins a group or leaves it; a socket that is not open yet becomes so, and may share its port.
     *
     * @param iface an address of the interface, in the form of {@link Endpoint}; null leaves it to the kernel
     */
    public static int membership(UdpSocket socket, ByteBuffer group, @Nullable ByteBuffer iface, boolean join) {
        int error = openShared(socket, group);
        if (error < 0) {
            return error;
        }
        NativeMemory small = Scratch.get().small();
        NativeMemory request = small.slice(64, 32).clear();
        Endpoint.store(group, small);
        if (Endpoint.family(group) == Endpoint.AF_INET) {
            request.put(0, small.bytes(Endpoint.V4_ADDRESS, 4), 0, 4);
            if (iface != null) {
                Endpoint.store(iface, small);
                request.put(4, small.bytes(Endpoint.V4_ADDRESS, 4), 0, 4);
            }
            return set(
                    socket.descriptor(),
                    IPPROTO_IP,
                    join ? IP_ADD_MEMBERSHIP : IP_DROP_MEMBERSHIP,
                    request.address(),
                    8);
        }
        request.put(0, small.bytes(Endpoint.V6_ADDRESS, 16), 0, 16);
        if (iface != null) {
            Endpoint.store(iface, small);
            request.put(16, small.bytes(Endpoint.ZONE, 4), 0, 4);
        }
        return set(
                socket.descriptor(),
                IPPROTO_IPV6,
                join ? IPV6_ADD_MEMBERSHIP : IPV6_DROP_MEMBERSHIP,
                request.address(),
                20);
    }

    /** As {@link #membership}, for what one source sends to the group. */
    public static int sourceMembership(
            UdpSocket socket, ByteBuffer source, ByteBuffer group, @Nullable ByteBuffer iface, boolean join) {
        int error = openShared(socket, group);
        if (error < 0) {
            return error;
        }
        NativeMemory small = Scratch.get().small();
        if (Endpoint.family(group) == Endpoint.AF_INET) {
            NativeMemory request = small.slice(64, 12).clear(); // group, interface, source
            Endpoint.store(group, small);
            request.put(0, small.bytes(Endpoint.V4_ADDRESS, 4), 0, 4);
            if (iface != null) {
                Endpoint.store(iface, small);
                request.put(4, small.bytes(Endpoint.V4_ADDRESS, 4), 0, 4);
            }
            Endpoint.store(source, small);
            request.put(8, small.bytes(Endpoint.V4_ADDRESS, 4), 0, 4);
            int option = join ? IP_ADD_SOURCE_MEMBERSHIP : IP_DROP_SOURCE_MEMBERSHIP;
            return set(socket.descriptor(), IPPROTO_IP, option, request.address(), 12);
        }
        int bytes = SOURCE_GROUP_AT + 2 * STORAGE_BYTES;
        NativeMemory request = small.slice(64, bytes).clear();
        if (iface != null) {
            Endpoint.store(iface, small);
            request.put(0, small.bytes(Endpoint.ZONE, 4), 0, 4);
        }
        Endpoint.store(group, request.slice(SOURCE_GROUP_AT, STORAGE_BYTES));
        Endpoint.store(source, request.slice(SOURCE_GROUP_AT + STORAGE_BYTES, STORAGE_BYTES));
        int option = join ? MCAST_JOIN_SOURCE_GROUP : MCAST_LEAVE_SOURCE_GROUP;
        return set(socket.descriptor(), IPPROTO_IPV6, option, request.address(), bytes);
    }

    private static int openShared(UdpSocket socket, ByteBuffer group) {
        if (socket.descriptor() >= 0) {
            return 0;
        }
        return socket.bind(Endpoint.any(group), UdpSocket.REUSE_ADDRESS);
    }

    /** Sets the size of a buffer, or with 0 asks for it; the size that the kernel keeps, or the negative errno. */
    public static int bufferSize(UdpSocket socket, int size, boolean ofReceiver) {
        int option = ofReceiver ? SO_RCVBUF : SO_SNDBUF;
        if (size != 0) {
            int error = setInt(socket.descriptor(), SOL_SOCKET, option, size);
            return error < 0 ? error : size;
        }
        NativeMemory room = Scratch.get().small();
        room.putInt(4, Integer.BYTES);
        int error = Libc.callInt(
                Function.GETSOCKOPT, socket.descriptor(), SOL_SOCKET, option, room.address(), room.address() + 4, 0);
        return error < 0 ? error : room.getInt(0);
    }

    /** {@code getsockname} or {@code getpeername}. */
    static int name(Function function, int fd, NativeMemory sockaddr) {
        sockaddr.putInt(STORAGE_BYTES, STORAGE_BYTES);
        return Libc.callInt(function, fd, sockaddr.address(), sockaddr.address() + STORAGE_BYTES);
    }

    private static int setInt(int fd, int level, int option, int value) {
        NativeMemory room = Scratch.get().small();
        room.putInt(0, value);
        return set(fd, level, option, room.address(), Integer.BYTES);
    }

    private static int set(int fd, int level, int option, long value, int bytes) {
        return Libc.callInt(Function.SETSOCKOPT, fd, level, option, value, bytes, 0);
    }
}
