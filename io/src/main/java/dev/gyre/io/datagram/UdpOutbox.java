package dev.gyre.io.datagram;

import dev.gyre.io.address.Endpoint;
import dev.gyre.io.libc.Libc;
import dev.gyre.io.libc.Libc.Function;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;

/** Memory for an outgoing datagram: an {@link Endpoint}, and behind it the payload. */
public final class UdpOutbox {
    private final ByteBuffer memory;
    private final long address;

    /** @param memory direct; used for as long as this is */
    public UdpOutbox(ByteBuffer memory) {
        this.memory = memory;
        address = MemorySegment.ofBuffer(memory.duplicate().clear()).address();
    }

    /** A copy with room for a payload of this length. */
    UdpOutbox copy(int payloadBytes) {
        int bytes = Endpoint.BYTES + payloadBytes;
        return new UdpOutbox(ByteBuffer.allocateDirect(bytes).put(0, memory, 0, bytes));
    }

    /** Puts a payload where it belongs; its length. */
    public int put(byte[] payload) {
        memory.put(Endpoint.BYTES, payload);
        return payload.length;
    }

    /** @return the bytes sent, or the negative errno */
    int send(int fd, int payloadBytes, boolean isAddressed) {
        return (int) Libc.callLong(
                Function.SENDTO,
                fd,
                address + Endpoint.BYTES,
                payloadBytes,
                0,
                isAddressed ? address : 0,
                isAddressed ? Endpoint.length(Endpoint.family(memory)) : 0);
    }
}
