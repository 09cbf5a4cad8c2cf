package dev.gyre.io.libc;

import dev.gyre.io.libc.Libc.Function;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

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
        return MemorySegment.ofAddress(address)
                .reinterpret(bytes, Arena.ofAuto(), SparseMemory::free)
                .asByteBuffer()
                .order(ByteOrder.nativeOrder());
    }

    /**
     * Has the C library's allocator give the system back what it keeps of freed memory. Each thread's part of it may keep
     * megabytes, among them memory of V8's that the thread's isolate has freed.
     */
    public static void trim() {
        Libc.callInt(Function.MALLOC_TRIM, 0);
    }

    private static void free(MemorySegment memory) {
        Libc.callInt(Function.MUNMAP, memory.address(), memory.byteSize());
    }
}
