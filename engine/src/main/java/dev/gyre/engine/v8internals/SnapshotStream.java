package dev.gyre.engine.v8internals;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.zip.Adler32;

/**
 * Makes snapshots readable that V8 has written and can't read.
 *
 * <p>V8 writes a heap depth first. Objects more than 32 levels deep are put off, and written one after the other at the end.
 * In front of an array (a typed array or its buffer) it writes the array's memory:
 *
 * <pre>
 *   memory, object, map, fields                as V8 writes it
 *   object, map, memory, fields                as it is written here
 * </pre>
 *
 * <p>Where the map is not a reference but written there, too, the memory is moved the other way instead: into the object in
 * front, before the last operation of it.
 *
 * <p>Within another object V8 reads the memory in any of these places. At the end, where it reads the objects that were put off, it
 * expects an object, and takes the memory for one: the process dies, or worse. So the memory is moved into an object. Nothing
 * refers to places in the stream, so nothing else changes. Chromium's arrays are never put off, because they have fields for
 * the embedder; that may be why V8 has this fault.
 *
 * <p>The stream is a list of operations, each with its length. If one is met that is not known here, or the last one does not
 * end where the stream ends, this is a snapshot of another version of V8, and it is left as it is.
 */
public final class SnapshotStream {
    private static final int VERSION_AT = 16;
    private static final String VERSION = "14.7.";
    private static final int CONTEXTS_AT = 88;
    private static final int MAGIC = 0xc0de06ae;
    private static final int CHECKSUM_AT = 8;
    private static final int CHECKED_FROM = 12;

    private static final int NEW_OBJECT_IN_OLD_SPACE = 1;
    private static final int LAST_NEW_OBJECT = 3;
    private static final int BACK_REFERENCE = 4;
    private static final int READ_ONLY_REFERENCE = 5;
    private static final int CACHED = 6;
    private static final int ROOT = 7;
    private static final int REPEATED_ROOT = 0x0c;
    private static final int MEMORY = 0x0d;
    private static final int RAW_WORDS = 0x11;
    private static final int CONSTANT_ROOTS = 0x40;
    private static final int FEW_RAW_WORDS = 0x60;
    private static final int FEW_REPEATED_ROOTS = 0x80;
    private static final int HOT_OBJECTS = 0x90;
    private static final int HOT_OBJECTS_END = 0x98;

    private static final int WORD_BYTES = 8;

    /** Operations without an operand, and those with one number. */
    private static final String PLAIN = "\012\013\027\030\031\033\034\041";

    private static final String WITH_NUMBER = "\004\006\007\010\011\023\032\037\040";

    private final ByteBuffer bytes;
    private int at;

    private SnapshotStream(byte[] bytes, int at) {
        this.bytes = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        this.at = at;
    }

    /** The snapshot in a form that V8 can read. */
    public static byte[] readable(byte[] snapshot) {
        ByteBuffer head = ByteBuffer.wrap(snapshot).order(ByteOrder.LITTLE_ENDIAN);
        byte[] result = snapshot.clone();
        for (int i = 0; i < head.getInt(0); i++) {
            int context = head.getInt(CONTEXTS_AT + 4 * i);
            if (!isVersionKnown(snapshot) || head.getInt(context) != MAGIC) {
                return snapshot;
            }
            var stream = new SnapshotStream(snapshot, context + 8);
            if (!stream.moveMemory(context + 8 + head.getInt(context + 4), result)) {
                return snapshot;
            }
        }
        var checksum = new Adler32();
        checksum.update(result, CHECKED_FROM, result.length - CHECKED_FROM);
        int sum = (int) checksum.getValue();
        ByteBuffer.wrap(result).order(ByteOrder.LITTLE_ENDIAN).putInt(CHECKSUM_AT, sum);
        return result;
    }

    private static boolean isVersionKnown(byte[] snapshot) {
        for (int i = 0; i < VERSION.length(); i++) {
            if (snapshot[VERSION_AT + i] != VERSION.charAt(i)) {
                return false;
            }
        }
        return true;
    }

    /** Whether the whole stream was understood. */
    private boolean moveMemory(int end, byte[] result) {
        int last = at;
        int lastButOne = at;
        while (at < end) {
            int begin = at;
            if (!skip()) {
                return false;
            }
            if (bytes.get(begin) == MEMORY && !moveBehindMap(begin, result) && !isNewObject(lastButOne)) {
                move(last, begin, at, result);
            }
            lastButOne = last;
            last = begin;
        }
        return at == end;
    }

    /** Moves the memory that ends here behind the next object's map, if that is a reference. */
    private boolean moveBehindMap(int memory, byte[] result) {
        int object = at;
        if (bytes.get(object) != NEW_OBJECT_IN_OLD_SPACE) {
            return false;
        }
        skip();
        boolean isReference = isReference(operation());
        skip();
        if (isReference) {
            move(memory, object, at, result);
        }
        at = object;
        return isReference;
    }

    /** Exchanges the bytes before and behind {@code middle}. */
    private void move(int from, int middle, int to, byte[] result) {
        byte[] all = bytes.array();
        System.arraycopy(all, middle, result, from, to - middle);
        System.arraycopy(all, from, result, from + to - middle, middle - from);
    }

    private boolean isNewObject(int place) {
        return (bytes.get(place) & 0xff) <= LAST_NEW_OBJECT;
    }

    private static boolean isReference(int operation) {
        return operation == BACK_REFERENCE
                || operation == CACHED
                || operation == ROOT
                || (operation >= HOT_OBJECTS && operation < HOT_OBJECTS_END);
    }

    private int operation() {
        return bytes.get(at) & 0xff;
    }

    /** Goes behind the operation at this place; false if it is unknown. */
    private boolean skip() {
        int operation = operation();
        at++;
        if (operation <= LAST_NEW_OBJECT || WITH_NUMBER.indexOf(operation) >= 0) {
            number();
        } else if (operation == READ_ONLY_REFERENCE) {
            number();
            number();
        } else if (operation == REPEATED_ROOT) {
            number();
            at++;
        } else if (operation == MEMORY) {
            at += 4 + bytes.getInt(at);
        } else if (operation == RAW_WORDS) {
            int words = number();
            at += WORD_BYTES * words;
        } else if (operation >= FEW_RAW_WORDS && operation < FEW_REPEATED_ROOTS) {
            at += WORD_BYTES * (operation - FEW_RAW_WORDS + 1);
        } else if (operation >= FEW_REPEATED_ROOTS && operation < HOT_OBJECTS) {
            at++;
        } else {
            return PLAIN.indexOf(operation) >= 0
                    || (operation >= CONSTANT_ROOTS && operation < FEW_RAW_WORDS)
                    || (operation >= HOT_OBJECTS && operation < HOT_OBJECTS_END);
        }
        return true;
    }

    /** The two lowest bits of the first byte tell how many bytes more a number has. */
    private int number() {
        int more = bytes.get(at) & 3;
        int value = 0;
        for (int i = more; i >= 0; i--) {
            value = (value << 8) | (bytes.get(at + i) & 0xff);
        }
        at += more + 1;
        return value >>> 2;
    }
}
