package dev.gyre.node.tls;

import static dev.gyre.io.openssl.LibCrypto.call;

import dev.gyre.engine.Args;
import dev.gyre.io.openssl.LibCrypto;
import dev.gyre.io.tls.TlsContext;
import dev.gyre.node.bridge.ScriptError;
import dev.gyre.node.openssl.Bio;
import dev.gyre.node.openssl.OpenSslErrors;
import dev.gyre.node.openssl.Passphrase;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What {@code tls.createSecureContext} sets. */
final class ContextFunctions {
    private static final int CTRL_GROUPS_LIST = 92;
    private static final int CTRL_SIGNATURE_ALGORITHMS = 98;
    private static final int CTRL_DH_AUTO = 118;
    private static final int MIN_DH_BITS = 1024;
    private static final int GOOD_DH_BITS = 2048;
    private static final int EVP_PKEY_DH = 28;
    private static final long PARTIAL_CHAIN = 0x80000;
    private static final long CRL_CHECK_ALL = 0x4 | 0x8;
    private static final int NO_CIPHER_MATCH = 185;

    private final TlsBinding tls;

    ContextFunctions(TlsBinding tls) {
        this.tls = tls;
    }

    void register(TlsBinding.Registry f) {
        f.add("contextNew", args -> make(args.requiredString(0), args.integer(1), args.integer(2)));
        f.add("contextFree", args -> {
            tls.freeContext(args.integer(0));
            return null;
        });
        f.add("setOptions", args -> {
            call("SSL_CTX_set_options", ctx(args), args.longValue(1));
            return null;
        });
        f.add("setMinVersion", args -> {
            tls.context(args.integer(0)).minVersion(args.integer(1));
            return null;
        });
        f.add("setMaxVersion", args -> {
            tls.context(args.integer(0)).maxVersion(args.integer(1));
            return null;
        });
        f.add("minVersion", args -> tls.context(args.integer(0)).minVersion());
        f.add("maxVersion", args -> tls.context(args.integer(0)).maxVersion());
        f.add("setCiphers", args -> setCiphers(ctx(args), args.requiredString(1)));
        f.add("setCipherSuites", args -> {
            withText(args.requiredString(1), text -> {
                if ((int) call("SSL_CTX_set_ciphersuites", ctx(args), text) != 1) {
                    throw OpenSslErrors.take("Failed to set ciphers");
                }
            });
            return null;
        });
        f.add("setSignatureAlgorithms", args -> {
            withText(
                    args.requiredString(1),
                    text -> OpenSslErrors.check(call("SSL_CTX_ctrl", ctx(args), CTRL_SIGNATURE_ALGORITHMS, 0, text)));
            return null;
        });
        f.add("setCurves", args -> {
            withText(args.requiredString(1), text -> {
                if ((int) call("SSL_CTX_ctrl", ctx(args), CTRL_GROUPS_LIST, 0, text) != 1) {
                    throw failed("Failed to set ECDH curve");
                }
            });
            return null;
        });
        f.add("setDhParameters", args -> setDhParameters(ctx(args), args.bytes(1)));
        f.add("setKey", args -> setKey(ctx(args), args.requiredBytes(1), args.bytes(2)));
        f.add("setCertificate", args -> setCertificate(args));
        f.add("addCa", args -> addCa(args));
        f.add("useRoots", args -> {
            tls.context(args.integer(0)).needsRoots(true);
            return null;
        });
        f.add("allowPartialChain", args -> {
            call("X509_STORE_set_flags", ownStore(tls.context(args.integer(0))), PARTIAL_CHAIN);
            return null;
        });
        f.add("addCrl", args -> addCrl(args));
        f.add("loadPfx", args -> Pfx.load(this, tls.context(args.integer(0)), args.requiredBytes(1), args.bytes(2)));
        f.add("setSessionIdContext", args -> setSessionIdContext(ctx(args), args.requiredString(1)));
        f.add("setSessionTimeout", args -> {
            call("SSL_CTX_set_timeout", ctx(args), args.longValue(1));
            return null;
        });
        f.add("ticketKeys", args -> tls.context(args.integer(0)).ticketKeys());
        f.add("setTicketKeys", args -> {
            tls.context(args.integer(0)).ticketKeys(bytes(args.requiredBytes(1)));
            return null;
        });
        f.add("setProtocols", args -> {
            tls.context(args.integer(0)).protocols(bytes(args.requiredBytes(1)));
            return null;
        });
        f.add("askForTicketKeys", args -> {
            tls.context(args.integer(0)).askForTicketKeys();
            return null;
        });
        f.add("ownCertificate", args -> der(call("SSL_CTX_get0_certificate", ctx(args))));
        f.add("ownIssuer", args -> issuer(tls.context(args.integer(0))));
        f.add("ciphers", _ -> cipherNames());
    }

    private long ctx(Args args) {
        return tls.context(args.integer(0)).address();
    }

    static ScriptError failed(String message) {
        return ScriptError.coded("Error", "ERR_CRYPTO_OPERATION_FAILED", message);
    }

