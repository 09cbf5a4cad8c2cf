package dev.gyre.node.openssl;

import dev.gyre.io.openssl.LibCrypto;
import java.lang.foreign.Arena;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** An array of {@code OSSL_PARAM}: key, type, data, size, size of the result; the last entry has no key. */
public final class Parameters {
    private static final int ENTRY_BYTES = 40;
    private static final int CAPACITY = 24;
    private static final int INTEGER = 1;
    private static final int UNSIGNED_INTEGER = 2;
    private static final int UTF8_STRING = 4;
    private static final int OCTET_STRING = 5;

    /** Names of parameters as C strings, cached because there are few. */
    private static final ConcurrentHashMap<String, Long> KEYS = new ConcurrentHashMap<>();

    private final Arena arena;
    private final ByteBuffer entries;
    private final long address;
    private int at;

    public Parameters(Arena arena) {
        this.arena = arena;
        long bytes = (long) ENTRY_BYTES * CAPACITY;
        address = arena.allocate(bytes, Long.BYTES).address();
        entries = LibCrypto.at(address, bytes);
    }

    public Parameters text(String key, @Nullable String value) {
        return value == null ? this : put(key, UTF8_STRING, LibCrypto.text(arena, value), value.length());
    }

    public Parameters bytes(String key, @Nullable ByteBuffer value) {
        return value == null ? this : put(key, OCTET_STRING, LibCrypto.address(value), value.remaining());
    }

    public Parameters bytes(String key, byte[] value) {
        return put(key, OCTET_STRING, LibCrypto.copy(arena, value), value.length);
    }

    public Parameters number(String key, long value) {
        return put(
                key,
                UNSIGNED_INTEGER,
                arena.allocateFrom(ValueLayout.JAVA_LONG, value).address(),
                Long.BYTES);
    }

    /** The same for a JavaScript number that may be missing. */
    public Parameters numberOf(String key, @Nullable Object value) {
        return value == null ? this : number(key, ((Double) value).longValue());
    }

    /** An {@code int} that may be missing. */
    public Parameters integer(String key, @Nullable Object value) {
        if (value == null) {
            return this;
        }
        int number = ((Double) value).intValue();
        return put(
                key, INTEGER, arena.allocateFrom(ValueLayout.JAVA_INT, number).address(), Integer.BYTES);
    }

    /** A large number as big-endian bytes, as JavaScript has it; OpenSSL expects the machine's byte order. */
    public Parameters bigNumber(String key, byte[] value) {
        byte[] reversed = new byte[Math.max(1, value.length)];
        for (int i = 0; i < value.length; i++) {
            reversed[i] = value[value.length - 1 - i];
        }
        return put(key, UNSIGNED_INTEGER, LibCrypto.copy(arena, reversed), reversed.length);
    }

    private Parameters put(String key, int type, long data, long size) {
        entries.putLong(at, KEYS.computeIfAbsent(key, name -> LibCrypto.text(Arena.global(), name)));
        entries.putInt(at + 8, type);
        entries.putLong(at + 16, data);
        entries.putLong(at + 24, size);
        entries.putLong(at + 32, -1L);
        at += ENTRY_BYTES;
        return this;
    }

    public long end() {
        return address;
    }
}
