package dev.gyre.io.tls;

import dev.gyre.io.call.ForeignCalls;
import dev.gyre.io.libc.Downcalls;
import dev.gyre.io.libc.NativeMemory;
import dev.gyre.io.openssl.LibCrypto;
import java.lang.foreign.MemorySegment;
import java.lang.ref.Reference;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Objects;

/**
 * Encrypts session tickets with keys of 48 bytes, as Node does, so that the servers of a cluster understand each other's:
 * name, key of HMAC-SHA-256, key of AES-128-CBC. They stand in native memory as OpenSSL takes them: a full handshake makes
 * two tickets. A program that is asked for the keys of each ticket may use another length for HMAC. Immutable; any thread.
 */
public final class TicketKeys {
    public static final int PART_BYTES = 16;

    static final int BYTES = 3 * PART_BYTES;

    /** Addresses of the functions that run for every ticket. */
    private static final class Calls {
        static final MemorySegment COPY = MemorySegment.ofAddress(ForeignCalls.addressInLibc("memmove"));
        static final MemorySegment COMPARE = LibCrypto.address("CRYPTO_memcmp");
        static final MemorySegment RANDOM = LibCrypto.address("RAND_bytes");
        static final MemorySegment ENCRYPT = LibCrypto.address("EVP_EncryptInit_ex");
        static final MemorySegment DECRYPT = LibCrypto.address("EVP_DecryptInit_ex");
        static final MemorySegment MAC = LibCrypto.address("EVP_MAC_init");
        static final long AES_128_CBC = LibCrypto.call("EVP_aes_128_cbc");
    }

    private static final int AES_AT = PART_BYTES;

    /** struct OSSL_PARAM[2] { key, type, data, size, size of the result }: the digest's name, and the end. */
    private static final int DIGEST_AT = 2 * PART_BYTES;

    private static final int DIGEST_BYTES = 80;
    private static final int TEXT = 4;
    private static final byte[] TEXTS = "digest\0SHA256\0".getBytes(StandardCharsets.US_ASCII);
    private static final int TEXTS_AT = DIGEST_AT + DIGEST_BYTES;
    private static final int NAME_OF_DIGEST_AT = TEXTS_AT + "digest\0".length();

    private static final int HMAC_AT = TEXTS_AT + TEXTS.length;

    private final NativeMemory memory;
    private final int hmacBytes;

    TicketKeys(byte[] keys) {
        this(
                Arrays.copyOf(keys, PART_BYTES),
                Arrays.copyOfRange(keys, PART_BYTES, 2 * PART_BYTES),
                Arrays.copyOfRange(keys, 2 * PART_BYTES, BYTES));
    }

    /** The name and the key of AES have {@link #PART_BYTES}. */
    public TicketKeys(byte[] name, byte[] hmac, byte[] aes) {
        memory = NativeMemory.allocate(HMAC_AT + hmac.length);
        hmacBytes = hmac.length;
        long start = memory.address();
        memory.put(0, name, 0, PART_BYTES);
        memory.put(AES_AT, aes, 0, PART_BYTES);
        memory.put(HMAC_AT, hmac, 0, hmac.length);
        memory.put(TEXTS_AT, TEXTS, 0, TEXTS.length);
        memory.putLong(DIGEST_AT, start + TEXTS_AT);
        memory.putInt(DIGEST_AT + 8, TEXT);
        memory.putLong(DIGEST_AT + 16, start + NAME_OF_DIGEST_AT);
        memory.putLong(DIGEST_AT + 24, "SHA256".length());
    }

    byte[] bytes() {
        byte[] bytes = new byte[BYTES];
        System.arraycopy(memory.bytes(0, PART_BYTES), 0, bytes, 0, PART_BYTES);
        System.arraycopy(memory.bytes(HMAC_AT, PART_BYTES), 0, bytes, PART_BYTES, PART_BYTES);
        System.arraycopy(memory.bytes(AES_AT, PART_BYTES), 0, bytes, 2 * PART_BYTES, PART_BYTES);
        return bytes;
    }

    /** Prepares cipher and MAC of a ticket with these keys: 1, 0 if the ticket is not of these keys, or -1 for a failure. */
    long use(long name, long iv, long cipher, long mac, boolean isNew) {
        try {
            long keys = memory.address();
            if (isNew) {
                Downcalls.call(Calls.COPY, name, keys, PART_BYTES, 0, 0, 0);
                if ((int) Downcalls.call(Calls.RANDOM, iv, PART_BYTES, 0, 0, 0, 0) <= 0) {
                    return -1;
                }
            } else if ((int) Downcalls.call(Calls.COMPARE, name, keys, PART_BYTES, 0, 0, 0) != 0) {
                return 0;
            }
            return set(iv, cipher, mac, isNew) ? 1 : -1;
        } finally {
            Reference.reachabilityFence(this);
        }
    }

    /** Prepares cipher and MAC as the program says. */
    long use(HandshakeQuestion.TicketKey answer, long name, long iv, long cipher, long mac, boolean isNew) {
        try {
            if (isNew) {
                LibCrypto.put(name, memory.bytes(0, PART_BYTES));
                LibCrypto.put(iv, Objects.requireNonNull(answer.iv()));
            }
            return set(iv, cipher, mac, isNew) ? answer.result() : -1;
        } finally {
            Reference.reachabilityFence(this);
        }
    }

    private boolean set(long iv, long cipher, long mac, boolean isNew) {
        long keys = memory.address();
        MemorySegment init = isNew ? Calls.ENCRYPT : Calls.DECRYPT;
        return (int) Downcalls.call(init, cipher, Calls.AES_128_CBC, 0, keys + AES_AT, iv, 0) > 0
                && (int) Downcalls.call(Calls.MAC, mac, keys + HMAC_AT, hmacBytes, keys + DIGEST_AT, 0, 0) > 0;
    }
}
