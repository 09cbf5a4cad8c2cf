package dev.gyre.node.dns;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.gyre.codec.dns.DnsMessage;
import dev.gyre.codec.dns.DnsRecord;
import dev.gyre.codec.dns.DnsStatus;
import dev.gyre.io.address.Endpoint;
import dev.gyre.io.datagram.UdpOutbox;
import dev.gyre.io.datagram.UdpSocket;
import dev.gyre.io.poll.EpollPoller;
import dev.gyre.loop.Loop;
import dev.gyre.loop.RunMode;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Against a server in the same loop. */
@Timeout(20)
class DnsResolverTest {
    private static final int OK = 0x8180;
    private static final Path NO_HOSTS = Path.of("/nonexistent");

    private final Loop loop = Loop.builder().poller(new EpollPoller()).open();
    private final List<String> seen = new ArrayList<>();
    private final List<UdpSocket> servers = new ArrayList<>();
    private final List<byte[]> asked = new ArrayList<>();
    private final Set<Integer> ports = new HashSet<>();

    @AfterEach
    void close() {
        servers.forEach(UdpSocket::close);
        loop.close();
    }

    /** A server that answers a query with what {@code answer} makes of it, or not at all for null. */
    private InetSocketAddress server(Function<byte[], byte[]> answer) {
        ByteBuffer memory = ByteBuffer.allocateDirect(65535);
        var outbox = new UdpOutbox(memory);
        var socket = new UdpSocket[1];
        socket[0] = new UdpSocket(loop, new UdpSocket.Receiver() {
            @Override
            public void onDatagram(byte[] datagram) {
                byte[] query = Arrays.copyOfRange(datagram, Endpoint.BYTES, datagram.length);
                asked.add(query);
                ports.add((datagram[2] & 255) << 8 | (datagram[3] & 255));
                byte[] reply = answer.apply(query);
                if (reply != null) {
                    memory.put(0, datagram, 0, Endpoint.BYTES);
                    socket[0].send(outbox, outbox.put(reply), true, true, _ -> {});
                }
            }

            @Override
            public void onError(int errno) {
                throw new AssertionError("errno " + errno);
            }
        });
        assertEquals(0, socket[0].bind(Endpoint.of(InetAddress.getLoopbackAddress(), 0), 0));
        socket[0].receive(true);
        socket[0].setReferenced(false);
        servers.add(socket[0]);
        byte[] form = new byte[Endpoint.BYTES];
        socket[0].address(false, form);
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), (form[2] & 255) << 8 | (form[3] & 255));
    }

    private static byte[] answerA(byte[] query) {
        return withAnswer(query, OK);
    }

    /** The query itself with other flags and an A record at the end. */
    private static byte[] withAnswer(byte[] query, int flags) {
        byte[] record = {1, 'x', 0, 0, DnsRecord.A, 0, DnsRecord.CLASS_IN, 0, 0, 0, 60, 0, 4, 1, 2, 3, 4};
        byte[] bytes = Arrays.copyOf(query, query.length + record.length);
        System.arraycopy(record, 0, bytes, query.length, record.length);
        bytes[2] = (byte) (flags >> 8);
        bytes[3] = (byte) flags;
        bytes[7] = 1;
        return bytes;
    }

    private DnsResolver resolver(int tries, InetSocketAddress... servers) {
        var config = new ResolverConfig(List.of(servers), 0, false);
        return new DnsResolver(loop, new DnsResolver.Options(1, tries, 0), config, NO_HOSTS, new Random(1));
    }

    private void ask(DnsResolver resolver, String name) {
        resolver.query(name, DnsRecord.A, new DnsResolver.OnReply() {
            @Override
            public void onAnswer(DnsMessage message) {
                seen.add(name + " " + message.answers());
            }

            @Override
            public void onFailure(DnsStatus status) {
                seen.add(name + " " + status);
            }
        });
    }

    private void run() {
        loop.run(RunMode.DEFAULT);
    }

    private static String answered(String name) {
        return name + " [Address[isV6=false, ttl=60, address=1.2.3.4]]";
    }

    @Test
    void theServersAnswerIsTheAnswer() {
        ask(resolver(1, server(DnsResolverTest::answerA)), "x.example");
        run();
        assertEquals(List.of(answered("x.example")), seen);
    }

    @Test
    void aRefusalIsNotTriedAgain() {
        ask(resolver(3, server(query -> withAnswer(query, OK | 2))), "x");
        run();
        assertEquals(List.of("x SERVFAIL"), seen);
        assertEquals(1, asked.size());
    }

    @Test
    void nonsenseIsTriedAgainElsewhere() {
        InetSocketAddress bad = server(query -> Arrays.copyOf(query, 8));
        ask(resolver(1, bad, server(DnsResolverTest::answerA)), "x");
        run();
        assertEquals(List.of(answered("x")), seen);
    }

    @Test
    void nonsenseAloneIsABadResponse() {
        ask(resolver(2, server(query -> Arrays.copyOf(query, 8))), "x");
        run();
        assertEquals(List.of("x BADRESP"), seen);
        assertEquals(2, asked.size());
    }

    @Test
    void anAnswerToAnotherQuestionIsIgnored() {
        InetSocketAddress forger = server(query -> {
            byte[] reply = answerA(query);
            reply[13] ^= 1; // a letter of the name
            return reply;
        });
        ask(resolver(1, forger), "x.example");
        run();
        assertEquals(List.of("x.example TIMEOUT"), seen);
    }

    @Test
    void anAnswerWithAnotherNumberIsIgnored() {
        InetSocketAddress forger = server(query -> {
            byte[] reply = answerA(query);
            reply[0] ^= 1;
            return reply;
        });
        ask(resolver(1, forger), "x");
        run();
        assertEquals(List.of("x TIMEOUT"), seen);
    }

    @Test
    void everyTryHasItsOwnNumberAndPort() {
        ask(resolver(3, server(_ -> null)), "x");
        run();
        assertEquals(List.of("x TIMEOUT"), seen);
        assertEquals(3, asked.size());
        assertEquals(3, ports.size());
        assertEquals(
                3,
                asked.stream()
                        .map(query -> query[0] << 8 | (query[1] & 255))
                        .distinct()
                        .count());
    }

    @Test
    void manyQueriesShareFewSockets() {
        DnsResolver resolver = resolver(1, server(DnsResolverTest::answerA));
        for (int i = 0; i < 100; i++) {
            ask(resolver, "n" + i);
        }
        run();
        assertEquals(100, seen.size());
        assertTrue(seen.stream().allMatch(one -> one.endsWith("1.2.3.4]]")), seen::toString);
        assertEquals(4, ports.size());
    }

    @Test
    void aServerThatFailedIsAskedLast() {
        InetSocketAddress bad = server(query -> Arrays.copyOf(query, 8));
        DnsResolver resolver = resolver(1, bad, server(DnsResolverTest::answerA));
        ask(resolver, "first");
        run();
        asked.clear();
        ask(resolver, "second");
        run();
        assertEquals(1, asked.size());
        assertEquals(List.of(answered("first"), answered("second")), seen);
    }

    @Test
    void aClosedPortIsRefusedAtOnce() {
        InetSocketAddress address = server(_ -> null);
        servers.removeLast().close();
        ask(resolver(2, address), "x");
        run();
        assertEquals(List.of("x CONNREFUSED"), seen);
    }

    @Test
    void cancellingAnswersAllThatIsUnderWay() {
        DnsResolver resolver = resolver(4, server(_ -> null));
        ask(resolver, "a");
        ask(resolver, "b");
        assertTrue(resolver.isBusy());
        resolver.cancel();
        run();
        assertFalse(resolver.isBusy());
        assertEquals(List.of("a CANCELLED", "b CANCELLED"), seen);
    }

    @Test
    void serversAreNotChangedUnderQueries() {
        DnsResolver resolver = resolver(1, server(DnsResolverTest::answerA));
        ask(resolver, "x");
        assertThrows(IllegalStateException.class, () -> resolver.setServers(List.of()));
        run();
        resolver.setServers(List.of());
        ask(resolver, "y");
        run();
        assertEquals(List.of(answered("x"), "y NOSERVER"), seen);
    }

    @Test
    void namesThatMayNotBeAskedForAreAnsweredHere() {
        DnsResolver resolver = resolver(1, server(DnsResolverTest::answerA));
        ask(resolver, "a..b");
        ask(resolver, "x.Onion");
        assertTrue(seen.isEmpty());
        run();
        assertEquals(List.of("a..b BADNAME", "x.Onion NOTFOUND"), seen);
        assertTrue(asked.isEmpty());
    }

    /** A server whose port is free for TCP too: other programs take ports of their own. */
    private InetSocketAddress serverWithTcp(Function<byte[], byte[]> answer) throws IOException {
        for (int tries = 0; ; tries++) {
            InetSocketAddress address = server(answer);
            try (var _ = new ServerSocket(address.getPort(), 1, address.getAddress())) {
                return address;
            } catch (BindException e) {
                if (tries == 20) {
                    throw e;
                }
            }
        }
    }

    /** Answers by TCP, on the same port, whatever {@code answer} writes. */
    private Thread tcpServer(InetSocketAddress address, TcpAnswer answer) throws IOException {
        var listener = new ServerSocket(address.getPort(), 1, address.getAddress());
        return Thread.ofVirtual().start(() -> {
            try (listener;
                    Socket connection = listener.accept()) {
                var in = new DataInputStream(connection.getInputStream());
                byte[] query = in.readNBytes(in.readUnsignedShort());
                answer.write(query, new DataOutputStream(connection.getOutputStream()));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
    }

    private interface TcpAnswer {
        void write(byte[] query, DataOutputStream out) throws IOException;
    }

    @Test
    void whatIsTruncatedComesByTcpInPieces() throws IOException, InterruptedException {
        InetSocketAddress address = serverWithTcp(query -> withAnswer(query, OK | 0x0200));
        Thread tcp = tcpServer(address, (query, out) -> {
            byte[] reply = answerA(query);
            out.writeShort(reply.length);
            for (byte b : reply) {
                out.write(b);
                out.flush();
            }
        });
        ask(resolver(1, address), "x");
        run();
        tcp.join();
        assertEquals(List.of(answered("x")), seen);
    }

    @Test
    void aConnectionThatIsClosedEarlyIsRefused() throws IOException, InterruptedException {
        InetSocketAddress address = serverWithTcp(query -> withAnswer(query, OK | 0x0200));
        Thread tcp = tcpServer(address, (query, out) -> out.writeShort(query.length));
        ask(resolver(1, address), "x");
        run();
        tcp.join();
        assertEquals(List.of("x CONNREFUSED"), seen);
    }

    @Test
    void nonsenseByTcpIsABadResponse() throws IOException, InterruptedException {
        InetSocketAddress address = serverWithTcp(query -> withAnswer(query, OK | 0x0200));
        Thread tcp = tcpServer(address, (query, out) -> {
            out.writeShort(3);
            out.write(query, 0, 3);
        });
        ask(resolver(1, address), "x");
        run();
        tcp.join();
        assertEquals(List.of("x BADRESP"), seen);
    }

    @Test
    void waitsDoubleUpToTheGreatest() {
        var config = new ResolverConfig(List.of(), 0, false);
        var bounded = new DnsResolver(loop, new DnsResolver.Options(500, 4, 600), config, NO_HOSTS, new Random(1));
        assertEquals(500, bounded.waitMs(0));
        assertTrue(bounded.waitMs(5) >= 500 && bounded.waitMs(5) <= 600);
        var free = new DnsResolver(loop, new DnsResolver.Options(0, 4, 0), config, NO_HOSTS, new Random(1));
        assertEquals(2000, free.waitMs(0));
        for (int round = 1; round < 5; round++) {
            int wait = free.waitMs(round);
            assertTrue(wait >= 2000 && wait >= 1000 << round && wait <= 2000 << round, round + ": " + wait);
        }
    }
}
