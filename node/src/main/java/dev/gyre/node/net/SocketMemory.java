package dev.gyre.node.net;

import dev.gyre.loop.Loop;
import dev.gyre.node.bridge.Events;
import dev.gyre.node.bridge.Layout.SocketArea;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * The memory that received bytes and bytes to send pass through, shared with JavaScript. net/internal/socket_memory.js
 * describes its layout. Loop thread only.
 */
public final class SocketMemory {
    /** Used up so far, the turn comes first; what is beyond is for single large heads. */
    private static final int IN_USUAL_BYTES = 1 << 20;

    private final Events events;
    private final Loop loop;
    private final ByteBuffer memory;
    private final long address;
    private int in = SocketArea.IN_AT;
    private byte[] copy = new byte[4096];

    SocketMemory(Events events, Loop loop, ByteBuffer memory) {
        this.events = events;
        this.loop = loop;
        this.memory = memory.order(ByteOrder.nativeOrder());
        address = MemorySegment.ofBuffer(memory).address();
    }

    long address(int at) {
        return address + at;
    }

    public long nowMs() {
        return loop.nowMs();
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
        if (!events.hasEvents()) {
            in = SocketArea.IN_AT;
        } else if (in + length > SocketArea.IN_AT + IN_USUAL_BYTES) {
            events.runEvents();
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
        events.extraOfLast(value);
    }

    /** Tells the result of a write. */
    void written(int result) {
        events.written(result);
    }

    public void event(int socket, int kind, int at, int length, double value) {
        events.socketEvent(socket, kind, at, length, value);
    }
}
