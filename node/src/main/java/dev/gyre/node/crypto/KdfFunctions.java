package dev.gyre.node.crypto;

import static dev.gyre.io.openssl.LibCrypto.address;
import static dev.gyre.io.openssl.LibCrypto.call;

import dev.gyre.io.openssl.LibCrypto;
import dev.gyre.loop.WorkKind;
import dev.gyre.node.bridge.ScriptError;
import dev.gyre.node.openssl.OpenSslErrors;
import dev.gyre.node.openssl.Parameters;
import java.lang.foreign.Arena;
import java.nio.ByteBuffer;
import java.util.Map;

/** Key derivation from passwords and other keys. */
final class KdfFunctions {
    // What takes some ten milliseconds.
    private static final long LONG_ITERATIONS = 20_000;
    private static final long LONG_BLOCKS = 1 << 16;

    void register(CryptoFunctions f) {
        f.addWork("pbkdf2", WorkKind.CPU, args -> whole(args[2]) >= LONG_ITERATIONS, KdfFunctions::pbkdf2);
        f.addWork("scrypt", WorkKind.CPU, args -> whole(args[3]) * whole(args[4]) >= LONG_BLOCKS, KdfFunctions::scrypt);
        f.addWork("hkdf", WorkKind.CPU, KdfFunctions::hkdf);
        f.addWork("argon2", WorkKind.CPU, args -> whole(args[5]) * whole(args[6]) >= LONG_BLOCKS, KdfFunctions::argon2);
        f.add("hasArgon2", _ -> hasKdf("ARGON2ID"));
        f.add("scryptCheck", args -> {
            checkScrypt(args.longValue(0), args.longValue(1), args.longValue(2), args.longValue(3));
            return null;
        });
    }

    private static int integer(Object arg) {
        return ((Double) arg).intValue();
    }

    private static long whole(Object arg) {
        return ((Double) arg).longValue();
    }

    /** (password, salt, iterations, length, digest) */
    private static byte[] pbkdf2(Object[] args) {
        var password = (ByteBuffer) args[0];
        var salt = (ByteBuffer) args[1];
        int length = integer(args[3]);
        try (var arena = Arena.ofConfined()) {
            long out = arena.allocate(Math.max(1, length)).address();
            long done = call(
                    "PKCS5_PBKDF2_HMAC",
                    address(password),
                    password.remaining(),
                    address(salt),
                    salt.remaining(),
                    integer(args[2]),
                    Digests.find((String) args[4]),
                    length,
                    out,
                    0,
                    0);
            if ((int) done != 1 || length == 0) {
                OpenSslErrors.clear();
                throw new ScriptError("Error", "PBKDF2 derivation failed", Map.of());
            }
            return LibCrypto.bytes(out, length);
        }
    }

    /** (password, salt, length, N, r, p, maxmem) */
    private static byte[] scrypt(Object[] args) {
        var password = (ByteBuffer) args[0];
        var salt = (ByteBuffer) args[1];
        int length = integer(args[2]);
        if (length == 0) {
            return new byte[0];
        }
        try (var arena = Arena.ofConfined()) {
            long out = arena.allocate(length).address();
            long done = call(
                    "EVP_PBE_scrypt",
                    address(password),
                    password.remaining(),
                    address(salt),
                    salt.remaining(),
                    whole(args[3]),
                    whole(args[4]),
                    whole(args[5]),
                    whole(args[6]),
                    out,
                    length);
            if ((int) done != 1) {
                OpenSslErrors.clear();
                throw new ScriptError("Error", "Scrypt derivation failed", Map.of());
            }
            return LibCrypto.bytes(out, length);
        }
    }

