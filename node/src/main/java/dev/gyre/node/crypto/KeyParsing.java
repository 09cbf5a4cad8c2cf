package dev.gyre.node.crypto;

import static dev.gyre.io.openssl.LibCrypto.call;

import dev.gyre.io.openssl.LibCrypto;
import dev.gyre.node.bridge.ScriptError;
import dev.gyre.node.openssl.Bio;
import dev.gyre.node.openssl.OpenSslErrors;
import dev.gyre.node.openssl.Passphrase;
import java.lang.foreign.Arena;
import java.nio.ByteBuffer;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Asymmetric keys from PEM and DER. */
final class KeyParsing {
    static final int RSA = 6;
    static final int EC = 408;

    private static final int LIBRARY_PEM = 9;
    private static final int NO_START_LINE = 108;
    private static final int BAD_PASSWORD_READ = 104;

    private static final int TAG_SEQUENCE = 0x30;
    private static final int TAG_INTEGER = 0x02;

    private KeyParsing() {}

    // ---- a text with one key, the most frequent case

    /** A key and whether it is a private one. */
    record Found(long key, boolean isPrivate) {}

    private static final Found NOTHING = new Found(0, false);

    /** The key of a PEM text with a single unencrypted block; a key of 0, and no error, if there is none. */
    static Found single(ByteBuffer bytes) {
        try (var bio = Bio.over(bytes);
                var arena = Arena.ofConfined()) {
            long words = arena.allocate(4L * Long.BYTES, Long.BYTES).address(); // name, header, data, length
            if ((int) call("PEM_read_bio", bio.address, words, words + 8, words + 16, words + 24) != 1) {
                OpenSslErrors.clear();
                return NOTHING;
            }
            long name = LibCrypto.getLong(words);
            long header = LibCrypto.getLong(words + 8);
            long data = LibCrypto.getLong(words + 16);
            try {
                boolean hasHeader = LibCrypto.at(header, 1).get(0) != 0; // for example, how it is encrypted
                return hasHeader
                        ? NOTHING
                        : block(
                                Objects.requireNonNull(LibCrypto.string(name)),
                                LibCrypto.at(data, LibCrypto.getLong(words + 24)));
            } finally {
                call("CRYPTO_free", name);
                call("CRYPTO_free", header);
                call("CRYPTO_free", data);
            }
        }
    }

    /** The key in a block of that name; a key of 0 if there is none, or it has to be read in another way. */
    static Found block(String name, ByteBuffer der) {
        return switch (name) {
            case "PUBLIC KEY" -> new Found(KeyDecoders.publicInfo(der), false);
            case "RSA PUBLIC KEY" -> new Found(KeyDecoders.rsaPublicKey(der), false);
            case "PRIVATE KEY" -> new Found(KeyDecoders.privateInfo(der), true);
            case "RSA PRIVATE KEY" -> new Found(KeyDecoders.privateKey("RSA", der), true);
            case "EC PRIVATE KEY" -> new Found(KeyDecoders.privateKey("EC", der), true);
            default -> NOTHING;
        };
    }

    // ---- private keys

    /** @param type {@code pkcs1}, {@code pkcs8} or {@code sec1}; null for PEM, which names its type */
    static long privateKey(ByteBuffer bytes, boolean isPem, @Nullable String type, @Nullable ByteBuffer passphrase) {
        OpenSslErrors.clear();
        long key = isPem || isEncrypted(bytes)
                ? 0
                : switch (Objects.requireNonNull(type)) {
                    case "pkcs1" -> KeyDecoders.privateKey("RSA", bytes);
                    case "sec1" -> KeyDecoders.privateKey("EC", bytes);
                    default -> KeyDecoders.privateInfo(bytes);
                };
        if (key != 0) {
            return key;
        }
        try (var bio = Bio.over(bytes);
                var _ = Passphrase.use(passphrase)) {
            if (isPem) {
                key = call("PEM_read_bio_PrivateKey", bio.address, 0, Passphrase.CALLBACK, 0);
            } else {
                key = switch (Objects.requireNonNull(type)) {
                    case "pkcs1" -> d2i("d2i_PrivateKey", RSA, bytes);
                    case "sec1" -> d2i("d2i_PrivateKey", EC, bytes);
                    default -> pkcs8(bio, bytes);
                };
            }
        }
        long error = OpenSslErrors.peek();
        if (error != 0
                && passphrase == null
                && OpenSslErrors.libraryOf(error) == LIBRARY_PEM
                && OpenSslErrors.reasonOf(error) == BAD_PASSWORD_READ) {
            OpenSslErrors.clear();
            throw ScriptError.coded("TypeError", "ERR_MISSING_PASSPHRASE", "Passphrase required for encrypted key");
        }
        if (key == 0) {
            throw OpenSslErrors.takeAll("Failed to read private key");
        }
        OpenSslErrors.clear();
        return key;
    }

    private static long pkcs8(Bio bio, ByteBuffer bytes) {
        if (isEncrypted(bytes)) {
            return call("d2i_PKCS8PrivateKey_bio", bio.address, 0, Passphrase.CALLBACK, 0);
        }
        long info = call("d2i_PKCS8_PRIV_KEY_INFO_bio", bio.address, 0);
        if (info == 0) {
            return 0;
        }
        long key = call("EVP_PKCS82PKEY", info);
        call("PKCS8_PRIV_KEY_INFO_free", info);
        return key;
    }

