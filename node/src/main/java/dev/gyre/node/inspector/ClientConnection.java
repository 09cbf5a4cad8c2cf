package dev.gyre.node.inspector;

import dev.gyre.node.inspector.ProtocolServer.Client;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/** A connection to the server of the debugging protocol: a request by HTTP, then, if it asks for that, a WebSocket. */
final class ClientConnection {
    private static final int MAX_HEAD_BYTES = 16 << 10;
    private static final int MAX_MESSAGE_BYTES = 256 << 20;
    private static final int READ_BYTES = 64 << 10;

    private final ProtocolServer server;
    private final SocketChannel channel;
    private final SelectionKey key;
    private final ByteBuffer received = ByteBuffer.allocate(READ_BYTES);
    private final Deque<ByteBuffer> unsent = new ArrayDeque<>(); // guarded by itself
    private byte[] unread = {};
    private final ByteArrayOutputStream fragments = new ByteArrayOutputStream();
    private @Nullable Client client;
    private boolean isClosing; // when all is sent
    private boolean isClosed;

    ClientConnection(ProtocolServer server, SocketChannel channel, Selector selector) throws IOException {
        this.server = server;
        this.channel = channel;
        channel.configureBlocking(false);
        key = channel.register(selector, SelectionKey.OP_READ, this);
    }

    boolean isClosed() {
        return isClosed;
    }

    boolean wasClient() {
        return client != null;
    }

    /** Sends a message to the client. Any thread. */
    void send(String message) {
        enqueue(WebSocketFrame.text(message));
        server.wakeUp(this);
    }

    /** The server ends: the client is told. */
    void end() {
        if (client != null && !isClosed) {
            enqueue(WebSocketFrame.close());
            flush();
        }
        close();
    }

    void ready() {
        if (key.isValid() && key.isReadable()) {
            read();
        }
        if (!isClosed && key.isValid() && key.isWritable()) {
            flush();
        }
    }

    private void read() {
        try {
            received.clear();
            int count = channel.read(received);
            if (count < 0) {
                close();
                return;
            }
            byte[] all = new byte[unread.length + count];
            System.arraycopy(unread, 0, all, 0, unread.length);
            System.arraycopy(received.array(), 0, all, unread.length, count);
            unread = all;
            if (client == null) {
                readRequests();
            } else {
                readFrames();
            }
        } catch (IOException _) {
            close();
        }
    }

    private void readRequests() {
        while (!isClosed && !isClosing && client == null) {
            String text = new String(unread, StandardCharsets.ISO_8859_1);
            int end = text.indexOf("\r\n\r\n");
            if (end < 0) {
                if (unread.length > MAX_HEAD_BYTES) {
                    refuse();
                }
                return;
            }
            skip(end + 4);
            answer(ProtocolRequest.parse(text.substring(0, end)));
        }
        if (client != null) {
            readFrames();
        }
    }

    private void answer(@Nullable ProtocolRequest request) {
        if (request == null || !request.isAllowed()) {
            refuse();
        } else if (!request.isUpgrade()) {
            String response = ServerPages.response(request, server);
            if (response == null) {
                refuse();
            } else {
                enqueue(ByteBuffer.wrap(response.getBytes(StandardCharsets.UTF_8)));
                flush();
            }
        } else if (request.webSocketKey().isEmpty()
                || !request.path().equals("/" + server.target().id())) {
            refuse();
        } else {
            enqueue(ByteBuffer.wrap(
                    WebSocketFrame.acceptance(request.webSocketKey()).getBytes(StandardCharsets.ISO_8859_1)));
            flush();
            client = server.target().attach(this);
        }
    }

    private void refuse() {
        enqueue(ByteBuffer.wrap(ServerPages.REFUSAL.getBytes(StandardCharsets.ISO_8859_1)));
        isClosing = true;
        flush();
    }

    private void readFrames() {
        Client receiver = client;
        while (receiver != null && !isClosed) {
            WebSocketFrame frame = WebSocketFrame.read(unread);
            if (frame == null) {
                if (unread.length > MAX_MESSAGE_BYTES) {
                    close();
                }
                return;
            }
            skip(frame.length());
            handle(frame, receiver);
        }
    }

    // Not a switch: the compiler would make a table of it that is static and can change.
    private void handle(WebSocketFrame frame, Client receiver) {
        WebSocketFrame.Kind kind = frame.kind();
        if (kind == WebSocketFrame.Kind.TEXT) {
            fragments.writeBytes(frame.payload());
            if (fragments.size() > MAX_MESSAGE_BYTES) {
                close();
            } else if (frame.isLast()) {
                String message = fragments.toString(StandardCharsets.UTF_8);
                fragments.reset();
                receiver.receive(message);
            }
        } else if (kind == WebSocketFrame.Kind.PING) {
            enqueue(WebSocketFrame.pong(frame.payload()));
            flush();
        } else if (kind == WebSocketFrame.Kind.CLOSE) {
            enqueue(WebSocketFrame.close());
            isClosing = true;
            flush();
        } else if (kind == WebSocketFrame.Kind.WRONG) {
            close();
        }
    }

    private void skip(int count) {
        unread = Arrays.copyOfRange(unread, count, unread.length);
    }

    private void enqueue(ByteBuffer bytes) {
        synchronized (unsent) {
            unsent.add(bytes);
        }
    }

    /** Sends what the kernel takes. */
    void flush() {
        if (isClosed) {
            return;
        }
        try {
            for (ByteBuffer next = first(); next != null; next = first()) {
                channel.write(next);
                if (next.hasRemaining()) {
                    key.interestOps(SelectionKey.OP_READ | SelectionKey.OP_WRITE);
                    return;
                }
                synchronized (unsent) {
                    unsent.poll();
                }
            }
            key.interestOps(SelectionKey.OP_READ);
            if (isClosing) {
                close();
            }
        } catch (IOException _) {
            close();
        }
    }

    private @Nullable ByteBuffer first() {
        synchronized (unsent) {
            return unsent.peek();
        }
    }

    private void close() {
        if (isClosed) {
            return;
        }
        isClosed = true;
        try {
            channel.close();
        } catch (IOException _) {
            // the client has gone in any case
        }
        if (client != null) {
            client.gone();
        }
    }
}
