package dev.gyre.engine.v8internals;

import dev.gyre.engine.ForeignAccess;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** By the JVM's linker, whose first call takes tens of milliseconds: where nobody has given {@code engine} a faster way. */
public final class LinkedAccess implements ForeignAccess {
    private static final MethodHandle CALL =
            Linker.nativeLinker().downcallHandle(FunctionDescriptor.ofVoid(ValueLayout.JAVA_LONG));

    private static final MethodHandle ALLOCATE =
            Linker.nativeLinker().downcallHandle(FunctionDescriptor.of(ValueLayout.JAVA_LONG, ValueLayout.JAVA_LONG));

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

    private static MemorySegment symbol(String name) {
        return Linker.nativeLinker().defaultLookup().findOrThrow(name);
    }
}
