package dev.gyre.node.tls;

import static dev.gyre.io.openssl.LibCrypto.call;

import dev.gyre.io.openssl.LibCrypto;
import dev.gyre.node.bridge.ScriptError;
import dev.gyre.node.openssl.Bio;
import dev.gyre.node.openssl.OpenSslErrors;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The certificates that are trusted where the program names none. The bundled ones are those of the Java runtime, which
 * come from Mozilla's list as Node's do. They are read when a certificate is first verified against them.
 */
final class RootCertificates {
    private static final List<String> SYSTEM_FILES = List.of(
            "/etc/ssl/certs/ca-certificates.crt",
            "/etc/pki/tls/certs/ca-bundle.crt",
            "/etc/ssl/ca-bundle.pem",
            "/etc/ssl/cert.pem");
    private static final byte DER_SEQUENCE = 0x30;
    private static final int JKS_CERTIFICATE = 2;
    private static final String BEGIN = "-----BEGIN CERTIFICATE-----";
    private static final String END = "-----END CERTIFICATE-----";

    private long store;
    private byte @Nullable [] used;
    private boolean usesDefaultPaths;

    /** The certificates of the Java runtime, as PEM, in the order of their file. */
    List<Object> bundled() throws IOException, GeneralSecurityException {
        byte[] file = Files.readAllBytes(Path.of(System.getProperty("java.home"), "lib", "security", "cacerts"));
        var encoder = Base64.getMimeEncoder(64, new byte[] {'\n'});
        var texts = new ArrayList<Object>();
        for (byte[] certificate : file[0] == DER_SEQUENCE ? inPkcs12(file) : inJks(file)) {
            texts.add(BEGIN + '\n' + encoder.encodeToString(certificate) + '\n' + END);
        }
        return texts;
    }

    /** OpenSSL reads what Java has written: Java itself loads hundreds of classes for it. It does so if OpenSSL can't. */
    private static List<byte[]> inPkcs12(byte[] file) throws IOException, GeneralSecurityException {
        var found = new ArrayList<byte[]>();
        try (var arena = Arena.ofConfined();
                var bio = Bio.over(LibCrypto.at(LibCrypto.copy(arena, file), file.length))) {
            long parts =
                    arena.allocate(3 * Long.BYTES, Long.BYTES).fill((byte) 0).address();
            long pfx = call("d2i_PKCS12_bio", bio.address, 0);
            boolean isRead = pfx != 0 && (int) call("PKCS12_parse", pfx, 0, parts, parts + 8, parts + 16) == 1;
            call("PKCS12_free", pfx);
            long stack = isRead ? LibCrypto.getLong(parts + 16) : 0;
            int count = stack == 0 ? 0 : (int) call("OPENSSL_sk_num", stack);
            for (int i = 0; i < count; i++) {
                long one = call("OPENSSL_sk_value", stack, i);
                found.add(Objects.requireNonNull(ContextFunctions.der(one)));
                call("X509_free", one);
            }
            if (stack != 0) {
                call("OPENSSL_sk_free", stack);
            }
        }
        OpenSslErrors.clear();
        return found.isEmpty() ? inKeyStore(file) : found;
    }

    /** The older format: magic number, version, count; then tag, alias, date, type and certificate of each. */
    private static List<byte[]> inJks(byte[] file) throws IOException {
        var found = new ArrayList<byte[]>();
        try (var in = new DataInputStream(new ByteArrayInputStream(file))) {
            in.skipNBytes(2 * Integer.BYTES);
            int count = in.readInt();
            for (int i = 0; i < count; i++) {
                if (in.readInt() != JKS_CERTIFICATE) {
                    break;
                }
                in.readUTF();
                in.skipNBytes(Long.BYTES);
                in.readUTF();
                byte[] certificate = new byte[Math.min(in.readInt(), in.available())];
                in.readFully(certificate);
                found.add(certificate);
            }
        }
        return found;
    }

    private static List<byte[]> inKeyStore(byte[] file) throws IOException, GeneralSecurityException {
        KeyStore keys = KeyStore.getInstance(KeyStore.getDefaultType());
        keys.load(new ByteArrayInputStream(file), null);
        var found = new ArrayList<byte[]>();
        for (String alias : Collections.list(keys.aliases())) {
            if (keys.getCertificate(alias) instanceof X509Certificate certificate) {
                found.add(certificate.getEncoded());
            }
        }
        return found;
    }

    /** The certificates in a file of PEM, or an errno's name and message as an error. */
    List<Object> ofFile(String path) throws IOException {
        return split(Files.readString(Path.of(path), StandardCharsets.ISO_8859_1));
    }

