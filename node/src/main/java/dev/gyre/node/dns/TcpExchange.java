package dev.gyre.node.dns;

import dev.gyre.codec.dns.DnsFormatException;
import dev.gyre.codec.dns.DnsMessage;
import dev.gyre.codec.dns.DnsStatus;
import dev.gyre.io.libc.Descriptors;
import dev.gyre.io.libc.Errno;
import dev.gyre.io.stream.TcpCalls;
import dev.gyre.loop.DescriptorHandle;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** A connection for one query whose answer is too long for a datagram. Each message has its length before it. */
final class TcpExchange implements Exchange {
    private static final int LENGTH_BYTES = 2;

    private final DnsResolver resolver;
    private final int fd;
    private final DescriptorHandle handle;
    private ByteBuffer received = ByteBuffer.allocateDirect(LENGTH_BYTES);
    private boolean isConnected;
    private boolean hasLength;

    private TcpExchange(DnsResolver resolver, int fd) {
        this.resolver = resolver;
        this.fd = fd;
        handle = resolver.loop().descriptor(fd);
    }

    /** Null where the server can't be reached from here. */
    static @Nullable TcpExchange open(DnsResolver resolver, DnsServer server) {
        int fd = TcpCalls.connect(resolver.localAddress(server), server.endpoint());
        return fd < 0 ? null : new TcpExchange(resolver, fd);
    }

    @Override
    public boolean send(DnsQuery query) {
        query.id = resolver.randomId();
        byte[] message = query.toBytes();
        ByteBuffer unsent = ByteBuffer.allocateDirect(LENGTH_BYTES + message.length)
                .putShort((short) message.length)
                .put(message)
                .flip();
        handle.start(DescriptorHandle.OUT, _ -> onReady(query, unsent));
        return true;
    }

    @Override
    public void forget(DnsQuery query) {
        handle.close();
        Descriptors.closeQuietly(fd);
    }

    private void onReady(DnsQuery query, ByteBuffer unsent) {
        boolean isWell = unsent.hasRemaining() ? write(unsent) : read(query);
        if (!isWell) {
            resolver.failed(query, DnsStatus.CONNREFUSED);
        }
    }

    private boolean write(ByteBuffer unsent) {
        if (!isConnected) {
            isConnected = TcpCalls.pendingError(fd) == 0;
            if (!isConnected) {
                return false;
            }
        }
        int sent = TcpCalls.send(fd, unsent);
        if (!unsent.hasRemaining()) {
            handle.interest(DescriptorHandle.IN);
        }
        return sent >= 0 || sent == Errno.EAGAIN.number();
    }

    private boolean read(DnsQuery query) {
        int length = TcpCalls.receive(fd, received);
        if (length <= 0) {
            return length == Errno.EAGAIN.number(); // else the server has closed the connection, or it broke
        }
        if (received.hasRemaining()) {
            return true;
        }
        if (!hasLength) {
            hasLength = true;
            int announced = received.getShort(0) & 0xffff;
            received = ByteBuffer.allocateDirect(announced);
            return announced > 0;
        }
        receive(query);
        return true;
    }

    private void receive(DnsQuery query) {
        byte[] bytes = new byte[received.capacity()];
        received.get(0, bytes);
        try {
            DnsMessage message = DnsMessage.parse(bytes);
            if (message.id() == query.id && query.asks(message) && !message.isTruncated()) {
                resolver.answered(query, message);
                return;
            }
        } catch (DnsFormatException _) {
            // as bad as an answer to something else
        }
        resolver.failed(query, DnsStatus.BADRESP);
    }
}
