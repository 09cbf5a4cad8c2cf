package dev.gyre.engine.v8internals;

import com.caoccao.javet.interop.V8Runtime;
import dev.gyre.engine.ForeignAccess;
import java.nio.ByteBuffer;
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
 * <p>The copy of the first isolate becomes the common one, and stays for good. The own copy of every other can be freed then.
 * Javet would free it with the isolate; before that, the record says that there is nothing to free.
 */
public final class SharedSnapshot {
    private static final int STARTUP_DATA = 10;
    private static final int RECORD_BYTES = 16;

    /** The head of a snapshot has the checksum of the rest. */
    private static final int HEAD_BYTES = 4096;

    private static long common; // address of the common copy, 0 before there is one; guarded by the class
    private static int commonBytes; // guarded by the class

    private final ByteBuffer fields;
    private final long own;
    private boolean isTaken;

    private SharedSnapshot(ByteBuffer fields, long own) {
        this.fields = fields;
        this.own = own;
    }

    /**
     * Lets an isolate use the common copy; that of the first isolate becomes it.
     *
     * @param snapshot what the isolate was made from
     * @return null where Javet is not as expected, or the isolate was made from another snapshot than the first
     */
    public static synchronized @Nullable SharedSnapshot use(V8Runtime runtime, byte[] snapshot, ForeignAccess memory) {
        long record = memory.memory(runtime.getHandle() + (long) STARTUP_DATA * Long.BYTES, Long.BYTES)
                .getLong(0);
        if (!isPointer(record)) {
            return null;
        }
        ByteBuffer fields = memory.memory(record, RECORD_BYTES);
        long own = fields.getLong(0);
        if (fields.getInt(Long.BYTES) != snapshot.length || !isPointer(own) || snapshot.length < HEAD_BYTES) {
            return null;
        }
        ByteBuffer head = ByteBuffer.wrap(snapshot, 0, HEAD_BYTES);
        if (!memory.memory(own, HEAD_BYTES).equals(head)) {
            return null;
        }
        if (common == 0) {
            common = own;
            commonBytes = snapshot.length;
        }
        if (commonBytes != snapshot.length || !memory.memory(common, HEAD_BYTES).equals(head)) {
            return null;
        }
        fields.putLong(0, common);
        return new SharedSnapshot(fields, own == common ? 0 : own);
    }

    /**
     * The address of the isolate's own copy, which is from now on the caller's to free: memory of the C library's allocator. 0
     * where its copy has become the common one.
     */
    public long takeOwn() {
        isTaken = true;
        return own;
    }

    /** Before the isolate is closed: Javet frees what it has allocated, where it was not taken. */
    public void giveBack() {
        boolean isFreed = isTaken || own == 0;
        fields.putLong(0, isFreed ? 0 : own);
        if (isFreed) {
            fields.putInt(Long.BYTES, 0); // then Javet frees nothing
        }
    }

    private static boolean isPointer(long word) {
        return (word & 7) == 0 && word > 65536 && word < 1L << 47;
    }
}
