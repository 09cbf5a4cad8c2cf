package dev.gyre.engine.v8internals;

import com.caoccao.javet.interop.V8Runtime;
import com.caoccao.javet.values.V8Value;
import com.caoccao.javet.values.reference.IV8ValueReference;
import com.caoccao.javet.values.reference.V8ValueSharedArrayBuffer;
import dev.gyre.engine.ForeignAccess;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Part of the capability {@code backing-stores}: a shared WebAssembly.Memory goes to another isolate. See
 * docs/decisions/memory-across-isolates.md. Valid only inside a native call of its isolate, and until that enters V8.
 *
 * <pre>
 *   handle ──> memory: map | ... | [3] buffer, made when asked for | [4] ──> managed object | [5] most pages | instances
 *   managed object: map | [1] ──> record: ... | [3] ──> std::shared_ptr: store | control block
 *   store: data | length | ... | [5] ──> std::vector of the isolates: begin | end | end of its room
 * </pre>
 *
 * <p>The isolates in the vector are told when the memory grows. V8 reads it under a mutex of its own that nobody else can
 * have. So it is changed in a way that is right for who reads at the same time: room is made while the memory is still in one
 * isolate, whose thread this is; then one is added by writing it behind the last and moving the end, and removed by writing
 * another one over it. V8 takes its mutex when it closes an isolate, so nobody has its address any more after that.
 */
public final class WasmMemoryObject {
    /** Where an isolate is in a vector; the store may be gone. */
    private record Place(long isolate, SharedPointer weak) {}

    /** Guards the next, and all changes of vectors. */
    private static final Object CHANGES = new Object();

    private static final IdentityHashMap<V8Runtime, List<Place>> PLACES = new IdentityHashMap<>();

    private static final int MANAGED = 4;
    private static final int MAX_PAGES = 5;
    private static final int RECORD = 1;
    private static final int SHARED_POINTER = 3;
    private static final int ISOLATES = 5;

    private static final int STORE_WORDS = 8;
    private static final int STORE_FLAGS_AT = 56;
    private static final int SHARED_WEBASSEMBLY = 1 | 8;
    private static final int OTHER_KINDS = 2 | 4 | 16 | 32; // resizable, foreign, of 64 bits, empty
    private static final int VECTOR_BYTES = 3 * Long.BYTES;

    private static final int ROOM = 1024; // isolates
    private static final long PAGE_BYTES = 65536;
    private static final int CHUNK_MASK = ~7;
    private static final int SMALLEST_CHUNK = 32;

    private final ForeignAccess memory;
    private final ByteBuffer object;
    private final ByteBuffer shared; // the std::shared_ptr
    private final SharedPointer pointer;
    private final ByteBuffer store;
    private final ByteBuffer vector;

    private WasmMemoryObject(ForeignAccess memory, ByteBuffer object, ByteBuffer shared, SharedPointer pointer) {
        this.memory = memory;
        this.object = object;
        this.shared = shared;
        this.pointer = pointer;
        store = memory.memory(pointer.store, STORE_WORDS * Long.BYTES);
        vector = memory.memory(store.getLong(ISOLATES * Long.BYTES), VECTOR_BYTES);
    }

    /** Null unless it is a shared memory and V8 has it as expected. */
    private static @Nullable WasmMemoryObject of(V8Value value, ForeignAccess memory) {
        if (!(value instanceof IV8ValueReference reference)) {
            return null;
        }
        long slot = memory.memory(reference.getHandle(), Long.BYTES).getLong(0);
        long tagged =
                Addresses.isPointer(slot) ? memory.memory(slot, Long.BYTES).getLong(0) : 0;
        if (!Addresses.isReference(tagged)) {
            return null;
        }
        ByteBuffer object = memory.memory(tagged - 1, (MAX_PAGES + 1) * Long.BYTES);
        long managed = object.getLong(MANAGED * Long.BYTES);
        if (!Addresses.isReference(managed) || object.getInt(MAX_PAGES * Long.BYTES) != 0) {
            return null;
        }
        long record = memory.memory(managed - 1, 2 * Long.BYTES).getLong(RECORD * Long.BYTES);
        long shared = Addresses.isPointer(record)
                ? memory.memory(record, 4 * Long.BYTES).getLong(SHARED_POINTER * Long.BYTES)
                : 0;
        if (!Addresses.isPointer(shared)) {
            return null;
        }
        ByteBuffer words = memory.memory(shared, 2 * Long.BYTES);
        var pointer = SharedPointer.of(words.getLong(0), words.getLong(Long.BYTES), memory);
        return pointer == null || !isShared(pointer.store, memory)
                ? null
                : new WasmMemoryObject(memory, object, words, pointer);
    }

