package dev.gyre.io.openssl;

import dev.gyre.io.call.ErrnoMemory;
import dev.gyre.io.call.ForeignCalls;
import dev.gyre.io.libc.Downcalls;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Calls into OpenSSL 3's {@code libcrypto} and {@code libssl}. Arguments and results are machine words, see {@link ForeignCalls}. A function that
 * this version of the library lacks fails when it is called, by name.
 *
 * <p>May be called from any thread; OpenSSL's queue of errors is the thread's own.
 */
public final class LibCrypto {
    private static final long INIT_NO_ATEXIT = 0x00080000L; // threads of the pool may still be at work then
    private static final long MAX_TEXT_BYTES = 1L << 30;

    private static final ConcurrentHashMap<String, MemorySegment> ADDRESSES = new ConcurrentHashMap<>();

    private static volatile long library;

    private LibCrypto() {}

    /** Whether the library is loaded: that happens when it is first needed. */
    public static boolean isLoaded() {
        return library != 0;
    }

    /**
     * The library, loaded when it is first needed. Where that fails the next call tries again: the process may have been
     * out of descriptors.
     */
    private static long library() {
        long known = library;
        return known != 0 ? known : load();
    }

    private static synchronized long load() {
        if (library == 0) {
            long found = OpenSslLibrary.open();
            long init = ForeignCalls.addressIn(found, "OPENSSL_init_crypto");
            Downcalls.call(MemorySegment.ofAddress(init), INIT_NO_ATEXIT, 0, 0, 0, 0, 0);
            library = found;
        }
        return library;
    }

    public static MemorySegment address(String function) {
        MemorySegment found = ADDRESSES.get(function);
        if (found == null) {
            long address = ForeignCalls.addressIn(library(), function);
            if (address == 0 && LibSsl.has(function)) {
                address = LibSsl.address(function);
            }
            if (address == 0) {
                throw new OpenSslMissing(
                        "ERR_FEATURE_UNAVAILABLE_ON_PLATFORM", "This system's " + version() + " has no " + function);
            }
            found = MemorySegment.ofAddress(address);
            ADDRESSES.put(function, found);
        }
        return found;
    }

    public static String version() {
        return Objects.requireNonNull(string(call("OpenSSL_version", 0)));
    }

    /** {@code 3.0.19}, for {@code process.versions}. */
    public static String shortVersion() {
        return version().split(" ")[1];
    }

    // ---- calls: a pointer, a size or a long is the whole word, an int its low half

    public static long call(
            MemorySegment function, long a, long b, long c, long d, long e, long f, long g, long h, long i, long j) {
        return ForeignCalls.ten(function.address(), ErrnoMemory.ofThread(), a, b, c, d, e, f, g, h, i, j);
    }

    public static long call(
            String function, long a, long b, long c, long d, long e, long f, long g, long h, long i, long j) {
        return call(address(function), a, b, c, d, e, f, g, h, i, j);
    }

    public static long call(String function, long a, long b, long c, long d, long e, long f, long g) {
        return call(address(function), a, b, c, d, e, f, g, 0, 0, 0);
    }

    public static long call(String function, long a, long b, long c, long d, long e, long f) {
        return Downcalls.call(address(function), a, b, c, d, e, f);
    }

    public static long call(String function, long a, long b, long c, long d, long e) {
        return Downcalls.call(address(function), a, b, c, d, e, 0);
    }

    public static long call(String function, long a, long b, long c, long d) {
        return Downcalls.call(address(function), a, b, c, d, 0, 0);
    }

    public static long call(String function, long a, long b, long c) {
        return Downcalls.call(address(function), a, b, c, 0, 0, 0);
    }

    public static long call(String function, long a, long b) {
        return Downcalls.call(address(function), a, b, 0, 0, 0, 0);
    }

    public static long call(String function, long a) {
        return Downcalls.call(address(function), a, 0, 0, 0, 0, 0);
    }

    public static long call(String function) {
        return Downcalls.call(address(function), 0, 0, 0, 0, 0, 0);
    }

    /** The low half: a result of type {@code int}. */
    public static int asInt(long word) {
        return (int) word;
    }

    // ---- memory

    // By buffers, whose accessors need no linking: see NativeMemory of dev.gyre.io.

    public static ByteBuffer at(long address, long length) {
        return ForeignCalls.memory(address, Math.toIntExact(length));
    }

    /** The C string at an address, or null for null. */
    public static @Nullable String string(long address) {
        if (address == 0) {
            return null;
        }
        ByteBuffer text = at(address, MAX_TEXT_BYTES);
        int length = 0;
        while (text.get(length) != 0) {
            length++;
        }
        return new String(bytes(address, length), StandardCharsets.UTF_8);
    }

    public static byte[] bytes(long address, long length) {
        byte[] bytes = new byte[(int) length];
        at(address, length).get(bytes);
        return bytes;
    }

    public static void put(long address, byte[] bytes) {
        at(address, bytes.length).put(bytes);
    }

    /**
     * The address of a direct buffer's memory; the caller keeps the buffer. An empty buffer has some address that is not 0;
     * null has the address 0.
     */
    public static long address(@Nullable ByteBuffer buffer) {
        return buffer == null
                ? 0
                : buffer.hasRemaining() ? MemorySegment.ofBuffer(buffer).address() : NOTHING;
    }

    private static final long NOTHING = Arena.global().allocate(16).address();

    public static long copy(Arena arena, byte[] bytes) {
        if (bytes.length == 0) {
            return NOTHING;
        }
        MemorySegment memory = arena.allocate(bytes.length);
        memory.asByteBuffer().put(bytes);
        return memory.address();
    }

    /** The address of a word that holds this value, for functions that move a pointer on. */
    public static long copyOfWord(Arena arena, long value) {
        long at = arena.allocate(Long.BYTES, Long.BYTES).address();
        at(at, Long.BYTES).putLong(0, value);
        return at;
    }

    /** The address of a copy of the text that ends with a zero byte; 0 for null. */
    public static long text(Arena arena, @Nullable String text) {
        return text == null ? 0 : copy(arena, (text + '\0').getBytes(StandardCharsets.UTF_8));
    }

    public static long getLong(long address) {
        return at(address, Long.BYTES).getLong();
    }

    public static int getInt(long address) {
        return at(address, Integer.BYTES).getInt();
    }
}
