package dev.gyre.io.tls;

import static dev.gyre.io.openssl.LibCrypto.call;

import dev.gyre.io.openssl.LibCrypto;
import java.lang.foreign.Arena;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;

/**
 * Encrypts session tickets with keys of 48 bytes, as Node does, so that the servers of a cluster understand each other's:
 * name, key of HMAC-SHA-256, key of AES-128-CBC.
 */
final class TicketKeys {
    private static final int PART_BYTES = 16;

    private TicketKeys() {}

    /** Prepares cipher and MAC: 1, 0 if the ticket is not of these keys, or -1 for a failure. */
    static long use(byte[] keys, long name, long iv, long cipher, long mac, boolean isNew) {
        byte[] ownName = Arrays.copyOf(keys, PART_BYTES);
        if (isNew) {
            LibCrypto.put(name, ownName);
            if ((int) call("RAND_bytes", iv, PART_BYTES) <= 0) {
                return -1;
            }
        } else if (!Arrays.equals(LibCrypto.bytes(name, PART_BYTES), ownName)) {
            return 0;
        }
        try (var arena = Arena.ofConfined()) {
            long hmacKey = LibCrypto.copy(arena, Arrays.copyOfRange(keys, PART_BYTES, 2 * PART_BYTES));
            long aesKey = LibCrypto.copy(arena, Arrays.copyOfRange(keys, 2 * PART_BYTES, 3 * PART_BYTES));
            boolean isSet = (int) call(
                                    isNew ? "EVP_EncryptInit_ex" : "EVP_DecryptInit_ex",
                                    cipher,
                                    call("EVP_aes_128_cbc"),
                                    0,
                                    aesKey,
                                    iv)
                            > 0
                    && (int) call("EVP_MAC_init", mac, hmacKey, PART_BYTES, digest(arena)) > 0;
            return isSet ? 1 : -1;
        }
    }

    /** struct OSSL_PARAM[2] { key, type, data, size, size of the result }: the digest's name, and the end. */
    private static long digest(Arena arena) {
        var entry = arena.allocate(80, Long.BYTES);
        entry.fill((byte) 0);
        entry.set(ValueLayout.JAVA_LONG, 0, LibCrypto.text(arena, "digest"));
        entry.set(ValueLayout.JAVA_INT, 8, 4); // a text
        entry.set(ValueLayout.JAVA_LONG, 16, LibCrypto.text(arena, "SHA256"));
        entry.set(ValueLayout.JAVA_LONG, 24, "SHA256".length());
        return entry.address();
    }
}
