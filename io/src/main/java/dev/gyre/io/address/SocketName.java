package dev.gyre.io.address;

import dev.gyre.codec.ip.IpAddress;
import dev.gyre.io.libc.Libc;
import dev.gyre.io.libc.Libc.Function;
import dev.gyre.io.libc.NativeMemory;
import dev.gyre.io.libc.Scratch;
import dev.gyre.io.libc.Utf8;
import java.lang.ref.Reference;
import org.jspecify.annotations.Nullable;

/** What a socket is bound or connected to: an IP address with a port, or a path. */
public final class SocketName {
    private static final int PATH_AT = 2;
    /** Of {@code sockaddr_un}; a path of all of it has no zero at its end. */
    private static final int MAX_PATH = 108;

    private static final int BYTES = 128;
    private static final int PORT_AT = 2; // big-endian

    private final NativeMemory memory = NativeMemory.allocate(BYTES);
    private final int length;

    private SocketName(int length) {
        this.length = length;
    }

    /** Null where the address is none. */
    public static @Nullable SocketName of(String address, int port) {
        int zone = address.indexOf('%');
        byte[] bytes = IpAddress.parse(zone < 0 ? address : address.substring(0, zone));
        if (bytes == null) {
            return null;
        }
        boolean isV4 = bytes.length == 4;
        var name = new SocketName(isV4 ? 16 : 28);
        name.memory.putShort(0, isV4 ? Endpoint.AF_INET : Endpoint.AF_INET6);
        name.memory.putByte(PORT_AT, port >> 8);
        name.memory.putByte(PORT_AT + 1, port);
        name.memory.put(isV4 ? 4 : 8, bytes, 0, bytes.length);
        if (zone >= 0) {
            name.memory.putInt(24, Endpoint.zoneOf(address.substring(zone + 1)));
        }
        return name;
    }

    /** A path; one that begins with a zero byte is a name of Linux's own, in no file system. Null if it is too long. */
    public static @Nullable SocketName ofPath(byte[] path) {
        boolean isAbstract = path.length > 0 && path[0] == 0;
        if (path.length > MAX_PATH - (isAbstract ? 0 : 1)) {
            return null;
        }
        var name = new SocketName(PATH_AT + path.length + (isAbstract ? 0 : 1));
        name.memory.putShort(0, Endpoint.AF_UNIX);
        name.memory.put(PATH_AT, path, 0, path.length);
        return name;
    }

    public int family() {
        return memory.getShort(0);
    }

    /** Whether it is in the file system. */
    public boolean isFile() {
        return family() == Endpoint.AF_UNIX && memory.getByte(PATH_AT) != 0;
    }

    public void unlink() {
        try {
            Libc.callInt(Function.UNLINK, memory.address() + PATH_AT);
        } finally {
            Reference.reachabilityFence(this);
        }
    }

    /** Calls {@code bind} or {@code connect}, and keeps the memory until it returns: its address alone would not. */
    public int givenTo(Function function, int fd) {
        try {
            return Libc.callInt(function, fd, memory.address(), length);
        } finally {
            Reference.reachabilityFence(this);
        }
    }

    /** Its own name, as [address, port, 4 or 6], a path, or a negative errno as Integer. */
    public static Object ofSocket(int fd) {
        return read(Function.GETSOCKNAME, fd);
    }

    /** The name of the other side. */
    public static Object ofPeer(int fd) {
        return read(Function.GETPEERNAME, fd);
    }

    private static Object read(Function function, int fd) {
        NativeMemory room = Scratch.get().small();
        room.putInt(BYTES, BYTES);
        int result = Libc.callInt(function, fd, room.address(), room.address() + BYTES);
        if (result < 0) {
            return result;
        }
        int family = room.getShort(0);
        if (family == Endpoint.AF_UNIX) {
            int length = room.getInt(BYTES) - PATH_AT;
            return length <= 0 ? "" : pathIn(room, length);
        }
        String address = Endpoint.addressText(room);
        int zone = family == Endpoint.AF_INET6 ? room.getInt(24) : 0;
        return java.util.List.of(
                zone == 0 ? address : address + "%" + Endpoint.zoneName(zone),
                (room.getByte(PORT_AT) & 0xff) << 8 | (room.getByte(PORT_AT + 1) & 0xff),
                family == Endpoint.AF_INET ? 4 : 6);
    }

    private static String pathIn(NativeMemory room, int length) {
        byte[] bytes = room.bytes(PATH_AT, length);
        int end = bytes.length;
        while (end > 0 && bytes[0] != 0 && bytes[end - 1] == 0) {
            end--;
        }
        return Utf8.decode(java.util.Arrays.copyOf(bytes, end));
    }
}
