package dev.gyre.distributed;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.Collection;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509ExtendedTrustManager;

/** The certificates of a node, as files: ca.pem (whom it trusts), cert.pem and key.pem (who it is). */
final class PemFiles {
    static final String AUTHORITY = "ca.pem";
    static final String AUTHORITY_KEY = "ca-key.pem";
    static final String CERTIFICATE = "cert.pem";
    static final String KEY = "key.pem";

    private PemFiles() {}

    /** TLS 1.3 among the holders of certificates of one authority. */
    static Credentials credentials(Path folder) throws IOException {
        try {
            KeyStore own = emptyStore();
            Certificate[] chain = read(folder.resolve(CERTIFICATE)).toArray(Certificate[]::new);
            own.setKeyEntry("node", readKey(folder.resolve(KEY)), new char[0], chain);
            KeyStore trusted = emptyStore();
            for (Certificate authority : read(folder.resolve(AUTHORITY))) {
                trusted.setCertificateEntry("ca" + trusted.size(), authority);
            }
            var keys = KeyManagerFactory.getInstance("PKIX");
            keys.init(own, new char[0]);
            var trust = TrustManagerFactory.getInstance("PKIX");
            trust.init(trusted);
            var context = SSLContext.getInstance("TLSv1.3");
            var checks = new AuthorityTrust(
                    (X509ExtendedTrustManager) trust.getTrustManagers()[0], folder.resolve(AUTHORITY));
            context.init(keys.getKeyManagers(), new TrustManager[] {checks}, null);
            return new Credentials(context, folder, (X509Certificate) chain[0]);
        } catch (NoSuchFileException e) {
            throw new IOException("there is no file " + e.getMessage() + "; gyre node --init-ca makes one", e);
        } catch (GeneralSecurityException | IllegalArgumentException e) {
            throw new IOException("the certificates in " + folder + " can't be used: " + e.getMessage(), e);
        }
    }

    private static KeyStore emptyStore() throws GeneralSecurityException, IOException {
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        return store;
    }

    static Collection<? extends Certificate> read(Path file) throws IOException, GeneralSecurityException {
        var factory = CertificateFactory.getInstance("X.509");
        return factory.generateCertificates(new ByteArrayInputStream(Files.readAllBytes(file)));
    }

    /** A private key in PKCS #8, of an elliptic curve or RSA. */
    static PrivateKey readKey(Path file) throws IOException, GeneralSecurityException {
        String text = Files.readString(file, StandardCharsets.US_ASCII);
        String body = text.replaceAll("-----[^-]*-----", "").replaceAll("\\s", "");
        var spec = new PKCS8EncodedKeySpec(Base64.getDecoder().decode(body));
        try {
            return KeyFactory.getInstance("EC").generatePrivate(spec);
        } catch (GeneralSecurityException _) {
            return KeyFactory.getInstance("RSA").generatePrivate(spec);
        }
    }

    static String text(String label, byte[] der) {
        String body = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(der);
        return "-----BEGIN " + label + "-----\n" + body + "\n-----END " + label + "-----\n";
    }
}
