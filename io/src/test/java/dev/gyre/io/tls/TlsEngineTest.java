package dev.gyre.io.tls;

import static dev.gyre.io.openssl.LibCrypto.call;
import static dev.gyre.io.tls.EnginePair.NOT_YET;
import static dev.gyre.io.tls.EnginePair.TLS1_2;
import static dev.gyre.io.tls.EnginePair.TLS1_3;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.gyre.io.openssl.LibCrypto;
import java.io.ByteArrayOutputStream;
import java.lang.foreign.Arena;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** TLS without a connection: what goes in, what comes out, and in which order it is told. */
@Timeout(60)
class TlsEngineTest {
    private static final int ROOM = 64 << 10;
    private static final int BIO_GET_BUFFER = 115;
    private static final int MAX_KEPT_BYTES = 32 << 10;

    private static byte[] random(int length) {
        byte[] bytes = new byte[length];
        new Random(length).nextBytes(bytes);
        return bytes;
    }

    private static byte[] text(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static byte[] joined(byte[]... parts) {
        var bytes = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            bytes.writeBytes(part);
        }
        return bytes.toByteArray();
    }

    @ParameterizedTest
    @ValueSource(ints = {TLS1_2, TLS1_3})
    void agreesOnKeysHoweverTheMessagesAreCut(int version) {
        for (int pieceBytes : new int[] {1, 2, 3, 5, 7, 64, 1000, 1 << 20}) {
            try (var pair = new EnginePair(version)) {
                pair.handshake(pieceBytes);
                assertEquals(version, (int) call("SSL_version", pair.server.address()));
                pair.feed(pair.server, pair.seal(pair.client, text("hello")));
                assertArrayEquals(text("hello"), pair.read(pair.server, ROOM));
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {TLS1_2, TLS1_3})
    void readsARecordThatIsCutAtEveryPosition(int version) {
        try (var pair = new EnginePair(version)) {
            pair.handshake(1 << 20);
            byte[] message = random(200);
            for (int cut = 1; ; cut++) {
                byte[] sealed = pair.seal(pair.client, message);
                if (cut >= sealed.length) {
                    return;
                }
                pair.feed(pair.server, sealed, 0, cut);
                assertEquals(0, pair.read(pair.server, ROOM).length);
                assertEquals(NOT_YET, pair.result);
                assertFalse(pair.server.hasMore(), "a part of a record is nothing to read");
                pair.feed(pair.server, sealed, cut, sealed.length);
                assertArrayEquals(message, pair.read(pair.server, ROOM));
                assertFalse(pair.server.hasMore());
            }
        }
    }

    @Test
    void readsAllRecordsAtOnceAndIntoRoomOfAnySize() {
        try (var pair = new EnginePair(TLS1_3)) {
            pair.handshake(1 << 20);
            byte[] message = random(48_000);
            pair.feed(pair.server, pair.seal(pair.client, message));
            assertArrayEquals(message, pair.read(pair.server, ROOM));
            assertFalse(pair.server.hasMore());
            for (int length : new int[] {1, 100, 16_383, 16_384, 16_385, 48_000}) {
                pair.feed(pair.server, pair.seal(pair.client, message));
                var received = new ByteArrayOutputStream();
                while (received.size() < message.length) {
                    received.writeBytes(pair.read(pair.server, length));
                    assertTrue(pair.result > 0);
                }
                assertArrayEquals(message, received.toByteArray());
                assertEquals(0, pair.read(pair.server, length).length);
                assertEquals(NOT_YET, pair.result);
            }
        }
    }

    @Test
    void keepsSmallWritesApart() {
        try (var pair = new EnginePair(TLS1_3)) {
            pair.handshake(1 << 20);
            pair.feed(pair.server, joined(pair.seal(pair.client, text("one")), pair.seal(pair.client, text("two"))));
            assertArrayEquals(text("one"), pair.read(pair.server, ROOM));
            assertTrue(pair.server.hasMore());
            assertArrayEquals(text("two"), pair.read(pair.server, ROOM));
            assertFalse(pair.server.hasMore());
        }
    }

    @Test
    void keepsNoMoreMemoryThanARecordNeeds() {
        try (var pair = new EnginePair(TLS1_3)) {
            pair.handshake(1 << 20);
            for (int i = 0; i < 4; i++) {
                byte[] message = random(48_000);
                byte[] sealed = pair.seal(pair.client, Arrays.copyOf(message, TlsEngine.RECORD_BYTES));
                pair.feed(pair.server, sealed);
                pair.read(pair.server, ROOM);
            }
            for (String bio : List.of("SSL_get_rbio", "SSL_get_wbio")) {
                for (TlsEngine engine : List.of(pair.client, pair.server)) {
                    assertTrue(capacity(call(bio, engine.address())) <= MAX_KEPT_BYTES, bio);
                }
            }
        }
    }

    /** struct BUF_MEM { length, data, capacity, flags } */
    private static long capacity(long bio) {
        try (var arena = Arena.ofConfined()) {
            long at = LibCrypto.copyOfWord(arena, 0);
            call("BIO_ctrl", bio, BIO_GET_BUFFER, 0, at);
            return LibCrypto.getLong(LibCrypto.getLong(at) + 2 * Long.BYTES);
        }
    }

    @Test
    void tellsTheEndBehindTheBytesBeforeIt() {
        try (var pair = new EnginePair(TLS1_3)) {
            pair.handshake(1 << 20);
            byte[] sealed = pair.seal(pair.client, text("last"));
            pair.client.shutdown();
            pair.feed(pair.server, joined(sealed, pair.out(pair.client)));
            assertArrayEquals(text("last"), pair.read(pair.server, ROOM));
            assertTrue(pair.server.hasMore());
            pair.read(pair.server, ROOM);
            assertEquals(0, pair.result);
            assertFalse(pair.server.hasMore());
            pair.read(pair.server, ROOM);
            assertEquals(0, pair.result, "an end stays an end");
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {TLS1_2, TLS1_3})
    void readsWhatCameBeforeItsOwnEnd(int version) {
        try (var pair = new EnginePair(version)) {
            pair.handshake(1 << 20);
            pair.feed(pair.client, pair.seal(pair.server, text("unread")));
            pair.client.shutdown();
            assertArrayEquals(text("unread"), pair.read(pair.client, ROOM));
            pair.feed(pair.client, pair.seal(pair.server, text("later")));
            assertArrayEquals(text("later"), pair.read(pair.client, ROOM));
        }
    }

    @Test
    void tellsAFailureBehindTheBytesBeforeIt() {
        try (var pair = new EnginePair(TLS1_3)) {
            pair.handshake(1 << 20);
            byte[] good = pair.seal(pair.client, random(TlsEngine.RECORD_BYTES));
            byte[] bad = pair.seal(pair.client, text("bad"));
            bad[bad.length - 1] ^= 1;
            pair.toldServer.clear();
            pair.feed(pair.server, joined(good, bad));
            assertArrayEquals(random(TlsEngine.RECORD_BYTES), pair.read(pair.server, ROOM));
            assertEquals(List.of(), pair.toldServer);
            assertTrue(pair.server.hasMore());
            pair.read(pair.server, ROOM);
            assertEquals(NOT_YET, pair.result);
            assertEquals(List.of(TlsNotice.FAILED), pair.toldServer);
            assertTrue(pair.server.hasFailed());
            assertTrue(pair.out(pair.server).length > 0, "an alert");
        }
    }

    @Test
    void everyByteOfARecordIsProtected() {
        try (var pair = new EnginePair(TLS1_3)) {
            pair.handshake(1 << 20);
            int length = pair.seal(pair.client, text("x")).length;
            for (int at = 0; at < length; at++) {
                try (var other = new EnginePair(TLS1_3)) {
                    other.handshake(1 << 20);
                    byte[] sealed = other.seal(other.client, text("x"));
                    sealed[at] ^= 0x10;
                    other.feed(other.server, sealed);
                    other.read(other.server, ROOM);
                    assertEquals(NOT_YET, other.result, "byte " + at);
                    // A longer length asks for bytes that don't come; everything else is a failure.
                    assertTrue(other.server.hasFailed() || at == 3 || at == 4, "byte " + at);
                }
            }
        }
    }

    @Test
    void failsOnGarbageBeforeTheHandshake() {
        for (String garbage : List.of(
                "GET / HTTP/1.1\r\n\r\n", "\u0016\u0003\u0001", "SSH-2.0-OpenSSH\r\n", "\0\0\0\0\0\0\0\0\0\0\0")) {
            try (var pair = new EnginePair(TLS1_3)) {
                pair.feed(pair.server, text(garbage));
                pair.server.handshake();
                boolean isPart = garbage.length() < 5;
                assertEquals(isPart ? List.of() : List.of(TlsNotice.FAILED), pair.toldServer, garbage);
            }
        }
    }

    @Test
    void goesOnWithBytesWhileANewHandshakeRuns() {
        try (var pair = new EnginePair(TLS1_2)) {
            pair.handshake(1 << 20);
            pair.toldClient.clear();
            pair.client.with(one -> call("SSL_renegotiate", one.address()));
            pair.client.with(one -> call("SSL_do_handshake", one.address()));
            byte[] before = pair.seal(pair.server, text("sent before the server knows"));
            var received = new ByteArrayOutputStream();
            pair.feed(pair.client, before);
            for (int i = 0; i < 6; i++) {
                received.writeBytes(pair.read(pair.client, ROOM));
                pair.client.tellNotices();
                pair.feed(pair.server, pair.out(pair.client));
                pair.read(pair.server, ROOM);
                pair.server.tellNotices();
                pair.server.release();
                pair.feed(pair.client, pair.out(pair.server));
            }
            assertEquals("sent before the server knows", received.toString(StandardCharsets.UTF_8));
            assertEquals(List.of(TlsNotice.HANDSHAKE_STARTED, TlsNotice.HANDSHAKE_DONE), pair.toldClient);
            pair.feed(pair.server, pair.seal(pair.client, text("with new keys")));
            assertArrayEquals(text("with new keys"), pair.read(pair.server, ROOM));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {TLS1_2, TLS1_3})
    void resumesASession(int version) {
        try (var pair = new EnginePair(version)) {
            pair.client.choices().wantSessions();
            pair.handshake(1 << 20);
            pair.feed(pair.client, pair.seal(pair.server, text("tickets come before this")));
            assertArrayEquals(text("tickets come before this"), pair.read(pair.client, ROOM));
            assertFalse(pair.sessions.isEmpty());
            var again = new EnginePair(pair.serverContext, pair.clientContext);
            useSession(again.client, pair.sessions.getLast());
            again.handshake(1 << 20);
            assertEquals(1, (int) call("SSL_session_reused", again.client.address()));
            assertEquals(1, (int) call("SSL_session_reused", again.server.address()));
            again.client.free();
            again.server.free();
        }
    }

    private static void useSession(TlsEngine engine, byte[] session) {
        try (var arena = Arena.ofConfined()) {
            long at = LibCrypto.copyOfWord(arena, LibCrypto.copy(arena, session));
            long made = call("d2i_SSL_SESSION", 0, at, session.length);
            assertEquals(1, (int) call("SSL_set_session", engine.address(), made));
            call("SSL_SESSION_free", made);
        }
    }

    @Test
    void doesNothingAfterItIsFreed() {
        var pair = new EnginePair(TLS1_3);
        pair.handshake(1 << 20);
        pair.client.free();
        pair.client.free();
        pair.feed(pair.client, text("late"));
        assertEquals(0, pair.out(pair.client).length);
        pair.read(pair.client, ROOM);
        assertEquals(NOT_YET, pair.result);
        pair.close();
    }

    @Test
    void selectsTheFirstOfItsOwnProtocolsThatIsOffered() {
        var selection = new AlpnSelection();
        byte[] offered = text("\u0008http/1.1\u0002h2");
        assertEquals(AlpnSelection.NONE, selection.select(offered));
        selection.from(text("\u0002h3\u0002h2\u0008http/1.1"));
        assertEquals(9, selection.select(offered));
        selection.from(text("\u0002h3"));
        assertEquals(AlpnSelection.REFUSED, selection.select(offered));
        selection.byProgram();
        assertEquals(AlpnSelection.REFUSED, selection.select(offered));
        selection.choose("http/1.1");
        assertEquals(0, selection.select(offered));
        selection.choose("h");
        assertEquals(AlpnSelection.REFUSED, selection.select(offered));
        for (byte[] broken : List.of(text("\u0008http"), new byte[] {-1}, new byte[0], new byte[] {0, 0, 0})) {
            assertEquals(AlpnSelection.REFUSED, selection.select(broken));
        }
    }
}
