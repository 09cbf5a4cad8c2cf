package dev.gyre.engine.v8internals;

import com.caoccao.javet.exceptions.JavetException;
import com.caoccao.javet.values.reference.V8ValueArray;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Capability {@code heap-strings}: lets a WebAssembly module copy between the memory of typed arrays and the characters of
 * strings in V8's heap, for strings with one byte a character. {@code v8internals/shared/heap_strings.js} is the
 * JavaScript half and says why.
 *
 * <p>The module has to know where in the heap its two operands are. It finds them in an array, the <em>box</em>, whose
 * address V8 keeps in a handle of ours. And it has to reach them: its memory is made to begin at address 0 and to have no
 * end.
 *
 * <pre>
 *   handle ──> box ──> its elements ──┬─ [0] string:      map | hash, length | characters ...
 *                                     └─ [1] typed array: map | ... | buffer | ... | length | ... | address of its bytes
 *                                                                       └──> map | ... | size | ... | address of its bytes
 * </pre>
 *
 * <p>None of this is V8's API. So a box of samples is read first, and nothing is written unless every field, in the samples
 * and in the module's instance, has the expected value at the expected offset.
 */
public final class HeapStrings {
    private static final MemorySegment MEMORY = MemorySegment.NULL.reinterpret(Long.MAX_VALUE);
    private static final long MEMORY_BYTES = 1L << 47;

    // Offsets in V8's objects: 64 bits, without pointer compression. heap_strings.js has the same.
    private static final int MAP = 0;
    private static final int MAP_TYPE = 12;
    private static final int ARRAY_ELEMENTS = 16;
    private static final int ARRAY_LENGTH = 24;
    private static final int ELEMENTS_LENGTH = 8;
    private static final int ELEMENTS = 16;
    private static final int HASH_AND_LENGTH = 8;
    private static final int CONTENT = 16;
    private static final int VIEW_BUFFER = 32;
    private static final int VIEW_LENGTH = 56;
    private static final int VIEW_DATA = 72;
    private static final int VIEW_ON_HEAP = 80;
    private static final int VIEW_BYTES = 88;
    private static final int BUFFER_SIZE = 40;
    private static final int BUFFER_DATA = 56;
    private static final int BUFFER_BYTES = 64;
    private static final int INSTANCE_DATA = 24;
    private static final int MEMORY_START = 40;
    private static final int MEMORY_SIZE = 48;
    private static final int MEMORIES = 80;
    private static final int INSTANCE_BYTES = 88;

    // What is in the box.
    private static final int TEXTS = 0;
    private static final int RAWS = 2;
    private static final int VIEW = 4;
    private static final int INSTANCE = 5;
    private static final int SAMPLES = 6;

    private static final int KNOWN = 5;

    private final long slot;
    private final @Nullable ByteBuffer words;
    private final ByteBuffer moduleMemory;
    private @Nullable ByteBuffer samples;
    private long stringMap;
    private long bytesMap;
    private long noHash;
    private long viewType;

    private HeapStrings(long slot, @Nullable ByteBuffer words, ByteBuffer moduleMemory) {
        this.slot = slot;
        this.words = words == null ? null : words.order(ByteOrder.nativeOrder());
        this.moduleMemory = moduleMemory.order(ByteOrder.nativeOrder());
    }

    /**
     * Compares V8's heap with what is expected of it.
     *
     * @param box an array of two strings, two ByteArrays, a typed array with the characters of the strings, which lies in the
     *     memory of {@code words}, and the module's instance
     * @param words the lengths of the first five, then the offset of the typed array
     * @param moduleMemory the module's memory
     * @return whether everything is as expected. Then the first words of the module's memory are: where to find the box from
     *     now on, the maps of a string and of a ByteArray, the hash field of a new string, and the type of a typed array. They
     *     don't go through JavaScript, which must not know addresses.
     */
    public static boolean open(V8ValueArray box, ByteBuffer words, ByteBuffer moduleMemory) throws JavetException {
        V8ValueArray kept = box.toClone(true);
        var strings = new HeapStrings(slotOf(kept), words, moduleMemory);
        if (strings.findSamples() && strings.learnStrings() && strings.learnView() && strings.findMemory() != null) {
            strings.tellModule();
            return true; // the handle stays open
        }
        kept.close();
        return false;
    }

    /** Makes all memory the module's, after it has read what {@link #open} wrote. */
    public static boolean widen(V8ValueArray box, ByteBuffer moduleMemory) {
        var strings = new HeapStrings(slotOf(box), null, moduleMemory);
        return strings.findSamples() && strings.widenMemory();
    }

    private static long slotOf(V8ValueArray box) {
        return at(box.getHandle(), Long.BYTES).getLong(0);
    }

    private void tellModule() {
        long[] known = {slot, stringMap, bytesMap, noHash, viewType};
        for (int i = 0; i < KNOWN; i++) {
            moduleMemory.putLong(i * Long.BYTES, known[i]);
        }
    }