    /** OpenSSL only checks the parameters if it gets no memory for the result. */
    private static void checkScrypt(long n, long r, long p, long maxmem) {
        if ((int) call("EVP_PBE_scrypt", 0, 0, 0, 0, n, r, p, maxmem, 0, 0) == 1) {
            return;
        }
        boolean told = OpenSslErrors.peek() != 0;
        String why = told ? ": " + OpenSslErrors.take(null).getMessage() : "";
        throw ScriptError.coded("RangeError", "ERR_CRYPTO_INVALID_SCRYPT_PARAMS", "Invalid scrypt params" + why);
    }

    /** RFC 5869: (digest, key, salt, info, length) */
    private static byte[] hkdf(Object[] args) {
        long digest = Digests.find((String) args[0]);
        var key = (ByteBuffer) args[1];
        var salt = (ByteBuffer) args[2];
        var info = (ByteBuffer) args[3];
        int length = integer(args[4]);
        int size = Digests.size(digest);
        byte[] result = new byte[length];
        try (var arena = Arena.ofConfined()) {
            long zeroes = arena.allocate(size).address();
            long extracted = arena.allocate(size).address();
            boolean noSalt = salt.remaining() == 0;
            hmac(
                    digest,
                    noSalt ? zeroes : address(salt),
                    noSalt ? size : salt.remaining(),
                    address(key),
                    key.remaining(),
                    extracted);
            // Each block is the HMAC of the previous block, the info and a counter.
            var block = arena.allocate(size + info.remaining() + 1L);
            byte[] infoBytes = new byte[info.remaining()];
            info.get(infoBytes);
            long out = arena.allocate(size).address();
            for (int at = 0, counter = 1; at < length; at += size, counter++) {
                int start = counter == 1 ? size : 0;
                var tail = block.asSlice(size).asByteBuffer();
                tail.put(infoBytes).put((byte) counter);
                hmac(digest, extracted, size, block.address() + start, block.byteSize() - start, out);
                byte[] bytes = LibCrypto.bytes(out, size);
                block.asByteBuffer().put(bytes);
                System.arraycopy(bytes, 0, result, at, Math.min(size, length - at));
            }
            block.fill((byte) 0);
        }
        return result;
    }

    private static void hmac(long digest, long key, long keyLength, long data, long dataLength, long out) {
        if (call("HMAC", digest, key, keyLength, data, dataLength, out, 0) == 0) {
            throw OpenSslErrors.take("HKDF derivation failed");
        }
    }

    // ---- Argon2, from OpenSSL 3.2 on

    private static boolean hasKdf(String name) {
        try (var arena = Arena.ofConfined()) {
            long kdf = call("EVP_KDF_fetch", 0, LibCrypto.text(arena, name), 0);
            OpenSslErrors.clear();
            call("EVP_KDF_free", kdf);
            return kdf != 0;
        }
    }

    /** (name, message, nonce, parallelism, tag length, memory, passes, secret, associated data) */
    private static byte[] argon2(Object[] args) {
        int length = integer(args[4]);
        try (var arena = Arena.ofConfined()) {
            long kdf = OpenSslErrors.checkPointer(call("EVP_KDF_fetch", 0, LibCrypto.text(arena, (String) args[0]), 0));
            long context = call("EVP_KDF_CTX_new", kdf);
            try {
                long out = arena.allocate(length).address();
                long parameters = new Parameters(arena)
                        .bytes("pass", (ByteBuffer) args[1])
                        .bytes("salt", (ByteBuffer) args[2])
                        .number("lanes", whole(args[3]))
                        .number("threads", 1)
                        .number("memcost", whole(args[5]))
                        .number("iter", whole(args[6]))
                        .bytes("secret", (ByteBuffer) args[7])
                        .bytes("ad", (ByteBuffer) args[8])
                        .end();
                if ((int) call("EVP_KDF_derive", context, out, length, parameters) != 1) {
                    OpenSslErrors.clear();
                    throw new ScriptError("Error", "Argon2 derivation failed", Map.of());
                }
                return LibCrypto.bytes(out, length);
            } finally {
                call("EVP_KDF_CTX_free", context);
                call("EVP_KDF_free", kdf);
            }
        }
    }
}
