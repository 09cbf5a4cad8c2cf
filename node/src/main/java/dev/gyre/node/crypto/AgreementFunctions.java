package dev.gyre.node.crypto;

import static dev.gyre.io.openssl.LibCrypto.address;
import static dev.gyre.io.openssl.LibCrypto.call;
import static dev.gyre.node.openssl.OpenSslErrors.check;
import static dev.gyre.node.openssl.OpenSslErrors.checkPointer;

import dev.gyre.engine.Args;
import dev.gyre.io.openssl.LibCrypto;
import dev.gyre.loop.WorkKind;
import dev.gyre.node.bridge.ScriptError;
import dev.gyre.node.openssl.BigNumbers;
import dev.gyre.node.openssl.OpenSslErrors;
import dev.gyre.node.openssl.Pointers;
import java.lang.foreign.Arena;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** Shared secrets: Diffie-Hellman over numbers and over elliptic curves. */
final class AgreementFunctions {
    private static final String OPERATION_FAILED = "ERR_CRYPTO_OPERATION_FAILED";
    private static final int LIBRARY_DH = 5;
    private static final int BAD_GENERATOR = 101;
    private static final int MODULUS_TOO_SMALL = 126;

    private final Pointers pointers;

    AgreementFunctions(Pointers pointers) {
        this.pointers = pointers;
    }

    void register(CryptoFunctions f) {
        f.add("dhNew", args -> dhNew(args.requiredBytes(0), args.requiredBytes(1)));
        f.add("dhNewOfSize", args -> dhNewOfSize(args.integer(0), args.integer(1)));
        f.add("dhCheck", args -> dhCheck(pointer(args)));
        f.add("dhGenerate", args -> dhGenerate(pointer(args)));
        f.add("dhSecret", args -> dhSecret(pointer(args), args.requiredBytes(1)));
        f.add("dhNumber", args -> dhNumber(pointer(args), args.requiredString(1)));
        f.add("dhSet", args -> {
            dhSet(pointer(args), args.bool(1), args.requiredBytes(2));
            return null;
        });
        f.add("dhGroup", args -> dhGroup(args.requiredString(0)));
        f.add("ecdhNew", args -> ecdhNew(args.requiredString(0)));
        f.add("ecdhGenerate", args -> {
            check(call("EC_KEY_generate_key", pointer(args)));
            return null;
        });
        f.add("ecdhSecret", args -> ecdhSecret(pointer(args), args.requiredBytes(1)));
        f.add("ecdhPublic", args -> ecdhPublic(pointer(args), args.integer(1)));
        f.add("ecdhPrivate", args -> ecdhPrivate(pointer(args)));
        f.add("ecdhSetPrivate", args -> {
            ecdhSetPrivate(pointer(args), args.requiredBytes(1));
            return null;
        });
        f.add("ecdhSetPublic", args -> {
            ecdhSetPublic(pointer(args), args.requiredBytes(1));
            return null;
        });
        f.add("ecdhConvert", args -> ecdhConvert(args.requiredBytes(0), args.requiredString(1), args.integer(2)));
        f.addWork("derive", WorkKind.CPU, this::derive);
    }

    private long pointer(Args args) {
        OpenSslErrors.clear();
        return pointers.get(args.integer(0));
    }

    private static ScriptError failed(String message) {
        OpenSslErrors.clear();
        return ScriptError.coded("Error", OPERATION_FAILED, message);
    }

    private static ScriptError typeError(String code, String message) {
        OpenSslErrors.clear();
        return ScriptError.coded("TypeError", code, message);
    }

    // ---- numbers

    private int dhNew(ByteBuffer prime, ByteBuffer generator) {
        try (var numbers = new BigNumbers()) {
            long p = numbers.of(prime);
            long g = numbers.of(generator);
            boolean isLarge = (int) call("BN_num_bits", p) >= 512;
            if ((int) call("BN_num_bits", g) < 2 || (isLarge && (int) call("BN_cmp", g, p) >= 0)) {
                throw OpenSslErrors.raise(LIBRARY_DH, BAD_GENERATOR);
            }
            long dh = checkPointer(call("DH_new"));
            check(call("DH_set0_pqg", dh, p, 0, g));
            numbers.forget(p);
            numbers.forget(g);
            return pointers.add(dh, "DH_free");
        }
    }

