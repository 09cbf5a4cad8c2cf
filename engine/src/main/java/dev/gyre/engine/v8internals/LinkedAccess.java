package dev.gyre.engine.v8internals;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.gyre.engine.ForeignAccess;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** By the JVM's linker, whose first call takes tens of milliseconds: where nobody has given {@code engine} a faster way. */
public final class LinkedAccess implements ForeignAccess {
    private static final MethodHandle CALL = Linker.nativeLinker().downcallHandle(FunctionDescriptor.ofVoid(JAVA_LONG));

    private static final MethodHandle ALLOCATE =
            Linker.nativeLinker().downcallHandle(FunctionDescriptor.of(JAVA_LONG, JAVA_LONG));

    private static final long PAGE_BYTES = 4096;
    private static final int PROT_READ = 0x1;
    private static final int PROT_READ_WRITE = 0x1 | 0x2;
    private static final int PROT_READ_EXEC = 0x1 | 0x4;
    private static final int MAP_PRIVATE_ANONYMOUS = 0x2 | 0x20;
    private static final MethodHandle MAP =
            function("mmap", JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_INT, JAVA_INT, JAVA_INT, JAVA_LONG);
    private static final MethodHandle PROTECT = function("mprotect", JAVA_INT, JAVA_LONG, JAVA_LONG, JAVA_INT);
    private static final MethodHandle UNMAP = function("munmap", JAVA_INT, JAVA_LONG, JAVA_LONG);

    @Override
    public ByteBuffer memory(long address, int bytes) {
        return MemorySegment.ofAddress(address)
                .reinterpret(bytes)
                .asByteBuffer()
                .order(ByteOrder.nativeOrder());
    }

    @Override
    public void call(long function, long argument) {
        try {
            CALL.invokeExact(MemorySegment.ofAddress(function), argument);
        } catch (Throwable impossible) {
            throw new AssertionError("a downcall threw", impossible);
        }
    }

    @Override
    public long allocate(long bytes) {
        try {
            return (long) ALLOCATE.invokeExact(symbol("malloc"), bytes);
        } catch (Throwable impossible) {
            throw new AssertionError("a downcall threw", impossible);
        }
    }

    @Override
    public void free(long address) {
        call(symbol("free").address(), address);
    }

    @Override
    public long code(byte[] code) {
        try {
            long address = (long) MAP.invokeExact(0L, PAGE_BYTES, PROT_READ_WRITE, MAP_PRIVATE_ANONYMOUS, -1, 0L);
            if (address < 0) {
                return 0;
            }
            memory(address, code.length).put(code);
            return (int) PROTECT.invokeExact(address, PAGE_BYTES, PROT_READ_EXEC) < 0 ? 0 : address;
        } catch (Throwable impossible) {
            throw new AssertionError("a downcall threw", impossible);
        }
    }

    @Override
    public void freeCode(long address) {
        try {
            int _ = (int) UNMAP.invokeExact(address, PAGE_BYTES);
        } catch (Throwable impossible) {
            throw new AssertionError("a downcall threw", impossible);
        }
    }

    @Override
    public boolean protect(long address, int bytes, boolean isWritable) {
        try {
            return (int) PROTECT.invokeExact(address, (long) bytes, isWritable ? PROT_READ_WRITE : PROT_READ) == 0;
        } catch (Throwable impossible) {
            throw new AssertionError("a downcall threw", impossible);
        }
    }

    private static MethodHandle function(String name, MemoryLayout result, MemoryLayout... arguments) {
        return Linker.nativeLinker().downcallHandle(symbol(name), FunctionDescriptor.of(result, arguments));
    }

    private static MemorySegment symbol(String name) {
        return Linker.nativeLinker().defaultLookup().findOrThrow(name);
    }
}