    private static long d2i(String function, long kind, ByteBuffer bytes) {
        try (var arena = Arena.ofConfined()) {
            long at = arena.allocateFrom(java.lang.foreign.ValueLayout.JAVA_LONG, LibCrypto.address(bytes))
                    .address();
            return call(function, kind, 0, at, bytes.remaining());
        }
    }

    // ---- public keys, or private ones where those are accepted

    static Found anyKey(ByteBuffer bytes, boolean isPem, @Nullable String type, @Nullable ByteBuffer passphrase) {
        OpenSslErrors.clear();
        boolean isSpki = "spki".equals(type);
        long key;
        if (isPem) {
            key = publicPem(bytes);
            if (key == 0) {
                return new Found(privateKey(bytes, true, null, passphrase), true);
            }
        } else if (isSpki || ("pkcs1".equals(type) && !isRsaPrivateKey(bytes))) {
            key = isSpki ? KeyDecoders.publicInfo(bytes) : KeyDecoders.rsaPublicKey(bytes);
            if (key == 0) {
                key = isSpki ? d2iPublic("d2i_PUBKEY", bytes) : rsaPublicKey(bytes);
            }
            if (key == 0) {
                throw OpenSslErrors.takeAll("Failed to read asymmetric key");
            }
        } else {
            return new Found(privateKey(bytes, false, type, passphrase), true);
        }
        OpenSslErrors.clear();
        return new Found(key, false);
    }

    private static long d2iPublic(String function, ByteBuffer bytes) {
        try (var arena = Arena.ofConfined()) {
            long at = arena.allocateFrom(java.lang.foreign.ValueLayout.JAVA_LONG, LibCrypto.address(bytes))
                    .address();
            return call(function, 0, at, bytes.remaining());
        }
    }

    /** PKCS #1. Not d2i_PublicKey: the image's OpenSSL is without it. */
    private static long rsaPublicKey(ByteBuffer bytes) {
        long rsa = d2iPublic("d2i_RSAPublicKey", bytes);
        if (rsa == 0) {
            return 0;
        }
        long key = call("EVP_PKEY_new");
        call("EVP_PKEY_set1_RSA", key, rsa);
        call("RSA_free", rsa);
        return key;
    }

    private interface FromDer {
        long key(ByteBuffer der);
    }

    /** 0 if the text contains none of the three kinds. */
    private static long publicPem(ByteBuffer bytes) {
        long key = publicPem(bytes, "PUBLIC KEY", der -> d2iPublic("d2i_PUBKEY", der));
        if (key == 0) {
            key = publicPem(bytes, "RSA PUBLIC KEY", KeyParsing::rsaPublicKey);
        }
        if (key == 0) {
            key = publicPem(bytes, "CERTIFICATE", der -> {
                long certificate = d2iPublic("d2i_X509", der);
                if (certificate == 0) {
                    return 0;
                }
                long ofCertificate = call("X509_get_pubkey", certificate);
                call("X509_free", certificate);
                return ofCertificate;
            });
        }
        return key;
    }

    private static long publicPem(ByteBuffer bytes, String name, FromDer fromDer) {
        try (var bio = Bio.over(bytes);
                var arena = Arena.ofConfined();
                var _ = Passphrase.use(null)) {
            long out = arena.allocate(2L * Long.BYTES, Long.BYTES).address();
            long read = call(
                    "PEM_bytes_read_bio",
                    out,
                    out + Long.BYTES,
                    0,
                    LibCrypto.text(arena, name),
                    bio.address,
                    Passphrase.CALLBACK,
                    0);
            if ((int) read != 1) {
                long error = OpenSslErrors.peek();
                if (OpenSslErrors.libraryOf(error) == LIBRARY_PEM && OpenSslErrors.reasonOf(error) == NO_START_LINE) {
                    OpenSslErrors.clear();
                    return 0;
                }
                throw OpenSslErrors.takeAll("Failed to read asymmetric key");
            }
            long data = LibCrypto.getLong(out);
            long length = LibCrypto.getLong(out + Long.BYTES);
            try {
                long key = fromDer.key(LibCrypto.at(data, length));
                if (key == 0) {
                    throw OpenSslErrors.takeAll("Failed to read asymmetric key");
                }
                return key;
            } finally {
                call("CRYPTO_free", data, 0, 0);
            }
        }
    }

    // ---- recognizes DER: a sequence that begins with another one, or with the integer 0

    /** The start of the contents of the sequence, or -1. */
    private static int sequenceStart(ByteBuffer bytes) {
        if (bytes.remaining() < 2 || bytes.get(0) != TAG_SEQUENCE) {
            return -1;
        }
        int length = bytes.get(1) & 0xff;
        int start = length < 0x80 ? 2 : 2 + (length & 0x7f);
        return start < bytes.remaining() ? start : -1;
    }

    /** A PKCS#8 PrivateKeyInfo begins with a number, an encrypted one with its algorithm. */
    private static boolean isEncrypted(ByteBuffer bytes) {
        int start = sequenceStart(bytes);
        return start >= 0 && bytes.get(start) != TAG_INTEGER;
    }

    /** An RSAPrivateKey begins with its version, 0 or 1; a public key with the modulus. */
    private static boolean isRsaPrivateKey(ByteBuffer bytes) {
        int start = sequenceStart(bytes);
        return start >= 0
                && bytes.remaining() >= start + 3
                && bytes.get(start) == TAG_INTEGER
                && bytes.get(start + 1) == 1
                && (bytes.get(start + 2) & 0xfe) == 0;
    }
}
