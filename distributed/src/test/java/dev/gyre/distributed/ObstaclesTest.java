package dev.gyre.distributed;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.gyre.node.gyre.ClusterEngine;
import java.io.IOException;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509ExtendedTrustManager;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Members that TLS keeps apart say why. */
final class ObstaclesTest {
    private static final int LIMIT_S = 30;

    @TempDir
    Path folder;

    /** A member, and what it was told. */
    private static final class Member implements ClusterEngine.Listener, AutoCloseable {
        final BlockingQueue<String> obstacles = new LinkedBlockingQueue<>();
        final ClusterEngine.Connection connection;

        Member(@Nullable Path tls, String... join) throws IOException {
            connection = new JGroupsEngine()
                    .join(new ClusterEngine.Settings("member", "127.0.0.1", 0, List.of(join), tls), this);
        }

        String obstacle() throws InterruptedException {
            String told = obstacles.poll(LIMIT_S, TimeUnit.SECONDS);
            assertNotNull(told, "nothing was told");
            return told;
        }

        @Override
        public void members(int self, List<ClusterEngine.Peer> peers, boolean isMerged) {}

        @Override
        public void obstacle(String reason) {
            obstacles.add(reason);
        }

        @Override
        public void received(int from, byte[] bytes, int offset, int length) {}

        @Override
        public void close() {
            connection.close();
        }
    }

    private Path certificates(String name) throws IOException {
        Path place = folder.resolve(name);
        CertificateAuthority.make(place, List.of());
        return place;
    }

    /** What the first member and one that joins it are told: the address of the first one is HERE. */
    private static void check(@Nullable Path first, @Nullable Path second, String toldFirst, String toldSecond)
            throws Exception {
        try (var here = new Member(first);
                var joining = new Member(second, here.connection.address())) {
            assertMatches(toldSecond, joining.obstacle().replace(here.connection.address(), "HERE"));
            assertMatches(toldFirst, here.obstacle());
            assertTrue(joining.obstacles.isEmpty(), "each obstacle is told once: " + joining.obstacles);
        }
    }

    private static void assertMatches(String pattern, String text) {
        assertTrue(text.matches(pattern), text);
    }

    @Test
    void aMemberOfAnotherAuthorityIsTold() throws Exception {
        Path own = certificates("own");
        check(
                own,
                certificates("other"),
                "a member at 127.0.0.1 can't join: it refuses the certificate \\Q" + own + "\\E/cert.pem,"
                        + " CN=localhost \\(of CN=Gyre test cluster, valid until [-0-9]+\\): it is of another authority, .*",
                "HERE can't be joined: its certificate CN=localhost \\(of CN=Gyre test cluster, valid until [-0-9]+\\)"
                        + " is of another authority than those in .*/other/ca.pem; .* \\(gyre node --init-ca\\)");
    }

    /** It accepts the other one's certificate, and hears only after its own handshake that its own is refused. */
    @Test
    void aMemberWhoseCertificateIsRefusedIsTold() throws Exception {
        Path own = certificates("own");
        Path other = certificates("other");
        Files.write(other.resolve("ca.pem"), Files.readAllBytes(own.resolve("ca.pem")));
        check(
                own,
                other,
                "a member at 127.0.0.1 can't join: its certificate CN=localhost .* is of another authority than .*",
                "HERE can't be joined: it refuses the certificate .*/other/cert.pem, CN=localhost \\(.*\\):"
                        + " it is of another authority, or not valid there; .* \\(gyre node --init-ca\\)");
    }

    @Test
    void aMemberWithoutCertificatesIsTold() throws Exception {
        check(
                certificates("own"),
                null,
                "a member at 127.0.0.1 can't join: it has no certificates; give it --tls FOLDER.*",
                "HERE can't be joined: it wants certificates, and none are given; give --tls FOLDER.*");
    }

    @Test
    void aMemberWithCertificatesIsToldThatTheOthersHaveNone() throws Exception {
        check(
                null,
                certificates("own"),
                "a member at 127.0.0.1 can't join: it has certificates, and this one has none; .*",
                "HERE can't be joined: it has no certificates, and this one has; .*");
    }

    @Test
    void aCertificateThatIsNotValidNowIsNamedWithItsTime() throws Exception {
        Path own = certificates("own");
        for (boolean isPast : new boolean[] {true, false}) {
            Path other = folder.resolve("expired " + isPast);
            Files.createDirectories(other);
            for (String name : List.of("ca.pem", "ca-key.pem")) {
                Files.copy(own.resolve(name), other.resolve(name));
            }
            CertificateAuthority.make(
                    other,
                    List.of("10.0.0.5"),
                    Clock.offset(Clock.systemUTC(), Duration.ofDays(isPast ? -1000 : 1000)));
            X509Certificate certificate =
                    PemFiles.certificates(other.resolve("cert.pem")).getFirst();
            var refusal = assertThrows(
                    AuthorityTrust.RefusedException.class,
                    () -> trustOf(own)
                            .checkServerTrusted(new X509Certificate[] {certificate}, "UNKNOWN", (Socket) null));
            assertMatches(
                    "its certificate CN=10.0.0.5 \\(of CN=Gyre test cluster, valid until [-0-9]+\\) "
                            + (isPast
                                    ? "has expired; gyre node --init-ca .*"
                                    : "is valid from .* on: compare the clocks .*"),
                    refusal.getMessage());
        }
    }

    private static AuthorityTrust trustOf(Path certificates) throws IOException, GeneralSecurityException {
        KeyStore trusted = KeyStore.getInstance("PKCS12");
        trusted.load(null, null);
        Path file = certificates.resolve("ca.pem");
        trusted.setCertificateEntry("ca", PemFiles.certificates(file).getFirst());
        var factory = TrustManagerFactory.getInstance("PKIX");
        factory.init(trusted);
        return new AuthorityTrust((X509ExtendedTrustManager) factory.getTrustManagers()[0], file);
    }

    @Test
    void membersOfOneAuthorityAreToldNothing() throws Exception {
        Path own = certificates("own");
        try (var here = new Member(own);
                var joining = new Member(own, here.connection.address())) {
            assertEquals(List.of(), List.copyOf(here.obstacles));
            assertEquals(List.of(), List.copyOf(joining.obstacles));
        }
    }
}
