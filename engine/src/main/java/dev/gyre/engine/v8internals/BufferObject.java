package dev.gyre.engine.v8internals;

import com.caoccao.javet.values.reference.V8ValueArrayBuffer;
import com.caoccao.javet.values.reference.V8ValueSharedArrayBuffer;
import dev.gyre.engine.ForeignAccess;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * An ArrayBuffer or SharedArrayBuffer in V8's heap, with what it refers to outside. Valid only inside a native call of its
 * isolate, and until that enters V8: the garbage collector moves the object.
 *
 * <pre>
 *   handle ──> object: map | ... | length | maximum | data | extension | flags
 *                                                      └──> extension: shared_ptr to the store (two words) | next | counted bytes
 *                                                                       └──> store: data | length | maximum | ... | flags
 * </pre>
 */
final class BufferObject {
    // Offsets in the object: 64 bits, without pointer compression.
    private static final int BYTE_LENGTH = 40;
    private static final int MAX_BYTE_LENGTH = 48;
    private static final int DATA = 56;
    private static final int EXTENSION = 64;
    private static final int FLAGS = 72;
    private static final int BYTES = 80;

    private static final int FLAG_DETACHED = 4;
    private static final int FLAG_SHARED = 16;
    private static final int FLAG_RESIZABLE = 32;
    private static final int FLAGS_KNOWN = 2 | FLAG_SHARED | FLAG_RESIZABLE; // the first: detachable

    // In the extension.
    private static final int STORE = 0;
    private static final int CONTROL = 8;
    private static final int COUNTED = 24;
    private static final int EXTENSION_BYTES = 32;

    // In the store.
    private static final int STORE_DATA = 0;
    private static final int STORE_LENGTH = 8;
    private static final int STORE_MAX = 16;
    private static final int STORE_CAPACITY = 24;
    private static final int STORE_ALLOCATOR = 40;
    private static final int STORE_FLAGS = 56;
    private static final int STORE_BYTES = 64;

    private static final int STORE_SHARED = 1;
    private static final int STORE_RESIZABLE = 2;
    private static final int STORE_WASM = 8;

    /** Of WebAssembly's memory, where the store may have: addresses of 64 bits, guard pages, an entry in V8's registry. */
    private static final int STORE_WASM_KINDS = STORE_WASM | 16 | 64 | 128;

    private final ByteBuffer object;
    private final ByteBuffer extension;
    private final ByteBuffer store;
    private final SharedPointer pointer;

    private BufferObject(ByteBuffer object, ByteBuffer extension, ByteBuffer store, SharedPointer pointer) {
        this.object = object;
        this.extension = extension;
        this.store = store;
        this.pointer = pointer;
    }

    /** Null unless every field has the value that follows from what Javet says of the buffer. */
    static @Nullable BufferObject of(V8ValueArrayBuffer value, ForeignAccess memory) {
        long slot = memory.memory(value.getHandle(), Long.BYTES).getLong(0);
        long reference =
                Addresses.isPointer(slot) ? memory.memory(slot, Long.BYTES).getLong(0) : 0;
        if (!Addresses.isReference(reference)) {
            return null;
        }
        ByteBuffer object = memory.memory(reference - 1, BYTES);
        long data = object.getLong(DATA);
        long extensionAt = object.getLong(EXTENSION);
        if (data != MemorySegment.ofBuffer(value.getByteBuffer()).address() || !Addresses.isPointer(extensionAt)) {
            return null;
        }
        ByteBuffer extension = memory.memory(extensionAt, EXTENSION_BYTES);
        var pointer = SharedPointer.of(extension.getLong(STORE), extension.getLong(CONTROL), memory);
        if (pointer == null) {
            return null;
        }
        var found = new BufferObject(object, extension, memory.memory(pointer.store, STORE_BYTES), pointer);
        return found.isAsExpected(value) ? found : null;
    }

    private boolean isAsExpected(V8ValueArrayBuffer value) {
        boolean isShared = value instanceof V8ValueSharedArrayBuffer;
        int length = value.getByteBuffer().capacity();
        return (flags() & (FLAG_DETACHED | ~FLAGS_KNOWN)) == 0
                && isShared() == isShared
                && store.getLong(STORE_DATA) == object.getLong(DATA)
                && object.getLong(BYTE_LENGTH) == (isGrowable() ? 0 : length)
                && object.getLong(MAX_BYTE_LENGTH) == maxLength(length)
                && store.getLong(STORE_CAPACITY) >= store.getLong(STORE_MAX)
                && extension.getLong(COUNTED) >>> 1 == (isShared ? 0 : length) // the lowest bit is something else
                && ((isShared && isWebAssembly()) ? isSharedWebAssembly(length) : isStore(length));
    }

    private boolean isStore(int length) {
        return (store.getLong(STORE_LENGTH) == length || isGrowable()) // that may grow at any moment
                && store.getLong(STORE_MAX) == maxLength(length)
                && storeFlags() == ((isShared() ? STORE_SHARED : 0) | (isResizable() ? STORE_RESIZABLE : 0));
    }

    /** The buffer keeps its length when the memory grows. */
    private boolean isSharedWebAssembly(int length) {
        return !isResizable()
                && store.getLong(STORE_LENGTH) >= length
                && store.getLong(STORE_MAX) >= length
                && (storeFlags() & ~STORE_WASM_KINDS) == STORE_SHARED;
    }

    boolean isGrowable() {
        return isShared() && isResizable();
    }

    private boolean isWebAssembly() {
        return (storeFlags() & STORE_WASM) != 0;
    }

    private long maxLength(int length) {
        return isResizable() ? object.getLong(MAX_BYTE_LENGTH) : length;
    }

    boolean isShared() {
        return (flags() & FLAG_SHARED) != 0;
    }

    boolean isResizable() {
        return (flags() & FLAG_RESIZABLE) != 0;
    }

    long byteLength() {
        return isGrowable() ? store.getLong(STORE_LENGTH) : object.getLong(BYTE_LENGTH);
    }

    /** -1 for a fixed length. */
    long maxByteLength() {
        return isResizable() ? object.getLong(MAX_BYTE_LENGTH) : -1;
    }

    private int flags() {
        return object.getInt(FLAGS);
    }

    /** Without any of: immutable, WebAssembly's, memory that somebody else frees. */
    private int storeFlags() {
        return Short.toUnsignedInt(store.getShort(STORE_FLAGS));
    }

    /** Who frees the memory; 0 for resizable and WebAssembly's memory, which is whole pages of the system's. */
    long allocator() {
        return isResizable() || isWebAssembly() ? 0 : store.getLong(STORE_ALLOCATOR);
    }

    SharedPointer pointer() {
        return pointer;
    }

    long data() {
        return object.getLong(DATA);
    }

    /** The object has this reference from now on; the one that it had is the caller's. */
    void put(SharedPointer other, long data) {
        extension.putLong(STORE, other.store).putLong(CONTROL, other.control);
        object.putLong(DATA, data);
    }

    /** The object has no reference any more; it is the caller's. */
    void empty() {
        extension.putLong(STORE, 0).putLong(CONTROL, 0);
        object.putLong(DATA, 0);
    }
}
