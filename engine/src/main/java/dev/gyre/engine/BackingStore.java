package dev.gyre.engine;

import com.caoccao.javet.values.reference.V8ValueArrayBuffer;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * The memory of an ArrayBuffer on its way from one isolate to another. Any thread may hold and close it. It is used up by
 * {@link #putInto} or {@link #close}, whichever comes first.
 */
public final class BackingStore implements AutoCloseable {
    private final long byteLength;
    private final long maxByteLength;
    private byte @Nullable [] bytes; // guarded by this

    private BackingStore(byte[] bytes, long maxByteLength) {
        this.byteLength = bytes.length;
        this.maxByteLength = maxByteLength;
        this.bytes = bytes;
    }

    /** Whether {@link #share} works in this process. Without it, a SharedArrayBuffer can't leave its isolate. */
    public static boolean canShare() {
        return false;
    }

    /**
     * Takes the memory out of the ArrayBuffer at {@code i}: one that no program has, made by {@code memory.js}'s
     * {@code transferAway} from the program's. It is of no use afterwards, and JavaScript drops it.
     *
     * @param maxByteLength of a resizable ArrayBuffer, otherwise -1
     */
    public static BackingStore takeOut(Args args, int i, long maxByteLength) {
        ByteBuffer memory = memory(args, i);
        byte[] bytes = new byte[memory.capacity()];
        memory.get(0, bytes);
        return new BackingStore(bytes, maxByteLength);
    }

    /**
     * The memory of the SharedArrayBuffer at {@code i}, which keeps it.
     *
     * @throws UnsupportedOperationException unless {@link #canShare}
     */
    public static BackingStore share(Args args, int i) {
        if (!canShare()) {
            throw new UnsupportedOperationException("a SharedArrayBuffer can't leave its isolate: " + args.value(i));
        }
        throw new AssertionError("not reached");
    }

    public long byteLength() {
        return byteLength;
    }

    /** Of resizable and growable memory; otherwise -1. */
    public long maxByteLength() {
        return maxByteLength;
    }

    public boolean isShared() {
        return false;
    }

    /**
     * Gives the memory to the ArrayBuffer or SharedArrayBuffer at {@code i}, which JavaScript has made for it with the same
     * lengths, and which has no view yet.
     *
     * @throws IllegalStateException if the memory was given away before
     */
    public void putInto(Args args, int i) {
        byte[] taken = take();
        if (taken == null) {
            throw new IllegalStateException("the memory was received or closed before");
        }
        ByteBuffer memory = memory(args, i);
        if (memory.capacity() != taken.length) {
            throw new IllegalArgumentException(
                    "memory of " + taken.length + " bytes for a buffer of " + memory.capacity());
        }
        memory.put(0, taken);
    }

    /** Frees the memory, if nobody has received it. */
    @Override
    public void close() {
        take();
    }

    private synchronized byte @Nullable [] take() {
        byte[] taken = bytes;
        bytes = null;
        return taken;
    }

    private static ByteBuffer memory(Args args, int i) {
        return ((V8ValueArrayBuffer) args.value(i)).getByteBuffer();
    }
}
