package dev.gyre.node.net;

import dev.gyre.node.GyreRuntime;
import dev.gyre.node.bridge.Layout.SocketCommand;
import dev.gyre.node.bridge.Layout.WireMemory;
import dev.gyre.node.bridge.Layout.WireRecord;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.IntBuffer;

/**
 * The memory through which sockets' bytes pass: see net/internal/wire.js, which tells how it is laid out and used. Used
 * on the loop's thread.
 */
final class Wire {
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
    private int in = WireMemory.IN_AT;
    private byte[] copy = new byte[4096];

    Wire(GyreRuntime runtime, ByteBuffer memory) {
        this.runtime = runtime;
        this.memory = memory.order(ByteOrder.nativeOrder());
        ints = memory.asIntBuffer();
        address = MemorySegment.ofBuffer(memory).address();
    }

    long address(int at) {
        return address + at;
    }

    long nowMs() {
        return runtime.loop().nowMs();
    }

    /** A copy of received bytes, valid until the next one: Java reads its own arrays faster than other memory. */
    byte[] copy(int at, int length) {
        if (length > copy.length) {
            copy = new byte[length];
        }
        memory.get(at, copy, 0, length);
        return copy;
    }

    /** Room for incoming bytes, valid until the end of the coming turn; where there is none left, the turn comes first. */
    int reserve(int length) {
        if (!runtime.hasEvents()) {
            in = WireMemory.IN_AT;
        } else if (in + length > WireMemory.IN_AT + IN_USUAL_BYTES) {
            runtime.runEvents();
            in = WireMemory.IN_AT;
        }
        return in;
    }

    /** Puts bytes after what was kept last; the room for them was reserved with it. */
    int put(byte[] bytes, int length) {
        int at = in;
        if (at + length > WireMemory.IN_AT + WireMemory.IN_BYTES) {
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
    void extra(int value) {
        runtime.extraOfLast(value);
    }

    void event(int socket, int kind, int at, int length, double value) {
        runtime.socketEvent(socket, kind, at, length, value);
    }

    /**
     * Carries out all that waits, in order; writes to one socket that lie side by side are one. Until it is done, the
     * records and their bytes belong to the outbox: JavaScript, which would put new ones in their place, must not run.
     * Where a record fails, those after it stay.
     */
    void runOutbox(Outbox outbox) {
        int end = ints.get(WireMemory.RECORDS) * WireRecord.INTS;
        if (end == 0) {
            return;
        }
        int[] records = new int[end];
        ints.get(WireMemory.OUTBOX, records);
        int i = 0;
        try {
            while (i < end) {
                int socket = records[i + WireRecord.SOCKET];
                int kind = records[i + WireRecord.COMMAND];
                int at = records[i + WireRecord.AT];
                int length = records[i + WireRecord.LENGTH];
                i += WireRecord.INTS;
                while (kind == SocketCommand.WRITE && i < end && continues(records, i, socket, at + length)) {
                    length += records[i + WireRecord.LENGTH];
                    i += WireRecord.INTS;
                }
                outbox.run(socket, kind, at, length);
            }
        } finally {
            ints.put(WireMemory.OUTBOX, records, i, end - i);
            ints.put(WireMemory.RECORDS, (end - i) / WireRecord.INTS);
        }
    }

    private static boolean continues(int[] records, int i, int socket, int at) {
        return records[i + WireRecord.SOCKET] == socket
                && records[i + WireRecord.COMMAND] == SocketCommand.WRITE
                && records[i + WireRecord.AT] == at;
    }
}
