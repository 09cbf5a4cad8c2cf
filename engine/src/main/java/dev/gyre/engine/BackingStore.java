package dev.gyre.engine;

import com.caoccao.javet.exceptions.JavetException;
import com.caoccao.javet.values.reference.V8ValueArrayBuffer;
import dev.gyre.engine.v8internals.BackingStores;
import dev.gyre.engine.v8internals.Capability;
import dev.gyre.engine.v8internals.V8Internals;
import java.nio.ByteBuffer;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The memory of an ArrayBuffer or SharedArrayBuffer on its way from one isolate to another. Any thread may hold and close it.
 * It is used up by {@link #putInto} or {@link #close}, whichever comes first.
 *
 * <p>Moved memory is the same memory in the other isolate; V8 frees it when the last isolate that has it drops it. Where that
 * can't be done, the bytes of an ArrayBuffer are copied, and a SharedArrayBuffer can't leave its isolate. The JavaScript half
 * is {@code internal/moved_memory.js}.
 */
public final class BackingStore implements AutoCloseable {
    /** Whether memory can be moved, found out when it is needed first. V8 is the same for the whole process. */
    private static final class Ability {
        private static boolean isKnown;
        private static @Nullable BackingStores stores;

        static synchronized boolean isPossible() {
            return isKnown ? stores != null : V8Internals.ofProcess().has(Capability.BACKING_STORES);
        }

        static synchronized @Nullable BackingStores with(V8ValueArrayBuffer any) {
            if (!isKnown) {
                isKnown = true;
                try {
                    stores = V8Internals.ofProcess().has(Capability.BACKING_STORES)
                            ? BackingStores.open(any, Engine.access())
                            : null;
                } catch (JavetException e) {
                    throw Isolate.translate(e);
                }
            }
            return stores;
        }
    }

    private final long byteLength;
    private final long maxByteLength;
    private final boolean isShared;
    private BackingStores.@Nullable Reference reference; // guarded by this, as is the next
    private byte @Nullable [] bytes; // a copy, where the memory has not moved

    private BackingStore(BackingStores.Reference reference) {
        this.byteLength = reference.byteLength();
        this.maxByteLength = reference.maxByteLength();
        this.isShared = reference.isShared();
        this.reference = reference;
    }

    private BackingStore(byte[] bytes, long maxByteLength) {
        this.byteLength = bytes.length;
        this.maxByteLength = maxByteLength;
        this.isShared = false;
        this.bytes = bytes;
    }

    /**
     * Takes the memory out of the ArrayBuffer at {@code i}: one that no program has, made by {@code memory.js}'s
     * {@code transferAway} from the program's. It is of no use afterwards, and JavaScript drops it.
     *
     * @param maxByteLength of a resizable ArrayBuffer, otherwise -1
     */
    public static BackingStore takeOut(Args args, int i, long maxByteLength) {
        var buffer = (V8ValueArrayBuffer) args.value(i);
        BackingStores stores = Ability.with(buffer);
        BackingStores.Reference taken = stores == null ? null : stores.take(buffer);
        return taken == null ? copyOf(args, i, maxByteLength) : new BackingStore(taken);
    }

    /** The same with a copy of the bytes. */
    static BackingStore copyOf(Args args, int i, long maxByteLength) {
        ByteBuffer memory = memory(args, i);
        byte[] bytes = new byte[memory.capacity()];
        memory.get(0, bytes);
        return new BackingStore(bytes, maxByteLength);
    }

    /** Whether SharedArrayBuffers can leave their isolates in this process, as far as that is known before the first. */
    public static boolean canShare() {
        return Ability.isPossible();
    }

    /**
     * The memory of the SharedArrayBuffer at {@code i}, which keeps it.
     *
     * @throws UnsupportedOperationException where it can't leave its isolate
     */
    public static BackingStore share(Args args, int i) {
        var buffer = (V8ValueArrayBuffer) args.value(i);
        BackingStores stores = Ability.with(buffer);
        BackingStores.Reference shared = stores == null ? null : stores.share(buffer);
        if (shared == null) {
            throw new UnsupportedOperationException("a SharedArrayBuffer can't leave its isolate: " + buffer);
        }
        return new BackingStore(shared);
    }

    /** The same shared memory, for one more receiver. */
    public synchronized BackingStore shareAgain() {
        if (reference == null || !isShared) {
            throw new IllegalStateException("no shared memory, or it was received or closed before");
        }
        return new BackingStore(reference.again());
    }

    /** Of a growable SharedArrayBuffer: when it was shared. */
    public long byteLength() {
        return byteLength;
    }

    /** Of resizable and growable memory; otherwise -1. */
    public long maxByteLength() {
        return maxByteLength;
    }

    public boolean isShared() {
        return isShared;
    }

    /**
     * Gives the memory to the ArrayBuffer or SharedArrayBuffer at {@code i}, which JavaScript has made for it with the same
     * lengths, and which has no view yet.
     *
     * @throws IllegalStateException if the memory was received or closed before
     */
    public synchronized void putInto(Args args, int i) {
        if (reference != null) {
            if (!reference.moveInto((V8ValueArrayBuffer) args.value(i))) {
                throw new IllegalArgumentException(
                        "no buffer for memory of " + byteLength + " bytes: " + args.value(i));
            }
            reference = null;
            return;
        }
        if (bytes == null) {
            throw new IllegalStateException("the memory was received or closed before");
        }
        ByteBuffer memory = memory(args, i);
        if (memory.capacity() != byteLength) {
            throw new IllegalArgumentException("memory of " + byteLength + " bytes for " + memory.capacity());
        }
        memory.put(0, bytes);
        bytes = null;
    }

    /**
     * As {@link #putInto}, but this keeps the memory too and can give it to others: nobody may write into it from then on.
     * Not for shared memory.
     */
    public synchronized void lendTo(Args args, int i) {
        if (reference == null) {
            memory(args, i).put(0, Objects.requireNonNull(bytes, "the memory was received or closed before"));
        } else if (!reference.copyInto((V8ValueArrayBuffer) args.value(i))) {
            throw new IllegalArgumentException("no buffer for memory of " + byteLength + " bytes: " + args.value(i));
        }
    }

    /** Frees the memory, if nobody has received it. */
    @Override
    public synchronized void close() {
        if (reference != null) {
            reference.release();
            reference = null;
        }
        bytes = null;
    }

    private static ByteBuffer memory(Args args, int i) {
        return ((V8ValueArrayBuffer) args.value(i)).getByteBuffer();
    }
}
