package dev.gyre.io.datagram;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.gyre.io.address.Endpoint;
import dev.gyre.io.libc.Descriptors;
import dev.gyre.io.libc.Errno;
import dev.gyre.io.poll.EpollPoller;
import dev.gyre.loop.Loop;
import dev.gyre.loop.RunMode;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(20)
class UdpSocketTest {
    private final Loop loop = Loop.builder().poller(new EpollPoller()).open();
    private final List<String> seen = new ArrayList<>();
    private final ByteBuffer memory = ByteBuffer.allocateDirect(1024);
    private final UdpOutbox outbox = new UdpOutbox(memory);

    @AfterEach
    void close() {
        loop.close();
    }

    /** Closes when it has heard so many. */
    private UdpSocket socket(int closeAfter) {
        var made = new UdpSocket[1];
        made[0] = new UdpSocket(loop, new UdpSocket.Receiver() {
            private int heard;

            @Override
            public void onDatagram(byte[] datagram) {
                byte[] payload = Arrays.copyOfRange(datagram, Endpoint.BYTES, datagram.length);
                seen.add(new String(payload, StandardCharsets.UTF_8));
                count();
            }

            @Override
            public void onError(int errno) {
                seen.add(Errno.nameOf(errno));
                count();
            }

            private void count() {
                if (++heard == closeAfter) {
                    made[0].close();
                }
            }
        });
        return made[0];
    }

    private static ByteBuffer loopback(int port) {
        return Endpoint.of(InetAddress.getLoopbackAddress(), port);
    }

    private static ByteBuffer addressOf(UdpSocket socket) {
        byte[] form = new byte[Endpoint.BYTES];
        assertEquals(0, socket.address(false, form));
        return ByteBuffer.wrap(form);
    }

    private int send(UdpSocket from, ByteBuffer to, String text) {
        if (to != null) {
            memory.put(0, to, 0, Endpoint.BYTES);
        }
        int bytes = outbox.put(text.getBytes(StandardCharsets.UTF_8));
        return from.send(outbox, bytes, to != null, true, status -> seen.add("sent " + status));
    }

    @Test
    void aSocketThatOthersMayHaveTooTakesOneDatagramATurn() {
        UdpSocket bound = socket(0);
        assertEquals(0, bound.bind(loopback(0), 0));
        UdpSocket opened = socket(3);
        assertEquals(0, opened.open(Descriptors.duplicateFrom(bound.descriptor(), 3)));
        UdpSocket sender = socket(0);
        assertEquals(0, sender.bind(loopback(0), 0));
        for (String text : List.of("a", "b", "c")) {
            assertEquals(1, send(sender, addressOf(bound), text));
        }
        opened.receive(true);
        loop.run(RunMode.ONCE);
        assertEquals(List.of("a"), seen);
        loop.run(RunMode.DEFAULT);
        assertEquals(List.of("a", "b", "c"), seen);
        bound.close();
        sender.close();
    }

    @Test
    void manyDatagramsComeInOrderOfArrival() {
        UdpSocket receiver = socket(100);
        assertEquals(0, receiver.bind(loopback(0), 0));
        receiver.receive(true);
        UdpSocket sender = socket(0);
        assertEquals(0, sender.bind(loopback(0), 0));
        var expected = new ArrayList<String>();
        for (int i = 0; i < 100; i++) {
            expected.add("datagram " + i);
            assertEquals(expected.getLast().length(), send(sender, addressOf(receiver), expected.getLast()));
        }
        loop.run(RunMode.DEFAULT);
        sender.close();
        assertEquals(expected, seen);
    }

    @Test
    void anEmptyDatagramIsOne() {
        UdpSocket receiver = socket(1);
        receiver.bind(loopback(0), 0);
        receiver.receive(true);
        UdpSocket sender = socket(0);
        assertEquals(0, sender.connect(addressOf(receiver)));
        assertEquals(0, send(sender, null, ""));
        loop.run(RunMode.DEFAULT);
        sender.close();
        assertEquals(List.of(""), seen);
    }

    @Test
    void aPortThatIsInUseIsRefused() {
        UdpSocket first = socket(0);
        assertEquals(0, first.bind(loopback(0), 0));
        UdpSocket second = socket(0);
        assertEquals(Errno.EADDRINUSE.number(), second.bind(addressOf(first), 0));
        first.close();
        second.close();
    }

    @Test
    void aClosedPortIsToldToAConnectedSocket() {
        UdpSocket gone = socket(0);
        gone.bind(loopback(0), 0);
        ByteBuffer address = addressOf(gone);
        gone.close();
        UdpSocket sender = socket(1);
        sender.connect(address);
        sender.receive(true);
        send(sender, null, "anybody?");
        loop.run(RunMode.DEFAULT);
        assertEquals(List.of("ECONNREFUSED"), seen);
    }

    @Test
    void queuedDatagramsAreSentWhenThereIsRoom() {
        UdpSocket receiver = socket(1);
        receiver.bind(loopback(0), 0);
        receiver.receive(true);
        UdpSocket sender = socket(0);
        sender.bind(loopback(0), 0);
        memory.put(0, addressOf(receiver), 0, Endpoint.BYTES);
        int bytes = outbox.put("later".getBytes(StandardCharsets.UTF_8));
        assertEquals(
                Errno.EAGAIN.number(), sender.send(outbox, bytes, true, false, status -> seen.add("sent " + status)));
        outbox.put("overwritten".getBytes(StandardCharsets.UTF_8));
        loop.run(RunMode.DEFAULT);
        sender.close();
        assertEquals(List.of("sent 0", "later"), seen);
    }

    @Test
    void closingCancelsWhatIsQueued() {
        UdpSocket sender = socket(0);
        sender.bind(loopback(0), 0);
        memory.put(0, addressOf(sender), 0, Endpoint.BYTES);
        sender.send(outbox, outbox.put(new byte[] {1}), true, false, status -> seen.add("sent " + status));
        sender.close();
        loop.run(RunMode.DEFAULT);
        assertEquals(List.of("sent " + Errno.ECANCELED.number()), seen);
    }

    @Test
    void optionsNeedADescriptor() {
        UdpSocket socket = socket(0);
        assertEquals(Errno.EBADF.number(), UdpOptions.ttl(socket, 3));
        assertEquals(Errno.EBADF.number(), socket.address(false, new byte[Endpoint.BYTES]));
        socket.bind(loopback(0), 0);
        assertEquals(0, UdpOptions.ttl(socket, 3));
        assertEquals(Errno.EINVAL.number(), UdpOptions.ttl(socket, 256));
        assertTrue(UdpOptions.bufferSize(socket, 0, true) > 0);
        socket.close();
    }

    @Test
    void onlyAReferencedReceiverKeepsTheLoop() {
        UdpSocket socket = socket(0);
        socket.bind(loopback(0), 0);
        assertFalse(loop.alive());
        socket.receive(true);
        assertTrue(loop.alive());
        socket.setReferenced(false);
        assertFalse(loop.alive());
        socket.setReferenced(true);
        assertTrue(loop.alive());
        socket.close();
    }
}
