package dev.gyre.io.datagram;

import dev.gyre.io.address.Endpoint;
import dev.gyre.io.libc.Libc;
import dev.gyre.io.libc.Libc.Function;
import dev.gyre.io.libc.NativeMemory;
import dev.gyre.io.libc.SparseMemory;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;

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

    private final NativeMemory headers = NativeMemory.allocate(HEADER_BYTES * SLOTS);
    private final NativeMemory vectors = NativeMemory.allocate(IOV_BYTES * SLOTS);
    private final ByteBuffer names = ByteBuffer.allocateDirect(Endpoint.BYTES * SLOTS);
    private final ByteBuffer payloads = SparseMemory.allocate(SLOTS * SLOT_BYTES);

    private UdpInbox() {
        long address = MemorySegment.ofBuffer(payloads).address();
        long namesAddress = MemorySegment.ofBuffer(names).address();
        for (int i = 0; i < SLOTS; i++) {
            int header = HEADER_BYTES * i;
            int vector = IOV_BYTES * i;
            headers.putLong(header, namesAddress + (long) Endpoint.BYTES * i);
            headers.putLong(header + IOV_AT, vectors.address() + vector);
            headers.putLong(header + IOV_COUNT_AT, 1);
            vectors.putLong(vector, address + (long) SLOT_BYTES * i);
            vectors.putLong(vector + 8, SLOT_BYTES);
            prepare(i);
        }
    }

    /** The kernel overwrites it with the length of the name that it wrote. */
    private void prepare(int i) {
        headers.putInt(HEADER_BYTES * i + NAME_LENGTH_AT, Endpoint.BYTES);
    }

    static UdpInbox get() {
        return OF_THREAD.get();
    }

    /** Takes what has come, up to {@code limit}, at most {@link #SLOTS}; how many, or the negative errno. */
    int receive(int fd, int limit) {
        return Libc.callInt(Function.RECVMMSG, fd, headers.address(), limit, 0, 0, 0);
    }

    /** The sender as {@link Endpoint} has it, then the payload, of the i-th datagram just received. To be taken once. */
    byte[] take(int i) {
        int length = headers.getInt(HEADER_BYTES * i + RECEIVED_AT);
        byte[] datagram = new byte[Endpoint.BYTES + length];
        names.get(Endpoint.BYTES * i, datagram, 0, Endpoint.BYTES);
        payloads.get(SLOT_BYTES * i, datagram, Endpoint.BYTES, length);
        prepare(i);
        return datagram;
    }
}
