package dev.gyre.node.zlib;

import dev.gyre.engine.Engine;
import dev.gyre.node.bridge.ScriptError;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * A C library of the image, loaded when one of its functions is first called and never unloaded. Where that fails (the
 * process may be out of descriptors) the next call tries again; so neither the library nor its functions are looked up
 * by a static initialiser, which would fail for good.
 *
 * <p>As for libc (see {@code dev.gyre.io.libc.Libc}) there is one downcall handle for every function: eight machine words,
 * which is what the longest signature here takes ({@code deflateInit2_}). A function with fewer parameters ignores the
 * rest, an {@code int} argument is the low half of its word, and so is an {@code int} result.
 */
final class NativeLibrary {
    private static final Linker LINKER = Linker.nativeLinker();
    private static final MethodHandle CALL = LINKER.downcallHandle(FunctionDescriptor.of(
            ValueLayout.JAVA_LONG,
            ValueLayout.JAVA_LONG,
            ValueLayout.JAVA_LONG,
            ValueLayout.JAVA_LONG,
            ValueLayout.JAVA_LONG,
            ValueLayout.JAVA_LONG,
            ValueLayout.JAVA_LONG,
            ValueLayout.JAVA_LONG,
            ValueLayout.JAVA_LONG));

    /** All of the process's memory, indexed by address. */
    private static final MemorySegment MEMORY = MemorySegment.NULL.reinterpret(Long.MAX_VALUE);

    private static final NativeLibrary LIBC = new NativeLibrary(null);
    private static final Function CALLOC = LIBC.function("calloc");
    private static final Function MALLOC_TRIM = LIBC.function("malloc_trim");
    private static final Function FREE = LIBC.function("free");

    private final @Nullable String name;
    private volatile @Nullable SymbolLookup symbols;

    /** A function of a library, looked up when it is first called. */
    final class Function {
        private final String name;
        private @Nullable MemorySegment address; // two threads may both look it up, and find the same

        private Function(String name) {
            this.name = name;
        }

        private MemorySegment address() {
            MemorySegment known = address;
            if (known == null) {
                known = symbols().findOrThrow(name);
                address = known;
            }
            return known;
        }
    }

    /** @param name the library's file in the image, or null for the C library */
    NativeLibrary(@Nullable String name) {
        this.name = name;
    }

    private SymbolLookup symbols() {
        SymbolLookup known = symbols;
        if (known == null) {
            known = load();
            symbols = known;
        }
        return known;
    }

    private SymbolLookup load() {
        if (name == null) {
            return LINKER.defaultLookup();
        }
        try {
            return SymbolLookup.libraryLookup(Engine.libraryFolder().resolve(name), Arena.global());
        } catch (IllegalArgumentException e) {
            throw ScriptError.coded(
                    "Error", "ERR_DLOPEN_FAILED", "node:zlib can't load " + name + " now: " + e.getMessage());
        }
    }

    Function function(String name) {
        return new Function(name);
    }

    static long call(Function function, long a, long b, long c, long d, long e, long f, long g, long h) {
        @Nullable MemorySegment address = function.address();
        try {
            return (long) CALL.invokeExact(address, a, b, c, d, e, f, g, h);
        } catch (Throwable impossible) {
            throw new AssertionError("a downcall threw", impossible);
        }
    }

    static long call(Function function, long a) {
        return call(function, a, 0, 0, 0, 0, 0, 0, 0);
    }

    static long call(Function function, long a, long b) {
        return call(function, a, b, 0, 0, 0, 0, 0, 0);
    }

    static long call(Function function, long a, long b, long c) {
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

    /** Gives free memory back to the system: the C library keeps what lies between pieces that are in use. */
    static void trim() {
        call(MALLOC_TRIM, 0);
    }

    /** Where the next byte of a direct buffer lies. */
    static long address(ByteBuffer buffer) {
        return MemorySegment.ofBuffer(buffer).address();
    }

    /**
     * A block of native memory, in native byte order. A buffer, since accesses through a {@link MemorySegment} link method
     * handles when a process first makes one, for some 10 ms.
     */
    static ByteBuffer memory(long address, int bytes) {
        return MEMORY.asSlice(address, bytes).asByteBuffer().order(ByteOrder.nativeOrder());
    }

    static long getLong(long address) {
        return memory(address, Long.BYTES).getLong(0);
    }

    static void putLong(long address, long value) {
        memory(address, Long.BYTES).putLong(0, value);
    }

    static String string(long address) {
        return MEMORY.getString(address, StandardCharsets.ISO_8859_1);
    }
}
