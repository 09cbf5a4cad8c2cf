package dev.gyre.io.dns;

import dev.gyre.loop.ChannelHandle;
import java.io.IOException;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;

/** A connection for one query whose answer is too long for a datagram. Each message has its length before it. */
final class TcpExchange implements Exchange {
    private static final int LENGTH_BYTES = 2;

    private final DnsResolver resolver;
    private final SocketChannel channel;
    private final ChannelHandle handle;
    private DnsQuery query;
    private ByteBuffer unsent;
    private ByteBuffer received = ByteBuffer.allocate(LENGTH_BYTES);
    private boolean hasLength;

    private TcpExchange(DnsResolver resolver, SocketChannel channel) throws IOException {
        this.resolver = resolver;
        this.channel = channel;
        handle = resolver.loop().channel(channel);
    }

    static TcpExchange open(DnsResolver resolver, DnsServer server) throws IOException {
        SocketChannel channel = SocketChannel.open();
        try {
            InetAddress local = resolver.localAddress(server.address.getAddress() instanceof Inet4Address);
            if (local != null) {
                channel.bind(new InetSocketAddress(local, 0));
            }
            var exchange = new TcpExchange(resolver, channel);
            boolean connected = channel.connect(server.address);
            int interest = connected ? SelectionKey.OP_WRITE : SelectionKey.OP_CONNECT;
            exchange.handle.start(interest, exchange::onReady);
            return exchange;
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw new IOException(e);
        }
    }

    @Override
    public void send(DnsQuery query) {
        this.query = query;
        query.id = resolver.randomId();
        byte[] message = query.toBytes();
        unsent = ByteBuffer.allocate(LENGTH_BYTES + message.length)
                .putShort((short) message.length)
                .put(message)
                .flip();
    }

    @Override
    public void forget(DnsQuery query) {
        handle.close();
    }

    private void onReady(int readyOps) {
        try {
            if ((readyOps & SelectionKey.OP_CONNECT) != 0) {
                channel.finishConnect();
                handle.interestOps(SelectionKey.OP_WRITE);
            } else if ((readyOps & SelectionKey.OP_WRITE) != 0) {
                channel.write(unsent);
                handle.interestOps(unsent.hasRemaining() ? SelectionKey.OP_WRITE : SelectionKey.OP_READ);
            } else {
                read();
            }
        } catch (IOException _) {
            resolver.failed(query, DnsStatus.CONNREFUSED);
        }
    }

    private void read() throws IOException {
        int length = channel.read(received);
        if (length < 0) {
            throw new IOException("the server closed the connection");
        }
        if (received.hasRemaining()) {
            return;
        }
        if (!hasLength) {
            hasLength = true;
            received = ByteBuffer.allocate(received.getShort(0) & 0xffff);
            return;
        }
        try {
            DnsMessage message = DnsMessage.parse(received.array());
            if (message.id() == query.id && query.asks(message) && !message.isTruncated()) {
                resolver.answered(query, message);
                return;
            }
        } catch (DnsFormatException _) {
            // told below
        }
        resolver.failed(query, DnsStatus.BADRESP);
    }
}
