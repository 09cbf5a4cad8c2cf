package dev.gyre.distributed;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.DataInput;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import org.jgroups.Address;
import org.jgroups.blocks.cs.Receiver;
import org.jgroups.util.DefaultThreadFactory;
import org.junit.jupiter.api.Test;

class MemberServerTest {
    private static final int ROUNDS = 30;
    private static final int LIMIT_S = 30;

    /** What has arrived, by its first byte. */
    private static final class Arrivals implements Receiver {
        final Set<Byte> seen = ConcurrentHashMap.newKeySet();
        final CountDownLatch all;

        Arrivals(int count) {
            all = new CountDownLatch(count);
        }

        @Override
        public void receive(Address from, byte[] bytes, int offset, int length) {
            if (seen.add(bytes[offset])) {
                all.countDown();
            }
        }

        @Override
        public void receive(Address from, ByteBuffer bytes) {
            receive(from, bytes.array(), bytes.arrayOffset() + bytes.position(), bytes.remaining());
        }

        @Override
        public void receive(Address from, DataInput in, int length) throws Exception {
            byte[] bytes = new byte[length];
            in.readFully(bytes);
            receive(from, bytes, 0, length);
        }
    }

    private static MemberServer open(Arrivals arrivals) throws Exception {
        var server = new MemberServer(
                new DefaultThreadFactory("member", true),
                new GuardedSocketFactory(null, new Obstacles(_ -> {}), true),
                InetAddress.getLoopbackAddress(),
                1,
                8192);
        server.receiver(arrivals);
        server.start();
        return server;
    }

    @Test
    void losesNothingWhenTwoMembersConnectToEachOtherAtTheSameTime() throws Exception {
        for (int round = 0; round < ROUNDS; round++) {
            var arrivals = new Arrivals[] {new Arrivals(2), new Arrivals(2)};
            var servers = new MemberServer[] {open(arrivals[0]), open(arrivals[1])};
            try {
                var start = new CyclicBarrier(2);
                var senders = new Thread[2];
                for (int i = 0; i < 2; i++) {
                    int from = i;
                    senders[i] = new Thread(() -> {
                        try {
                            start.await();
                            Address to = servers[1 - from].localAddress();
                            servers[from].send(to, new byte[] {1, 2, 3}, 0, 3);
                            servers[from].send(to, new byte[] {2, 2, 3}, 0, 3);
                        } catch (Exception e) {
                            throw new IllegalStateException(e);
                        }
                    });
                    senders[i].start();
                }
                for (int i = 0; i < 2; i++) {
                    senders[i].join();
                    assertTrue(
                            arrivals[i].all.await(LIMIT_S, TimeUnit.SECONDS),
                            "round " + round + ": only " + arrivals[i].seen + " arrived");
                }
            } finally {
                servers[0].stop();
                servers[1].stop();
            }
        }
    }

    /** A member that joins is in no view yet when the next one comes. */
    @Test
    void aViewClosesNoConnectionByWhichSomethingHasJustCome() throws Exception {
        var here = new Arrivals(2);
        try (var server = open(here);
                var joiner = open(new Arrivals(1))) {
            joiner.send(server.localAddress(), new byte[] {1}, 0, 1);
            while (!server.hasConnection(joiner.localAddress())) {
                Thread.onSpinWait();
            }
            server.retainAll(Set.of(), _ -> false);
            assertTrue(server.hasConnection(joiner.localAddress()));
            joiner.send(server.localAddress(), new byte[] {2}, 0, 1);
            assertTrue(here.all.await(LIMIT_S, TimeUnit.SECONDS));
        }
    }
}
