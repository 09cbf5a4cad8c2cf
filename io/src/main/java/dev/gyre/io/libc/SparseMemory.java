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

    /** Frees memory that a native library has allocated and handed over. */
    public static void free(long address) {
        Libc.callStatus(Function.FREE, address, 0, 0, 0);
    }

    /** One for the process: its thread waits for buffers that nobody refers to. Slices refer to the whole. */
    private static final class Freeing {
        static final Cleaner CLEANER = Cleaner.create();
    }
}
