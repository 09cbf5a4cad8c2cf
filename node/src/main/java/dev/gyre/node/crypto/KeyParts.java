package dev.gyre.node.crypto;

import static dev.gyre.io.openssl.LibCrypto.call;
import static dev.gyre.node.openssl.OpenSslErrors.check;

import dev.gyre.io.openssl.LibCrypto;
import dev.gyre.io.openssl.OpenSslMissing;
import dev.gyre.node.bridge.ScriptError;
import dev.gyre.node.openssl.BigNumbers;
import dev.gyre.node.openssl.OpenSslErrors;
import dev.gyre.node.openssl.Parameters;
import java.lang.foreign.Arena;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The numbers of an asymmetric key: reads them from a key, and makes a key from them. */
final class KeyParts {
    private static final int SELECT_PUBLIC = 0x86;
    private static final int SELECT_PAIR = 0x87;
    private static final int TEXT_BYTES = 80;

    private static final String[] RSA_PUBLIC = {"n", "e"};
    private static final String[] RSA_PRIVATE = {
        "d", "rsa-factor1", "rsa-factor2", "rsa-exponent1", "rsa-exponent2", "rsa-coefficient1"
    };

    private KeyParts() {}

    // ---- reading

    /** Node's name: {@code rsa}, {@code rsa-pss}, {@code ec}, {@code ed25519}, … */
    static String type(long key) {
        String name = Objects.requireNonNull(LibCrypto.string(call("EVP_PKEY_get0_type_name", key)))
                .toLowerCase(Locale.ROOT);
        return name.equals("dhx") ? "dh" : name;
    }

    /** The values of {@code asymmetricKeyDetails}, by the type of the key. */
    static List<Object> details(long key) {
        return switch (type(key)) {
            case "rsa" -> List.of((int) call("EVP_PKEY_get_bits", key), number(key, "e"));
            case "rsa-pss" -> {
                var details = new ArrayList<Object>(List.of((int) call("EVP_PKEY_get_bits", key), number(key, "e")));
                details.addAll(restrictions(key));
                yield details;
            }
            case "dsa" ->
                List.of((int) call("EVP_PKEY_get_bits", key), Objects.requireNonNull(number(key, "q")).length * 8);
            case "ec" -> Arrays.asList(curve(key));
            default -> List.of();
        };
    }

    /** For an RSA-PSS key: digest, digest of the mask, length of the salt; empty if the key has no restrictions. */
    private static List<Object> restrictions(long key) {
        try (var arena = Arena.ofConfined()) {
            long salt = arena.allocate(Long.BYTES, Long.BYTES).address();
            if ((int) call("EVP_PKEY_get_int_param", key, LibCrypto.text(arena, "saltlen"), salt) != 1) {
                OpenSslErrors.clear();
                return List.of();
            }
            return List.of(
                    digestName(text(key, "digest")), digestName(text(key, "mgf1-digest")), LibCrypto.getInt(salt));
        }
    }

    /** OpenSSL omits the default, SHA-1. */
    private static @Nullable String digestName(@Nullable String name) {
        if (name == null) {
            return "sha1";
        }
        try (var arena = Arena.ofConfined()) {
            long digest = call("EVP_get_digestbyname", LibCrypto.text(arena, name));
            return digest == 0 ? name : LibCrypto.string(call("OBJ_nid2ln", call("EVP_MD_get_type", digest)));
        }
    }

    static @Nullable String text(long key, String name) {
        try (var arena = Arena.ofConfined()) {
            long out = arena.allocate(TEXT_BYTES).address();
            if ((int) call("EVP_PKEY_get_utf8_string_param", key, LibCrypto.text(arena, name), out, TEXT_BYTES, 0)
                    != 1) {
                OpenSslErrors.clear();
                return null;
            }
            return LibCrypto.string(out);
        }
    }

    /** OpenSSL's name of the curve, or null if the key has explicit parameters. */
    static @Nullable String curve(long key) {
        return text(key, "group");
    }

    /** A number's bytes, or null if the key has no such number. */
    static byte @Nullable [] number(long key, String name) {
        return number(key, name, -1);
    }

