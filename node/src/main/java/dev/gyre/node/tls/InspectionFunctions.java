package dev.gyre.node.tls;

import static dev.gyre.io.openssl.LibCrypto.call;

import dev.gyre.engine.Args;
import dev.gyre.io.libc.Downcalls;
import dev.gyre.io.libc.NativeMemory;
import dev.gyre.io.openssl.LibCrypto;
import dev.gyre.io.tls.TlsEngine;
import dev.gyre.node.openssl.OpenSslErrors;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What a connection's handshake has agreed on. */
final class InspectionFunctions {
    /** Addresses of the functions that run for every connection. */
    private static final class Calls {
        static final MemorySegment SERVER_NAME = LibCrypto.address("SSL_get_servername");
        static final MemorySegment PROTOCOL = LibCrypto.address("SSL_get0_alpn_selected");
    }

    private static final int CTRL_PEER_TEMPORARY_KEY = 109;
    private static final int CTRL_NEGOTIATED_GROUP = 134;
    private static final int UNABLE_TO_GET_ISSUER = 2;
    private static final int AUTH_PSK = 1048;
    private static final int TLS1_3 = 0x0304;
    private static final int MAX_FINISHED_BYTES = 64;
    private static final int EVP_PKEY_DH = 28;
    private static final int EVP_PKEY_EC = 408;
    private static final int EVP_PKEY_X25519 = 1034;
    private static final int EVP_PKEY_X448 = 1035;

    private final TlsBinding tls;

    /** For answers of OpenSSL. */
    private final NativeMemory words = NativeMemory.allocate(2 * Long.BYTES);

    InspectionFunctions(TlsBinding tls) {
        this.tls = tls;
    }

    void register(TlsBinding.Registry f) {
        f.add("cipher", args -> cipher(ssl(args)));
        f.add("protocol", args -> LibCrypto.string(call("SSL_get_version", ssl(args))));
        f.add("verifyResult", args -> verifyResult(ssl(args)));
        f.add("verifyText", args -> LibCrypto.string(call("X509_verify_cert_error_string", args.integer(0))));
        f.add("peerCertificates", args -> PeerCertificates.chain(engine(args)));
        f.add("sentCertificates", args -> PeerCertificates.sent(engine(args)));
        f.add("localCertificate", args -> ContextFunctions.der(call("SSL_get_certificate", ssl(args))));
        f.add("finished", args -> finished("SSL_get_finished", ssl(args)));
        f.add("peerFinished", args -> finished("SSL_get_peer_finished", ssl(args)));
        f.add("temporaryKey", args -> temporaryKey(ssl(args)));
        f.add("sharedSignatureAlgorithms", args -> sharedSignatureAlgorithms(ssl(args)));
        f.add(
                "exportKeyingMaterial",
                args -> export(ssl(args), args.integer(1), args.requiredString(2), args.bytes(3)));
    }

    private TlsEngine engine(Args args) {
        return tls.idleEngine(args.integer(0));
    }

    private long ssl(Args args) {
        return engine(args).address();
    }

    private static @Nullable List<Object> cipher(long ssl) {
        long cipher = call("SSL_get_current_cipher", ssl);
        return cipher == 0
                ? null
                : Arrays.asList(
                        LibCrypto.string(call("SSL_CIPHER_get_name", cipher)),
                        LibCrypto.string(call("SSL_CIPHER_standard_name", cipher)),
                        LibCrypto.string(call("SSL_CIPHER_get_version", cipher)));
    }

    static @Nullable String serverName(long ssl) {
        return LibCrypto.string(Downcalls.call(Calls.SERVER_NAME, ssl, 0, 0, 0, 0, 0));
    }

    @Nullable
    String negotiatedProtocol(long ssl) {
        words.putLong(Long.BYTES, 0);
        Downcalls.call(Calls.PROTOCOL, ssl, words.address(), words.address() + Long.BYTES, 0, 0, 0);
        int length = words.getInt(Long.BYTES);
        return length == 0 ? null : new String(LibCrypto.bytes(words.getLong(0), length), StandardCharsets.ISO_8859_1);
    }

    /** OpenSSL's number for what it thinks of the peer's certificate; 0 is good. A key known to both needs none. */
    private static int verifyResult(long ssl) {
        long certificate = call("SSL_get0_peer_certificate", ssl);
        if (certificate != 0) {
            return (int) call("SSL_get_verify_result", ssl);
        }
        long cipher = call("SSL_get_current_cipher", ssl);
        long session = call("SSL_get_session", ssl);
        boolean isByKey = (cipher != 0 && (int) call("SSL_CIPHER_get_auth_nid", cipher) == AUTH_PSK)
                || (session != 0
                        && (int) call("SSL_SESSION_get_protocol_version", session) == TLS1_3
                        && (int) call("SSL_session_reused", ssl) == 1);
        return isByKey ? 0 : UNABLE_TO_GET_ISSUER;
    }

