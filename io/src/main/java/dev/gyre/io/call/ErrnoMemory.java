package dev.gyre.io.call;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.jspecify.annotations.Nullable;

/** Where a thread's native calls leave their errno. */
public final class ErrnoMemory {
    private static final ThreadLocal<ErrnoMemory> OF_THREAD = ThreadLocal.withInitial(ErrnoMemory::new);

    /**
     * Those that were asked for last, each at the place that its thread's number gives: the loop and the pool make too many
     * calls to ask a ThreadLocal each time.
     */
    private static final @Nullable ErrnoMemory[] LATEST = new ErrnoMemory[32];

    /** Not the thread itself: it would be kept, and all that it refers to, when it has ended. */
    private final long threadId = Thread.currentThread().threadId();

    private final ByteBuffer buffer = ByteBuffer.allocateDirect(Integer.BYTES).order(ByteOrder.nativeOrder());

    /** For the JVM's linker, which takes the memory as a segment. */
    final MemorySegment segment = MemorySegment.ofBuffer(buffer);

    final long address = segment.address();

    private ErrnoMemory() {}

    /** The calling thread's. */
    public static ErrnoMemory ofThread() {
        long id = Thread.currentThread().threadId();
        int place = (int) id % LATEST.length;
        ErrnoMemory found = LATEST[place];
        if (found == null || found.threadId != id) {
            found = OF_THREAD.get();
            LATEST[place] = found; // a race only makes others ask again
        }
        return found;
    }

    /** The errno that the thread's last call left; positive. */
    public int code() {
        return buffer.getInt(0);
    }
}
