package dev.gyre.node;

import dev.gyre.engine.ForeignAccess;
import dev.gyre.io.call.ErrnoMemory;
import dev.gyre.io.call.ForeignCalls;
import dev.gyre.io.libc.CodeMemory;
import dev.gyre.io.libc.SparseMemory;
import java.nio.ByteBuffer;

/** Lets {@code engine}, which does not know {@code io}, make its foreign calls the cheap way. */
final class LibraryAccess implements ForeignAccess {
    @Override
    public ByteBuffer memory(long address, int bytes) {
        return ForeignCalls.memory(address, bytes);
    }

    @Override
    public void call(long function, long argument) {
        ForeignCalls.six(function, ErrnoMemory.ofThread(), argument, 0, 0, 0, 0, 0);
    }

    @Override
    public long allocate(long bytes) {
        return ForeignCalls.six(ForeignCalls.addressInLibc("malloc"), ErrnoMemory.ofThread(), bytes, 0, 0, 0, 0, 0);
    }

    @Override
    public void free(long address) {
        call(ForeignCalls.addressInLibc("free"), address);
    }

    @Override
    public long code(byte[] code) {
        return CodeMemory.map(code);
    }

    @Override
    public void freeCode(long address) {
        CodeMemory.unmap(address);
    }

    @Override
    public boolean protect(long address, int bytes, boolean isWritable) {
        return CodeMemory.protect(address, bytes, isWritable);
    }

    @Override
    public void trim() {
        SparseMemory.trim();
    }
}
