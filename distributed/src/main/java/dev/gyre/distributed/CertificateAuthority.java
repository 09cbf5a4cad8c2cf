package dev.gyre.distributed;

import java.io.IOException;
import java.math.BigInteger;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.SecureRandom;
import java.security.Signature;
import java.security.spec.ECGenParameterSpec;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A small authority for a test cluster: one key that signs the certificates of nodes. Java can read and check certificates but has
 * no interface to make them, so their few fields are written here (RFC 5280): names, times, keys, and what each may be used for.
 */
final class CertificateAuthority {
    private static final Duration LIFE = Duration.ofDays(365);
    private static final Duration CLOCK_SKEW = Duration.ofHours(1);
    private static final int SERIAL_BITS = 120;
    private static final byte[] ECDSA_SHA256 = Der.sequence(Der.id("1.2.840.10045.4.3.2"));
    private static final String AUTHORITY_NAME = "Gyre test cluster";

    private CertificateAuthority() {}

    /**
     * Writes ca.pem and ca-key.pem, if the folder has none, and cert.pem and key.pem anew, for these hosts.
     *
     * @throws IOException if there are cert.pem and key.pem already
     */
    static void make(Path folder, List<String> hosts) throws IOException {
        make(folder, hosts, Clock.systemUTC());
    }

    static void make(Path folder, List<String> hosts, Clock clock) throws IOException {
        Instant now = clock.instant();
        try {
            Files.createDirectories(folder);
            for (String name : List.of(PemFiles.CERTIFICATE, PemFiles.KEY)) {
                if (Files.exists(folder.resolve(name))) {
                    throw new IOException(
                            folder.resolve(name) + " is there already; give another folder, or remove it");
                }
            }
            PrivateKey authorityKey;
            Path authority = folder.resolve(PemFiles.AUTHORITY);
            if (Files.exists(authority)) {
                Path keyFile = folder.resolve(PemFiles.AUTHORITY_KEY);
                authorityKey = PemFiles.key(keyFile);
                // It must be readable, and the one of the key; the nodes would refuse each other otherwise.
                PemFiles.check(
                        keyFile,
                        authorityKey,
                        authority,
                        PemFiles.certificates(authority).getFirst());
            } else {
                KeyPair pair = keys();
                authorityKey = pair.getPrivate();
                write(folder.resolve(PemFiles.AUTHORITY_KEY), "PRIVATE KEY", authorityKey.getEncoded(), true);
                write(authority, "CERTIFICATE", certificate(AUTHORITY_NAME, pair, authorityKey, null, now), false);
            }
            KeyPair node = keys();
            String name = hosts.isEmpty() ? "localhost" : hosts.getFirst();
            List<String> names = hosts.isEmpty() ? List.of("localhost", "127.0.0.1") : hosts;
            write(folder.resolve(PemFiles.KEY), "PRIVATE KEY", node.getPrivate().getEncoded(), true);
            write(
                    folder.resolve(PemFiles.CERTIFICATE),
                    "CERTIFICATE",
                    certificate(name, node, authorityKey, names, now),
                    false);
        } catch (GeneralSecurityException e) {
            throw new IOException("no certificate could be made: " + e.getMessage(), e);
        }
    }

    private static KeyPair keys() throws GeneralSecurityException {
        KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
        generator.initialize(new ECGenParameterSpec("secp256r1"));
        return generator.generateKeyPair();
    }

    private static byte[] sign(byte[] bytes, PrivateKey key) throws GeneralSecurityException {
        Signature signature = Signature.getInstance("SHA256withECDSA");
        signature.initSign(key);
        signature.update(bytes);
        return signature.sign();
    }

    /** @param hosts null for the authority's own certificate */
    private static byte[] certificate(
            String name, KeyPair pair, PrivateKey signer, @Nullable List<String> hosts, Instant now)
            throws GeneralSecurityException, IOException {
        byte[] body = Der.sequence(
                Der.tagged(0xa0, Der.integer(BigInteger.TWO)), // version 3
                Der.integer(new BigInteger(SERIAL_BITS, new SecureRandom()).setBit(SERIAL_BITS)),
                ECDSA_SHA256,
                name(AUTHORITY_NAME),
                Der.sequence(Der.time(now.minus(CLOCK_SKEW)), Der.time(now.plus(LIFE))),
                name(name),
                pair.getPublic().getEncoded(),
                Der.tagged(0xa3, hosts == null ? authorityUses() : nodeUses(hosts)));
        return Der.sequence(body, ECDSA_SHA256, Der.bits(0, sign(body, signer)));
    }

    private static byte[] name(String commonName) {
        return Der.sequence(Der.set(Der.sequence(Der.id("2.5.4.3"), Der.text(commonName))));
    }

    private static byte[] authorityUses() {
        return Der.sequence(
                extension("2.5.29.19", true, Der.sequence(Der.bool(true))), // it is an authority
                extension("2.5.29.15", true, Der.bits(1, new byte[] {0x06}))); // it signs certificates and revocations
    }

    private static byte[] nodeUses(List<String> hosts) throws IOException {
        var names = new ArrayList<byte[]>();
        for (String host : hosts) {
            boolean isAddress = host.matches("[0-9.]+|.*:.*");
            names.add(
                    isAddress
                            ? Der.tagged(0x87, InetAddress.getByName(host).getAddress())
                            : Der.tagged(0x82, host.getBytes(StandardCharsets.US_ASCII)));
        }
        byte[] purposes = Der.sequence(Der.id("1.3.6.1.5.5.7.3.1"), Der.id("1.3.6.1.5.5.7.3.2")); // server and client
        return Der.sequence(
                extension("2.5.29.15", true, Der.bits(7, new byte[] {(byte) 0x80})), // it signs handshakes
                extension("2.5.29.37", false, purposes),
                extension("2.5.29.17", false, Der.sequence(names.toArray(byte[][]::new))));
    }

    private static byte[] extension(String id, boolean isCritical, byte[] value) {
        return isCritical
                ? Der.sequence(Der.id(id), Der.bool(true), Der.octets(value))
                : Der.sequence(Der.id(id), Der.octets(value));
    }

    private static void write(Path file, String label, byte[] der, boolean isSecret) throws IOException {
        var mode = PosixFilePermissions.asFileAttribute(
                PosixFilePermissions.fromString(isSecret ? "rw-------" : "rw-r--r--"));
        Set<StandardOpenOption> options = Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        try (var out = Files.newByteChannel(file, options, mode)) {
            out.write(java.nio.ByteBuffer.wrap(PemFiles.text(label, der).getBytes(StandardCharsets.US_ASCII)));
        }
    }
}
