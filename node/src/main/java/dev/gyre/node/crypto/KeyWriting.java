package dev.gyre.node.crypto;

import static dev.gyre.io.openssl.LibCrypto.call;

import dev.gyre.io.openssl.LibCrypto;
import dev.gyre.node.bridge.ScriptError;
import dev.gyre.node.openssl.Bio;
import dev.gyre.node.openssl.OpenSslErrors;
import java.lang.foreign.Arena;
import java.nio.ByteBuffer;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Asymmetric keys as PEM and DER. */
final class KeyWriting {
    private KeyWriting() {}

    static byte[] publicKey(long key, boolean isPem, String type) {
        OpenSslErrors.clear();
        try (var bio = Bio.empty()) {
            long done;
            if (type.equals("pkcs1")) {
                long rsa = OpenSslErrors.checkPointer(call("EVP_PKEY_get1_RSA", key));
                done = call(isPem ? "PEM_write_bio_RSAPublicKey" : "i2d_RSAPublicKey_bio", bio.address, rsa);
                call("RSA_free", rsa);
            } else {
                done = call(isPem ? "PEM_write_bio_PUBKEY" : "i2d_PUBKEY_bio", bio.address, key);
            }
            if ((int) done != 1) {
                throw OpenSslErrors.take("Failed to encode public key");
            }
            return bio.written();
        }
    }

    /** @param cipher null for an unencrypted key */
    static byte[] privateKey(
            long key, boolean isPem, String type, @Nullable String cipher, @Nullable ByteBuffer passphrase) {
        OpenSslErrors.clear();
        if (KeyParts.type(key).startsWith("ml-")) {
            SeedFormat.choose();
        }
        try (var bio = Bio.empty();
                var arena = Arena.ofConfined()) {
            long encryption = cipher == null ? 0 : cipherOf(arena, cipher);
            long text = passphrase == null ? 0 : LibCrypto.address(passphrase);
            int length = passphrase == null ? 0 : passphrase.remaining();
            long done = switch (type) {
                case "pkcs1" -> {
                    long rsa = OpenSslErrors.checkPointer(call("EVP_PKEY_get1_RSA", key));
                    long result = isPem
                            ? call("PEM_write_bio_RSAPrivateKey", bio.address, rsa, encryption, text, length, 0, 0)
                            : call("i2d_RSAPrivateKey_bio", bio.address, rsa);
                    call("RSA_free", rsa);
                    yield result;
                }
                case "sec1" -> {
                    long ec = OpenSslErrors.checkPointer(call("EVP_PKEY_get1_EC_KEY", key));
                    long result = isPem
                            ? call("PEM_write_bio_ECPrivateKey", bio.address, ec, encryption, text, length, 0, 0)
                            : call("i2d_ECPrivateKey_bio", bio.address, ec);
                    call("EC_KEY_free", ec);
                    yield result;
                }
                default ->
                    call(
                            isPem ? "PEM_write_bio_PKCS8PrivateKey" : "i2d_PKCS8PrivateKey_bio",
                            bio.address,
                            key,
                            encryption,
                            text,
                            length,
                            0,
                            0);
            };
            if ((int) done != 1) {
                throw OpenSslErrors.take("Failed to encode private key");
            }
            return bio.written();
        }
    }

    static void checkCipher(String name) {
        try (var arena = Arena.ofConfined()) {
            cipherOf(arena, name);
        }
    }

    private static long cipherOf(Arena arena, String name) {
        long cipher = call("EVP_get_cipherbyname", LibCrypto.text(arena, name));
        if (cipher == 0) {
            throw ScriptError.coded("Error", "ERR_CRYPTO_UNKNOWN_CIPHER", "Unknown cipher");
        }
        return cipher;
    }

    /**
     * As in Node, a key of ML-DSA or ML-KEM is written as its seed alone, if it has one. OpenSSL would add the expanded key,
     * which is fifty times as long.
     */
    private static final class SeedFormat {
        private static final String FORMATS = "seed-only,priv-only";

        static {
            try (var arena = Arena.ofConfined()) {
                long provider = call("OSSL_PROVIDER_try_load", 0, LibCrypto.text(arena, "default"), 1);
                for (String type : List.of("ml-dsa", "ml-kem")) {
                    call(
                            "OSSL_PROVIDER_add_conf_parameter",
                            provider,
                            LibCrypto.text(arena, type + ".output_formats"),
                            LibCrypto.text(arena, FORMATS));
                }
                OpenSslErrors.clear();
            }
        }

        /** Its class initializer does it, once. */
        static void choose() {}
    }
}
