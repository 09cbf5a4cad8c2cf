package dev.gyre.io.call;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.util.Arrays;

/** Calls by the JVM's linker. Each shape is one method handle for all functions, which takes the function's address. */
final class LinkerCalls {
    private static final Linker LINKER = linker();

    private static final class Six {
        static final MethodHandle CALL = handle(6);

        static {
            ForeignCalls.isLinked = true;
        }
    }

    private static final class Ten {
        static final MethodHandle CALL = handle(10);
    }

    private static final class Real {
        static final MethodHandle CALL = LINKER.downcallHandle(FunctionDescriptor.of(
                ValueLayout.JAVA_DOUBLE, ValueLayout.JAVA_LONG, ValueLayout.JAVA_LONG, ValueLayout.JAVA_DOUBLE));
    }

    private LinkerCalls() {}

    private static Linker linker() {
        String system = System.getProperty("os.name");
        if (!system.equals("Linux")) {
            throw new UnsupportedOperationException("this layer knows Linux's C library only, and this is " + system);
        }
        return Linker.nativeLinker();
    }

    private static MethodHandle handle(int words) {
        var parameters = new ValueLayout[words];
        Arrays.fill(parameters, ValueLayout.JAVA_LONG);
        return LINKER.downcallHandle(
                FunctionDescriptor.of(ValueLayout.JAVA_LONG, parameters), Linker.Option.captureCallState("errno"));
    }

    /** 0 where there is none. */
    static long addressInLibc(String name) {
        return LINKER.defaultLookup().find(name).map(MemorySegment::address).orElse(0L);
    }

    static long six(long function, MemorySegment errno, long a, long b, long c, long d, long e, long f) {
        try {
            return (long) Six.CALL.invokeExact(MemorySegment.ofAddress(function), errno, a, b, c, d, e, f);
        } catch (Throwable impossible) {
            throw new AssertionError("a downcall threw", impossible);
        }
    }

    static double real(long function, long a, long b, double c) {
        try {
            return (double) Real.CALL.invokeExact(MemorySegment.ofAddress(function), a, b, c);
        } catch (Throwable impossible) {
            throw new AssertionError("a downcall threw", impossible);
        }
    }

    static long ten(
            long function,
            MemorySegment errno,
            long a,
            long b,
            long c,
            long d,
            long e,
            long f,
            long g,
            long h,
            long i,
            long j) {
        try {
            return (long) Ten.CALL.invokeExact(MemorySegment.ofAddress(function), errno, a, b, c, d, e, f, g, h, i, j);
        } catch (Throwable impossible) {
            throw new AssertionError("a downcall threw", impossible);
        }
    }
}