    private static byte @Nullable [] number(long key, String name, int length) {
        try (var arena = Arena.ofConfined();
                var numbers = new BigNumbers()) {
            long out = arena.allocate(Long.BYTES, Long.BYTES).address();
            if ((int) call("EVP_PKEY_get_bn_param", key, LibCrypto.text(arena, name), out) != 1) {
                OpenSslErrors.clear();
                return null;
            }
            long number = numbers.add(LibCrypto.getLong(out));
            return length < 0 ? BigNumbers.bytes(number) : BigNumbers.bytes(number, length);
        }
    }

    static List<Object> rsa(long key, boolean isPrivate) {
        var parts = new ArrayList<>();
        for (String name : RSA_PUBLIC) {
            parts.add(number(key, name));
        }
        if (isPrivate) {
            for (String name : RSA_PRIVATE) {
                parts.add(number(key, name));
            }
        }
        return parts;
    }

    /** [curve, x, y, d], each padded to the size of the field. */
    static List<Object> ec(long key, boolean isPrivate) {
        int length = ((int) call("EVP_PKEY_get_bits", key) + 7) / 8;
        return Arrays.asList(
                curve(key),
                number(key, "qx", length),
                number(key, "qy", length),
                isPrivate ? number(key, "priv", length) : null);
    }

    static byte @Nullable [] rawPublic(long key) {
        return raw("EVP_PKEY_get_raw_public_key", key);
    }

    static byte @Nullable [] rawPrivate(long key) {
        return raw("EVP_PKEY_get_raw_private_key", key);
    }

    private static byte @Nullable [] raw(String function, long key) {
        try (var arena = Arena.ofConfined()) {
            long length = arena.allocate(Long.BYTES, Long.BYTES).address();
            if ((int) call(function, key, 0, length) != 1) {
                OpenSslErrors.clear();
                return null;
            }
            long out = arena.allocate(LibCrypto.getLong(length)).address();
            check(call(function, key, out, length));
            return LibCrypto.bytes(out, LibCrypto.getLong(length));
        }
    }

    /** The seed of a post-quantum key. */
    static byte @Nullable [] seed(long key) {
        try (var arena = Arena.ofConfined()) {
            long out = arena.allocate(128).address();
            long length = arena.allocate(Long.BYTES, Long.BYTES).address();
            if ((int) call("EVP_PKEY_get_octet_string_param", key, LibCrypto.text(arena, "seed"), out, 128, length)
                    != 1) {
                OpenSslErrors.clear();
                return null;
            }
            return LibCrypto.bytes(out, LibCrypto.getLong(length));
        }
    }

    /** The public point, compressed, uncompressed or hybrid (2, 4, 6). */
    static byte[] point(long key, int form) {
        long ec = OpenSslErrors.checkPointer(call("EVP_PKEY_get1_EC_KEY", key));
        try {
            return Curves.point(call("EC_KEY_get0_group", ec), call("EC_KEY_get0_public_key", ec), form);
        } finally {
            call("EC_KEY_free", ec);
        }
    }

    static byte[] ecPrivate(long key) {
        long ec = OpenSslErrors.checkPointer(call("EVP_PKEY_get1_EC_KEY", key));
        try {
            int length = ((int) call("EC_GROUP_order_bits", call("EC_KEY_get0_group", ec)) + 7) / 8;
            return BigNumbers.bytes(call("EC_KEY_get0_private_key", ec), length);
        } finally {
            call("EC_KEY_free", ec);
        }
    }

    // ---- creation

    /** @param packed the numbers in the order of RSA_PUBLIC and RSA_PRIVATE, each preceded by its length */
    static long fromRsa(ByteBuffer packed) {
        var parts = new ArrayList<byte[]>();
        for (ByteBuffer rest = packed.duplicate(); rest.hasRemaining(); ) {
            byte[] part = new byte[rest.getInt()];
            rest.get(part);
            parts.add(part);
        }
        try (var arena = Arena.ofConfined()) {
            var parameters = new Parameters(arena);
            boolean isPrivate = parts.size() > RSA_PUBLIC.length;
            if (isPrivate && !number(parts, 3).multiply(number(parts, 4)).equals(number(parts, 0))) {
                throw ScriptError.coded("TypeError", "ERR_CRYPTO_INVALID_JWK", "Invalid JWK RSA key");
            }
            for (int i = 0; i < parts.size(); i++) {
                String name = i < RSA_PUBLIC.length ? RSA_PUBLIC[i] : RSA_PRIVATE[i - RSA_PUBLIC.length];
                parameters.bigNumber(name, parts.get(i));
            }
            return fromData(arena, "RSA", parameters, isPrivate);
        }
    }

