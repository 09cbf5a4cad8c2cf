package dev.gyre.engine.v8internals;

import com.caoccao.javet.interop.V8Runtime;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.jspecify.annotations.Nullable;

/**
 * Capability {@code shared-snapshot}: the isolates of a process share one copy of the snapshot they were made from.
 *
 * <p>Javet makes a copy for each, of megabytes, and V8 keeps it, because a further context is made from it too. V8 finds it
 * by a small record of Javet's, so after the isolate was made, the record is made to name the common copy:
 *
 * <pre>
 *   V8Runtime of Javet, in words:   [10] ──> StartupData: address of the bytes | their number
 * </pre>
 *
 * <p>The isolate's own copy can be freed then. Javet would free it with the isolate; before that, the record says that there
 * is nothing to free.
 */
public final class SharedSnapshot {
    private static final MemorySegment MEMORY = MemorySegment.NULL.reinterpret(Long.MAX_VALUE);
    private static final int STARTUP_DATA = 10;
    private static final int RECORD_BYTES = 16;

    /** The head of a snapshot has the checksum of the rest. */
    private static final int HEAD_BYTES = 4096;

    private static @Nullable MemorySegment common; // guarded by the class

    private final long record;
    private final long own;
    private boolean isTaken;

    private SharedSnapshot(long record, long own) {
        this.record = record;
        this.own = own;
    }

    /**
     * Lets an isolate use the common copy; the first that is opened with this method makes it.
     *
     * @param snapshot what the isolate was made from
     * @return null where Javet is not as expected, or the isolate was made from another snapshot than the first
     */
    public static synchronized @Nullable SharedSnapshot use(V8Runtime runtime, byte[] snapshot) {
        long record = at(runtime.getHandle() + (long) STARTUP_DATA * Long.BYTES, Long.BYTES)
                .getLong(0);
        if (!isPointer(record)) {
            return null;
        }
        ByteBuffer fields = at(record, RECORD_BYTES);
        long own = fields.getLong(0);
        if (fields.getInt(Long.BYTES) != snapshot.length || !isPointer(own) || snapshot.length < HEAD_BYTES) {
            return null;
        }
        ByteBuffer head = ByteBuffer.wrap(snapshot, 0, HEAD_BYTES);
        if (!at(own, HEAD_BYTES).equals(head)) {
            return null;
        }
        if (common == null) {
            common = Arena.global().allocate(snapshot.length, Long.BYTES);
            common.asByteBuffer().put(snapshot);
        }
        if (common.byteSize() != snapshot.length
                || !common.asByteBuffer().limit(HEAD_BYTES).equals(head)) {
            return null;
        }
        fields.putLong(0, common.address());
        return new SharedSnapshot(record, own);
    }

    /** The address of the isolate's own copy: memory of the C library's allocator, from now on the caller's to free. */
    public long takeOwn() {
        isTaken = true;
        return own;
    }

    /** Before the isolate is closed: Javet frees what it has allocated, where it was not taken. */
    public void giveBack() {
        ByteBuffer fields = at(record, RECORD_BYTES);
        fields.putLong(0, isTaken ? 0 : own);
        if (isTaken) {
            fields.putInt(Long.BYTES, 0); // then Javet frees nothing
        }
    }

    private static boolean isPointer(long word) {
        return (word & 7) == 0 && word > 65536 && word < 1L << 47;
    }

    // Through buffers: the first access through a segment itself links method handles, for some 10 ms.
    private static ByteBuffer at(long address, long bytes) {
        return MEMORY.asSlice(address, bytes).asByteBuffer().order(ByteOrder.nativeOrder());
    }
}