    private int dhNewOfSize(int bits, int generator) {
        if (bits < 2) {
            throw OpenSslErrors.raise(LIBRARY_DH, MODULUS_TOO_SMALL);
        }
        if (generator < 2) {
            throw OpenSslErrors.raise(LIBRARY_DH, BAD_GENERATOR);
        }
        long dh = checkPointer(call("DH_new"));
        if ((int) call("DH_generate_parameters_ex", dh, bits, generator, 0) != 1) {
            call("DH_free", dh);
            throw typeError("ERR_INVALID_ARG_VALUE", "Invalid DH parameters");
        }
        return pointers.add(dh, "DH_free");
    }

    private static int dhCheck(long dh) {
        try (var arena = Arena.ofConfined()) {
            long codes = arena.allocate(Integer.BYTES).address();
            if ((int) call("DH_check", dh, codes) != 1) {
                throw failed("Checking DH parameters failed");
            }
            return LibCrypto.getInt(codes);
        }
    }

    private static byte[] dhGenerate(long dh) {
        if ((int) call("DH_generate_key", dh) != 1) {
            throw failed("Key generation failed");
        }
        return BigNumbers.bytes(call("DH_get0_pub_key", dh));
    }

    private static byte[] dhSecret(long dh, ByteBuffer other) {
        try (var numbers = new BigNumbers();
                var arena = Arena.ofConfined()) {
            long key = numbers.of(other);
            long codes = arena.allocate(Integer.BYTES).address();
            if ((int) call("DH_check_pub_key", dh, key, codes) != 1) {
                throw typeError("ERR_CRYPTO_INVALID_KEYTYPE", "Unspecified validation error");
            }
            switch (LibCrypto.getInt(codes)) {
                case 0 -> {}
                case 1, 5 -> throw rangeError("Supplied key is too small");
                case 2, 6 -> throw rangeError("Supplied key is too large");
                default -> throw typeError("ERR_CRYPTO_INVALID_KEYTYPE", "Supplied key is invalid");
            }
            int size = (int) call("DH_size", dh);
            long out = arena.allocate(size).address();
            if ((int) call("DH_compute_key_padded", out, key, dh) < 0) {
                throw failed("Failed to compute shared secret");
            }
            return LibCrypto.bytes(out, size);
        }
    }

    private static ScriptError rangeError(String message) {
        OpenSslErrors.clear();
        return ScriptError.coded("RangeError", "ERR_CRYPTO_INVALID_KEYLEN", message);
    }

    /** One of p, g, pub_key and priv_key; null if the object has none. */
    private static byte @Nullable [] dhNumber(long dh, String name) {
        long number = call("DH_get0_" + name, dh);
        return number == 0 ? null : BigNumbers.bytes(number);
    }

    private static void dhSet(long dh, boolean isPrivate, ByteBuffer value) {
        long number = call("BN_bin2bn", address(value), value.remaining(), 0);
        check(call("DH_set0_key", dh, isPrivate ? 0 : number, isPrivate ? number : 0));
    }

    /** The prime of a well-known group (RFC 2409 and 3526), or null. */
    private static byte @Nullable [] dhGroup(String name) {
        String function = switch (name) {
            case "modp1" -> "BN_get_rfc2409_prime_768";
            case "modp2" -> "BN_get_rfc2409_prime_1024";
            case "modp5" -> "BN_get_rfc3526_prime_1536";
            case "modp14" -> "BN_get_rfc3526_prime_2048";
            case "modp15" -> "BN_get_rfc3526_prime_3072";
            case "modp16" -> "BN_get_rfc3526_prime_4096";
            case "modp17" -> "BN_get_rfc3526_prime_6144";
            case "modp18" -> "BN_get_rfc3526_prime_8192";
            default -> null;
        };
        if (function == null) {
            return null;
        }
        try (var numbers = new BigNumbers()) {
            return BigNumbers.bytes(numbers.add(call(function, 0)));
        }
    }

    // ---- curves

    private int ecdhNew(String curve) {
        long key = Curves.key(curve);
        if (key == 0) {
            throw Curves.invalid();
        }
        return pointers.add(key, "EC_KEY_free");
    }

    /** The point, which the caller frees, or 0 if the bytes are no point on the curve. */
    private static long point(long group, ByteBuffer bytes) {
        long point = checkPointer(call("EC_POINT_new", group));
        if ((int) call("EC_POINT_oct2point", group, point, address(bytes), bytes.remaining(), 0) != 1) {
            call("EC_POINT_free", point);
            OpenSslErrors.clear();
            return 0;
        }
        return point;
    }

