package dev.gyre.node.net;

import dev.gyre.node.GyreRuntime;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * The memory through which sockets' bytes pass: see net/internal/wire.js, which tells how it is laid out and used. Used
 * on the loop's thread.
 */
final class Wire {
    /** Carries out what JavaScript has put into the outbox. */
    interface Outbox {
        void run(int socket, int kind, int at, int length);
    }

    static final int WRITE = 0;

    private static final int RECORDS_AT = 16;
    private static final int RECORD_BYTES = 16;
    private static final int IN_AT = 128 << 10;
    private static final int IN_BYTES = 4 << 20;

    /** Used up so far, the turn comes first; what is beyond is for single large heads. */
    private static final int IN_USUAL_BYTES = 1 << 20;

    private final GyreRuntime runtime;
    private final ByteBuffer memory;
    private final long address;
    private int in = IN_AT;
    private byte[] copy = new byte[4096];

    Wire(GyreRuntime runtime, ByteBuffer memory) {
        this.runtime = runtime;
        this.memory = memory.order(ByteOrder.nativeOrder());
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
            in = IN_AT;
        } else if (in + length > IN_AT + IN_USUAL_BYTES) {
            runtime.runEvents();
            in = IN_AT;
        }
        return in;
    }

    /** Puts bytes after what was kept last; the room for them was reserved with it. */
    int put(byte[] bytes, int length) {
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
    void extra(int value) {
        runtime.extraOfLast(value);
    }

    void event(int socket, int kind, int at, int length, double value) {
        runtime.socketEvent(socket, kind, at, length, value);
    }

    /** Carries out all that waits, in order; writes to one socket that lie side by side are one. */
    void runOutbox(Outbox outbox) {
        int count = memory.getInt(0);
        memory.putInt(0, 0);
        for (int i = 0; i < count; i++) {
            int record = RECORDS_AT + i * RECORD_BYTES;
            int socket = memory.getInt(record);
            int kind = memory.getInt(record + 4);
            int at = memory.getInt(record + 8);
            int length = memory.getInt(record + 12);
            while (kind == WRITE && i + 1 < count && continues(record + RECORD_BYTES, socket, at + length)) {
                record += RECORD_BYTES;
                length += memory.getInt(record + 12);
                i++;
            }
            outbox.run(socket, kind, at, length);
        }
    }

    private boolean continues(int record, int socket, int at) {
        return memory.getInt(record) == socket && memory.getInt(record + 4) == WRITE && memory.getInt(record + 8) == at;
    }
}