    private boolean findSamples() {
        long box = at(slot, Long.BYTES).getLong(0);
        if (!isReference(box)) {
            return false;
        }
        ByteBuffer array = at(box - 1, ARRAY_LENGTH + Long.BYTES);
        if (array.getLong(ARRAY_LENGTH) != smi(SAMPLES) || !isReference(array.getLong(ARRAY_ELEMENTS))) {
            return false;
        }
        samples = at(array.getLong(ARRAY_ELEMENTS) - 1, ELEMENTS + SAMPLES * Long.BYTES);
        if (samples.getLong(ELEMENTS_LENGTH) != smi(SAMPLES)) {
            return false;
        }
        for (int i = 0; i < SAMPLES; i++) {
            if (!isReference(samples.getLong(ELEMENTS + i * Long.BYTES))) {
                return false;
            }
        }
        return true;
    }

    private boolean learnStrings() {
        ByteBuffer text = sample(TEXTS, CONTENT);
        stringMap = text.getLong(MAP);
        noHash = text.getLong(HASH_AND_LENGTH) & 0xffffffffL;
        bytesMap = sample(RAWS, CONTENT).getLong(MAP);
        return isReference(stringMap)
                && isReference(bytesMap)
                && stringMap != bytesMap
                && isText(TEXTS)
                && isText(TEXTS + 1)
                && isRaw(RAWS)
                && isRaw(RAWS + 1);
    }

    private boolean isText(int i) {
        int length = word(i);
        ByteBuffer text = sample(i, CONTENT + length);
        return text.getLong(MAP) == stringMap
                && text.getLong(HASH_AND_LENGTH) == (smi(length) | noHash)
                && text.slice(CONTENT, length).equals(words().slice(word(VIEW + 1), length));
    }

    private boolean isRaw(int i) {
        ByteBuffer raw = sample(i, CONTENT);
        return raw.getLong(MAP) == bytesMap && raw.getLong(HASH_AND_LENGTH) == smi(word(i));
    }

    private boolean learnView() {
        ByteBuffer view = sample(VIEW, VIEW_BYTES);
        if (!isReference(view.getLong(MAP))) {
            return false;
        }
        viewType = typeOf(view);
        return viewType != typeOf(sample(INSTANCE, CONTENT))
                && viewType != typeOf(sample(TEXTS, CONTENT))
                && view.getLong(VIEW_LENGTH) == word(VIEW)
                && view.getLong(VIEW_DATA) == addressOf(words()) + word(VIEW + 1)
                && view.getLong(VIEW_ON_HEAP) == 0
                && isBuffer(view.getLong(VIEW_BUFFER));
    }

    /** Whether it is the ArrayBuffer of {@code words}. */
    private boolean isBuffer(long reference) {
        if (!isReference(reference)) {
            return false;
        }
        ByteBuffer buffer = at(reference - 1, BUFFER_BYTES);
        return buffer.getLong(BUFFER_SIZE) == words().capacity() && buffer.getLong(BUFFER_DATA) == addressOf(words());
    }

    /** What kind of object it is, as its map says. */
    private static long typeOf(ByteBuffer object) {
        long map = object.getLong(MAP);
        return isReference(map) ? Short.toUnsignedLong(at(map - 1, CONTENT).getShort(MAP_TYPE)) : -1;
    }

    /** An instance has start and size of its first memory in itself, for the module's code, and in a list of all. */
    private ByteBuffer @Nullable [] findMemory() {
        long at = sample(INSTANCE, INSTANCE_DATA + Long.BYTES).getLong(INSTANCE_DATA);
        if (!isReference(at)) {
            return null;
        }
        ByteBuffer instance = at(at - 1, INSTANCE_BYTES);
        if (!isMemory(instance, MEMORY_START, MEMORY_SIZE) || !isReference(instance.getLong(MEMORIES))) {
            return null;
        }
        ByteBuffer memories = at(instance.getLong(MEMORIES) - 1, ELEMENTS + 2 * Long.BYTES);
        return isMemory(memories, ELEMENTS, ELEMENTS + Long.BYTES) ? new ByteBuffer[] {instance, memories} : null;
    }

    private boolean widenMemory() {
        ByteBuffer[] found = findMemory();
        if (found == null) {
            return false;
        }
        found[1].putLong(ELEMENTS, 0).putLong(ELEMENTS + Long.BYTES, MEMORY_BYTES);
        found[0].putLong(MEMORY_START, 0).putLong(MEMORY_SIZE, MEMORY_BYTES);
        return true;
    }

    private boolean isMemory(ByteBuffer object, int start, int size) {
        return object.getLong(start) == addressOf(moduleMemory) && object.getLong(size) == moduleMemory.capacity();
    }

    private ByteBuffer sample(int i, int bytes) {
        return at(Objects.requireNonNull(samples).getLong(ELEMENTS + i * Long.BYTES) - 1, bytes);
    }

    private int word(int i) {
        return (int) words().getDouble(i * Double.BYTES);
    }

    private ByteBuffer words() {
        return Objects.requireNonNull(words);
    }

    private static boolean isReference(long word) {
        return (word & 7) == 1 && word < MEMORY_BYTES && word > 65536;
    }

    /** A small number as V8 stores it. */
    private static long smi(long value) {
        return value << 32;
    }

    private static long addressOf(ByteBuffer buffer) {
        return MemorySegment.ofBuffer(buffer).address();
    }

    private static ByteBuffer at(long address, long bytes) {
        return MEMORY.asSlice(address, bytes).asByteBuffer().order(ByteOrder.nativeOrder());
    }
}
