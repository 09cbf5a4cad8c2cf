package dev.gyre.io.tls;

import java.util.Map;

/** Names of numbers in TLS, as OpenSSL's trace writes them. */
final class TlsTraceNames {
    private static final Map<Integer, String> CONTENTS =
            Map.of(20, "ChangeCipherSpec", 21, "Alert", 22, "Handshake", 23, "ApplicationData");

    private static final Map<Integer, String> MESSAGES = Map.ofEntries(
            Map.entry(0, "HelloRequest"),
            Map.entry(1, "ClientHello"),
            Map.entry(2, "ServerHello"),
            Map.entry(4, "NewSessionTicket"),
            Map.entry(5, "EndOfEarlyData"),
            Map.entry(8, "EncryptedExtensions"),
            Map.entry(11, "Certificate"),
            Map.entry(12, "ServerKeyExchange"),
            Map.entry(13, "CertificateRequest"),
            Map.entry(14, "ServerHelloDone"),
            Map.entry(15, "CertificateVerify"),
            Map.entry(16, "ClientKeyExchange"),
            Map.entry(20, "Finished"),
            Map.entry(21, "CertificateUrl"),
            Map.entry(22, "CertificateStatus"),
            Map.entry(24, "KeyUpdate"),
            Map.entry(254, "MessageHash"));

    private static final Map<Integer, String> EXTENSIONS = Map.ofEntries(
            Map.entry(0, "server_name"),
            Map.entry(1, "max_fragment_length"),
            Map.entry(5, "status_request"),
            Map.entry(10, "supported_groups"),
            Map.entry(11, "ec_point_formats"),
            Map.entry(13, "signature_algorithms"),
            Map.entry(16, "application_layer_protocol_negotiation"),
            Map.entry(18, "signed_certificate_timestamps"),
            Map.entry(21, "padding"),
            Map.entry(22, "encrypt_then_mac"),
            Map.entry(23, "extended_master_secret"),
            Map.entry(27, "compress_certificate"),
            Map.entry(35, "session_ticket"),
            Map.entry(41, "psk"),
            Map.entry(42, "early_data"),
            Map.entry(43, "supported_versions"),
            Map.entry(44, "cookie_ext"),
            Map.entry(45, "psk_key_exchange_modes"),
            Map.entry(47, "certificate_authorities"),
            Map.entry(49, "post_handshake_auth"),
            Map.entry(50, "signature_algorithms_cert"),
            Map.entry(51, "key_share"),
            Map.entry(65281, "renegotiate"));

    private static final Map<Integer, String> GROUPS = Map.ofEntries(
            Map.entry(22, "secp256k1"),
            Map.entry(23, "secp256r1 (P-256)"),
            Map.entry(24, "secp384r1 (P-384)"),
            Map.entry(25, "secp521r1 (P-521)"),
            Map.entry(26, "brainpoolP256r1"),
            Map.entry(27, "brainpoolP384r1"),
            Map.entry(28, "brainpoolP512r1"),
            Map.entry(29, "ecdh_x25519"),
            Map.entry(30, "ecdh_x448"),
            Map.entry(256, "ffdhe2048"),
            Map.entry(257, "ffdhe3072"),
            Map.entry(258, "ffdhe4096"),
            Map.entry(259, "ffdhe6144"),
            Map.entry(260, "ffdhe8192"),
            Map.entry(512, "MLKEM512"),
            Map.entry(513, "MLKEM768"),
            Map.entry(514, "MLKEM1024"),
            Map.entry(4587, "SecP256r1MLKEM768"),
            Map.entry(4588, "X25519MLKEM768"),
            Map.entry(4589, "SecP384r1MLKEM1024"));

    private static final Map<Integer, String> SIGNATURES = Map.ofEntries(
            Map.entry(0x0201, "rsa_pkcs1_sha1"),
            Map.entry(0x0202, "dsa_sha1"),
            Map.entry(0x0203, "ecdsa_sha1"),
            Map.entry(0x0301, "rsa_pkcs1_sha224"),
            Map.entry(0x0302, "dsa_sha224"),
            Map.entry(0x0303, "ecdsa_sha224"),
            Map.entry(0x0401, "rsa_pkcs1_sha256"),
            Map.entry(0x0402, "dsa_sha256"),
            Map.entry(0x0403, "ecdsa_secp256r1_sha256"),
            Map.entry(0x0501, "rsa_pkcs1_sha384"),
            Map.entry(0x0502, "dsa_sha384"),
            Map.entry(0x0503, "ecdsa_secp384r1_sha384"),
            Map.entry(0x0601, "rsa_pkcs1_sha512"),
            Map.entry(0x0602, "dsa_sha512"),
            Map.entry(0x0603, "ecdsa_secp521r1_sha512"),
            Map.entry(0x0804, "rsa_pss_rsae_sha256"),
            Map.entry(0x0805, "rsa_pss_rsae_sha384"),
            Map.entry(0x0806, "rsa_pss_rsae_sha512"),
            Map.entry(0x0807, "ed25519"),
            Map.entry(0x0808, "ed448"),
            Map.entry(0x0809, "rsa_pss_pss_sha256"),
            Map.entry(0x080a, "rsa_pss_pss_sha384"),
            Map.entry(0x080b, "rsa_pss_pss_sha512"),
            Map.entry(0x081a, "ecdsa_brainpoolP256r1tls13_sha256"),
            Map.entry(0x081b, "ecdsa_brainpoolP384r1tls13_sha384"),
            Map.entry(0x081c, "ecdsa_brainpoolP512r1tls13_sha512"),
            Map.entry(0x0904, "mldsa44"),
            Map.entry(0x0905, "mldsa65"),
            Map.entry(0x0906, "mldsa87"));

    private static final Map<Integer, String> VERSIONS =
            Map.of(0x300, "SSL 3.0", 0x301, "TLS 1.0", 0x302, "TLS 1.1", 0x303, "TLS 1.2", 0x304, "TLS 1.3");

    private TlsTraceNames() {}

    private static String in(Map<Integer, String> names, int number) {
        String name = names.get(number);
        return name == null ? "UNKNOWN" : name;
    }

    static String content(int type) {
        return in(CONTENTS, type);
    }

    static String handshake(int type) {
        return in(MESSAGES, type);
    }

    static String extension(int type) {
        return in(EXTENSIONS, type);
    }

    static String version(int version) {
        return in(VERSIONS, version);
    }

    static String group(int group) {
        return in(GROUPS, group) + " (" + group + ")";
    }

    static String signature(int algorithm) {
        return "%s (0x%04x)".formatted(in(SIGNATURES, algorithm), algorithm);
    }

    static String pointFormat(int format) {
        String name = switch (format) {
            case 0 -> "uncompressed";
            case 1 -> "ansiX962_compressed_prime";
            case 2 -> "ansiX962_compressed_char2";
            default -> "UNKNOWN";
        };
        return name + " (" + format + ")";
    }
}
