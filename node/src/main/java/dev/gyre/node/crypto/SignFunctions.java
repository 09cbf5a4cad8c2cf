package dev.gyre.node.crypto;

import static dev.gyre.io.openssl.LibCrypto.address;
import static dev.gyre.io.openssl.LibCrypto.call;
import static dev.gyre.node.openssl.OpenSslErrors.check;

import dev.gyre.io.openssl.LibCrypto;
import dev.gyre.loop.WorkKind;
import dev.gyre.node.bridge.ScriptError;
import dev.gyre.node.openssl.OpenSslErrors;
import dev.gyre.node.openssl.Parameters;
import dev.gyre.node.openssl.Pointers;
import java.lang.foreign.Arena;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** Signatures of a computed digest and of whole messages. */
final class SignFunctions {
    private final Pointers pointers;

    SignFunctions(Pointers pointers) {
        this.pointers = pointers;
    }

    void register(CryptoFunctions f) {
        f.addWork("signDigest", WorkKind.CPU, this::signDigest);
        f.addWork("verifyDigest", WorkKind.CPU, this::verifyDigest);
        f.addWork("sign", WorkKind.CPU, this::sign);
        f.addWork("verify", WorkKind.CPU, this::verify);
        f.addWork("rsaCipher", WorkKind.CPU, this::rsaCipher);
        f.add("signatureSize", args -> {
            long key = pointers.get(args.integer(0));
            byte[] divisor = KeyParts.type(key).equals("dsa") ? KeyParts.number(key, "q") : null;
            return divisor != null ? divisor.length : ((int) call("EVP_PKEY_get_bits", key) + 7) / 8;
        });
    }

    private static @Nullable Integer integer(@Nullable Object arg) {
        return arg == null ? null : ((Double) arg).intValue();
    }

    private long key(Object arg) {
        OpenSslErrors.clear();
        return pointers.get(((Double) arg).intValue());
    }

    private static ScriptError failed(String message) {
        return OpenSslErrors.peek() != 0
                ? OpenSslErrors.take(null)
                : ScriptError.coded("Error", "ERR_CRYPTO_OPERATION_FAILED", message);
    }

    /** (key, name of the digest, digest, padding, length of the salt) */
    private byte[] signDigest(Object[] args) {
        long key = key(args[0]);
        var digest = (ByteBuffer) args[2];
        try (var context = new KeyContext(key)) {
            if (context.start("sign") <= 0
                    || !context.setPadding(integer(args[3]), integer(args[4]))
                    || (int) call("EVP_PKEY_CTX_set_signature_md", context.address, Digests.find((String) args[1]))
                            <= 0) {
                throw failed("PEM_read_bio_PrivateKey failed");
            }
            return context.result("sign", address(digest), digest.remaining());
        }
    }

    /** (key, name of the digest, digest, padding, length of the salt, signature) */
    private boolean verifyDigest(Object[] args) {
        long key = key(args[0]);
        var digest = (ByteBuffer) args[2];
        var signature = (ByteBuffer) args[5];
        try (var context = new KeyContext(key)) {
            int started = context.start("verify");
            if (started == -2) {
                throw failed("PEM_read_bio_PUBKEY failed");
            }
            boolean isValid = started > 0
                    && context.setPadding(integer(args[3]), integer(args[4]))
                    && (int) call("EVP_PKEY_CTX_set_signature_md", context.address, Digests.find((String) args[1])) > 0
                    && (int) call(
                                    "EVP_PKEY_verify",
                                    context.address,
                                    address(signature),
                                    signature.remaining(),
                                    address(digest),
                                    digest.remaining())
                            == 1;
            OpenSslErrors.clear();
            return isValid;
        }
    }

    private static final String FREE = "EVP_MD_CTX_free";

    /** (key, digest or null, data, padding, length of the salt, context) */
    private byte[] sign(Object[] args) {
        long key = key(args[0]);
        var data = (ByteBuffer) args[2];
        long context = call("EVP_MD_CTX_new");
        try (var arena = Arena.ofConfined()) {
            start(arena, "EVP_DigestSignInit_ex", context, key, args);
            long length = arena.allocate(Long.BYTES, Long.BYTES).address();
            check(call("EVP_DigestSign", context, 0, length, address(data), data.remaining()));
            long out = arena.allocate(Math.max(1, LibCrypto.getLong(length))).address();
            check(call("EVP_DigestSign", context, out, length, address(data), data.remaining()));
            return LibCrypto.bytes(out, LibCrypto.getLong(length));
        } finally {
            call(FREE, context);
        }
    }