    static byte[] bytes(ByteBuffer buffer) {
        byte[] bytes = new byte[buffer.remaining()];
        buffer.duplicate().get(bytes);
        return bytes;
    }

    private interface TextUse {
        void run(long text);
    }

    private static void withText(String text, TextUse use) {
        try (var arena = Arena.ofConfined()) {
            OpenSslErrors.clear();
            use.run(LibCrypto.text(arena, text));
        }
    }

    private int make(String method, int minVersion, int maxVersion) {
        byte[] ticketKeys;
        try (var arena = Arena.ofConfined()) {
            long random = arena.allocate(TlsContext.TICKET_KEY_BYTES).address();
            if ((int) call("RAND_bytes", random, TlsContext.TICKET_KEY_BYTES) <= 0) {
                throw failed("Error generating ticket keys");
            }
            ticketKeys = LibCrypto.bytes(random, TlsContext.TICKET_KEY_BYTES);
        }
        var context = new TlsContext(method, minVersion, maxVersion, ticketKeys);
        if (context.address() == 0) {
            throw OpenSslErrors.take("SSL_CTX_new");
        }
        return tls.add(context);
    }

    /** A list that names nothing clears the ciphers of TLS 1.2, which is no error. */
    private static @Nullable Object setCiphers(long ctx, String list) {
        withText(list, text -> {
            if ((int) call("SSL_CTX_set_cipher_list", ctx, text) == 1) {
                return;
            }
            if (list.isEmpty() && OpenSslErrors.reasonOf(OpenSslErrors.peek()) == NO_CIPHER_MATCH) {
                return;
            }
            throw OpenSslErrors.take("Failed to set ciphers");
        });
        return null;
    }

    /** Null for automatic parameters. Answers a warning, if there is one. */
    private static @Nullable String setDhParameters(long ctx, @Nullable ByteBuffer pem) {
        OpenSslErrors.clear();
        if (pem == null) {
            call("SSL_CTX_ctrl", ctx, CTRL_DH_AUTO, 1, 0);
            return null;
        }
        long parameters;
        try (var bio = Bio.over(pem)) {
            parameters = call("PEM_read_bio_Parameters", bio.address, 0);
        }
        if (parameters == 0) {
            return null;
        }
        if ((int) call("EVP_PKEY_get_id", parameters) != EVP_PKEY_DH) {
            call("EVP_PKEY_free", parameters);
            return null;
        }
        int bits = (int) call("EVP_PKEY_get_bits", parameters);
        if (bits < MIN_DH_BITS) {
            call("EVP_PKEY_free", parameters);
            throw ScriptError.coded("TypeError", "ERR_INVALID_ARG_VALUE", "DH parameter is less than 1024 bits");
        }
        if ((int) call("SSL_CTX_set0_tmp_dh_pkey", ctx, parameters) != 1) {
            call("EVP_PKEY_free", parameters);
            throw failed("Error setting temp DH parameter");
        }
        return bits < GOOD_DH_BITS ? "DH parameter is less than 2048 bits" : null;
    }

    private static @Nullable Object setKey(long ctx, ByteBuffer pem, @Nullable ByteBuffer passphrase) {
        OpenSslErrors.clear();
        long key;
        try (var bio = Bio.over(pem);
                var _ = Passphrase.use(passphrase)) {
            key = call("PEM_read_bio_PrivateKey", bio.address, 0, Passphrase.CALLBACK, 0);
        }
        if (key == 0) {
            throw OpenSslErrors.take("PEM_read_bio_PrivateKey");
        }
        boolean isSet = (int) call("SSL_CTX_use_PrivateKey", ctx, key) == 1;
        call("EVP_PKEY_free", key);
        if (!isSet) {
            throw OpenSslErrors.take("SSL_CTX_use_PrivateKey");
        }
        return null;
    }

    /** The first certificate of the PEM is the server's or client's own; the others are sent with it. */
    private @Nullable Object setCertificate(Args args) {
        long ctx = ctx(args);
        OpenSslErrors.clear();
        try (var bio = Bio.over(args.requiredBytes(1));
                var _ = Passphrase.use(null)) {
            long own = call("PEM_read_bio_X509_AUX", bio.address, 0, Passphrase.CALLBACK, 0);
            if (own == 0) {
                throw OpenSslErrors.take("SSL_CTX_use_certificate_chain");
            }
            boolean isSet = (int) call("SSL_CTX_use_certificate", ctx, own) == 1;
            call("X509_free", own);
            if (!isSet) {
                throw OpenSslErrors.take("SSL_CTX_use_certificate_chain");
            }
            clearChain(ctx);
            while (true) {
                long next = call("PEM_read_bio_X509", bio.address, 0, Passphrase.CALLBACK, 0);
                if (next == 0) {
                    break;
                }
                addToChain(ctx, next);
            }
        }
        return null;
    }

