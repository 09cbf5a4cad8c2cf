package dev.gyre.node.crypto;

import static dev.gyre.io.openssl.LibCrypto.address;
import static dev.gyre.io.openssl.LibCrypto.call;

import dev.gyre.engine.Args;
import dev.gyre.io.openssl.LibCrypto;
import dev.gyre.node.bridge.ScriptError;
import dev.gyre.node.openssl.BigNumbers;
import dev.gyre.node.openssl.Bio;
import dev.gyre.node.openssl.OpenSslErrors;
import dev.gyre.node.openssl.Passphrase;
import dev.gyre.node.openssl.Pointers;
import java.lang.foreign.Arena;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** X.509 certificates, and the signed public keys (SPKAC) that browsers once sent. */
final class CertificateFunctions {
    static final String FREE = "X509_free";

    private static final int SUBJECT_ALT_NAME = 85;
    private static final int EXTENDED_KEY_USAGE = 126;
    private static final int INFO_ACCESS = 177;

    private final Pointers pointers;

    CertificateFunctions(Pointers pointers) {
        this.pointers = pointers;
    }

    void register(CryptoFunctions f) {
        f.add("x509Parse", args -> pointers.add(parse(args.requiredBytes(0)), FREE));
        f.add("x509Facts", args -> facts(certificate(args)));
        f.add("x509Raw", args -> raw(certificate(args)));
        f.add("x509Pem", args -> {
            try (var bio = Bio.empty()) {
                OpenSslErrors.check(call("PEM_write_bio_X509", bio.address, certificate(args)));
                return new String(bio.written(), java.nio.charset.StandardCharsets.US_ASCII);
            }
        });
        f.add(
                "x509PublicKey",
                args -> pointers.add(
                        OpenSslErrors.checkPointer(call("X509_get_pubkey", certificate(args))), KeyFunctions.FREE));
        f.add("x509CheckHost", args -> checkHost(certificate(args), args.requiredString(1), args.integer(2)));
        f.add(
                "x509CheckEmail",
                args -> checkName("X509_check_email", certificate(args), args.requiredString(1), args.integer(2)));
        f.add("x509CheckIp", args -> checkIp(certificate(args), args.requiredString(1), args.integer(2)));
        f.add(
                "x509CheckIssued",
                args -> (int) call("X509_check_issued", pointers.get(args.integer(1)), certificate(args)) == 0);
        f.add("x509CheckPrivateKey", args -> isTrue("X509_check_private_key", args));
        f.add("x509Verify", args -> isTrue("X509_verify", args));
        f.add("spkacVerify", args -> spkacVerify(args.requiredBytes(0)));
        f.add("spkacKey", args -> spkacKey(args.requiredBytes(0)));
        f.add("spkacChallenge", args -> spkacChallenge(args.requiredBytes(0)));
    }

    private long certificate(Args args) {
        OpenSslErrors.clear();
        return pointers.get(args.integer(0));
    }

    private boolean isTrue(String function, Args args) {
        boolean result = (int) call(function, certificate(args), pointers.get(args.integer(1))) == 1;
        OpenSslErrors.clear();
        return result;
    }

    /** Tries PEM, then DER. */
    private static long parse(ByteBuffer bytes) {
        OpenSslErrors.clear();
        long certificate;
        try (var bio = Bio.over(bytes);
                var _ = Passphrase.use(null)) {
            certificate = call("PEM_read_bio_X509_AUX", bio.address, 0, Passphrase.CALLBACK, 0);
        }
        if (certificate != 0) {
            return certificate;
        }
        try (var arena = Arena.ofConfined()) {
            long at = arena.allocateFrom(ValueLayout.JAVA_LONG, address(bytes)).address();
            certificate = call("d2i_X509", 0, at, bytes.remaining());
        }
        if (certificate == 0) {
            throw OpenSslErrors.takeAll("Failed to read certificate");
        }
        OpenSslErrors.clear();
        return certificate;
    }

    private static byte[] raw(long certificate) {
        try (var bio = Bio.empty()) {
            OpenSslErrors.check(call("i2d_X509_bio", bio.address, certificate));
            return bio.written();
        }
    }

    private static long extension(long certificate, int nid) {
        long value = call("X509_get_ext_d2i", certificate, nid, 0, 0);
        OpenSslErrors.clear();
        return value;
    }

    /**
     * [subject, alternative names, issuer, access, valid from, valid to, usages, serial number, algorithm, its number,
     * whether it is a certificate authority, entries of the subject, entries of the issuer]
     */
    private static List<Object> facts(long certificate) {
        long subject = call("X509_get_subject_name", certificate);
        long issuer = call("X509_get_issuer_name", certificate);
        int algorithm = (int) call("X509_get_signature_nid", certificate);
        return Arrays.asList(
                CertificateText.name(subject),
                CertificateText.alternativeNames(extension(certificate, SUBJECT_ALT_NAME)),
                CertificateText.name(issuer),
                CertificateText.access(extension(certificate, INFO_ACCESS)),
                CertificateText.time(call("X509_get0_notBefore", certificate)),
                CertificateText.time(call("X509_get0_notAfter", certificate)),
                usages(extension(certificate, EXTENDED_KEY_USAGE)),
                serialNumber(certificate),
                LibCrypto.string(call("OBJ_nid2ln", algorithm)),
                CertificateText.oid(call("OBJ_nid2obj", algorithm)),
                (int) call("X509_check_ca", certificate) == 1,
                CertificateText.entries(subject),
                CertificateText.entries(issuer));
    }

