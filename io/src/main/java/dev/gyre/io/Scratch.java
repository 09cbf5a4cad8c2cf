package dev.gyre.io;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;

/** A thread's native memory for the arguments and small results of one call. */
final class Scratch {
    /** More than PATH_MAX, so that a path that is too long still is when it was cut off here. */
    private static final int PATH_BYTES = 8192;

    private static final int SMALL_BYTES = 512;
    private static final int CHUNK_BYTES = 64 * 1024;

    private static final ThreadLocal<Scratch> OF_THREAD = ThreadLocal.withInitial(Scratch::new);

    private final MemorySegment first = allocate(PATH_BYTES);
    private final MemorySegment second = allocate(PATH_BYTES);
    private final MemorySegment small = allocate(SMALL_BYTES);
    private MemorySegment chunk;

    private Scratch() {}

    /** An arena would clear it by a loop, which takes long where the JVM has not compiled that. */
    private static MemorySegment allocate(int bytes) {
        return MemorySegment.ofBuffer(ByteBuffer.allocateDirect(bytes));
    }

    static Scratch get() {
        return OF_THREAD.get();
    }

    /** The address of the path as a C string. */
    long path(NativePath path) {
        path.store(first);
        return first.address();
    }

    /** The address of a call's second path as a C string. */
    long secondPath(NativePath path) {
        path.store(second);
        return second.address();
    }

    /** Room for a path that the call writes. */
    MemorySegment result() {
        return second;
    }

    /** Room for a struct or two. */
    MemorySegment small() {
        return small;
    }

    /** Room for file contents on their way into a Java array. */
    MemorySegment chunk() {
        if (chunk == null) {
            chunk = allocate(CHUNK_BYTES);
        }
        return chunk;
    }

    /** The C string at the start of {@link #result()}. */
    byte[] resultString() {
        long length = 0;
        while (second.get(ValueLayout.JAVA_BYTE, length) != 0) {
            length++;
        }
        return resultBytes(length);
    }

    /** The first bytes of {@link #result()}. */
    byte[] resultBytes(long length) {
        return second.asSlice(0, length).toArray(ValueLayout.JAVA_BYTE);
    }
}
