package dev.gyre.node.zlib;

import dev.gyre.engine.Engine;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/**
 * A C library of the image, loaded when a codec first needs it and never unloaded.
 *
 * <p>As for libc (see {@code dev.gyre.io.Libc}) there is one downcall handle for every function: eight machine words,
 * which is what the longest signature here takes ({@code deflateInit2_}). A function with fewer parameters ignores the
 * rest, an {@code int} argument is the low half of its word, and so is an {@code int} result.
 */
final class NativeLibrary {
    private static final Linker LINKER = Linker.nativeLinker();
    private static final MethodHandle CALL = LINKER.downcallHandle(FunctionDescriptor.of(
            ValueLayout.JAVA_LONG,
            ValueLayout.JAVA_LONG, ValueLayout.JAVA_LONG, ValueLayout.JAVA_LONG, ValueLayout.JAVA_LONG,
            ValueLayout.JAVA_LONG, ValueLayout.JAVA_LONG, ValueLayout.JAVA_LONG, ValueLayout.JAVA_LONG));

    private static final MemorySegment CALLOC = LINKER.defaultLookup().findOrThrow("calloc");
    private static final MemorySegment FREE = LINKER.defaultLookup().findOrThrow("free");

    /** All of the process's memory, indexed by address. */
    private static final MemorySegment MEMORY = MemorySegment.NULL.reinterpret(Long.MAX_VALUE);

    private final SymbolLookup symbols;

    private NativeLibrary(Path file) {
        symbols = SymbolLookup.libraryLookup(file, Arena.global());
    }

    /** @param name the library's file in the image */
    static NativeLibrary open(String name) {
        return new NativeLibrary(Engine.libraryFolder().resolve(name));
    }

    MemorySegment function(String name) {
        return symbols.findOrThrow(name);
    }

    static long call(MemorySegment function, long a, long b, long c, long d, long e, long f, long g, long h) {
        try {
            return (long) CALL.invokeExact(function, a, b, c, d, e, f, g, h);
        } catch (Throwable impossible) {
            throw new AssertionError("a downcall threw", impossible);
        }
    }

    static long call(MemorySegment function, long a) {
        return call(function, a, 0, 0, 0, 0, 0, 0, 0);
    }

    static long call(MemorySegment function, long a, long b) {
        return call(function, a, b, 0, 0, 0, 0, 0, 0);
    }

    static long call(MemorySegment function, long a, long b, long c) {
        return call(function, a, b, c, 0, 0, 0, 0, 0);
    }

    // ---- memory

    /** Zeroed memory; to be given back with {@link #free}. */
    static long allocate(long bytes) {
        long address = call(CALLOC, 1, bytes);
        if (address == 0) {
            throw new OutOfMemoryError(bytes + " bytes of native memory for a codec");
        }
        return address;
    }

    /** A copy in native memory, or 0 for no bytes. */
    static long allocate(byte[] bytes) {
        if (bytes.length == 0) {
            return 0;
        }
        long address = allocate((long) bytes.length);
        MemorySegment.copy(bytes, 0, MEMORY, ValueLayout.JAVA_BYTE, address, bytes.length);
        return address;
    }

    static void free(long address) {
        call(FREE, address);
    }

    /** Where the next byte of a direct buffer lies. */
    static long address(ByteBuffer buffer) {
        return MemorySegment.ofBuffer(buffer).address();
    }

    static int getInt(long address) {
        return MEMORY.get(ValueLayout.JAVA_INT, address);
    }

    static void putInt(long address, int value) {
        MEMORY.set(ValueLayout.JAVA_INT, address, value);
    }

    static long getLong(long address) {
        return MEMORY.get(ValueLayout.JAVA_LONG, address);
    }

    static void putLong(long address, long value) {
        MEMORY.set(ValueLayout.JAVA_LONG, address, value);
    }

    static String string(long address) {
        return MEMORY.getString(address, StandardCharsets.ISO_8859_1);
    }
}
