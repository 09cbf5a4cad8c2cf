package dev.gyre.distributed;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Certificates that can't do their work are refused at once, with the file and the cure. */
final class PemFilesTest {
    private static final String CURE = "; gyre node --init-ca FOLDER makes certificates";

    @TempDir
    Path folder;

    @BeforeEach
    void make() throws IOException {
        CertificateAuthority.make(folder, List.of());
    }

    private Path file(String name) {
        return folder.resolve(name);
    }

    private String refusal() {
        String message = assertThrows(IOException.class, () -> PemFiles.credentials(folder))
                .getMessage();
        return message.replace(folder + "/", "");
    }

    @Test
    void whatInitMakesIsTaken() throws IOException {
        assertEquals(folder, PemFiles.credentials(folder).folder());
    }

    @Test
    void aMissingFileIsNamed() throws IOException {
        for (String name : List.of("ca.pem", "key.pem", "cert.pem")) {
            Files.delete(file(name));
            assertEquals("there is no file " + name + CURE, refusal());
        }
    }

    @Test
    void aMissingFolderIsNamed() {
        var e = assertThrows(IOException.class, () -> PemFiles.credentials(file("none")));
        assertEquals("there is no folder " + file("none") + CURE, e.getMessage());
    }

    @Test
    void aKeyOfAnotherCertificateIsRefused() throws IOException {
        CertificateAuthority.make(file("other"), List.of());
        Files.copy(file("other/key.pem"), file("key.pem"), StandardCopyOption.REPLACE_EXISTING);
        String message = refusal();
        assertTrue(
                message.matches(
                        "key.pem is not the key of cert.pem, CN=localhost \\(.*\\): both have to come from the same run"
                                + CURE),
                message);
    }

    @Test
    void aFileWithoutCertificateIsRefused() throws IOException {
        for (String name : List.of("ca.pem", "cert.pem")) {
            for (String text : List.of("", "hello\n", Files.readString(file("key.pem")))) {
                Files.writeString(file(name), text);
                assertEquals(name + " has no certificate in it (BEGIN CERTIFICATE)" + CURE, refusal());
            }
        }
    }

    @Test
    void aFileWithoutKeyIsRefused() throws IOException {
        for (String text : List.of("", "hello\n", Files.readString(file("cert.pem")))) {
            Files.writeString(file("key.pem"), text);
            assertEquals(
                    "key.pem has no private key in PKCS #8 (BEGIN PRIVATE KEY), of an elliptic curve or RSA;"
                            + " openssl pkcs8 -topk8 -nodes makes it of others",
                    refusal());
        }
    }

    @Test
    void anExpiredCertificateIsRefused() throws IOException {
        Files.delete(file("cert.pem"));
        Files.delete(file("key.pem"));
        CertificateAuthority.make(folder, List.of(), Clock.offset(Clock.systemUTC(), Duration.ofDays(-1000)));
        String message = refusal();
        assertTrue(message.matches("the certificate in cert.pem has expired at [-0-9]+T[0-9:]+Z" + CURE), message);
    }

    @Test
    void anAuthorityThatCanSignNothingIsRefused() throws IOException {
        Files.delete(file("cert.pem"));
        Files.delete(file("key.pem"));
        Files.writeString(file("ca.pem"), "");
        var empty = assertThrows(IOException.class, () -> CertificateAuthority.make(folder, List.of()));
        assertEquals(file("ca.pem") + " has no certificate in it (BEGIN CERTIFICATE)" + CURE, empty.getMessage());
        Files.delete(file("ca-key.pem"));
        var keyless = assertThrows(IOException.class, () -> CertificateAuthority.make(folder, List.of()));
        assertEquals("there is no file " + file("ca-key.pem") + CURE, keyless.getMessage());
    }
}