    static void clearChain(long ctx) {
        call("SSL_CTX_ctrl", ctx, CTRL_CHAIN, 0, 0);
    }

    private static final int CTRL_CHAIN = 88;
    private static final int CTRL_CHAIN_CERTIFICATE = 89;

    /** Takes over the certificate. */
    static void addToChain(long ctx, long certificate) {
        if ((int) call("SSL_CTX_ctrl", ctx, CTRL_CHAIN_CERTIFICATE, 0, certificate) != 1) {
            call("X509_free", certificate);
            throw OpenSslErrors.take("SSL_CTX_use_certificate_chain");
        }
    }

    /** The store of the context, which no other context has. */
    long ownStore(TlsContext context) throws IOException, GeneralSecurityException {
        if (context.needsRoots()) {
            context.needsRoots(false);
            call("SSL_CTX_set_cert_store", context.address(), tls.roots().newStore());
        }
        return call("SSL_CTX_get_cert_store", context.address());
    }

    private @Nullable Object addCa(Args args) throws IOException, GeneralSecurityException {
        TlsContext context = tls.context(args.integer(0));
        long store = ownStore(context);
        try (var bio = Bio.over(args.requiredBytes(1));
                var _ = Passphrase.use(null)) {
            while (true) {
                long certificate = call("PEM_read_bio_X509_AUX", bio.address, 0, Passphrase.CALLBACK, 0);
                if (certificate == 0) {
                    return null;
                }
                call("X509_STORE_add_cert", store, certificate);
                call("SSL_CTX_add_client_CA", context.address(), certificate);
                call("X509_free", certificate);
            }
        }
    }

    private @Nullable Object addCrl(Args args) throws IOException, GeneralSecurityException {
        long crl;
        try (var bio = Bio.over(args.requiredBytes(1));
                var _ = Passphrase.use(null)) {
            crl = call("PEM_read_bio_X509_CRL", bio.address, 0, Passphrase.CALLBACK, 0);
        }
        if (crl == 0) {
            throw failed("Failed to parse CRL");
        }
        long store = ownStore(tls.context(args.integer(0)));
        call("X509_STORE_add_crl", store, crl);
        call("X509_CRL_free", crl);
        call("X509_STORE_set_flags", store, CRL_CHECK_ALL);
        return null;
    }

    private static @Nullable Object setSessionIdContext(long ctx, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        try (var arena = Arena.ofConfined()) {
            OpenSslErrors.clear();
            if ((int) call("SSL_CTX_set_session_id_context", ctx, LibCrypto.copy(arena, bytes), bytes.length) == 1) {
                return null;
            }
        }
        try (var bio = Bio.empty()) {
            call("ERR_print_errors", bio.address);
            throw new ScriptError(
                    "TypeError", new String(bio.written(), StandardCharsets.ISO_8859_1), java.util.Map.of());
        }
    }

    static byte @Nullable [] der(long certificate) {
        if (certificate == 0) {
            return null;
        }
        try (var bio = Bio.empty()) {
            OpenSslErrors.check(call("i2d_X509_bio", bio.address, certificate));
            return bio.written();
        }
    }

    /** The certificate that has signed the context's own: from its chain, or from its store. */
    private byte @Nullable [] issuer(TlsContext context) throws IOException, GeneralSecurityException {
        long own = call("SSL_CTX_get0_certificate", context.address());
        if (own == 0) {
            return null;
        }
        try (var arena = Arena.ofConfined()) {
            long chainAt = arena.allocate(Long.BYTES, Long.BYTES).address();
            call("SSL_CTX_ctrl", context.address(), 115, 0, chainAt);
            long chain = LibCrypto.getLong(chainAt);
            int count = chain == 0 ? 0 : (int) call("OPENSSL_sk_num", chain);
            for (int i = 0; i < count; i++) {
                long one = call("OPENSSL_sk_value", chain, i);
                if ((int) call("X509_check_issued", one, own) == 0) {
                    return der(one);
                }
            }
            long found = PeerCertificates.issuerInStore(ownStore(context), own);
            byte[] der = der(found);
            call("X509_free", found);
            return der;
        }
    }

    private static List<Object> cipherNames() {
        long ctx = call("SSL_CTX_new", call("TLS_method"));
        long ssl = call("SSL_new", ctx);
        long stack = call("SSL_get_ciphers", ssl);
        var names = new java.util.ArrayList<Object>(List.of(
                "tls_aes_256_gcm_sha384",
                "tls_chacha20_poly1305_sha256",
                "tls_aes_128_gcm_sha256",
                "tls_aes_128_ccm_8_sha256",
                "tls_aes_128_ccm_sha256"));
        int count = (int) call("OPENSSL_sk_num", stack);
        for (int i = 0; i < count; i++) {
            String name = LibCrypto.string(call("SSL_CIPHER_get_name", call("OPENSSL_sk_value", stack, i)));
            if (name != null) {
                names.add(name);
            }
        }
        call("SSL_free", ssl);
        call("SSL_CTX_free", ctx);
        return names;
    }
}
