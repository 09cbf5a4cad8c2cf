package dev.gyre.io.libc;

import dev.gyre.io.call.NativeCalls;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;

/**
 * A piece of native memory, for the arguments and results of calls. It is read and written by way of a buffer: the
 * accessors of {@code MemorySegment} are method handles, which the JVM links anew in every process, and that takes 1 to 10
 * ms for each kind of number.
 */
public final class NativeMemory {
    private final ByteBuffer buffer;
    private final long address;

    private NativeMemory(ByteBuffer buffer) {
        this.buffer = buffer.order(ByteOrder.nativeOrder());
        address = MemorySegment.ofBuffer(buffer).address();
    }

    /** New memory, all zeros, which is freed when nobody refers to this object any more. */
    public static NativeMemory allocate(int bytes) {
        return new NativeMemory(ByteBuffer.allocateDirect(bytes));
    }

    /** New memory, all zeros, for as long as the arena is open. */
    public static NativeMemory in(Arena arena, long bytes) {
        return new NativeMemory(arena.allocate(bytes, Long.BYTES).asByteBuffer());
    }

    /** A text as UTF-8 with a zero at its end, for as long as the arena is open. */
    public static NativeMemory string(Arena arena, String text) {
        byte[] bytes = Utf8.encode(text);
        NativeMemory memory = in(arena, bytes.length + 1L);
        memory.put(0, bytes, 0, bytes.length);
        return memory;
    }

    /** An array of such texts, with a null at its end. */
    public static NativeMemory strings(Arena arena, List<String> texts) {
        NativeMemory array = in(arena, Long.BYTES * (texts.size() + 1L));
        for (int i = 0; i < texts.size(); i++) {
            array.putLong(Long.BYTES * i, string(arena, texts.get(i)).address());
        }
        return array;
    }

    /** Memory that somebody else has and keeps. */
    public static NativeMemory at(long address, int bytes) {
        return new NativeMemory(NativeCalls.memory(address, bytes));
    }

    public long address() {
        return address;
    }

    public int size() {
        return buffer.capacity();
    }

    /** A part of it. */
    public NativeMemory slice(int at, int bytes) {
        return new NativeMemory(buffer.slice(at, bytes));
    }

    public byte getByte(int at) {
        return buffer.get(at);
    }

    public short getShort(int at) {
        return buffer.getShort(at);
    }

    public int getInt(int at) {
        return buffer.getInt(at);
    }

    public long getLong(int at) {
        return buffer.getLong(at);
    }

    public void putByte(int at, int value) {
        buffer.put(at, (byte) value);
    }

    public void putShort(int at, int value) {
        buffer.putShort(at, (short) value);
    }

    public void putInt(int at, int value) {
        buffer.putInt(at, value);
    }

    public void putLong(int at, long value) {
        buffer.putLong(at, value);
    }

    /** Copies bytes out of it. */
    public void get(int at, byte[] into, int offset, int length) {
        buffer.get(at, into, offset, length);
    }

    /** Copies bytes into it. */
    public void put(int at, byte[] from, int offset, int length) {
        buffer.put(at, from, offset, length);
    }

    /** Copies bytes into it, whatever the other buffer's position and limit are. */
    public void put(int at, ByteBuffer from, int length) {
        buffer.put(at, from.duplicate().clear(), 0, length);
    }

    /** Copies all of it into the buffer, from its beginning on. */
    public void copyTo(ByteBuffer into) {
        into.put(0, buffer, 0, size());
    }

    /** A copy of some bytes. */
    public byte[] bytes(int at, int length) {
        byte[] copy = new byte[length];
        buffer.get(at, copy);
        return copy;
    }

    /** A copy of the bytes before the first zero. */
    public byte[] stringBytes(int at) {
        int end = at;
        while (buffer.get(end) != 0) {
            end++;
        }
        return bytes(at, end - at);
    }

    /** Makes all of it zeros. */
    public NativeMemory clear() {
        for (int at = 0; at < size(); at++) {
            buffer.put(at, (byte) 0);
        }
        return this;
    }
}
