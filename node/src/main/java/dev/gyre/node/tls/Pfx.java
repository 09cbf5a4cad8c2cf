package dev.gyre.node.tls;

import static dev.gyre.io.openssl.LibCrypto.call;

import dev.gyre.io.openssl.LibCrypto;
import dev.gyre.io.tls.TlsContext;
import dev.gyre.node.bridge.ScriptError;
import dev.gyre.node.openssl.Bio;
import dev.gyre.node.openssl.OpenSslErrors;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Takes key, certificate and authorities of a context from a PKCS #12 file. */
final class Pfx {
    private static final int UNSUPPORTED = 0x80000 | 268;

    private Pfx() {}

    static @Nullable Object load(
            ContextFunctions contexts, TlsContext context, ByteBuffer bytes, @Nullable ByteBuffer passphrase)
            throws IOException, GeneralSecurityException {
        OpenSslErrors.clear();
        long pfx;
        try (var bio = Bio.over(bytes)) {
            pfx = call("d2i_PKCS12_bio", bio.address, 0);
        }
        if (pfx == 0) {
            throw refused();
        }
        try (var arena = Arena.ofConfined()) {
            String password =
                    passphrase == null ? "" : new String(ContextFunctions.bytes(passphrase), StandardCharsets.UTF_8);
            long parts =
                    arena.allocate(3 * Long.BYTES, Long.BYTES).fill((byte) 0).address();
            boolean isParsed =
                    (int) call("PKCS12_parse", pfx, LibCrypto.text(arena, password), parts, parts + 8, parts + 16) == 1;
            call("PKCS12_free", pfx);
            if (!isParsed) {
                throw refused();
            }
            long key = LibCrypto.getLong(parts);
            long own = LibCrypto.getLong(parts + 8);
            long others = LibCrypto.getLong(parts + 16);
            try {
                use(contexts, context, key, own, others);
            } finally {
                call("EVP_PKEY_free", key);
                call("X509_free", own);
                free(others);
            }
        }
        return null;
    }

    private static void use(ContextFunctions contexts, TlsContext context, long key, long own, long others)
            throws IOException, GeneralSecurityException {
        if (key == 0) {
            throw ContextFunctions.failed("Unable to load private key from PFX data");
        }
        if (own == 0) {
            throw ContextFunctions.failed("Unable to load certificate from PFX data");
        }
        long ctx = context.address();
        if ((int) call("SSL_CTX_use_certificate", ctx, own) != 1) {
            throw refused();
        }
        ContextFunctions.clearChain(ctx);
        int count = others == 0 ? 0 : (int) call("OPENSSL_sk_num", others);
        long store = count == 0 ? 0 : contexts.ownStore(context);
        for (int i = 0; i < count; i++) {
            long one = call("OPENSSL_sk_value", others, i);
            call("X509_up_ref", one);
            ContextFunctions.addToChain(ctx, one);
            call("X509_STORE_add_cert", store, one);
            call("SSL_CTX_add_client_CA", ctx, one);
        }
        if ((int) call("SSL_CTX_use_PrivateKey", ctx, key) != 1) {
            throw refused();
        }
    }

    private static void free(long stack) {
        if (stack != 0) {
            int count = (int) call("OPENSSL_sk_num", stack);
            for (int i = 0; i < count; i++) {
                call("X509_free", call("OPENSSL_sk_value", stack, i));
            }
            call("OPENSSL_sk_free", stack);
        }
    }

    private static ScriptError refused() {
        long error = OpenSslErrors.peek();
        if (OpenSslErrors.reasonOf(error) == UNSUPPORTED) {
            return ScriptError.coded("Error", "ERR_CRYPTO_UNSUPPORTED_OPERATION", "Unsupported PKCS12 PFX data");
        }
        String reason = LibCrypto.string(call("ERR_reason_error_string", error));
        return new ScriptError("Error", Objects.requireNonNullElse(reason, "Unknown error"), Map.of());
    }
}
