package dev.gyre.node.dns;

import dev.gyre.codec.dns.DnsFormatException;
import dev.gyre.codec.dns.DnsMessage;
import dev.gyre.codec.dns.DnsStatus;
import dev.gyre.io.address.Endpoint;
import dev.gyre.io.datagram.UdpOutbox;
import dev.gyre.io.datagram.UdpSocket;
import dev.gyre.io.libc.Errno;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A connected UDP socket. The kernel chooses its port at random; a few queries share it, then a new one is made, so that
 * many queries neither need many descriptors nor give a forger the time to find the port. It is closed as soon as
 * nobody waits.
 */
final class UdpExchange implements Exchange, UdpSocket.Receiver {
    private static final int MAX_QUERIES = 32;

    private final DnsResolver resolver;
    private final DnsServer server;
    private final UdpSocket socket;
    private final Map<Integer, DnsQuery> waiting = new HashMap<>();
    private int queries;

    private UdpExchange(DnsResolver resolver, DnsServer server) {
        this.resolver = resolver;
        this.server = server;
        socket = new UdpSocket(resolver.loop(), this);
    }

    /** Null where the server can't be reached from here. */
    static @Nullable UdpExchange open(DnsResolver resolver, DnsServer server) {
        var exchange = new UdpExchange(resolver, server);
        ByteBuffer local = resolver.localAddress(server);
        int error = local == null ? 0 : exchange.socket.bind(local, 0);
        if (error == 0) {
            error = exchange.socket.connect(server.endpoint());
        }
        if (error < 0) {
            exchange.socket.close();
            return null;
        }
        exchange.socket.receive(true);
        return exchange;
    }

    @Override
    public boolean send(DnsQuery query) {
        queries++;
        do {
            query.id = resolver.randomId();
        } while (waiting.containsKey(query.id));
        waiting.put(query.id, query);
        if (queries >= MAX_QUERIES) {
            retire();
        }
        UdpOutbox outbox = resolver.outbox();
        int result = socket.send(outbox, outbox.put(query.toBytes()), false, true, _ -> {});
        return result >= 0 || result == Errno.EAGAIN.number(); // it goes when there is room
    }

    @Override
    public void forget(DnsQuery query) {
        waiting.remove(query.id);
        if (waiting.isEmpty()) {
            retire();
            socket.close();
        }
    }

    /** No further query goes this way. */
    void retire() {
        if (server.open == this) {
            server.open = null;
        }
    }

    @Override
    public void onDatagram(byte[] datagram) {
        int at = Endpoint.BYTES;
        if (datagram.length < at + 2) {
            return;
        }
        DnsQuery query = waiting.get((datagram[at] & 255) << 8 | (datagram[at + 1] & 255));
        if (query == null) {
            return;
        }
        DnsMessage message;
        try {
            message = DnsMessage.parse(Arrays.copyOfRange(datagram, at, datagram.length));
        } catch (DnsFormatException _) {
            resolver.failed(query, DnsStatus.BADRESP);
            return;
        }
        if (query.asks(message)) {
            resolver.answered(query, message);
        }
    }

    /** The server's port is closed, or the network is gone. */
    @Override
    public void onError(int errno) {
        retire();
        for (DnsQuery query : new ArrayList<>(waiting.values())) {
            resolver.failed(query, DnsStatus.CONNREFUSED);
        }
    }
}