    private static @Nullable List<Object> usages(long objects) {
        if (objects == 0) {
            return null;
        }
        var usages = new ArrayList<>();
        int count = (int) call("OPENSSL_sk_num", objects);
        for (int i = 0; i < count; i++) {
            usages.add(CertificateText.oid(call("OPENSSL_sk_value", objects, i)));
        }
        call("EXTENDED_KEY_USAGE_free", objects);
        return usages;
    }

    private static @Nullable String serialNumber(long certificate) {
        try (var numbers = new BigNumbers()) {
            long number = numbers.add(call("ASN1_INTEGER_to_BN", call("X509_get0_serialNumber", certificate), 0));
            long text = call("BN_bn2hex", number);
            String hex = LibCrypto.string(text);
            call("CRYPTO_free", text, 0, 0);
            return hex;
        }
    }

    // ---- names

    private static ScriptError invalidName(int result) {
        OpenSslErrors.clear();
        return result == -2
                ? ScriptError.coded("TypeError", "ERR_INVALID_ARG_VALUE", "Invalid name")
                : ScriptError.coded("Error", "ERR_CRYPTO_OPERATION_FAILED", "The check failed");
    }

    /** The name in the certificate that matched, or null. */
    private static @Nullable String checkHost(long certificate, String name, int flags) {
        try (var arena = Arena.ofConfined()) {
            long peer = arena.allocate(Long.BYTES, Long.BYTES).address();
            byte[] bytes = name.getBytes(java.nio.charset.StandardCharsets.UTF_8);
            int result =
                    (int) call("X509_check_host", certificate, LibCrypto.text(arena, name), bytes.length, flags, peer);
            if (result < 0) {
                throw invalidName(result);
            }
            if (result == 0) {
                return null;
            }
            long matched = LibCrypto.getLong(peer);
            if (matched == 0) {
                return name;
            }
            String text = LibCrypto.string(matched);
            call("CRYPTO_free", matched, 0, 0);
            return text;
        }
    }

    private static @Nullable String checkName(String function, long certificate, String name, int flags) {
        try (var arena = Arena.ofConfined()) {
            byte[] bytes = name.getBytes(java.nio.charset.StandardCharsets.UTF_8);
            int result = (int) call(function, certificate, LibCrypto.text(arena, name), bytes.length, flags);
            if (result < 0) {
                throw invalidName(result);
            }
            return result == 1 ? name : null;
        }
    }

    private static @Nullable String checkIp(long certificate, String ip, int flags) {
        try (var arena = Arena.ofConfined()) {
            int result = (int) call("X509_check_ip_asc", certificate, LibCrypto.text(arena, ip), flags);
            if (result < 0) {
                OpenSslErrors.clear();
                throw ScriptError.coded("TypeError", "ERR_INVALID_ARG_VALUE", "Invalid IP");
            }
            return result == 1 ? ip : null;
        }
    }

    // ---- SPKAC; the text may end in line breaks

    private static long spkac(ByteBuffer bytes) {
        OpenSslErrors.clear();
        int length = bytes.remaining();
        while (length > 0 && " \n\r\t".indexOf(bytes.get(length - 1)) >= 0) {
            length--;
        }
        long spkac = length == 0 ? 0 : decoded(address(bytes), length);
        OpenSslErrors.clear();
        return spkac;
    }

    private static long decoded(long base64, int length) {
        try (var arena = Arena.ofConfined()) {
            long der = arena.allocate(length).address();
            int derLength = (int) call("EVP_DecodeBlock", der, base64, length);
            long at = arena.allocateFrom(ValueLayout.JAVA_LONG, der).address();
            return derLength < 0 ? 0 : call("d2i_NETSCAPE_SPKI", 0, at, derLength);
        }
    }

    /** struct NETSCAPE_SPKI { spkac, … }, struct NETSCAPE_SPKAC { pubkey, challenge } */
    private static long spkacField(long spkac, int index) {
        return LibCrypto.getLong(LibCrypto.getLong(spkac) + (long) index * Long.BYTES);
    }

    private static boolean spkacVerify(ByteBuffer bytes) {
        long spkac = spkac(bytes);
        if (spkac == 0) {
            return false;
        }
        long key = call("X509_PUBKEY_get", spkacField(spkac, 0));
        boolean isValid = key != 0 && (int) call("NETSCAPE_SPKI_verify", spkac, key) > 0;
        call(KeyFunctions.FREE, key);
        call("NETSCAPE_SPKI_free", spkac);
        OpenSslErrors.clear();
        return isValid;
    }

    private static byte @Nullable [] spkacKey(ByteBuffer bytes) {
        long spkac = spkac(bytes);
        if (spkac == 0) {
            return null;
        }
        long key = call("X509_PUBKEY_get", spkacField(spkac, 0));
        byte[] pem = key == 0 ? null : KeyWriting.publicKey(key, true, "spki");
        call(KeyFunctions.FREE, key);
        call("NETSCAPE_SPKI_free", spkac);
        return pem;
    }

    private static byte @Nullable [] spkacChallenge(ByteBuffer bytes) {
        long spkac = spkac(bytes);
        if (spkac == 0) {
            return null;
        }
        long challenge = spkacField(spkac, 1);
        int length = (int) call("ASN1_STRING_length", challenge); // a C int: only the low half of the word is defined
        byte[] text = LibCrypto.bytes(call("ASN1_STRING_get0_data", challenge), length);
        call("NETSCAPE_SPKI_free", spkac);
        return text;
    }
}
