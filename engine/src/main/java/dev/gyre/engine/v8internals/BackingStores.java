package dev.gyre.engine.v8internals;

import com.caoccao.javet.exceptions.JavetException;
import com.caoccao.javet.values.reference.V8ValueArrayBuffer;
import dev.gyre.engine.ForeignAccess;
import org.jspecify.annotations.Nullable;

/**
 * Capability {@code backing-stores}: the memory of an ArrayBuffer goes to another isolate as it is, and that of a
 * SharedArrayBuffer is shared with one. See docs/decisions/memory-across-isolates.md.
 *
 * <p>V8 itself counts the references to such memory, for its API has the same two operations. What is done here is what that
 * does: a reference is moved or copied from one object to another. Each object is compared with what is expected of it before
 * anything is written, and so are samples before the first one.
 */
public final class BackingStores {
    private static final int[] SAMPLE_BYTES = {4099, 70_001};

    private final ForeignAccess memory;
    private final long table;
    private final long allocator;

    private BackingStores(ForeignAccess memory, long table, long allocator) {
        this.memory = memory;
        this.table = table;
        this.allocator = allocator;
    }

    /** Null where V8's objects are not as expected. Makes samples, so it may not be called while addresses are in use. */
    public static @Nullable BackingStores open(V8ValueArrayBuffer any, ForeignAccess memory) throws JavetException {
        BackingStores found = null;
        for (int bytes : SAMPLE_BYTES) {
            try (V8ValueArrayBuffer sample = any.getV8Runtime().createV8ValueArrayBuffer(bytes)) {
                BufferObject object = BufferObject.of(sample, memory);
                if (object == null
                        || object.byteLength() != bytes
                        || !object.pointer().isOnly()) {
                    return null;
                }
                found = found == null
                        ? new BackingStores(memory, object.pointer().table(), object.allocator())
                        : found;
                if (!found.isKnown(object)) {
                    return null;
                }
            }
        }
        return found != null && found.allocator != 0 ? found : null;
    }

    private boolean isKnown(BufferObject object) {
        return object.pointer().table() == table && (object.allocator() == 0 || object.allocator() == allocator);
    }

    /** A reference that Java has, with what is known of the memory. */
    public static final class Reference {
        private final BackingStores stores;
        private final SharedPointer pointer;
        private final long data;
        private final long byteLength;
        private final long maxByteLength;
        private final boolean isShared;

        private Reference(BackingStores stores, BufferObject object, SharedPointer pointer) {
            this.stores = stores;
            this.pointer = pointer;
            data = object.data();
            byteLength = object.byteLength();
            maxByteLength = object.maxByteLength();
            isShared = object.isShared();
        }

        private Reference(Reference other) {
            stores = other.stores;
            pointer = other.pointer.copy();
            data = other.data;
            byteLength = other.byteLength;
            maxByteLength = other.maxByteLength;
            isShared = other.isShared;
        }

        /** A further reference. Any thread. */
        public Reference again() {
            return new Reference(this);
        }

        public long byteLength() {
            return byteLength;
        }

        public long maxByteLength() {
            return maxByteLength;
        }

        public boolean isShared() {
            return isShared;
        }

        /** Ends it. Any thread. */
        public void release() {
            pointer.release(stores.memory);
        }

        /**
         * Moves it into a buffer that was made for it and has no view yet. What that had is released.
         *
         * @return whether it has moved; if not, nothing has changed
         */
        public boolean moveInto(V8ValueArrayBuffer placeholder) {
            BufferObject object = stores.find(placeholder);
            if (object == null
                    || object.isShared() != isShared
                    || object.maxByteLength() != maxByteLength
                    || (object.byteLength() != byteLength && !object.isGrowable()) // that may have grown
                    || !object.pointer().isOnly()) {
                return false;
            }
            SharedPointer unused = object.pointer();
            object.put(pointer, data);
            unused.release(stores.memory);
            return true;
        }

        /** Likewise with a further reference: this one remains. */
        public boolean copyInto(V8ValueArrayBuffer placeholder) {
            pointer.copy();
            boolean isCopied = moveInto(placeholder);
            if (!isCopied) {
                release();
            }
            return isCopied;
        }
    }

    private @Nullable BufferObject find(V8ValueArrayBuffer buffer) {
        BufferObject object = BufferObject.of(buffer, memory);
        return object != null && isKnown(object) ? object : null;
    }

    /** Takes the reference out of a buffer that nobody uses any more; null where that has to be left alone. */
    public @Nullable Reference take(V8ValueArrayBuffer buffer) {
        BufferObject object = find(buffer);
        if (object == null || object.isShared() || !object.pointer().isOnly()) {
            return null;
        }
        var taken = new Reference(this, object, object.pointer());
        object.empty();
        return taken;
    }

    /** A further reference to the memory of a SharedArrayBuffer; null where there can't be one. */
    public @Nullable Reference share(V8ValueArrayBuffer buffer) {
        BufferObject object = find(buffer);
        return object == null || !object.isShared()
                ? null
                : new Reference(this, object, object.pointer().copy());
    }
}