    private static boolean isShared(long at, ForeignAccess memory) {
        ByteBuffer store = memory.memory(at, STORE_WORDS * Long.BYTES);
        int flags = store.getShort(STORE_FLAGS_AT);
        return (flags & (SHARED_WEBASSEMBLY | OTHER_KINDS)) == SHARED_WEBASSEMBLY
                && Addresses.isPointer(store.getLong(ISOLATES * Long.BYTES));
    }

    private int maxPages() {
        return object.getInt(MAX_PAGES * Long.BYTES + Integer.BYTES);
    }

    private long begin() {
        return vector.getLong(0);
    }

    private long end() {
        return vector.getLong(Long.BYTES);
    }

    private long room() {
        return vector.getLong(2 * Long.BYTES);
    }

    private boolean isVector() {
        return Addresses.isPointer(begin()) && begin() < end() && end() <= room() && (end() - begin()) % 8 == 0;
    }

    /** Whether store and buffer are the same memory, which is at most what the object says. */
    private boolean isMemoryOf(V8ValueSharedArrayBuffer buffer) {
        long length = store.getLong(Long.BYTES);
        return store.getLong(0)
                        == MemorySegment.ofBuffer(buffer.getByteBuffer()).address()
                && length >= buffer.getByteBuffer().capacity()
                && length <= maxPages() * PAGE_BYTES
                && isVector();
    }

    /** Memory on its way: whoever has it has to release it once, or to put it into an object. */
    public static final class Reference {
        private final ForeignAccess memory;
        private final SharedPointer pointer;
        private final int maxPages;

        private Reference(ForeignAccess memory, SharedPointer pointer, int maxPages) {
            this.memory = memory;
            this.pointer = pointer;
            this.maxPages = maxPages;
        }

        /** What the WebAssembly.Memory has to be made with that gets it. */
        public int maxPages() {
            return maxPages;
        }

        /** A further one. Any thread. */
        public Reference again() {
            return new Reference(memory, pointer.copy(), maxPages);
        }

        /** Any thread. */
        public void release() {
            pointer.release(memory);
        }

        /**
         * Gives it to a shared memory that was just made, with as many pages at most, and whose buffer nobody has asked for.
         *
         * @return whether it has moved; if not, nothing has changed
         */
        public boolean moveInto(V8Value placeholder) {
            synchronized (CHANGES) {
                WasmMemoryObject object = of(placeholder, memory);
                if (object == null
                        || object.maxPages() != maxPages
                        || !object.pointer.isOnly()
                        || !object.isVector()
                        || object.end() - object.begin() != Long.BYTES) {
                    return false;
                }
                long isolate = memory.memory(object.begin(), Long.BYTES).getLong(0);
                if (!addIsolate(isolate)) {
                    return false;
                }
                SharedPointer unused = object.pointer;
                object.shared.putLong(0, pointer.store).putLong(Long.BYTES, pointer.control);
                unused.release(memory);
                note(((IV8ValueReference) placeholder).getV8Runtime(), isolate, pointer, memory);
                return true;
            }
        }

        private boolean addIsolate(long isolate) {
            var isolates = new Isolates(pointer.store, memory);
            return isolates.has(isolate) || isolates.add(isolate);
        }
    }

    /** The vector of a store. */
    private static final class Isolates {
        private final ForeignAccess memory;
        private final ByteBuffer vector;

        Isolates(long store, ForeignAccess memory) {
            this.memory = memory;
            ByteBuffer words = memory.memory(store, STORE_WORDS * Long.BYTES);
            vector = memory.memory(words.getLong(ISOLATES * Long.BYTES), VECTOR_BYTES);
        }

        private int size() {
            return (int) (vector.getLong(Long.BYTES) - vector.getLong(0)) / Long.BYTES;
        }

        private ByteBuffer at(int index) {
            return memory.memory(vector.getLong(0) + index * 8L, Long.BYTES);
        }