    private static byte @Nullable [] finished(String function, long ssl) {
        try (var arena = Arena.ofConfined()) {
            long memory = arena.allocate(MAX_FINISHED_BYTES).address();
            int length = (int) call(function, ssl, memory, MAX_FINISHED_BYTES);
            return length == 0 ? null : LibCrypto.bytes(memory, Math.min(length, MAX_FINISHED_BYTES));
        }
    }

    /** Type, name and size. */
    private static List<Object> temporaryKey(long ssl) {
        try (var arena = Arena.ofConfined()) {
            long at = LibCrypto.copyOfWord(arena, 0);
            long key = (int) call("SSL_ctrl", ssl, CTRL_PEER_TEMPORARY_KEY, 0, at) == 1 ? LibCrypto.getLong(at) : 0;
            OpenSslErrors.clear();
            if (key != 0) {
                int type = (int) call("EVP_PKEY_get_id", key);
                int bits = (int) call("EVP_PKEY_get_bits", key);
                String curve = type == EVP_PKEY_EC ? curve(arena, key) : null;
                call("EVP_PKEY_free", key);
                if (type == EVP_PKEY_DH) {
                    return Arrays.asList("DH", null, bits);
                }
                if (type == EVP_PKEY_EC) {
                    return Arrays.asList("ECDH", curve, bits);
                }
                if (type == EVP_PKEY_X25519 || type == EVP_PKEY_X448) {
                    return Arrays.asList("ECDH", LibCrypto.string(call("OBJ_nid2sn", type)), bits);
                }
            }
            int group = (int) call("SSL_ctrl", ssl, CTRL_NEGOTIATED_GROUP, 0, 0);
            String name = group == 0 ? null : LibCrypto.string(call("SSL_group_to_name", ssl, group));
            return name == null ? Arrays.asList(null, null, null) : Arrays.asList("TLSGroup", name, null);
        }
    }

    private static @Nullable String curve(Arena arena, long key) {
        long name = arena.allocate(80).address();
        long length = arena.allocate(Long.BYTES, Long.BYTES).address();
        if ((int) call("EVP_PKEY_get_group_name", key, name, 80, length) != 1) {
            return null;
        }
        return LibCrypto.string(name);
    }

    private static List<Object> sharedSignatureAlgorithms(long ssl) {
        var names = new ArrayList<Object>();
        try (var arena = Arena.ofConfined()) {
            long words = arena.allocate(2 * Long.BYTES, Long.BYTES).address();
            int count = (int) call("SSL_get_shared_sigalgs", ssl, 0, 0, 0, 0, 0, 0);
            for (int i = 0; i < count; i++) {
                call("SSL_get_shared_sigalgs", ssl, i, words, words + 4, 0, 0, 0);
                names.add(signatureName(LibCrypto.getInt(words)) + digestSuffix(LibCrypto.getInt(words + 4)));
            }
        }
        return names;
    }

    private static String signatureName(int type) {
        return switch (type) {
            case 6 -> "RSA";
            case 912 -> "RSA-PSS";
            case 116 -> "DSA";
            case EVP_PKEY_EC -> "ECDSA";
            case 1087 -> "Ed25519";
            case 1088 -> "Ed448";
            case 811 -> "gost2001";
            case 979 -> "gost2012_256";
            case 980 -> "gost2012_512";
            default -> Objects.requireNonNullElse(LibCrypto.string(call("OBJ_nid2sn", type)), "UNDEF");
        };
    }

    private static String digestSuffix(int digest) {
        return digest == 0 ? "+UNDEF" : "+" + LibCrypto.string(call("OBJ_nid2sn", digest));
    }

    private static byte[] export(long ssl, int length, String label, @Nullable ByteBuffer context) {
        byte[] name = label.getBytes(StandardCharsets.UTF_8);
        try (var arena = Arena.ofConfined()) {
            long out = arena.allocate(Math.max(1, length)).address();
            OpenSslErrors.clear();
            int result = (int) call(
                    "SSL_export_keying_material",
                    ssl,
                    out,
                    length,
                    LibCrypto.text(arena, label),
                    name.length,
                    LibCrypto.address(context),
                    context == null ? 0 : context.remaining(),
                    context == null ? 0 : 1,
                    0,
                    0);
            if (result != 1) {
                throw OpenSslErrors.take("SSL_export_keying_material");
            }
            return LibCrypto.bytes(out, length);
        }
    }
}
