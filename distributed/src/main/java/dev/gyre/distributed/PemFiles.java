package dev.gyre.distributed;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.PKCS8EncodedKeySpec;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509ExtendedTrustManager;

/**
 * The certificates of a node, as files: ca.pem (whom it trusts), cert.pem and key.pem (who it is). Java takes a key of another
 * certificate, or no authority at all, and fails in each handshake: so they are compared here, and refused with the file's name.
 */
final class PemFiles {
    static final String AUTHORITY = "ca.pem";
    static final String AUTHORITY_KEY = "ca-key.pem";
    static final String CERTIFICATE = "cert.pem";
    static final String KEY = "key.pem";

    private static final String CURE = "; gyre node --init-ca FOLDER makes certificates";

    private PemFiles() {}

    /** TLS 1.3 among the holders of certificates of one authority. */
    static Credentials credentials(Path folder) throws IOException {
        if (!Files.isDirectory(folder)) {
            throw new IOException("there is no folder " + folder + CURE);
        }
        List<X509Certificate> chain = certificates(folder.resolve(CERTIFICATE));
        PrivateKey key = key(folder.resolve(KEY));
        check(folder.resolve(KEY), key, folder.resolve(CERTIFICATE), chain.getFirst());
        List<X509Certificate> authorities = certificates(folder.resolve(AUTHORITY));
        Instant end = chain.getFirst().getNotAfter().toInstant();
        if (end.isBefore(Instant.now())) {
            throw new IOException(
                    "the certificate in " + folder.resolve(CERTIFICATE) + " has expired at " + end + CURE);
        }
        try {
            return new Credentials(context(folder, chain, key, authorities), folder, chain.getFirst());
        } catch (GeneralSecurityException | IllegalArgumentException e) {
            throw new IOException("the certificates in " + folder + " can't be used: " + e.getMessage(), e);
        }
    }

    private static SSLContext context(
            Path folder, List<X509Certificate> chain, PrivateKey key, List<X509Certificate> authorities)
            throws GeneralSecurityException, IOException {
        KeyStore own = emptyStore();
        own.setKeyEntry("node", key, new char[0], chain.toArray(Certificate[]::new));
        KeyStore trusted = emptyStore();
        for (Certificate authority : authorities) {
            trusted.setCertificateEntry("ca" + trusted.size(), authority);
        }
        var keys = KeyManagerFactory.getInstance("PKIX");
        keys.init(own, new char[0]);
        var trust = TrustManagerFactory.getInstance("PKIX");
        trust.init(trusted);
        var context = SSLContext.getInstance("TLSv1.3");
        var checks =
                new AuthorityTrust((X509ExtendedTrustManager) trust.getTrustManagers()[0], folder.resolve(AUTHORITY));
        context.init(keys.getKeyManagers(), new TrustManager[] {checks}, null);
        return context;
    }

    private static KeyStore emptyStore() throws GeneralSecurityException, IOException {
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        return store;
    }

    /** One or more. */
    static List<X509Certificate> certificates(Path file) throws IOException {
        byte[] bytes = bytes(file);
        try {
            var factory = CertificateFactory.getInstance("X.509");
            List<X509Certificate> found = factory.generateCertificates(new ByteArrayInputStream(bytes)).stream()
                    .map(X509Certificate.class::cast)
                    .toList();
            if (!found.isEmpty()) {
                return found;
            }
        } catch (GeneralSecurityException e) {
            throw new IOException(noCertificate(file), e);
        }
        throw new IOException(noCertificate(file));
    }

    private static String noCertificate(Path file) {
        return file + " has no certificate in it (BEGIN CERTIFICATE)" + CURE;
    }

    /** A private key in PKCS #8, of an elliptic curve or RSA. */
    static PrivateKey key(Path file) throws IOException {
        String text = new String(bytes(file), StandardCharsets.US_ASCII);
        String body = text.replaceAll("-----[^-]*-----", "").replaceAll("\\s", "");
        try {
            var spec = new PKCS8EncodedKeySpec(Base64.getDecoder().decode(body));
            try {
                return KeyFactory.getInstance("EC").generatePrivate(spec);
            } catch (GeneralSecurityException _) {
                return KeyFactory.getInstance("RSA").generatePrivate(spec);
            }
        } catch (GeneralSecurityException | IllegalArgumentException e) {
            throw new IOException(
                    file + " has no private key in PKCS #8 (BEGIN PRIVATE KEY), of an elliptic curve or RSA;"
                            + " openssl pkcs8 -topk8 -nodes makes it of others",
                    e);
        }
    }

    /** Whether both are of one pair: what the one signs, the other must accept. */
    static void check(Path keyFile, PrivateKey key, Path certificateFile, X509Certificate certificate)
            throws IOException {
        if (!isPair(key, certificate.getPublicKey())) {
            throw new IOException(keyFile + " is not the key of " + certificateFile + ", "
                    + Credentials.text(certificate) + ": both have to come from the same run" + CURE);
        }
    }

    private static boolean isPair(PrivateKey key, PublicKey other) throws IOException {
        if (!key.getAlgorithm().equals(other.getAlgorithm())) {
            return false;
        }
        byte[] probe = {1};
        try {
            Signature signature =
                    Signature.getInstance(key.getAlgorithm().equals("EC") ? "SHA256withECDSA" : "SHA256withRSA");
            signature.initSign(key);
            signature.update(probe);
            byte[] signed = signature.sign();
            signature.initVerify(other);
            signature.update(probe);
            return signature.verify(signed);
        } catch (GeneralSecurityException e) {
            throw new IOException("the key can't sign: " + e.getMessage(), e);
        }
    }

    private static byte[] bytes(Path file) throws IOException {
        try {
            return Files.readAllBytes(file);
        } catch (NoSuchFileException e) {
            throw new IOException("there is no file " + file + CURE, e);
        } catch (AccessDeniedException e) {
            throw new IOException(file + " can't be read by this user", e);
        }
    }

    static String text(String label, byte[] der) {
        String body = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(der);
        return "-----BEGIN " + label + "-----\n" + body + "\n-----END " + label + "-----\n";
    }
}