    private static BigInteger number(List<byte[]> parts, int index) {
        return new BigInteger(1, parts.get(index));
    }

    /**
     * Either half may be missing. A private number has to be in the range of the curve and to match the point: OpenSSL
     * does not check that.
     */
    static long fromEc(String curve, @Nullable ByteBuffer point, @Nullable ByteBuffer secret) {
        int nid = Curves.nid(curve);
        byte[] publicPoint;
        if (secret == null) {
            publicPoint = bytes(Objects.requireNonNull(point, "a key of neither half"));
        } else {
            publicPoint = Curves.publicPoint(nid, bytes(secret));
            if (point != null && !Arrays.equals(publicPoint, bytes(point))) {
                throw ScriptError.coded("TypeError", "ERR_CRYPTO_INVALID_KEYPAIR", "Invalid key pair");
            }
        }
        try (var arena = Arena.ofConfined()) {
            var parameters = new Parameters(arena)
                    .text("group", LibCrypto.string(call("OBJ_nid2sn", nid)))
                    .bytes("pub", publicPoint);
            if (secret != null) {
                parameters.bigNumber("priv", bytes(secret));
            }
            return fromData(arena, "EC", parameters, secret != null);
        }
    }

    /** Contexts for creating keys, by type; cached, because setting one up takes longer than creating a key. */
    private static final ThreadLocal<Map<String, Long>> MAKERS = ThreadLocal.withInitial(HashMap::new);

    private static long maker(String type) {
        return MAKERS.get().computeIfAbsent(type, _ -> {
            try (var arena = Arena.ofConfined()) {
                long context = OpenSslErrors.checkPointer(
                        call("EVP_PKEY_CTX_new_from_name", 0, LibCrypto.text(arena, type), 0));
                if ((int) call("EVP_PKEY_fromdata_init", context) != 1) {
                    call("EVP_PKEY_CTX_free", context);
                    throw OpenSslErrors.take(null);
                }
                return context;
            }
        });
    }

    private static long fromData(Arena arena, String type, Parameters parameters, boolean isPrivate) {
        OpenSslErrors.clear();
        long out = arena.allocate(Long.BYTES, Long.BYTES).address();
        check(call("EVP_PKEY_fromdata", maker(type), out, isPrivate ? SELECT_PAIR : SELECT_PUBLIC, parameters.end()));
        return LibCrypto.getLong(out);
    }

    /** 0 if the bytes are no such key. */
    static long fromRaw(String type, ByteBuffer bytes, boolean isPrivate) {
        try (var arena = Arena.ofConfined()) {
            long key = call(
                    isPrivate ? "EVP_PKEY_new_raw_private_key_ex" : "EVP_PKEY_new_raw_public_key_ex",
                    0,
                    LibCrypto.text(arena, type.toUpperCase(Locale.ROOT)),
                    0,
                    LibCrypto.address(bytes),
                    bytes.remaining());
            OpenSslErrors.clear();
            return key;
        }
    }

    /** A private key whose public half is known; 0 if the two do not match. */
    static long fromRawPair(String type, ByteBuffer secret, ByteBuffer known) {
        long key = fromRaw(type, secret, true);
        if (key != 0 && !Arrays.equals(rawPublic(key), bytes(known))) {
            call(KeyFunctions.FREE, key);
            return 0;
        }
        return key;
    }

    /** A post-quantum private key from its seed. */
    static long fromSeed(String type, ByteBuffer seed) {
        try (var arena = Arena.ofConfined()) {
            var parameters = new Parameters(arena).bytes("seed", seed);
            return fromData(arena, type.toUpperCase(Locale.ROOT), parameters, true);
        } catch (ScriptError | OpenSslMissing e) {
            return 0;
        }
    }

    static byte[] bytes(ByteBuffer buffer) {
        byte[] bytes = new byte[buffer.remaining()];
        buffer.duplicate().get(bytes);
        return bytes;
    }
}
