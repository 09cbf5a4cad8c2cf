package dev.gyre.io.address;

import dev.gyre.codec.ip.IpAddress;
import dev.gyre.io.libc.Libc;
import dev.gyre.io.libc.NativeMemory;
import dev.gyre.io.libc.NativePath;
import dev.gyre.io.libc.Scratch;
import dev.gyre.io.libc.Utf8;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * An address and port as the kernel has them, {@code struct sockaddr_in6} or the shorter {@code sockaddr_in}, always in
 * as many bytes as the longer one. JavaScript reads and writes the same, so that on the way of a datagram nothing is
 * converted:
 *
 * <pre>
 *   byte 0   family, in the machine's order: 2 for IPv4, 10 for IPv6
 *   byte 2   port, big-endian
 *   byte 4   IPv4: the address
 *   byte 8   IPv6: the address
 *   byte 24  IPv6: the zone, in the machine's order
 * </pre>
 */
public final class Endpoint {
    /** Bytes of the form above. */
    public static final int BYTES = 28;

    public static final int AF_UNSPEC = 0;
    public static final int AF_UNIX = 1;
    public static final int AF_INET = 2;
    public static final int AF_INET6 = 10;

    private static final int V4_BYTES = 16; // of struct sockaddr_in
    public static final int PORT = 2;
    public static final int V4_ADDRESS = 4;
    public static final int V6_ADDRESS = 8;
    public static final int ZONE = 24;

    private Endpoint() {}

    /** An address and port of Java's. */
    public static ByteBuffer of(InetAddress address, int port) {
        byte[] bytes = address.getAddress();
        boolean isV4 = bytes.length == 4;
        ByteBuffer form = ByteBuffer.allocate(BYTES);
        form.order(ByteOrder.nativeOrder()).putShort(0, (short) (isV4 ? AF_INET : AF_INET6));
        form.order(ByteOrder.BIG_ENDIAN).putShort(PORT, (short) port);
        form.put(isV4 ? V4_ADDRESS : V6_ADDRESS, bytes);
        if (address instanceof Inet6Address v6) {
            form.order(ByteOrder.nativeOrder()).putInt(ZONE, v6.getScopeId());
        }
        return form;
    }

    /** Any address and port of the family that another one has. */
    public static ByteBuffer any(ByteBuffer like) {
        return ByteBuffer.allocate(BYTES).put(0, like.get(0)).put(1, like.get(1));
    }

    /** AF_INET or AF_INET6. */
    public static int family(ByteBuffer form) {
        return form.get(0) | form.get(1); // one of them is zero, in either byte order
    }

    /** How much of it the kernel wants. */
    public static int length(int family) {
        return family == AF_INET ? V4_BYTES : BYTES;
    }

    /** Copies one for a call; its length. */
    public static int store(ByteBuffer form, NativeMemory sockaddr) {
        sockaddr.put(0, form, BYTES);
        return length(family(form));
    }

    /** The address alone, of a {@code sockaddr} in memory, as text. */
    static String addressText(NativeMemory sockaddr) {
        boolean isV4 = sockaddr.getShort(0) == AF_INET;
        return IpAddress.text(sockaddr.bytes(isV4 ? V4_ADDRESS : V6_ADDRESS, isV4 ? 4 : 16));
    }

    /** The index of a network interface given by name or number, 0 where there is none. */
    public static int zoneOf(String name) {
        if (name.matches("[0-9]{1,9}")) {
            return Integer.parseInt(name);
        }
        long address = Scratch.get().path(NativePath.of(name));
        return Libc.callInt(Libc.Function.IF_NAMETOINDEX, address);
    }

    /** The name of the network interface with this index; the index itself where there is none. */
    public static String zoneName(int index) {
        NativeMemory room = Scratch.get().result();
        long found = Libc.callPointer(Libc.Function.IF_INDEXTONAME, index, room.address());
        return found < 0 ? Integer.toString(index) : Utf8.decode(room.stringBytes(0));
    }
}
