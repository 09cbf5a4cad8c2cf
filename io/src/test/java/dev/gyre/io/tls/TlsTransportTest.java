package dev.gyre.io.tls;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.gyre.io.libc.Descriptors;
import dev.gyre.io.poll.EpollPoller;
import dev.gyre.io.stream.StreamEnd;
import dev.gyre.loop.Loop;
import dev.gyre.loop.RunMode;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** TLS on a socket, beyond what every transport promises: ends without warning, order, large writes. */
@Timeout(60)
class TlsTransportTest {
    private static final long LIMIT_NS = 30_000_000_000L;
    private static final int TICK_MS = 20;

    private final Loop loop = Loop.builder().poller(new EpollPoller()).open();
    private final List<String> log = new ArrayList<>();

    @AfterEach
    void close() {
        loop.close();
    }

    private void runUntil(BooleanSupplier condition) {
        long endNs = System.nanoTime() + LIMIT_NS;
        var tick = loop.timer(() -> {});
        tick.start(TICK_MS, TICK_MS);
        while (!condition.getAsBoolean()) {
            assertTrue(System.nanoTime() < endNs, () -> "it did not happen; " + log);
            loop.run(RunMode.ONCE);
        }
        tick.close();
    }

    private StreamEnd[] ends() {
        int[] pair = Descriptors.socketpair();
        Descriptors.setNonBlocking(pair[0]);
        Descriptors.setNonBlocking(pair[1]);
        return new StreamEnd[] {StreamEnd.of(loop, pair[0]), StreamEnd.of(loop, pair[1])};
    }

    @Test
    void deliversNothingBeforeTheProgramHasHeardOfTheHandshake() {
        StreamEnd[] ends = ends();
        ends[0].transport(TlsOnStream::client);
        var engine = new TlsEngine(TestIdentity.serverContext(0, EnginePair.TLS1_3), true);
        List<Integer> notices = new ArrayList<>();
        engine.onNotice(() -> notices.add(0)); // nobody takes them
        ends[1].transport(stream -> {
            var transport = new TlsTransport(stream, engine, TlsOnStream.CHUNK, () -> {});
            transport.start();
            return transport;
        });
        ends[1].readAll();
        ends[0].write("early");
        ends[0].transport().shutdown();
        runUntil(engine::isEstablished);
        for (int i = 0; i < 20; i++) {
            loop.run(RunMode.NO_WAIT);
        }
        assertEquals("", ends[1].text());
        assertEquals(1, notices.size());
        assertEquals(TlsNotice.HANDSHAKE_DONE, engine.takeNotice().kind());
        runUntil(() -> ends[1].text().equals("early"));
        runUntil(() -> ends[1].events.contains("end 0"));
    }

    @Test
    void endsWhenTheOtherSideVanishes() {
        StreamEnd[] ends = ends();
        ends[0].transport(TlsOnStream::client);
        ends[1].transport(TlsOnStream::server);
        ends[1].readAll();
        ends[0].write("half a conversation");
        runUntil(() -> ends[1].text().equals("half a conversation"));
        ends[0].close(); // without TLS's own end; a reset if it has not read everything
        runUntil(() -> !ends[1].events.isEmpty());
        assertTrue(ends[1].events.getFirst().startsWith("end "), ends[1].events::toString);
    }

    @Test
    void endsWhenTheOtherSideVanishesInTheHandshake() {
        StreamEnd[] ends = ends();
        ends[1].transport(TlsOnStream::server);
        ends[1].readAll();
        ends[0].stream.write(directBytes(new byte[] {0x16, 3, 1, 2, 0}));
        loop.run(RunMode.NO_WAIT);
        ends[0].close();
        runUntil(() -> ends[1].events.contains("end 0"));
    }

    @Test
    void carriesLargeWritesBothWaysAtOnce() {
        StreamEnd[] ends = ends();
        ends[0].transport(TlsOnStream::client);
        ends[1].transport(TlsOnStream::server);
        byte[] large = new byte[5 << 20];
        new Random(1).nextBytes(large);
        for (StreamEnd end : ends) {
            end.transport().setReading(true);
            assertEquals(1, end.write(large));
            assertEquals(1, end.write("and this"), "it waits behind the other");
        }
        int length = large.length + "and this".length();
        runUntil(() -> ends[0].received().length == length && ends[1].received().length == length);
        for (StreamEnd end : ends) {
            assertArrayEquals(large, Arrays.copyOf(end.received(), large.length));
            assertTrue(end.text().endsWith("and this"));
        }
    }

    @Test
    void stopsReadingWhereItsOwnerDoes() {
        StreamEnd[] ends = ends();
        ends[0].transport(TlsOnStream::client);
        ends[1].transport(TlsOnStream::server);
        byte[] large = new byte[2 << 20];
        StreamEnd reader = ends[1];
        reader.afterRead(() -> reader.transport().setReading(false));
        reader.transport().setReading(true);
        ends[0].write(large);
        runUntil(() -> reader.received().length > 0);
        int received = reader.received().length;
        for (int i = 0; i < 20; i++) {
            loop.run(RunMode.NO_WAIT);
        }
        assertEquals(received, reader.received().length);
        runUntil(() -> {
            reader.transport().setReading(true);
            return reader.received().length == large.length;
        });
    }

    @Test
    void saysSoWhenAPlainClientSpeaks() {
        StreamEnd[] ends = ends();
        var server = new TlsOnStream[1];
        ends[1].transport(stream -> {
            server[0] = new TlsOnStream(stream, new TlsEngine(TestIdentity.serverContext(0, EnginePair.TLS1_3), true));
            return server[0].transport;
        });
        ends[1].readAll();
        ends[0].readAll();
        ends[0].stream.write(directBytes("GET / HTTP/1.1\r\n\r\n".getBytes(StandardCharsets.US_ASCII)));
        runUntil(() -> server[0].notices.equals(List.of(TlsNotice.FAILED)));
        assertEquals("", ends[1].text());
    }

    @Test
    void endsAfterAFailureWhenTheOtherSideDoes() {
        StreamEnd[] ends = ends();
        ends[0].transport(TlsOnStream::client);
        var server = new TlsOnStream[1];
        ends[1].transport(stream -> {
            server[0] = new TlsOnStream(stream, new TlsEngine(TestIdentity.serverContext(0, EnginePair.TLS1_3), true));
            return server[0].transport;
        });
        ends[1].readAll();
        ends[0].readAll();
        ends[0].write("good");
        runUntil(() -> ends[1].text().equals("good"));
        ends[0].stream.write(directBytes("this is no record".getBytes(StandardCharsets.US_ASCII)));
        ends[0].stream.write(directBytes(new byte[100_000]));
        runUntil(() -> server[0].notices.contains(TlsNotice.FAILED));
        ends[0].stream.shutdown();
        runUntil(() -> ends[1].events.contains("end 0"));
        assertEquals("good", ends[1].text());
    }

    private static ByteBuffer directBytes(byte[] bytes) {
        return ByteBuffer.allocateDirect(bytes.length).put(bytes).flip();
    }
}
