package dev.gyre.node.inspector;

import java.io.Closeable;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.channels.ClosedSelectorException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * The server of the debugging protocol, on a thread of its own: it answers while JavaScript runs, is paused or waits. It
 * touches no V8 value; what clients send goes to their {@link Client}.
 */
final class ProtocolServer implements Closeable {
    private static final int MAX_CONNECTIONS = 1024;
    private static final long RETRY_MS = 20;
    private static final long CLOSE_WAIT_MS = 1000;

    /** What is debugged. Its methods are called by the server's thread. */
    interface Target {
        String id();

        String title();

        String scriptUrl();

        /** Whether {@code /json} answers. */
        boolean isPublishedByHttp();

        /** A client has come. */
        Client attach(ClientConnection connection);

        /** The last client has gone. */
        void lastClientHasGone();

        /**
         * Has messages fetched that wait for the runtime's thread.
         *
         * @return whether some still wait, so that it is called again soon
         */
        boolean remind();
    }

    /** One client. Its methods are called by the server's thread. */
    interface Client {
        void receive(String message);

        void gone();
    }

    private final Target target;
    private final ServerSocketChannel server;
    private final Selector selector;
    private final ConcurrentLinkedQueue<ClientConnection> writable = new ConcurrentLinkedQueue<>();
    private final List<ClientConnection> connections = new ArrayList<>();
    private final Thread thread;
    private volatile boolean isClosing;

    /** Begins to listen, and to serve. */
    ProtocolServer(InetSocketAddress address, Target target) throws IOException {
        this.target = target;
        selector = Selector.open();
        server = ServerSocketChannel.open();
        try {
            server.configureBlocking(false);
            server.bind(address, MAX_CONNECTIONS);
            server.register(selector, SelectionKey.OP_ACCEPT);
        } catch (IOException | RuntimeException e) {
            server.close();
            selector.close();
            throw e;
        }
        thread = new Thread(this::serve, "gyre-inspector");
        thread.setDaemon(true);
        thread.start();
    }

    int port() {
        return server.socket().getLocalPort();
    }

    Target target() {
        return target;
    }

    private void serve() {
        try {
            while (!isClosing) {
                long limitMs = target.remind() ? RETRY_MS : 0;
                selector.select(this::ready, limitMs);
                for (ClientConnection next = writable.poll(); next != null; next = writable.poll()) {
                    next.flush();
                }
                forgetClosed();
            }
        } catch (IOException | ClosedSelectorException _) {
            // the process is out of descriptors, or ends
        } finally {
            closeAll();
        }
    }

    private void ready(SelectionKey key) {
        if (!key.isValid()) {
            return;
        }
        if (key.attachment() instanceof ClientConnection connection) {
            connection.ready();
        } else {
            accept();
        }
    }

    private void accept() {
        try {
            for (SocketChannel channel = server.accept(); channel != null; channel = server.accept()) {
                if (connections.size() >= MAX_CONNECTIONS) {
                    channel.close();
                } else {
                    connections.add(new ClientConnection(this, channel, selector));
                }
            }
        } catch (IOException _) {
            // no descriptor is free, or the client has gone
        }
    }

    private void forgetClosed() {
        boolean hadClients = connections.stream().anyMatch(ClientConnection::wasClient);
        if (connections.removeIf(ClientConnection::isClosed)
                && hadClients
                && connections.stream().noneMatch(ClientConnection::wasClient)) {
            target.lastClientHasGone();
        }
    }

    /** There is something to write. Any thread. */
    void wakeUp(ClientConnection connection) {
        writable.add(connection);
        wakeUp();
    }

    /** Something waits for the runtime's thread. Any thread. */
    void wakeUp() {
        if (!Thread.currentThread().equals(thread)) {
            try {
                selector.wakeup();
            } catch (ClosedSelectorException _) {
                // nobody listens any more
            }
        }
    }

    /** Ends all connections, and listens no more. Any thread; returns when it is done. */
    @Override
    public void close() {
        isClosing = true;
        wakeUp();
        try {
            thread.join(CLOSE_WAIT_MS);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private void closeAll() {
        boolean hadClients = connections.stream().anyMatch(ClientConnection::wasClient);
        connections.forEach(ClientConnection::end);
        connections.clear();
        try {
            server.close();
            selector.close();
        } catch (IOException _) {
            // it is of no use any more in any case
        }
        if (hadClients) {
            target.lastClientHasGone();
        }
    }
}
