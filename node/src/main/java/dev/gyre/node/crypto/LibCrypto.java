package dev.gyre.node.crypto;

import dev.gyre.node.ScriptError;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Calls into OpenSSL 3's {@code libcrypto}, through one downcall handle of ten machine words, for the reasons that
 * {@code dev.gyre.io.Libc} gives: functions with fewer parameters ignore the words they are not asked for, and a
 * function's address is one of the arguments. A function that this version of the library lacks fails when it is
 * called, by name.
 *
 * <p>May be called from any thread; the queue of errors is the thread's own ({@link OpenSslErrors}).
 */
final class LibCrypto {
    /** The system's, or the file that the environment names: another build of OpenSSL 3, say. */
    private static final String LIBRARY = Objects.requireNonNullElse(System.getenv("GYRE_LIBCRYPTO"), "libcrypto.so.3");

    private static final long INIT_NO_ATEXIT = 0x00080000L; // threads of the pool may still be at work then
    private static final int MAX_WORDS = 10;

    private static final Linker LINKER = Linker.nativeLinker();
    private static final SymbolLookup SYMBOLS = open();
    private static final ConcurrentHashMap<String, MemorySegment> ADDRESSES = new ConcurrentHashMap<>();
    private static final MethodHandle CALL = LINKER.downcallHandle(words());

    /** All of the process's memory, indexed by address. */
    static final MemorySegment MEMORY = MemorySegment.NULL.reinterpret(Long.MAX_VALUE);

    static {
        if (SYMBOLS != null) {
            call("OPENSSL_init_crypto", INIT_NO_ATEXIT, 0);
        }
    }

    private LibCrypto() {}

    /** Null where there is none: who needs it is told so by {@link #address}. */
    private static SymbolLookup open() {
        try {
            return SymbolLookup.libraryLookup(LIBRARY, Arena.global());
        } catch (IllegalArgumentException e) {
            return null;
        }
    }

    private static FunctionDescriptor words() {
        var parameters = new ValueLayout[MAX_WORDS];
        Arrays.fill(parameters, ValueLayout.JAVA_LONG);
        return FunctionDescriptor.of(ValueLayout.JAVA_LONG, parameters);
    }

    static MemorySegment address(String function) {
        MemorySegment found = ADDRESSES.get(function);
        if (found == null) {
            if (SYMBOLS == null) {
                throw ScriptError.coded("Error", "ERR_NO_CRYPTO", "node:crypto needs OpenSSL 3, and there is no " + LIBRARY
                        + " here: install OpenSSL (libssl3), or name the library in GYRE_LIBCRYPTO");
            }
            found = SYMBOLS.find(function).orElseThrow(() -> ScriptError.coded("Error",
                    "ERR_FEATURE_UNAVAILABLE_ON_PLATFORM",
                    "This system's " + version() + " has no " + function));
            ADDRESSES.put(function, found);
        }
        return found;
    }

    static String version() {
        return string(call("OpenSSL_version", 0));
    }

    /** {@code 3.0.19}, for {@code process.versions}. */
    static String shortVersion() {
        return version().split(" ")[1];
    }

    // ---- calls: a pointer, a size or a long is the whole word, an int its low half

    static long call(MemorySegment function, long a, long b, long c, long d, long e, long f, long g, long h, long i, long j) {
        try {
            return (long) CALL.invokeExact(function, a, b, c, d, e, f, g, h, i, j);
        } catch (Throwable impossible) {
            throw new AssertionError("a downcall threw", impossible);
        }
    }

    static long call(String function, long a, long b, long c, long d, long e, long f, long g, long h, long i, long j) {
        return call(address(function), a, b, c, d, e, f, g, h, i, j);
    }

    static long call(String function, long a, long b, long c, long d, long e, long f, long g) {
        return call(address(function), a, b, c, d, e, f, g, 0, 0, 0);
    }

    static long call(String function, long a, long b, long c, long d, long e, long f) {
        return call(address(function), a, b, c, d, e, f, 0, 0, 0, 0);
    }

    static long call(String function, long a, long b, long c, long d, long e) {
        return call(address(function), a, b, c, d, e, 0, 0, 0, 0, 0);
    }

    static long call(String function, long a, long b, long c, long d) {
        return call(address(function), a, b, c, d, 0, 0, 0, 0, 0, 0);
    }

    static long call(String function, long a, long b, long c) {
        return call(address(function), a, b, c, 0, 0, 0, 0, 0, 0, 0);
    }

    static long call(String function, long a, long b) {
        return call(address(function), a, b, 0, 0, 0, 0, 0, 0, 0, 0);
    }

    static long call(String function, long a) {
        return call(address(function), a, 0, 0, 0, 0, 0, 0, 0, 0, 0);
    }

    static long call(String function) {
        return call(address(function), 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
    }

    /** The low half: a result of type {@code int}. */
    static int asInt(long word) {
        return (int) word;
    }

    /** The result of a function that answers 1 for success; anything else becomes an error. */
    static void check(long result) {
        if ((int) result <= 0) {
            throw OpenSslErrors.take(null);
        }
    }

    /** The pointer that a function answered; null becomes an error. */
    static long checkPointer(long pointer) {
        if (pointer == 0) {
            throw OpenSslErrors.take(null);
        }
        return pointer;
    }

    // ---- memory

    /** The C string at an address, or null for null. */
    static String string(long address) {
        return address == 0 ? null : MEMORY.getString(address, StandardCharsets.UTF_8);
    }

    static byte[] bytes(long address, long length) {
        byte[] bytes = new byte[(int) length];
        MemorySegment.copy(MEMORY, ValueLayout.JAVA_BYTE, address, bytes, 0, bytes.length);
        return bytes;
    }

    /** The address of a direct buffer's memory; the caller keeps the buffer. Of an empty one, any address that is not null. */
    static long address(ByteBuffer buffer) {
        return buffer == null ? 0 : buffer.hasRemaining() ? MemorySegment.ofBuffer(buffer).address() : NOTHING;
    }

    private static final long NOTHING = Arena.global().allocate(16).address();

    static long copy(Arena arena, byte[] bytes) {
        if (bytes.length == 0) {
            return NOTHING;
        }
        return arena.allocateFrom(ValueLayout.JAVA_BYTE, bytes).address();
    }

    static long text(Arena arena, String text) {
        return text == null ? 0 : arena.allocateFrom(text).address();
    }

    static long getLong(long address) {
        return MEMORY.get(ValueLayout.JAVA_LONG, address);
    }

    static int getInt(long address) {
        return MEMORY.get(ValueLayout.JAVA_INT, address);
    }
}
