package dev.gyre.io;

import dev.gyre.io.Libc.Function;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * A thread's memory for incoming datagrams: many are taken by one {@code recvmmsg}.
 *
 * <p>The slots are as large as a datagram may be, and come from {@code malloc}, which leaves it to the kernel to give
 * pages to what is really written: Java's own allocators would fill the whole megabyte with zeroes first.
 */
final class UdpInbox {
    /** How many datagrams one call can take. */
    static final int SLOTS = 16;

    private static final int SLOT_BYTES = 64 * 1024;

    // struct mmsghdr: a msghdr (name, namelen, iov, iovlen, control, controllen, flags) and the length received
    private static final int HEADER_BYTES = 64;
    private static final int NAME_LENGTH_AT = 8;
    private static final int IOV_AT = 16;
    private static final int IOV_COUNT_AT = 24;
    private static final int RECEIVED_AT = 56;
    private static final int IOV_BYTES = 16;

    private static final ThreadLocal<UdpInbox> OF_THREAD = ThreadLocal.withInitial(UdpInbox::new);

    private final Arena arena = Arena.ofAuto();
    private final MemorySegment headers = arena.allocate((long) HEADER_BYTES * SLOTS, Long.BYTES);
    private final MemorySegment vectors = arena.allocate((long) IOV_BYTES * SLOTS, Long.BYTES);
    private final MemorySegment names = arena.allocate((long) Endpoint.SOCKADDR_BYTES * SLOTS, Integer.BYTES);
    private final MemorySegment payloads;

    private UdpInbox() {
        long bytes = (long) SLOTS * SLOT_BYTES;
        long address = Libc.callPointer(Function.MALLOC, bytes, 0);
        if (address < 0) {
            throw new OutOfMemoryError("no " + bytes + " bytes for incoming datagrams");
        }
        payloads = MemorySegment.ofAddress(address).reinterpret(bytes); // for as long as the thread lives
        for (int i = 0; i < SLOTS; i++) {
            long header = (long) HEADER_BYTES * i;
            long vector = (long) IOV_BYTES * i;
            headers.set(ValueLayout.JAVA_LONG, header, names.address() + (long) Endpoint.SOCKADDR_BYTES * i);
            headers.set(ValueLayout.JAVA_LONG, header + IOV_AT, vectors.address() + vector);
            headers.set(ValueLayout.JAVA_LONG, header + IOV_COUNT_AT, 1);
            vectors.set(ValueLayout.JAVA_LONG, vector, address + (long) SLOT_BYTES * i);
            vectors.set(ValueLayout.JAVA_LONG, vector + 8, SLOT_BYTES);
        }
    }

    static UdpInbox get() {
        return OF_THREAD.get();
    }

    /** Takes what has come, up to {@link #SLOTS}; how many, or the negative errno. */
    int receive(int fd) {
        for (int i = 0; i < SLOTS; i++) {
            headers.set(ValueLayout.JAVA_INT, (long) HEADER_BYTES * i + NAME_LENGTH_AT, Endpoint.SOCKADDR_BYTES);
        }
        return Libc.callInt(Function.RECVMMSG, fd, headers.address(), SLOTS, 0, 0, 0);
    }

    /** The sender as {@link Endpoint} has it, then the payload, of the i-th datagram just received. */
    byte[] take(int i) {
        int length = headers.get(ValueLayout.JAVA_INT, (long) HEADER_BYTES * i + RECEIVED_AT);
        byte[] datagram = new byte[Endpoint.BYTES + length];
        Endpoint.fromSockaddr(names.asSlice((long) Endpoint.SOCKADDR_BYTES * i, Endpoint.SOCKADDR_BYTES), datagram);
        MemorySegment.copy(
                payloads, ValueLayout.JAVA_BYTE, (long) SLOT_BYTES * i, datagram, Endpoint.BYTES, length);
        return datagram;
    }
}
