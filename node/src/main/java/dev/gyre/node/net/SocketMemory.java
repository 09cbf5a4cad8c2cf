package dev.gyre.node.net;

import dev.gyre.node.GyreRuntime;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.IntBuffer;

/**
 * The memory that received bytes and bytes to send pass through, shared with JavaScript. net/internal/socket_memory.js
 * describes its layout. Loop thread only.
 */
public final class SocketMemory {
    /** Carries out what JavaScript has put into the outbox. */
    interface Outbox {
        void run(int socket, int kind, int at, int length);
    }

    static final int WRITE = 0;

    private static final int RECORDS_AT = 16 / Integer.BYTES;
    private static final int RECORD_INTS = 4;
    private static final int IN_AT = 128 << 10;
    private static final int IN_BYTES = 4 << 20;

    /** Used up so far, the turn comes first; what is beyond is for single large heads. */
    private static final int IN_USUAL_BYTES = 1 << 20;

    private final GyreRuntime runtime;
    private final ByteBuffer memory;
    private final IntBuffer ints;
    private final long address;
    private int in = IN_AT;
    private byte[] copy = new byte[4096];

    SocketMemory(GyreRuntime runtime, ByteBuffer memory) {
        this.runtime = runtime;
        this.memory = memory.order(ByteOrder.nativeOrder());
        ints = memory.asIntBuffer();
        address = MemorySegment.ofBuffer(memory).address();
    }

    long address(int at) {
        return address + at;
    }

    public long nowMs() {
        return runtime.loop().nowMs();
    }

    /** A copy of received bytes, valid until the next one: Java reads its own arrays faster than other memory. */
    public byte[] copy(int at, int length) {
        if (length > copy.length) {
            copy = new byte[length];
        }
        memory.get(at, copy, 0, length);
        return copy;
    }

    /** Room for incoming bytes, valid until the end of the coming turn; where there is none left, the turn comes first. */
    public int reserve(int length) {
        if (!runtime.hasEvents()) {
            in = IN_AT;
        } else if (in + length > IN_AT + IN_USUAL_BYTES) {
            runtime.runEvents();
            in = IN_AT;
        }
        return in;
    }

    /** Puts bytes after what was kept last; the room for them was reserved with it. */
    public int put(byte[] bytes, int length) {
        int at = in;
        if (at + length > IN_AT + IN_BYTES) {
            throw new IllegalStateException(length + " bytes at " + at + " would reach into what is to be sent");
        }
        memory.put(at, bytes, 0, length);
        keep(length);
        return at;
    }

    /** Keeps this much of what was reserved last. */
    void keep(int length) {
        in += length + 7 & -8;
    }

    /** Sets the extra number of the event added last. */
    public void extra(int value) {
        runtime.extraOfLast(value);
    }

    public void event(int socket, int kind, int at, int length, double value) {
        runtime.socketEvent(socket, kind, at, length, value);
    }

    /**
     * Carries out all that waits, in order; writes to one socket that lie side by side are one. Until it is done, the
     * records and their bytes belong to the outbox: JavaScript, which would put new ones in their place, must not run.
     * Where a record fails, those after it stay.
     */
    void runOutbox(Outbox outbox) {
        int end = memory.getInt(0) * RECORD_INTS;
        if (end == 0) {
            return;
        }
        int[] records = new int[end];
        ints.get(RECORDS_AT, records);
        int i = 0;
        try {
            while (i < end) {
                int socket = records[i];
                int kind = records[i + 1];
                int at = records[i + 2];
                int length = records[i + 3];
                i += RECORD_INTS;
                while (kind == WRITE && i < end && continues(records, i, socket, at + length)) {
                    length += records[i + 3];
                    i += RECORD_INTS;
                }
                outbox.run(socket, kind, at, length);
            }
        } finally {
            ints.put(RECORDS_AT, records, i, end - i);
            memory.putInt(0, (end - i) / RECORD_INTS);
        }
    }

    private static boolean continues(int[] records, int i, int socket, int at) {
        return records[i] == socket && records[i + 1] == WRITE && records[i + 2] == at;
    }
}
