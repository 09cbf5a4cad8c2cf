package dev.gyre.node.tls;

import static dev.gyre.io.openssl.LibCrypto.call;

import dev.gyre.io.openssl.LibCrypto;
import dev.gyre.io.tls.TlsEngine;
import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/** The certificates that the other side has sent, and the issuers that are known here. */
final class PeerCertificates {
    private static final int MAX_ISSUERS = 100;

    private PeerCertificates() {}

    /** What the peer has sent, as it has sent it: its own certificate first. */
    static List<Object> sent(TlsEngine engine) {
        List<Long> sent = references(engine.address(), engine.isServer());
        var bytes = new ArrayList<Object>();
        for (long one : sent) {
            bytes.add(der(one));
            call("X509_free", one);
        }
        return bytes;
    }

    private static List<Long> references(long ssl, boolean isServer) {
        var sent = new ArrayList<Long>();
        long own = isServer ? call("SSL_get1_peer_certificate", ssl) : 0;
        if (own != 0) {
            sent.add(own);
        }
        long stack = call("SSL_get_peer_cert_chain", ssl);
        int count = stack == 0 ? 0 : (int) call("OPENSSL_sk_num", stack);
        for (int i = 0; i < count; i++) {
            long one = call("OPENSSL_sk_value", stack, i);
            call("X509_up_ref", one);
            sent.add(one);
        }
        return sent;
    }

    /** The peer's own certificate first, then the issuer of each; empty if there is none. */
    static List<Object> chain(TlsEngine engine) {
        long ssl = engine.address();
        List<Long> sent = references(ssl, engine.isServer());
        if (sent.isEmpty()) {
            return List.of();
        }
        try {
            return withIssuers(sent, call("SSL_CTX_get_cert_store", call("SSL_get_SSL_CTX", ssl)));
        } finally {
            sent.forEach(one -> call("X509_free", one));
        }
    }

    private static List<Object> withIssuers(List<Long> sent, long store) {
        var chain = new ArrayList<Object>();
        var rest = new ArrayList<>(sent);
        long last = rest.removeFirst();
        chain.add(der(last));
        for (int i = 0; i < rest.size(); ) {
            if ((int) call("X509_check_issued", rest.get(i), last) == 0) {
                last = rest.remove(i);
                chain.add(der(last));
                i = 0;
            } else {
                i++;
            }
        }
        call("X509_up_ref", last);
        while (chain.size() < MAX_ISSUERS && (int) call("X509_check_issued", last, last) != 0) {
            long issuer = issuerInStore(store, last);
            if (issuer == 0) {
                break;
            }
            byte[] bytes = der(issuer);
            chain.add(bytes);
            boolean isSame = Arrays.equals(bytes, der(last));
            call("X509_free", last);
            last = issuer;
            if (isSame) {
                break;
            }
        }
        call("X509_free", last);
        return chain;
    }

    private static byte[] der(long certificate) {
        return Objects.requireNonNull(ContextFunctions.der(certificate));
    }

    /** A reference to the issuer's certificate, or 0. */
    static long issuerInStore(long store, long certificate) {
        long search = call("X509_STORE_CTX_new");
        try (var arena = Arena.ofConfined()) {
            long found = LibCrypto.copyOfWord(arena, 0);
            boolean isFound = (int) call("X509_STORE_CTX_init", search, store, 0, 0) == 1
                    && (int) call("X509_STORE_CTX_get1_issuer", found, search, certificate) == 1;
            return isFound ? LibCrypto.getLong(found) : 0;
        } finally {
            call("X509_STORE_CTX_free", search);
        }
    }
}
