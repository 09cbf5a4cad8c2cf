package dev.gyre.io.libc;

import org.jspecify.annotations.Nullable;

/** A thread's native memory for the arguments and small results of one call. */
public final class Scratch {
    /** More than PATH_MAX, so that a path that is too long still is when it was cut off here. */
    private static final int PATH_BYTES = 8192;

    private static final int SMALL_BYTES = 512;
    private static final int CHUNK_BYTES = 64 * 1024;

    private static final ThreadLocal<Scratch> OF_THREAD = ThreadLocal.withInitial(Scratch::new);

    private final NativeMemory first = NativeMemory.allocate(PATH_BYTES);
    private final NativeMemory second = NativeMemory.allocate(PATH_BYTES);
    private final NativeMemory small = NativeMemory.allocate(SMALL_BYTES);
    private @Nullable NativeMemory chunk;

    private Scratch() {}

    public static Scratch get() {
        return OF_THREAD.get();
    }

    /** The address of the path as a C string. */
    public long path(NativePath path) {
        path.store(first);
        return first.address();
    }

    /** The address of a call's second path as a C string. */
    public long secondPath(NativePath path) {
        path.store(second);
        return second.address();
    }

    /** Room for a path that the call writes. */
    public NativeMemory result() {
        return second;
    }

    /** Room for a struct or two. */
    public NativeMemory small() {
        return small;
    }

    /** Room for file contents on their way into a Java array. */
    public NativeMemory chunk() {
        if (chunk == null) {
            chunk = NativeMemory.allocate(CHUNK_BYTES);
        }
        return chunk;
    }

    /** The C string at the start of {@link #result()}. */
    public byte[] resultString() {
        return second.stringBytes(0);
    }

    /** The first bytes of {@link #result()}. */
    public byte[] resultBytes(int length) {
        return second.bytes(0, length);
    }
}
