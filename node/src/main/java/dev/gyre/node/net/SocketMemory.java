package dev.gyre.node.net;

import dev.gyre.node.GyreRuntime;
import dev.gyre.node.bridge.Layout.OutboxRecord;
import dev.gyre.node.bridge.Layout.SocketArea;
import dev.gyre.node.bridge.Layout.SocketCommand;
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

    /** Used up so far, the turn comes first; what is beyond is for single large heads. */
    private static final int IN_USUAL_BYTES = 1 << 20;

    private final GyreRuntime runtime;
    private final ByteBuffer memory;
    private final IntBuffer ints;
    private final long address;
    private int in = SocketArea.IN_AT;
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
            in = SocketArea.IN_AT;
        } else if (in + length > SocketArea.IN_AT + IN_USUAL_BYTES) {
            runtime.runEvents();
            in = SocketArea.IN_AT;
        }
        return in;
    }

    /** Puts bytes after what was kept last; the room for them was reserved with it. */
    public int put(byte[] bytes, int length) {
        int at = in;
        if (at + length > SocketArea.IN_AT + SocketArea.IN_BYTES) {
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
        int end = ints.get(SocketArea.RECORDS) * OutboxRecord.INTS;
        if (end == 0) {
            return;
        }
        int[] records = new int[end];
        ints.get(SocketArea.OUTBOX, records);
        int i = 0;
        try {
            while (i < end) {
                int socket = records[i + OutboxRecord.SOCKET];
                int kind = records[i + OutboxRecord.COMMAND];
                int at = records[i + OutboxRecord.AT];
                int length = records[i + OutboxRecord.LENGTH];
                i += OutboxRecord.INTS;
                while (kind == SocketCommand.WRITE && i < end && continues(records, i, socket, at + length)) {
                    length += records[i + OutboxRecord.LENGTH];
                    i += OutboxRecord.INTS;
                }
                outbox.run(socket, kind, at, length);
            }
        } finally {
            ints.put(SocketArea.OUTBOX, records, i, end - i);
            ints.put(SocketArea.RECORDS, (end - i) / OutboxRecord.INTS);
        }
    }

    private static boolean continues(int[] records, int i, int socket, int at) {
        return records[i + OutboxRecord.SOCKET] == socket
                && records[i + OutboxRecord.COMMAND] == SocketCommand.WRITE
                && records[i + OutboxRecord.AT] == at;
    }
}
