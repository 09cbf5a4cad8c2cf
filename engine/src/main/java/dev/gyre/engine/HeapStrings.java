package dev.gyre.engine;

import com.caoccao.javet.exceptions.JavetException;
import com.caoccao.javet.values.reference.V8ValueArray;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Makes a string of bytes, or bytes of a string, by one copy between a typed array's memory and V8's heap, for strings
 * that have one byte for each character. Neither JavaScript nor Javet has a way to do that.
 *
 * <p>JavaScript puts both into an array, the <em>box</em>, whose place in the heap V8 keeps in a handle for us, and calls.
 * While this thread is in Java V8 moves nothing: only this thread collects its garbage, and other threads of V8's that
 * mark or sweep meanwhile leave objects where they are.
 *
 * <pre>
 *   handle ──> box ──> its elements ──┬─ [0] string:      map | hash, length | characters ...
 *                                     └─ [1] typed array: map | ... | length | ... | where its bytes are
 * </pre>
 *
 * <p>A new string begins as what V8 calls a ByteArray, which it doesn't fill and which has the same form: a map, which
 * says what it is, a length in the same place, then the bytes. It becomes a string when its map is replaced. Both are mere
 * data to the garbage collector, of the same size at any moment; and both maps are V8's own, which never move.
 *
 * <p>None of this is V8's API. So {@link #open} reads a box of samples and refuses unless everything is found where it is
 * expected; and before a byte is copied, maps and lengths are compared with what was learned then.
 */
public final class HeapStrings {
    private static final MemorySegment MEMORY = MemorySegment.NULL.reinterpret(Long.MAX_VALUE);

    // Where things are in V8's objects of 64 bits, without pointer compression.
    private static final int MAP = 0;
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

    // What the box holds when it is opened, and the words beside it, in bytes: see heap_strings.js.
    private static final int SAMPLES = 5;
    private static final int TEXTS = 0;
    private static final int RAWS = 2;
    private static final int VIEW = 4;
    private static final int OFFSET = 0;
    private static final int LENGTH = 8;
    private static final int DONE = 16;

    private final V8ValueArray handle; // kept open
    private final ByteBuffer slot;
    private final ByteBuffer words;
    private ByteBuffer box;
    private ByteBuffer elements;
    private long boxAt;
    private long elementsAt;
    private long stringMap;
    private long bytesMap;
    private long noHash;

    private HeapStrings(V8ValueArray handle, ByteBuffer words) {
        this.handle = handle;
        this.words = words.order(ByteOrder.nativeOrder());
        slot = at(at(handle.getHandle(), Long.BYTES).getLong(0), Long.BYTES);
    }

    /**
     * For {@code (box, words)} with samples in the box: two strings, two ByteArrays, and an array with the characters of
     * the strings, which lies in the memory of {@code words}; or null where they don't look as expected. The words say
     * how long these five are, and where the array begins.
     */
    public static HeapStrings open(Args args) {
        try {
            V8ValueArray box = ((V8ValueArray) args.value(0)).toClone(true);
            var strings = new HeapStrings(box, args.bytes(1));
            if (strings.learn()) {
                return strings;
            }
            box.close();
            return null;
        } catch (JavetException e) {
            throw Isolate.translate(e);
        }
    }

    private boolean learn() {
        long address = slot.getLong(0);
        if (!isReference(address)) {
            return false;
        }
        ByteBuffer array = at(address - 1, ARRAY_LENGTH + Long.BYTES);
        if (array.getLong(ARRAY_LENGTH) != smi(SAMPLES) || !isReference(array.getLong(ARRAY_ELEMENTS))) {
            return false;
        }
        ByteBuffer samples = at(array.getLong(ARRAY_ELEMENTS) - 1, ELEMENTS + SAMPLES * Long.BYTES);
        if (samples.getLong(ELEMENTS_LENGTH) != smi(SAMPLES)) {
            return false;
        }
        for (int i = 0; i < SAMPLES; i++) {
            if (!isReference(samples.getLong(ELEMENTS + i * Long.BYTES))) {
                return false;
            }
        }
        return learnStrings(samples) && isView(samples);
    }

