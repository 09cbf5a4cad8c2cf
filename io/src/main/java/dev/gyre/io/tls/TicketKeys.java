package dev.gyre.io.tls;

import dev.gyre.io.call.ForeignCalls;
import dev.gyre.io.libc.Downcalls;
import dev.gyre.io.libc.NativeMemory;
import dev.gyre.io.openssl.LibCrypto;
import java.lang.foreign.MemorySegment;
import java.lang.ref.Reference;
import java.nio.charset.StandardCharsets;

/**
 * Encrypts session tickets with keys of 48 bytes, as Node does, so that the servers of a cluster understand each other's:
 * name, key of HMAC-SHA-256, key of AES-128-CBC. They stand in native memory as OpenSSL takes them: a full handshake makes
 * two tickets. Immutable; any thread.
 */
final class TicketKeys {
    static final int BYTES = 48;

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

    private static final int PART_BYTES = 16;
    private static final int HMAC_AT = PART_BYTES;
    private static final int AES_AT = 2 * PART_BYTES;

    /** struct OSSL_PARAM[2] { key, type, data, size, size of the result }: the digest's name, and the end. */
    private static final int DIGEST_AT = BYTES;

    private static final int DIGEST_BYTES = 80;
    private static final int TEXT = 4;
    private static final byte[] TEXTS = "digest\0SHA256\0".getBytes(StandardCharsets.US_ASCII);
    private static final int TEXTS_AT = DIGEST_AT + DIGEST_BYTES;
    private static final int NAME_OF_DIGEST_AT = TEXTS_AT + "digest\0".length();

    private final NativeMemory memory = NativeMemory.allocate(TEXTS_AT + TEXTS.length);

    TicketKeys(byte[] keys) {
        long start = memory.address();
        memory.put(0, keys, 0, BYTES);
        memory.put(TEXTS_AT, TEXTS, 0, TEXTS.length);
        memory.putLong(DIGEST_AT, start + TEXTS_AT);
        memory.putInt(DIGEST_AT + 8, TEXT);
        memory.putLong(DIGEST_AT + 16, start + NAME_OF_DIGEST_AT);
        memory.putLong(DIGEST_AT + 24, "SHA256".length());
    }

    byte[] bytes() {
        return memory.bytes(0, BYTES);
    }

    /** Prepares cipher and MAC: 1, 0 if the ticket is not of these keys, or -1 for a failure. */
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
            MemorySegment init = isNew ? Calls.ENCRYPT : Calls.DECRYPT;
            boolean isSet = (int) Downcalls.call(init, cipher, Calls.AES_128_CBC, 0, keys + AES_AT, iv, 0) > 0
                    && (int) Downcalls.call(Calls.MAC, mac, keys + HMAC_AT, PART_BYTES, keys + DIGEST_AT, 0, 0) > 0;
            return isSet ? 1 : -1;
        } finally {
            Reference.reachabilityFence(this);
        }
    }
}
