package dev.gyre.io.dns;

import dev.gyre.loop.ChannelHandle;
import java.io.IOException;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardProtocolFamily;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.nio.channels.SelectionKey;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A connected UDP socket. The kernel chooses its port at random; a few queries share it, then a new one is made, so that
 * many queries neither need many descriptors nor give a forger the time to find the port. It is closed as soon as
 * nobody waits.
 */
final class UdpExchange implements Exchange {
    private static final int MAX_QUERIES = 32;
    private static final int MESSAGES_PER_TURN = 32;

    private final DnsResolver resolver;
    private final DnsServer server;
    private final DatagramChannel channel;
    private final ChannelHandle handle;
    private final Map<Integer, DnsQuery> waiting = new HashMap<>();
    private int queries;

    private UdpExchange(DnsResolver resolver, DnsServer server, DatagramChannel channel) throws IOException {
        this.resolver = resolver;
        this.server = server;
        this.channel = channel;
        handle = resolver.loop().channel(channel);
        handle.start(SelectionKey.OP_READ, _ -> read());
    }

    static UdpExchange open(DnsResolver resolver, DnsServer server) throws IOException {
        boolean isV4 = server.address.getAddress() instanceof Inet4Address;
        DatagramChannel channel =
                DatagramChannel.open(isV4 ? StandardProtocolFamily.INET : StandardProtocolFamily.INET6);
        try {
            InetAddress local = resolver.localAddress(isV4);
            if (local != null) {
                channel.bind(new InetSocketAddress(local, 0));
            }
            channel.connect(server.address);
            return new UdpExchange(resolver, server, channel);
        } catch (IOException | RuntimeException e) { // some refusals of an address are unchecked
            channel.close();
            throw new IOException(e);
        }
    }

    @Override
    public void send(DnsQuery query) throws IOException {
        queries++;
        do {
            query.id = resolver.randomId();
        } while (waiting.containsKey(query.id));
        waiting.put(query.id, query);
        if (queries >= MAX_QUERIES) {
            retire();
        }
        // A full buffer loses the datagram, as the network may: the next try comes.
        channel.write(ByteBuffer.wrap(query.toBytes()));
    }

    @Override
    public void forget(DnsQuery query) {
        waiting.remove(query.id);
        closeIfIdle();
    }

    /** No further query goes this way. */
    void retire() {
        if (server.open == this) {
            server.open = null;
        }
    }

    private void closeIfIdle() {
        if (waiting.isEmpty()) {
            retire();
            handle.close();
        }
    }

    private void read() {
        ByteBuffer room = resolver.room();
        for (int i = 0; i < MESSAGES_PER_TURN && !handle.isClosing(); i++) {
            try {
                if (channel.read(room.clear()) <= 0) {
                    return; // nothing more, or an empty datagram, which is as good as that
                }
            } catch (IOException _) {
                failAll();
                return;
            }
            byte[] bytes = new byte[room.position()];
            room.get(0, bytes);
            receive(bytes);
        }
    }

    private void receive(byte[] bytes) {
        if (bytes.length < 2) {
            return;
        }
        DnsQuery query = waiting.get((bytes[0] & 255) << 8 | bytes[1] & 255);
        if (query == null) {
            return;
        }
        DnsMessage message;
        try {
            message = DnsMessage.parse(bytes);
        } catch (DnsFormatException _) {
            resolver.failed(query, DnsStatus.BADRESP);
            return;
        }
        if (query.asks(message)) {
            resolver.answered(query, message);
        }
    }

    /** The server's port is closed, or the network is gone. */
    private void failAll() {
        List<DnsQuery> all = new ArrayList<>(waiting.values());
        retire();
        for (DnsQuery query : all) {
            resolver.failed(query, DnsStatus.CONNREFUSED);
        }
    }
}