    private boolean learnStrings(ByteBuffer samples) {
        ByteBuffer text = sample(samples, TEXTS);
        ByteBuffer raw = sample(samples, RAWS);
        stringMap = text.getLong(MAP);
        noHash = text.getLong(HASH_AND_LENGTH) & 0xffffffffL;
        bytesMap = raw.getLong(MAP);
        return isReference(stringMap) && isReference(bytesMap) && stringMap != bytesMap
                && isText(text, TEXTS) && isText(sample(samples, TEXTS + 1), TEXTS + 1)
                && isRaw(raw, RAWS) && isRaw(sample(samples, RAWS + 1), RAWS + 1);
    }

    private boolean isText(ByteBuffer text, int i) {
        int length = word(i);
        ByteBuffer expected = words.slice(word(VIEW + 1), length);
        return text.getLong(MAP) == stringMap
                && text.getLong(HASH_AND_LENGTH) == (smi(length) | noHash)
                && text.slice(CONTENT, length).equals(expected);
    }

    private boolean isRaw(ByteBuffer raw, int i) {
        return raw.getLong(MAP) == bytesMap && raw.getLong(HASH_AND_LENGTH) == smi(word(i));
    }

    private boolean isView(ByteBuffer samples) {
        ByteBuffer view = at(samples.getLong(ELEMENTS + VIEW * Long.BYTES) - 1, VIEW_BYTES);
        return view.getLong(VIEW_LENGTH) == word(VIEW)
                && view.getLong(VIEW_DATA) == MemorySegment.ofBuffer(words).address() + word(VIEW + 1)
                && view.getLong(VIEW_ON_HEAP) == 0;
    }

    private ByteBuffer sample(ByteBuffer samples, int i) {
        return at(samples.getLong(ELEMENTS + i * Long.BYTES) - 1, CONTENT + word(i));
    }

    private int word(int i) {
        return (int) words.getDouble(i * Double.BYTES);
    }

    /** Copies bytes of the array into the ByteArray and makes it a string. */
    public void fill() {
        long length = (long) words.getDouble(LENGTH);
        find();
        long target = elements.getLong(ELEMENTS) - 1;
        ByteBuffer header = at(target, CONTENT);
        long source = dataOf(elements.getLong(ELEMENTS + Long.BYTES) - 1, length);
        if (source == 0 || header.getLong(MAP) != bytesMap || header.getLong(HASH_AND_LENGTH) != smi(length)) {
            return;
        }
        MemorySegment.copy(MEMORY, source, MEMORY, target + CONTENT, length);
        header.putLong(HASH_AND_LENGTH, smi(length) | noHash);
        header.putLong(MAP, stringMap);
        words.putDouble(DONE, 1);
    }

    /** Copies the first characters of the string into the array. */
    public void read() {
        long length = (long) words.getDouble(LENGTH);
        find();
        long source = elements.getLong(ELEMENTS) - 1;
        ByteBuffer header = at(source, CONTENT);
        if (header.getLong(MAP) != stringMap || header.getLong(HASH_AND_LENGTH) >>> 32 < length) {
            return;
        }
        long target = dataOf(elements.getLong(ELEMENTS + Long.BYTES) - 1, length);
        if (target == 0) {
            return;
        }
        MemorySegment.copy(MEMORY, source + CONTENT, MEMORY, target, length);
        words.putDouble(DONE, 1);
    }

    /** The garbage collector may have moved the box, or its elements. */
    private void find() {
        long at = slot.getLong(0) - 1;
        if (at != boxAt) {
            boxAt = at;
            box = at(at, ARRAY_LENGTH);
        }
        at = box.getLong(ARRAY_ELEMENTS) - 1;
        if (at != elementsAt) {
            elementsAt = at;
            elements = at(at, ELEMENTS + 2 * Long.BYTES);
        }
    }

    /** Where the wanted part of a typed array is; 0 where it does not have that much, or follows a resizable buffer. */
    private long dataOf(long address, long length) {
        ByteBuffer view = at(address, VIEW_BYTES);
        long offset = (long) words.getDouble(OFFSET);
        return view.getLong(VIEW_ON_HEAP) == 0 && offset + length <= view.getLong(VIEW_LENGTH)
                ? view.getLong(VIEW_DATA) + offset
                : 0;
    }

    private static boolean isReference(long word) {
        return (word & 7) == 1 && word >>> 47 == 0 && word > 65536;
    }

    /** A small number as V8 stores it. */
    private static long smi(long value) {
        return value << 32;
    }

    private static ByteBuffer at(long address, long bytes) {
        return MEMORY.asSlice(address, bytes).asByteBuffer().order(ByteOrder.nativeOrder());
    }
}
