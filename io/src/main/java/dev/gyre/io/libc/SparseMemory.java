package dev.gyre.io.libc;

import dev.gyre.io.call.ForeignCalls;
import dev.gyre.io.libc.Libc.Function;
import java.lang.ref.Cleaner;
import java.nio.ByteBuffer;

/**
 * Much memory of which mostly little is used: the system gives a page when it is first touched. It is mapped, not taken from
 * the C library's allocator, which would keep what is freed: runtimes come and go, and each has megabytes of this.
 */
public final class SparseMemory {
    private static final int PROT_READ_WRITE = 3;
    private static final int MAP_PRIVATE_ANONYMOUS = 0x22;
    private static final int MADV_DONTNEED = 4;
    private static final int M_TRIM_THRESHOLD = -1;
    private static final int M_MMAP_THRESHOLD = -3;
    private static final int LARGE_BYTES = 4 << 20;
    private static final long PAGE_BYTES = 4096;

    private SparseMemory() {}

    /** All zeros. It is freed when nobody refers to the buffer any more. */
    public static ByteBuffer allocate(int bytes) {
        long address = Libc.callLong(Function.MMAP, 0, bytes, PROT_READ_WRITE, MAP_PRIVATE_ANONYMOUS, -1, 0);
        if (address < 0) {
            throw new OutOfMemoryError("no " + bytes + " bytes of native memory");
        }
        ByteBuffer memory = ForeignCalls.memory(address, bytes);
        Freeing.CLEANER.register(memory, () -> Libc.callInt(Function.MUNMAP, address, bytes));
        return memory;
    }

    /**
     * Has the C library's allocator give the system back what it keeps of freed memory. Each thread's part of it may keep
     * megabytes, among them memory of V8's that the thread's isolate has freed.
     */
    public static void trim() {
        Libc.callInt(Function.MALLOC_TRIM, 0);
    }

    /** Gives the whole pages within this memory back to the system; their contents are lost. */
    public static void discard(long address, long bytes) {
        long from = (address + PAGE_BYTES - 1) & -PAGE_BYTES;
        long to = (address + bytes) & -PAGE_BYTES;
        if (to > from) {
            Libc.callInt(Function.MADVISE, from, to - from, MADV_DONTNEED);
        }
    }

    /**
     * Has blocks of some megabytes mapped, and given back to the system when they are freed. By itself the C library's
     * allocator keeps such blocks as soon as it has seen one freed, in each thread's part.
     */
    public static void mapLargeBlocks() {
        Libc.callInt(Function.MALLOPT, M_MMAP_THRESHOLD, LARGE_BYTES);
        Libc.callInt(Function.MALLOPT, M_TRIM_THRESHOLD, 2 * LARGE_BYTES);
    }

    /** One for the process: its thread waits for buffers that nobody refers to. Slices refer to the whole. */
    private static final class Freeing {
        static final Cleaner CLEANER = Cleaner.create();
    }
}
