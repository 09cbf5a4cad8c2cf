package dev.gyre.io;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * An address and port in the form that JavaScript reads and writes, beside {@code struct sockaddr}:
 *
 * <pre>
 *   byte 0     family, 4 or 6
 *   byte 2     port, big-endian
 *   byte 4     zone of an IPv6 address, big-endian, 0 for none
 *   byte 8     address, 4 or 16 bytes
 * </pre>
 */
public final class Endpoint {
    /** Bytes of the form above. */
    public static final int BYTES = 24;

    static final int AF_UNSPEC = 0;
    static final int AF_INET = 2;
    static final int AF_INET6 = 10;
    static final int SOCKADDR_BYTES = 28;
    static final int SOCKADDR_IN_BYTES = 16;

    private static final int PORT = 2;
    private static final int ZONE = 4;
    private static final int ADDRESS = 8;

    private static final ValueLayout.OfShort SHORT = ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.nativeOrder());
    private static final ValueLayout.OfShort BIG_SHORT = ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);
    private static final ValueLayout.OfInt BIG_INT = ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);
    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED;

    private Endpoint() {}

    /** An address and port of Java's. */
    public static ByteBuffer of(InetAddress address, int port) {
        byte[] bytes = address.getAddress();
        int zone = address instanceof Inet6Address v6 ? v6.getScopeId() : 0;
        return ByteBuffer.allocate(BYTES)
                .put(0, (byte) (bytes.length == 4 ? 4 : 6))
                .putShort(PORT, (short) port)
                .putInt(ZONE, zone)
                .put(ADDRESS, bytes);
    }

    /** AF_INET or AF_INET6. */
    static int family(ByteBuffer form) {
        return form.get(0) == 4 ? AF_INET : AF_INET6;
    }

    /** Writes a {@code sockaddr}; its length. */
    static int toSockaddr(ByteBuffer form, MemorySegment sockaddr) {
        MemorySegment from = MemorySegment.ofBuffer(form.duplicate().clear());
        sockaddr.asSlice(0, SOCKADDR_BYTES).fill((byte) 0);
        int family = family(form);
        sockaddr.set(SHORT, 0, (short) family);
        sockaddr.set(BIG_SHORT, 2, from.get(BIG_SHORT, PORT));
        if (family == AF_INET) {
            MemorySegment.copy(from, ADDRESS, sockaddr, 4, 4);
            return SOCKADDR_IN_BYTES;
        }
        MemorySegment.copy(from, ADDRESS, sockaddr, 8, 16);
        sockaddr.set(INT, 24, from.get(BIG_INT, ZONE));
        return SOCKADDR_BYTES;
    }

    /** Reads a {@code sockaddr} into the first {@link #BYTES} of an array; other families leave zeroes. */
    static void fromSockaddr(MemorySegment sockaddr, byte[] form) {
        MemorySegment to = MemorySegment.ofArray(form);
        int family = sockaddr.get(SHORT, 0);
        if (family == AF_INET) {
            form[0] = 4;
            to.set(BIG_SHORT, PORT, sockaddr.get(BIG_SHORT, 2));
            MemorySegment.copy(sockaddr, 4, to, ADDRESS, 4);
        } else if (family == AF_INET6) {
            form[0] = 6;
            to.set(BIG_SHORT, PORT, sockaddr.get(BIG_SHORT, 2));
            to.set(BIG_INT, ZONE, sockaddr.get(INT, 24));
            MemorySegment.copy(sockaddr, 8, to, ADDRESS, 16);
        }
    }

    /** The address alone, of the {@code sockaddr} at this place in memory, as text. */
    static String addressText(MemorySegment sockaddr) {
        boolean isV4 = sockaddr.get(SHORT, 0) == AF_INET;
        byte[] address = sockaddr.asSlice(isV4 ? 4 : 8, isV4 ? 4 : 16).toArray(ValueLayout.JAVA_BYTE);
        return IpAddress.text(address);
    }

    /** The index of a network interface given by name or number, 0 where there is none. */
    public static int zoneOf(String name) {
        if (!name.isEmpty() && name.chars().allMatch(c -> c >= '0' && c <= '9') && name.length() < 10) {
            return Integer.parseInt(name);
        }
        long address = Scratch.get().path(NativePath.of(name));
        return Libc.callInt(Libc.Function.IF_NAMETOINDEX, address);
    }

    /** The name of the network interface with this index; the index itself where there is none. */
    public static String zoneName(int index) {
        MemorySegment room = Scratch.get().result();
        long found = Libc.callPointer(Libc.Function.IF_INDEXTONAME, index, room.address());
        return found < 0 ? Integer.toString(index) : room.getString(0);
    }
}
