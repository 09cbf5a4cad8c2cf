package dev.gyre.io.tls;

import static dev.gyre.io.tls.EnginePair.TLS1_2;
import static dev.gyre.io.tls.EnginePair.TLS1_3;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The description of messages: those of real handshakes, and those that nobody would send. */
@Timeout(60)
class TlsTraceTest {
    private static final int CHANGE_CIPHER_SPEC = 20;
    private static final int ALERT = 21;
    private static final int HANDSHAKE = 22;
    private static final int DATA = 23;
    private static final int HEADER = 256;
    private static final int INNER_TYPE = 257;

    private static byte[] bytes(String hex) {
        return HexFormat.ofDelimiter(" ").parseHex(hex);
    }

    private static String described(int type, String hex) {
        try (var pair = new EnginePair(TLS1_2)) {
            return new TlsTrace(pair.client.address()).describe(true, type, bytes(hex));
        }
    }

    @Test
    void describesHeadersOfRecords() {
        assertEquals(
                "Sent TLS Record\nHeader:\n  Version = TLS 1.2 (0x303)\n  Content Type = Handshake (22)\n  Length = 258\n",
                described(HEADER, "16 03 03 01 02"));
        assertEquals("", described(HEADER, "16 03 03 01"));
        assertEquals("  Inner Content Type = ApplicationData (23)\n", described(INNER_TYPE, "17"));
        assertEquals("", described(DATA, "01 02"));
    }

    @Test
    void describesAlertsAndTheChangeOfCiphers() {
        assertEquals("    Level=fatal(2), description=handshake failure(40)\n\n", described(ALERT, "02 28"));
        assertEquals("    Level=warning(1), description=close notify(0)\n\n", described(ALERT, "01 00"));
        assertEquals("    unknown alert 010203\n\n", described(ALERT, "01 02 03"));
        assertEquals("    change_cipher_spec (1)\n\n", described(CHANGE_CIPHER_SPEC, "01"));
        assertEquals("    unknown value 02\n\n", described(CHANGE_CIPHER_SPEC, "02"));
    }

    @Test
    void showsMessagesThatAreCutOffAsBytes() {
        assertEquals("    Message is too short: 0100\n\n", described(HANDSHAKE, "01 00"));
        assertEquals(
                "    ClientHello, Length=32\n      body (len=3): 030300\n\n",
                described(HANDSHAKE, "01 00 00 20 03 03 00"));
        assertEquals("    ServerHelloDone, Length=0\n\n", described(HANDSHAKE, "0e 00 00 00"));
        assertEquals(
                "    Finished, Length=2\n      verify_data (len=2): ABCD\n\n",
                described(HANDSHAKE, "14 00 00 02 ab cd"));
    }

    /** All that both sides of a handshake report. */
    private static List<String> traceOf(int version) {
        var told = new ArrayList<String>();
        try (var pair = new EnginePair(version)) {
            pair.client.trace(told::add);
            pair.server.trace(told::add);
            pair.handshake(1 << 20);
        }
        return told;
    }

    @Test
    void describesTheMessagesOfAHandshakeOfTls13() {
        String all = String.join("", traceOf(TLS1_3));
        for (String part : List.of(
                "    ClientHello, Length=",
                "      client_version=0x303 (TLS 1.2)",
                "TLS_AES_256_GCM_SHA384",
                "extension_type=key_share(51)",
                "    ServerHello, Length=",
                "    EncryptedExtensions, Length=",
                "    Certificate, Length=",
                "------details-----",
                "    CertificateVerify, Length=",
                "    Finished, Length=")) {
            assertTrue(all.contains(part), part);
        }
        assertFalse(all.contains("body (len="), "every message is known");
    }

    @Test
    void describesTheMessagesOfAHandshakeOfTls12() {
        String all = String.join("", traceOf(TLS1_2));
        for (String part : List.of(
                "    ServerKeyExchange, Length=",
                "KeyExchangeAlgorithm=ECDHE",
                "named_curve: ",
                "    ClientKeyExchange, Length=",
                "    ServerHelloDone, Length=0",
                "change_cipher_spec (1)")) {
            assertTrue(all.contains(part), part);
        }
    }

    /** Lengths inside of messages lie, and bytes are missing: the trace goes on, and shows what there is. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4, 8, 11, 12, 15, 16, 20, 25})
    void survivesMessagesOfRandomBytes(int type) {
        var random = new Random(type);
        try (var pair = new EnginePair(TLS1_3)) {
            var trace = new TlsTrace(pair.client.address());
            for (int i = 0; i < 2000; i++) {
                byte[] message = new byte[4 + random.nextInt(120)];
                random.nextBytes(message);
                message[0] = (byte) type;
                message[1] = 0;
                message[2] = 0;
                message[3] = (byte) (random.nextInt(4) == 0 ? random.nextInt(256) : message.length - 4);
                assertTrue(trace.describe(i % 2 == 0, HANDSHAKE, message).endsWith("\n\n"));
            }
        }
    }
}