    /** Null if the other party's key is no point on this curve. */
    private static byte @Nullable [] ecdhSecret(long key, ByteBuffer other) {
        long group = call("EC_KEY_get0_group", key);
        long point = point(group, other);
        if (point == 0) {
            return null;
        }
        try (var arena = Arena.ofConfined()) {
            if ((int) call("EC_KEY_check_key", key) != 1) {
                throw typeError("ERR_CRYPTO_INVALID_KEYPAIR", "Invalid key pair");
            }
            int size = ((int) call("EC_GROUP_get_degree", group) + 7) / 8;
            long out = arena.allocate(size).address();
            if ((int) call("ECDH_compute_key", out, size, point, key, 0) <= 0) {
                throw failed("Failed to compute ECDH key");
            }
            return LibCrypto.bytes(out, size);
        } finally {
            call("EC_POINT_free", point);
        }
    }

    private static byte[] ecdhPublic(long key, int form) {
        long point = call("EC_KEY_get0_public_key", key);
        if (point == 0) {
            throw failed("Failed to get ECDH public key");
        }
        return Curves.point(call("EC_KEY_get0_group", key), point, form);
    }

    private static byte[] ecdhPrivate(long key) {
        long number = call("EC_KEY_get0_private_key", key);
        if (number == 0) {
            throw failed("Failed to get ECDH private key");
        }
        return BigNumbers.bytes(number);
    }

    private static void ecdhSetPrivate(long key, ByteBuffer bytes) {
        long group = call("EC_KEY_get0_group", key);
        try (var numbers = new BigNumbers()) {
            long number = numbers.of(bytes);
            boolean isInRange = (int) call("BN_is_zero", number) == 0
                    && (int) call("BN_cmp", number, call("EC_GROUP_get0_order", group)) < 0;
            if (!isInRange) {
                throw ScriptError.coded(
                        "RangeError", "ERR_CRYPTO_INVALID_KEYTYPE", "Private key is not valid for specified curve.");
            }
            long point = checkPointer(call("EC_POINT_new", group));
            try {
                check(call("EC_POINT_mul", group, point, number, 0, 0, 0));
                check(call("EC_KEY_set_private_key", key, number));
                check(call("EC_KEY_set_public_key", key, point));
            } finally {
                call("EC_POINT_free", point);
            }
        }
    }

    private static void ecdhSetPublic(long key, ByteBuffer bytes) {
        long point = point(call("EC_KEY_get0_group", key), bytes);
        if (point == 0) {
            throw failed("Failed to convert Buffer to EC_POINT");
        }
        check(call("EC_KEY_set_public_key", key, point));
        call("EC_POINT_free", point);
    }

    private static byte[] ecdhConvert(ByteBuffer bytes, String curve, int form) {
        long key = Curves.key(curve);
        if (key == 0) {
            throw Curves.invalid();
        }
        try {
            long group = call("EC_KEY_get0_group", key);
            long point = point(group, bytes);
            if (point == 0) {
                throw failed("Failed to convert Buffer to EC_POINT");
            }
            byte[] converted = Curves.point(group, point, form);
            call("EC_POINT_free", point);
            return converted;
        } finally {
            call("EC_KEY_free", key);
        }
    }

    // ---- any two keys

    /** (private key, public key) */
    private byte[] derive(Object[] args) {
        OpenSslErrors.clear();
        long ours = pointers.get(((Double) args[0]).intValue());
        long theirs = pointers.get(((Double) args[1]).intValue());
        try (var context = new KeyContext(ours);
                var arena = Arena.ofConfined()) {
            long length = arena.allocate(Long.BYTES, Long.BYTES).address();
            check(context.start("derive"));
            check(call("EVP_PKEY_derive_set_peer", context.address, theirs));
            check(call("EVP_PKEY_derive", context.address, 0, length));
            int size = (int) LibCrypto.getLong(length);
            long out = arena.allocate(Math.max(1, size)).address();
            check(call("EVP_PKEY_derive", context.address, out, length));
            int actual = (int) LibCrypto.getLong(length);
            byte[] padded = new byte[size];
            System.arraycopy(LibCrypto.bytes(out, actual), 0, padded, size - actual, actual);
            return padded;
        }
    }
}
