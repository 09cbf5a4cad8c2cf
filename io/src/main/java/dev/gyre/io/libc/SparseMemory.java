package dev.gyre.io.libc;

import dev.gyre.io.libc.Libc.Function;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Much memory of which mostly little is used: the system gives a page when it is first touched. */
public final class SparseMemory {
    private SparseMemory() {}

    /** With any content. It is freed when nobody refers to the buffer any more. */
    public static ByteBuffer allocate(int bytes) {
        long address = Libc.callPointer(Function.MALLOC, bytes, 0);
        if (address < 0) {
            throw new OutOfMemoryError("no " + bytes + " bytes of native memory");
        }
        return MemorySegment.ofAddress(address)
                .reinterpret(bytes, Arena.ofAuto(), SparseMemory::free)
                .asByteBuffer()
                .order(ByteOrder.nativeOrder());
    }

    private static void free(MemorySegment memory) {
        Libc.callInt(Function.FREE, memory.address());
    }
}
