import dev.gyre.loop.ChannelHandle;
import dev.gyre.loop.Loop;
import dev.gyre.loop.RunMode;
import dev.gyre.loop.TimerHandle;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * A TCP echo server, and a client that a timer makes send a line now and then: both on one loop, on one thread.
 *
 * <p>Nobody stops the loop. The client hangs up when its last line came back, the server then closes the connection
 * and, having no other, stops listening; with nothing left to wait for, {@code run} returns.
 */
public final class Echo {
    private static final long PERIOD_MS = 20;

    public static void main(String[] args) throws IOException {
        try (Loop loop = Loop.open()) {
            var server = new Server(loop);
            var client = new Client(loop, server.address());
            client.sendEvery(PERIOD_MS, List.of("one", "two", "three"));
            loop.run(RunMode.DEFAULT);
        }
        System.out.println("nothing left to wait for");
    }

    /** Sends back whatever comes, until the last connection is closed. */
    private static final class Server {
        private final Loop loop;
        private final ServerSocketChannel listener;
        private final ChannelHandle handle;
        private int connections;

        Server(Loop loop) throws IOException {
            this.loop = loop;
            listener = ServerSocketChannel.open();
            listener.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            handle = loop.channel(listener);
            handle.start(SelectionKey.OP_ACCEPT, _ -> accept());
        }

        InetSocketAddress address() throws IOException {
            return (InetSocketAddress) listener.getLocalAddress();
        }

        private void accept() throws IOException {
            for (SocketChannel peer = listener.accept(); peer != null; peer = listener.accept()) {
                connections++;
                new Connection(loop, peer, this::hungUp);
            }
        }

        private void hungUp() {
            System.out.println("the connection is closed");
            if (--connections == 0) {
                handle.close(() -> System.out.println("the server stopped listening"));
            }
        }
    }

    /** One connection of the server. It reads only while it has nothing to send back: its flow control. */
    private static final class Connection {
        private final SocketChannel peer;
        private final ChannelHandle handle;
        private final ByteBuffer buffer = ByteBuffer.allocate(4096);
        private final Runnable onClose;

        Connection(Loop loop, SocketChannel peer, Runnable onClose) throws IOException {
            this.peer = peer;
            this.onClose = onClose;
            handle = loop.channel(peer);
            handle.start(SelectionKey.OP_READ, this::ready);
        }

        private void ready(int readyOps) throws IOException {
            if ((readyOps & SelectionKey.OP_READ) != 0) {
                if (peer.read(buffer) < 0) {
                    handle.close(onClose);
                    return;
                }
                buffer.flip();
            }
            peer.write(buffer);
            if (buffer.hasRemaining()) {
                handle.interestOps(SelectionKey.OP_WRITE);
            } else {
                buffer.clear();
                handle.interestOps(SelectionKey.OP_READ);
            }
        }
    }

    /** Sends lines, prints what comes back, hangs up when all is back. */
    private static final class Client {
        private final Loop loop;
        private final SocketChannel channel;
        private final ChannelHandle handle;
        private final ByteBuffer buffer = ByteBuffer.allocate(4096);
        private final StringBuilder received = new StringBuilder();
        private int awaited;

        Client(Loop loop, InetSocketAddress address) throws IOException {
            this.loop = loop;
            channel = SocketChannel.open(address);
            handle = loop.channel(channel);
            handle.start(SelectionKey.OP_READ, _ -> read());
        }

        void sendEvery(long periodMs, List<String> lines) {
            awaited = lines.size();
            var left = lines.iterator();
            var timer = new TimerHandle[1];
            timer[0] = loop.timer(() -> {
                send(left.next());
                if (!left.hasNext()) {
                    timer[0].close();
                }
            });
            timer[0].start(0, periodMs);
        }

        private void send(String line) {
            try {
                channel.write(StandardCharsets.UTF_8.encode(line + "\n"));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        private void read() throws IOException {
            if (channel.read(buffer) < 0) {
                handle.close();
                return;
            }
            received.append(StandardCharsets.UTF_8.decode(buffer.flip()));
            buffer.clear();
            for (int end = received.indexOf("\n"); end >= 0; end = received.indexOf("\n")) {
                System.out.println("echoed: " + received.substring(0, end));
                received.delete(0, end + 1);
                awaited--;
            }
            if (awaited == 0) {
                handle.close();
            }
        }
    }
}
