package dev.gyre.engine;

import com.caoccao.javet.exceptions.JavetException;
import com.caoccao.javet.values.reference.V8ValueArray;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Lets a WebAssembly module copy between the memory of typed arrays and the characters of strings in V8's heap, for strings
 * that have one byte for each character: {@code buffer/internal/heap_strings.js} tells what for.
 *
 * <p>For that the module needs to know where in the heap it is called with what. It finds both in an array, the <em>box</em>,
 * whose place V8 keeps in a handle for us. And it must reach them: its memory is made to begin at address 0 and to have no
 * end.
 *
 * <pre>
 *   handle ──> box ──> its elements ──┬─ [0] string:      map | hash, length | characters ...
 *                                     └─ [1] typed array: map | ... | length | ... | where its bytes are
 * </pre>
 *
 * <p>None of this is V8's API. So a box of samples is read first, and nothing is changed unless everything in it, and in the
 * instance of the module, is found where it is expected.
 */
public final class HeapStrings {
    private static final MemorySegment MEMORY = MemorySegment.NULL.reinterpret(Long.MAX_VALUE);
    private static final long MEMORY_BYTES = 1L << 47;

    // Where things are in V8's objects of 64 bits, without pointer compression; heap_strings.js has the same.
    private static final int MAP = 0;
    private static final int MAP_TYPE = 12;
    private static final int ARRAY_ELEMENTS = 16;
    private static final int ARRAY_LENGTH = 24;
    private static final int ELEMENTS_LENGTH = 8;
    private static final int ELEMENTS = 16;
    private static final int HASH_AND_LENGTH = 8;
    private static final int CONTENT = 16;
    private static final int VIEW_LENGTH = 56;
    private static final int VIEW_DATA = 72;
    private static final int VIEW_ON_HEAP = 80;
    private static final int VIEW_BYTES = 88;
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
     * For {@code (box, words, memory)}: a box with two strings, two ByteArrays, an array with the characters of the
     * strings, which lies in the memory of {@code words}, and the instance of the module, whose memory the last argument is.
     * The words say how long the first five are, and where the array begins. Answers whether everything is as expected.
     * Then the first words of the module's memory say where the box is found from now on, the maps of a string and a
     * ByteArray, what a string has for a hash at first, and the type of a typed array. They don't go through JavaScript,
     * which must not know addresses.
     */
    public static boolean open(Args args) {
        try {
            V8ValueArray box = ((V8ValueArray) args.value(0)).toClone(true);
            var strings = new HeapStrings(
                    slotOf(box), Objects.requireNonNull(args.bytes(1)), Objects.requireNonNull(args.bytes(2)));
            if (strings.findSamples()
                    && strings.learnStrings()
                    && strings.learnView()
                    && strings.findMemory() != null) {
                strings.tellModule();
                return true; // the handle stays open
            }
            box.close();
            return false;
        } catch (JavetException e) {
            throw Isolate.translate(e);
        }
    }

    /** For {@code (box, memory)}, when the module has learnt what it needs: makes all memory the module's. */
    public static boolean widen(Args args) {
        var strings =
                new HeapStrings(slotOf((V8ValueArray) args.value(0)), null, Objects.requireNonNull(args.bytes(1)));
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
                && view.getLong(VIEW_ON_HEAP) == 0;
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
