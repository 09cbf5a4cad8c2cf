package dev.gyre.node.zlib;

import dev.gyre.engine.Engine;
import dev.gyre.io.call.ErrnoMemory;
import dev.gyre.io.call.NativeCalls;
import dev.gyre.node.bridge.ScriptError;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * A C library of the image, loaded when one of its functions is first called and never unloaded. Where that fails (the
 * process may be out of descriptors) the next call tries again; so neither the library nor its functions are looked up
 * by a static initialiser, which would fail for good.
 *
 * <p>Arguments and results are machine words, see {@link NativeCalls}.
 */
final class NativeLibrary {
    private static final int MAX_TEXT_BYTES = 1 << 16; // what libraries say of themselves is shorter

    private static final NativeLibrary LIBC = new NativeLibrary(null);
    private static final Function CALLOC = LIBC.function("calloc");
    private static final Function MALLOC_TRIM = LIBC.function("malloc_trim");
    private static final Function FREE = LIBC.function("free");

    private final @Nullable String name;
    private volatile long handle; // 0 while it is not loaded; two threads may both load it, and get the same

    /** A function of a library, looked up when it is first called. */
    final class Function {
        private final String name;
        private long address; // two threads may both look it up, and find the same

        private Function(String name) {
            this.name = name;
        }

        private long address() {
            long known = address;
            if (known == 0) {
                known = lookUp(name);
                address = known;
            }
            return known;
        }
    }

    /** @param name the library's file in the image, or null for the C library */
    NativeLibrary(@Nullable String name) {
        this.name = name;
    }

    private long lookUp(String function) {
        if (name == null) {
            return NativeCalls.addressInLibc(function);
        }
        long known = handle;
        if (known == 0) {
            known = load(name);
            handle = known;
        }
        long address = NativeCalls.addressIn(known, function);
        if (address == 0) {
            throw new UnsatisfiedLinkError(name + " has no function " + function);
        }
        return address;
    }

    private static long load(String library) {
        String file = Engine.libraryFolder().resolve(library).toString();
        long handle = NativeCalls.openLibrary(file);
        if (handle == 0) {
            throw ScriptError.coded(
                    "Error",
                    "ERR_DLOPEN_FAILED",
                    "node:zlib can't load " + library + " now: Cannot open library: " + file);
        }
        return handle;
    }

    Function function(String name) {
        return new Function(name);
    }

    static long call(Function function, long a, long b, long c, long d, long e, long f, long g, long h) {
        return NativeCalls.ten(function.address(), ErrnoMemory.ofThread(), a, b, c, d, e, f, g, h, 0, 0);
    }

    static long call(Function function, long a) {
        return NativeCalls.six(function.address(), ErrnoMemory.ofThread(), a, 0, 0, 0, 0, 0);
    }

    static long call(Function function, long a, long b) {
        return NativeCalls.six(function.address(), ErrnoMemory.ofThread(), a, b, 0, 0, 0, 0);
    }

    static long call(Function function, long a, long b, long c) {
        return NativeCalls.six(function.address(), ErrnoMemory.ofThread(), a, b, c, 0, 0, 0);
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
        memory(address, bytes.length).put(0, bytes);
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

    /** A block of native memory, in native byte order. */
    static ByteBuffer memory(long address, int bytes) {
        return NativeCalls.memory(address, bytes);
    }

    static long getLong(long address) {
        return memory(address, Long.BYTES).getLong(0);
    }

    static void putLong(long address, long value) {
        memory(address, Long.BYTES).putLong(0, value);
    }

    /** The C string at an address. */
    static String string(long address) {
        ByteBuffer text = memory(address, MAX_TEXT_BYTES);
        int length = 0;
        while (text.get(length) != 0) {
            length++;
        }
        byte[] bytes = new byte[length];
        text.get(0, bytes);
        return new String(bytes, StandardCharsets.ISO_8859_1);
    }
}
