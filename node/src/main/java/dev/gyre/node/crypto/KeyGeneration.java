package dev.gyre.node.crypto;

import static dev.gyre.io.openssl.LibCrypto.call;
import static dev.gyre.node.openssl.OpenSslErrors.check;

import dev.gyre.io.openssl.LibCrypto;
import dev.gyre.node.openssl.OpenSslErrors;
import dev.gyre.node.openssl.Parameters;
import java.lang.foreign.Arena;
import java.nio.ByteBuffer;
import java.util.Locale;

/** Generation of key pairs. All settings are parameters with OpenSSL's names. */
final class KeyGeneration {
    private KeyGeneration() {}

    private static int integer(Object arg) {
        return ((Double) arg).intValue();
    }

    /** Whether it looks for large primes. */
    static boolean isLong(Object[] args) {
        String type = (String) args[0];
        return type.startsWith("rsa") || type.equals("dsa") || type.equals("dh-length");
    }

    /** (type, ...its parameters); returns the address of the key. */
    static long generate(Object[] args) {
        OpenSslErrors.clear();
        try (var arena = Arena.ofConfined()) {
            String type = (String) args[0];
            return switch (type) {
                case "rsa" -> pair(arena, "RSA", rsa(arena, args));
                case "rsa-pss" ->
                    pair(
                            arena,
                            "RSA-PSS",
                            rsa(arena, args)
                                    .text("digest", (String) args[3])
                                    .text("mgf1-digest", (String) args[4])
                                    .integer("saltlen", args[5]));
                case "dsa" ->
                    fromTemplate(
                            arena,
                            "DSA",
                            new Parameters(arena)
                                    .number("pbits", integer(args[1]))
                                    .numberOf("qbits", args[2]));
                case "ec" ->
                    pair(
                            arena,
                            "EC",
                            new Parameters(arena)
                                    .text("group", (String) args[1])
                                    .text("encoding", (Boolean) args[2] ? "explicit" : "named_curve"));
                case "dh-group" -> pair(arena, "DH", new Parameters(arena).text("group", (String) args[1]));
                case "dh-prime" -> fromPrime(arena, (ByteBuffer) args[1], integer(args[2]));
                case "dh-length" ->
                    fromTemplate(
                            arena,
                            "DH",
                            new Parameters(arena)
                                    .text("type", "generator")
                                    .number("pbits", integer(args[1]))
                                    .integer("safeprime-generator", args[2]));
                default -> pair(arena, type.toUpperCase(Locale.ROOT), new Parameters(arena));
            };
        }
    }

    private static Parameters rsa(Arena arena, Object[] args) {
        return new Parameters(arena).number("bits", integer(args[1])).number("e", ((Double) args[2]).longValue());
    }

    private static long pair(Arena arena, String type, Parameters parameters) {
        long context =
                OpenSslErrors.checkPointer(call("EVP_PKEY_CTX_new_from_name", 0, LibCrypto.text(arena, type), 0));
        try {
            check(call("EVP_PKEY_keygen_init", context));
            check(call("EVP_PKEY_CTX_set_params", context, parameters.end()));
            return generate(arena, "EVP_PKEY_generate", context);
        } finally {
            call("EVP_PKEY_CTX_free", context);
        }
    }

    private static long generate(Arena arena, String function, long context) {
        long out = arena.allocate(Long.BYTES, Long.BYTES).address();
        check(call(function, context, out));
        return LibCrypto.getLong(out);
    }

    /** Generates domain parameters first, then a key for them. */
    private static long fromTemplate(Arena arena, String type, Parameters parameters) {
        long context =
                OpenSslErrors.checkPointer(call("EVP_PKEY_CTX_new_from_name", 0, LibCrypto.text(arena, type), 0));
        long template;
        try {
            check(call("EVP_PKEY_paramgen_init", context));
            check(call("EVP_PKEY_CTX_set_params", context, parameters.end()));
            template = generate(arena, "EVP_PKEY_generate", context);
        } finally {
            call("EVP_PKEY_CTX_free", context);
        }
        return inDomain(arena, template);
    }

    private static long inDomain(Arena arena, long template) {
        long context = call("EVP_PKEY_CTX_new_from_pkey", 0, template, 0);
        try {
            check(call("EVP_PKEY_keygen_init", context));
            return generate(arena, "EVP_PKEY_generate", context);
        } finally {
            call("EVP_PKEY_CTX_free", context);
            call("EVP_PKEY_free", template);
        }
    }

    private static final int SELECT_PARAMETERS = 0x84;

    private static long fromPrime(Arena arena, ByteBuffer prime, int generator) {
        long context =
                OpenSslErrors.checkPointer(call("EVP_PKEY_CTX_new_from_name", 0, LibCrypto.text(arena, "DH"), 0));
        long template;
        try {
            check(call("EVP_PKEY_fromdata_init", context));
            long parameters = new Parameters(arena)
                    .bigNumber("p", KeyParts.bytes(prime))
                    .number("g", generator)
                    .end();
            long out = arena.allocate(Long.BYTES, Long.BYTES).address();
            check(call("EVP_PKEY_fromdata", context, out, SELECT_PARAMETERS, parameters));
            template = LibCrypto.getLong(out);
        } finally {
            call("EVP_PKEY_CTX_free", context);
        }
        return inDomain(arena, template);
    }
}