    /** (key, digest or null, data, padding, length of the salt, context, signature) */
    private boolean verify(Object[] args) {
        long key = key(args[0]);
        var data = (ByteBuffer) args[2];
        var signature = (ByteBuffer) args[6];
        long context = call("EVP_MD_CTX_new");
        try (var arena = Arena.ofConfined()) {
            start(arena, "EVP_DigestVerifyInit_ex", context, key, args);
            boolean isValid = (int) call(
                            "EVP_DigestVerify",
                            context,
                            address(signature),
                            signature.remaining(),
                            address(data),
                            data.remaining())
                    == 1;
            OpenSslErrors.clear();
            return isValid && !SmallOrder.isIn(key, signature);
        } finally {
            call(FREE, context);
        }
    }

    private static final long CONTEXTS_SINCE = 0x30200000L; // earlier versions ignore a context silently

    private static void checkContext(long key) {
        boolean isKnown = KeyParts.type(key).matches("ed(25519|448)|(ml|slh)-dsa.*");
        if (!isKnown || call("OpenSSL_version_num") < CONTEXTS_SINCE) {
            throw ScriptError.coded("Error", "ERR_CRYPTO_OPERATION_FAILED", "Context parameter is unsupported");
        }
    }

    private static void start(Arena arena, String function, long context, long key, Object[] args) {
        if (args[5] != null) {
            checkContext(key);
        }
        long keyContext = arena.allocate(Long.BYTES, Long.BYTES).address();
        var name = (String) args[1];
        String canonical = name == null ? null : LibCrypto.string(call("EVP_MD_get0_name", Digests.find(name)));
        long parameters = args[5] == null ? 0 : contextParameters(arena, key, (ByteBuffer) args[5]);
        check(call(function, context, keyContext, LibCrypto.text(arena, canonical), 0, 0, key, parameters));
        if (!KeyContext.setPadding(key, LibCrypto.getLong(keyContext), integer(args[3]), integer(args[4]))) {
            throw failed("Invalid padding");
        }
    }

    /** Ed25519 proper has no context; its variant that has one takes only contexts that are not empty. */
    private static long contextParameters(Arena arena, long key, ByteBuffer context) {
        var parameters = new Parameters(arena).bytes("context-string", context);
        if (context.hasRemaining() && KeyParts.type(key).equals("ed25519")) {
            parameters.text("instance", "Ed25519ctx");
        }
        return parameters.end();
    }

    // ---- RSA on short messages

    /** (operation, key, data, padding, digest of OAEP, label of OAEP) */
    private byte[] rsaCipher(Object[] args) {
        var operation = (String) args[0];
        long key = key(args[1]);
        var data = (ByteBuffer) args[2];
        int padding = ((Double) args[3]).intValue();
        try (var context = new KeyContext(key);
                var arena = Arena.ofConfined()) {
            check(context.start(operation));
            check(call("EVP_PKEY_CTX_set_rsa_padding", context.address, padding));
            if (operation.equals("decrypt")
                    && padding == KeyContext.PKCS1_PADDING
                    && (int) call(
                                    "EVP_PKEY_CTX_ctrl_str",
                                    context.address,
                                    LibCrypto.text(arena, "rsa_pkcs1_implicit_rejection"),
                                    LibCrypto.text(arena, "1"))
                            <= 0) {
                OpenSslErrors.clear();
                throw ScriptError.coded(
                        "TypeError",
                        "ERR_INVALID_ARG_VALUE",
                        "RSA_PKCS1_PADDING is no longer supported for private decryption");
            }
            if (padding == KeyContext.OAEP_PADDING) {
                context.setOaep((String) args[4], (ByteBuffer) args[5]);
            }
            return context.result(operation, address(data), data.remaining());
        }
    }
}
