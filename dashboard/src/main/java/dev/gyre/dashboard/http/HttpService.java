package dev.gyre.dashboard.http;

import java.io.Closeable;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedSelectorException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/**
 * Listens, and serves its connections while {@link #serve} is called, on the calling thread.
 *
 * <p>No client can hold it: every socket is non-blocking; a connection that has not sent its request, or does not take its
 * answer, within some seconds is closed; there are at most {@value #MAX_CONNECTIONS} of them, and where one more comes, the
 * oldest that has sent no request yet makes room. A connection carries one request, so that none can be smuggled behind
 * another.
 */
public final class HttpService implements Closeable {
    static final int MAX_CONNECTIONS = 64;
    private static final long PRACTICE_NS = TimeUnit.MILLISECONDS.toNanos(500);

    private final ServerSocketChannel server;
    private final Selector selector;
    private final Function<Request, Response> handler;
    private final ArrayList<Connection> connections = new ArrayList<>(); // the oldest first

    /**
     * Begins to listen.
     *
     * @param handler answers a request, at once; called by the thread that serves
     */
    public HttpService(InetSocketAddress address, Function<Request, Response> handler) throws IOException {
        this.handler = handler;
        selector = Selector.open();
        server = ServerSocketChannel.open();
        try {
            server.configureBlocking(false);
            server.bind(address, MAX_CONNECTIONS);
            server.register(selector, SelectionKey.OP_ACCEPT);
        } catch (IOException | RuntimeException e) {
            close();
            throw e;
        }
    }

    public int port() throws IOException {
        return ((InetSocketAddress) server.getLocalAddress()).getPort();
    }

    /** Serves what comes until the time of {@link System#nanoTime} is {@code untilNs}. */
    public void serve(long untilNs) throws IOException {
        for (; ; ) {
            long leftMs = TimeUnit.NANOSECONDS.toMillis(untilNs - System.nanoTime());
            if (leftMs <= 0) {
                selector.selectNow(this::ready);
                break;
            }
            selector.select(this::ready, leftMs);
        }
        long nowNs = System.nanoTime();
        for (Connection connection : new ArrayList<>(connections)) {
            if (connection.isLate(nowNs)) {
                connection.close();
            }
        }
        connections.removeIf(Connection::isClosed);
    }

    /**
     * Answers a request of its own. The first one takes long, because its classes have to be loaded: that time is not to be
     * that of somebody who waits for an answer while all CPUs are busy.
     */
    public void practise(String request) throws IOException {
        try (var client = SocketChannel.open()) {
            client.configureBlocking(false);
            client.connect(server.getLocalAddress());
            long untilNs = System.nanoTime() + PRACTICE_NS;
            boolean isSent = false;
            ByteBuffer answer = ByteBuffer.allocate(1024);
            while (System.nanoTime() < untilNs) {
                serve(System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(2));
                if (!isSent && client.finishConnect()) {
                    isSent = client.write(ByteBuffer.wrap(request.getBytes(StandardCharsets.ISO_8859_1))) > 0;
                }
                answer.clear();
                if (isSent && client.read(answer) != 0) {
                    return;
                }
            }
        } catch (SocketException _) {
            // it can't be reached from here: somebody else's request will be the first
        }
    }

    /** Ends {@link #serve} early. Any thread. */
    public void wakeUp() {
        try {
            selector.wakeup();
        } catch (ClosedSelectorException _) {
            // nobody serves any more
        }
    }

    private void ready(SelectionKey key) {
        if (!key.isValid()) {
            return;
        }
        if (key.attachment() instanceof Connection connection) {
            connection.ready();
        } else {
            accept();
        }
    }

    private void accept() {
        try {
            for (SocketChannel channel = server.accept(); channel != null; channel = server.accept()) {
                connections.removeIf(Connection::isClosed);
                if (connections.size() >= MAX_CONNECTIONS && !makeRoom()) {
                    channel.close();
                    continue;
                }
                connections.add(new Connection(channel, selector, handler));
            }
        } catch (IOException _) {
            // no descriptor is free, or the client has gone: the next round accepts again
        }
    }

    private boolean makeRoom() {
        for (Connection connection : connections) {
            if (connection.hasSentNoRequest()) {
                connection.close();
                connections.remove(connection);
                return true;
            }
        }
        return false;
    }

    @Override
    public void close() throws IOException {
        connections.forEach(Connection::close);
        connections.clear();
        server.close();
        selector.close();
    }
}
