package dev.gyre.io.tls;

import static dev.gyre.io.openssl.LibCrypto.call;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import dev.gyre.io.openssl.LibCrypto;
import java.lang.foreign.Arena;

/** A key of Ed25519 and a certificate that it has signed, made once for all tests. */
final class TestIdentity {
    private static final int ED25519 = 1087;
    private static final int MBSTRING_ASCII = 0x1001;
    private static final long DAY_SECONDS = 86_400;

    private static final long KEY = key();
    private static final long CERTIFICATE = certificate(KEY);

    private TestIdentity() {}

    static TlsContext serverContext(int minVersion, int maxVersion) {
        var context =
                new TlsContext("TLS_server_method", minVersion, maxVersion, new byte[TlsContext.TICKET_KEY_BYTES]);
        check(call("SSL_CTX_use_certificate", context.address(), CERTIFICATE));
        check(call("SSL_CTX_use_PrivateKey", context.address(), KEY));
        return context;
    }

    static TlsContext clientContext() {
        return new TlsContext("TLS_client_method", 0, 0, new byte[TlsContext.TICKET_KEY_BYTES]);
    }

    private static long key() {
        try (var arena = Arena.ofConfined()) {
            long made = LibCrypto.copyOfWord(arena, 0);
            long context = call("EVP_PKEY_CTX_new_id", ED25519, 0);
            check(call("EVP_PKEY_keygen_init", context));
            check(call("EVP_PKEY_keygen", context, made));
            call("EVP_PKEY_CTX_free", context);
            return LibCrypto.getLong(made);
        }
    }

    private static long certificate(long key) {
        long made = call("X509_new");
        try (var arena = Arena.ofConfined()) {
            call("X509_gmtime_adj", call("X509_getm_notBefore", made), 0);
            call("X509_gmtime_adj", call("X509_getm_notAfter", made), DAY_SECONDS);
            check(call("X509_set_pubkey", made, key));
            long name = call("X509_get_subject_name", made);
            long field = LibCrypto.text(arena, "CN");
            long value = LibCrypto.text(arena, "localhost");
            check(call("X509_NAME_add_entry_by_txt", name, field, MBSTRING_ASCII, value, -1, -1, 0));
            check(call("X509_set_issuer_name", made, name));
            assertNotEquals(0, (int) call("X509_sign", made, key, 0));
        }
        return made;
    }

    private static void check(long result) {
        assertEquals(1, (int) result, "OpenSSL has refused");
    }
}