    /** Those of the system, or of the file and folder that the environment names. */
    List<Object> ofSystem(@Nullable String file, @Nullable String folder) throws IOException {
        var texts = new ArrayList<Object>();
        if (file != null || folder != null) {
            if (file != null && Files.isReadable(Path.of(file))) {
                texts.addAll(ofFile(file));
            }
            if (folder != null && Files.isDirectory(Path.of(folder))) {
                try (var files = Files.list(Path.of(folder))) {
                    for (Path one : files.filter(Files::isRegularFile).sorted().toList()) {
                        texts.addAll(ofFile(one.toString()));
                    }
                }
            }
            return texts.stream().distinct().toList();
        }
        for (String known : SYSTEM_FILES) {
            if (Files.isReadable(Path.of(known))) {
                return ofFile(known);
            }
        }
        return texts;
    }

    private static List<Object> split(String pem) {
        var texts = new ArrayList<Object>();
        for (int at = pem.indexOf(BEGIN); at >= 0; at = pem.indexOf(BEGIN, at + 1)) {
            int end = pem.indexOf(END, at);
            if (end < 0) {
                break;
            }
            texts.add(pem.substring(at, end + END.length()) + '\n');
        }
        return texts;
    }

    /** The certificates in a text of PEM, each as PEM. Bytes between them are skipped; one that is broken is an error. */
    static List<Object> in(ByteBuffer pem) {
        var texts = new ArrayList<Object>();
        try (var bio = Bio.over(pem)) {
            OpenSslErrors.clear();
            while (true) {
                long certificate = call("PEM_read_bio_X509_AUX", bio.address, 0, 0, 0);
                if (certificate == 0) {
                    break;
                }
                try (var text = Bio.empty()) {
                    call("PEM_write_bio_X509", text.address, certificate);
                    texts.add(new String(text.written(), StandardCharsets.ISO_8859_1));
                } finally {
                    call("X509_free", certificate);
                }
            }
            if (!isEndOfPem(call("ERR_peek_last_error"))) {
                throw OpenSslErrors.takeLast();
            }
        }
        OpenSslErrors.clear();
        return texts;
    }

    /** Trusts these from now on: PEM, one after the other. Contexts that have their store keep it. */
    void use(ByteBuffer pem) {
        byte[] bytes = new byte[pem.remaining()];
        pem.duplicate().get(bytes);
        long made = makeStore(bytes);
        close();
        used = bytes;
        store = made;
    }

    /** Trusts what OpenSSL itself is set up to trust. */
    void useDefaultPaths() {
        close();
        usesDefaultPaths = true;
    }

    /** A reference to the store, which the caller owns. */
    long store() throws IOException, GeneralSecurityException {
        if (store == 0) {
            byte[] pem = used;
            if (usesDefaultPaths) {
                store = OpenSslErrors.checkPointer(call("X509_STORE_new"));
                call("X509_STORE_set_default_paths", store);
            } else {
                store = makeStore(pem == null ? joined(bundled()) : pem);
            }
            OpenSslErrors.clear();
        }
        call("X509_STORE_up_ref", store);
        return store;
    }

    /** A store of its own, for a context that adds to it. */
    long newStore() throws IOException, GeneralSecurityException {
        byte[] pem = used;
        return makeStore(pem == null ? joined(bundled()) : pem);
    }

    private static byte[] joined(List<Object> texts) {
        var all = new StringBuilder();
        texts.forEach(text -> all.append(text).append('\n'));
        return all.toString().getBytes(StandardCharsets.ISO_8859_1);
    }

    private static long makeStore(byte[] pem) {
        long made = OpenSslErrors.checkPointer(call("X509_STORE_new"));
        try (var arena = Arena.ofConfined();
                var bio = Bio.over(LibCrypto.at(LibCrypto.copy(arena, pem), pem.length))) {
            OpenSslErrors.clear();
            while (true) {
                long certificate = call("PEM_read_bio_X509_AUX", bio.address, 0, 0, 0);
                if (certificate == 0) {
                    break;
                }
                call("X509_STORE_add_cert", made, certificate);
                call("X509_free", certificate);
            }
            if (!isEndOfPem(OpenSslErrors.peek())) {
                call("X509_STORE_free", made);
                ScriptError error = OpenSslErrors.take(null);
                throw error;
            }
        }
        OpenSslErrors.clear();
        return made;
    }

    /** "no start line": there is no other. */
    private static boolean isEndOfPem(long error) {
        return error == 0 || (OpenSslErrors.libraryOf(error) == 9 && OpenSslErrors.reasonOf(error) == 108);
    }

    void close() {
        if (store != 0) {
            call("X509_STORE_free", store);
            store = 0;
        }
    }
}