        /** The first other one, or 0. */
        private long otherThan(long isolate) {
            for (int i = 0; i < size(); i++) {
                if (at(i).getLong(0) != isolate) {
                    return at(i).getLong(0);
                }
            }
            return 0;
        }

        boolean has(long isolate) {
            for (int i = 0; i < size(); i++) {
                if (at(i).getLong(0) == isolate) {
                    return true;
                }
            }
            return false;
        }

        /** In a place that a removed one has left, or behind the last; false where there is no room. */
        boolean add(long isolate) {
            for (int i = 0; i < size(); i++) {
                for (int k = 0; k < i; k++) {
                    if (at(i).getLong(0) == at(k).getLong(0)) {
                        at(i).putLong(0, isolate);
                        return true;
                    }
                }
            }
            long end = vector.getLong(Long.BYTES);
            if (end + Long.BYTES > vector.getLong(2 * Long.BYTES)) {
                return false;
            }
            memory.memory(end, Long.BYTES).putLong(0, isolate);
            VarHandle.releaseFence();
            vector.putLong(Long.BYTES, end + Long.BYTES);
            return true;
        }

        /** Another one takes its place; without another one there is nobody who could read meanwhile. */
        void remove(long isolate) {
            long other = otherThan(isolate);
            if (other == 0) {
                vector.putLong(Long.BYTES, vector.getLong(0));
                return;
            }
            for (int i = 0; i < size(); i++) {
                if (at(i).getLong(0) == isolate) {
                    at(i).putLong(0, other);
                }
            }
        }
    }

    private static void note(V8Runtime runtime, long isolate, SharedPointer pointer, ForeignAccess memory) {
        List<Place> places = PLACES.computeIfAbsent(runtime, _ -> new ArrayList<>());
        for (Place place : places) {
            if (place.weak.control == pointer.control) {
                return; // it is alive, so no other store has this address
            }
        }
        places.removeIf(place -> {
            if (place.weak.isLocked()) {
                place.weak.release(memory);
                return false;
            }
            place.weak.forget(memory);
            return true;
        });
        places.add(new Place(isolate, pointer.weaken()));
    }

    /** The runtime is closed next: no memory tells its isolate any more that it has grown. */
    public static void leave(V8Runtime runtime, ForeignAccess memory) {
        synchronized (CHANGES) {
            List<Place> places = PLACES.remove(runtime);
            for (Place place : places == null ? List.<Place>of() : places) {
                if (place.weak.isLocked()) {
                    new Isolates(place.weak.store, memory).remove(place.isolate);
                    place.weak.release(memory);
                }
                place.weak.forget(memory);
            }
        }
    }

    /** A reference to the memory of a WebAssembly.Memory with this buffer; null where it can't leave its isolate. */
    public static @Nullable Reference share(V8Value value, V8ValueSharedArrayBuffer buffer, ForeignAccess memory) {
        synchronized (CHANGES) {
            WasmMemoryObject object = of(value, memory);
            if (object == null || !object.isMemoryOf(buffer)) {
                return null;
            }
            if (object.room() - object.begin() < ROOM * (long) Long.BYTES) {
                long creator = memory.memory(object.begin(), Long.BYTES).getLong(0);
                if (!object.makeRoom()) {
                    return null;
                }
                note(buffer.getV8Runtime(), creator, object.pointer, memory);
            }
            return new Reference(memory, object.pointer.copy(), object.maxPages());
        }
    }

    /** V8 frees what is allocated here, so it has to come from the C library, as the block has that is there now. */
    private boolean makeRoom() {
        long chunk = memory.memory(begin() - Long.BYTES, Long.BYTES).getLong(0) & CHUNK_MASK;
        if (end() - begin() != Long.BYTES || room() != end() || chunk != SMALLEST_CHUNK) {
            return false; // it is in other isolates already, or not as expected
        }
        long block = memory.allocate((long) ROOM * Long.BYTES);
        if (!Addresses.isPointer(block)) {
            return false;
        }
        long before = begin();
        memory.memory(block, Long.BYTES)
                .putLong(0, memory.memory(before, Long.BYTES).getLong(0));
        vector.putLong(0, block).putLong(Long.BYTES, block + Long.BYTES).putLong(2 * Long.BYTES, block + ROOM * 8L);
        memory.free(before);
        return true;
    }
}
