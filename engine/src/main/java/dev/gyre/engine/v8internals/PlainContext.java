package dev.gyre.engine.v8internals;

import static dev.gyre.engine.v8internals.Contexts.read;
import static dev.gyre.engine.v8internals.Contexts.write;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.jspecify.annotations.Nullable;

/**
 * Part of the capability {@code contexts}: a context as V8 makes it, without the core, that a snapshot has beside the main
 * one. Contexts of {@code node:vm} are made from it: it is a tenth of the main one's size, and so is the time to read it.
 *
 * <p>V8 can keep many contexts in a snapshot, but Javet neither adds one nor reads any but the first. At build time the
 * plain one is entered into the list of V8's snapshot creator:
 *
 * <pre>
 *   V8Runtime of Javet, in words:   [9] ──> SnapshotCreator ──> its parts, in words:
 *                                           [1] isolate   [3] begin, [4] end, [5] room of the list of contexts
 *                                           an entry of the list: handle of a context, three callbacks (none) with their data
 * </pre>
 *
 * <p>At run time V8 looks for the first context of the snapshot that Javet's record names ({@link SharedSnapshot} shows it).
 * While a context is made, the record names a snapshot of our own that has the plain context as its first and only one:
 *
 * <pre>
 *   number of contexts | … 88 bytes of the original … | place of the context | the context
 * </pre>
 *
 * <p>Where anything is not as expected, contexts are made from the main one: that takes longer, and works the same.
 */
final class PlainContext {
    // Words of Javet's V8Runtime.
    private static final int ISOLATE = 2;
    private static final int SNAPSHOT_CREATOR = 9;
    private static final int STARTUP_DATA = 10;

    // Words of V8's snapshot creator, and an entry of its list.
    private static final int CREATOR_ISOLATE = 1;
    private static final int LIST = 3;
    private static final int ENTRY_BYTES = 7 * Long.BYTES;

    // A handle: the object, two bytes of class, one of index, one of flags, whose two lowest bits are its state.
    private static final int STATE_SHIFT = 24;
    private static final long STATE = 3L << STATE_SHIFT;
    private static final long IN_USE = 1L << STATE_SHIFT;

    // Places in the head of a snapshot.
    private static final int CONTEXTS_AT = 88;
    private static final int CONTEXT_AT = 96; // in ours

    private final long record;
    private final long data;
    private final long bytes;
    private final ByteBuffer own;
    private final long ownAt;

    private PlainContext(long record, long data, long bytes, ByteBuffer own) {
        this.record = record;
        this.data = data;
        this.bytes = bytes;
        this.own = own;
        ownAt = MemorySegment.ofBuffer(own).address();
    }

    /** That of the snapshot which the isolate was made from; null where it has none. */
    static @Nullable PlainContext of(long runtime) {
        long record = word(runtime, STARTUP_DATA);
        if (!Contexts.isHandle(record)) {
            return null;
        }
        long data = read(record);
        long bytes = read(record + Long.BYTES);
        int size = (int) bytes;
        if (!Contexts.isHandle(data) || size < CONTEXT_AT) {
            return null;
        }
        ByteBuffer snapshot = Contexts.memory(data, size);
        int place = snapshot.getInt(CONTEXTS_AT + Integer.BYTES);
        if (snapshot.getInt(0) != 2 || place < CONTEXT_AT || place >= size) {
            return null;
        }
        ByteBuffer own = ByteBuffer.allocateDirect(CONTEXT_AT + size - place).order(ByteOrder.nativeOrder());
        own.put(0, snapshot, 0, CONTEXTS_AT);
        own.putInt(0, 1);
        own.putInt(CONTEXTS_AT, CONTEXT_AT);
        own.put(CONTEXT_AT, snapshot, place, size - place);
        return new PlainContext(record, data, bytes, own);
    }

    /** From now on V8 makes the plain context, until {@link #leave}. */
    void enter() {
        write(record, ownAt);
        write(record + Long.BYTES, (bytes & ~0xffffffffL) | own.capacity());
    }

    void leave() {
        write(record, data);
        write(record + Long.BYTES, bytes);
    }

    /** Whether a snapshot can be given a second context: whether its creator is as expected. */
    static boolean canBeAdded(long runtime) {
        long creator = word(runtime, SNAPSHOT_CREATOR);
        if (!Contexts.isHandle(creator)) {
            return false;
        }
        long parts = read(creator);
        long begin = word(parts, LIST);
        return word(parts, CREATOR_ISOLATE) == word(runtime, ISOLATE)
                && word(parts, LIST + 1) == begin + ENTRY_BYTES
                && read(begin) == 0; // the main context is entered last
    }

    /**
     * Enters a context into the list of the snapshot creator, which becomes the owner of its handle.
     *
     * @param room memory of the C library's allocator for {@link #listBytes}, from now on V8's
     * @param global the handle of its global object, which nobody may have when the snapshot is made: it is given up
     */
    static void add(long runtime, long room, long context, long global) {
        long parts = read(word(runtime, SNAPSHOT_CREATOR));
        for (int i = 0; i < listBytes(); i += Long.BYTES) {
            write(room + i, 0);
        }
        write(room + ENTRY_BYTES, context);
        write(parts + (long) LIST * Long.BYTES, room); // the old one, of one entry, is left to the end of the process
        write(parts + (long) (LIST + 1) * Long.BYTES, room + listBytes());
        write(parts + (long) (LIST + 2) * Long.BYTES, room + listBytes());
        long flags = read(global + Long.BYTES);
        if ((flags & STATE) != IN_USE) {
            throw new IllegalStateException("a handle of V8 has flags of another form: " + Long.toHexString(flags));
        }
        write(global + Long.BYTES, flags & ~STATE);
    }

    static int listBytes() {
        return 2 * ENTRY_BYTES;
    }

    private static long word(long address, int i) {
        return read(address + (long) i * Long.BYTES);
    }
}
