package dev.gyre.dashboard.http;

import dev.gyre.codec.http1.HeadText;
import dev.gyre.codec.http1.HttpMethod;
import dev.gyre.codec.http1.HttpParser;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** One connection: it reads a request, sends the answer and closes. */
final class Connection implements HttpParser.Sink, Response.EventStream {
    private static final int MAX_HEAD_BYTES = 16 << 10;
    private static final int MAX_HEADERS = 100;
    private static final int MAX_BODY_BYTES = 4 << 10;

    /** What an event stream may have waiting for a client that does not read. */
    private static final int MAX_WAITING_BYTES = 4 << 20;

    private static final long REQUEST_LIMIT_NS = TimeUnit.SECONDS.toNanos(5);
    private static final long STALL_LIMIT_NS = TimeUnit.SECONDS.toNanos(20);
    private static final long LINGER_LIMIT_NS = TimeUnit.SECONDS.toNanos(2);

    private enum State {
        READING,
        ANSWERING,
        STREAMING,
        /** All is sent: what the client still sends is read, since to close now would drop what it has not read yet. */
        LINGERING,
        CLOSED
    }

    private final SocketChannel channel;
    private final SelectionKey key;
    private final Function<Request, Response> handler;
    private final HttpParser parser;
    private final ByteBuffer in = ByteBuffer.allocate(4 << 10);
    private final ArrayDeque<ByteBuffer> out = new ArrayDeque<>();
    private int waitingBytes;
    private long bodyBytes;
    private @Nullable Request request;
    private @Nullable FileChannel file;
    private long filePosition;
    private State state = State.READING;
    private long sinceNs = System.nanoTime();

    Connection(SocketChannel channel, Selector selector, Function<Request, Response> handler) throws IOException {
        this.channel = channel;
        this.handler = handler;
        parser = new HttpParser(false, new HeadText(), this);
        parser.limit(MAX_HEAD_BYTES, MAX_HEADERS, 0);
        channel.configureBlocking(false);
        key = channel.register(selector, SelectionKey.OP_READ, this);
    }

    boolean isClosed() {
        return state == State.CLOSED;
    }

    boolean hasSentNoRequest() {
        return state == State.READING || state == State.LINGERING;
    }

    boolean isLate(long nowNs) {
        long limitNs = switch (state) {
            case READING -> REQUEST_LIMIT_NS;
            case ANSWERING -> STALL_LIMIT_NS;
            case STREAMING -> out.isEmpty() ? Long.MAX_VALUE : STALL_LIMIT_NS;
            case LINGERING -> LINGER_LIMIT_NS;
            case CLOSED -> Long.MAX_VALUE;
        };
        return nowNs - sinceNs > limitNs;
    }

    void ready() {
        try {
            if (key.isReadable()) {
                read();
            }
            if (state != State.CLOSED && key.isWritable()) {
                write();
            }
        } catch (IOException _) {
            close(); // the client has gone
        }
    }

    void close() {
        state = State.CLOSED;
        try {
            channel.close();
        } catch (IOException _) {
            // there is nobody to tell
        }
    }

    // ---- the request

    private void read() throws IOException {
        in.clear();
        int count = channel.read(in);
        if (count < 0) {
            close();
        } else if (state == State.READING) {
            int at = parser.feed(in.array(), 0, count);
            if (parser.error() != null) {
                boolean isTooLong = "HPE_HEADER_OVERFLOW".equals(parser.error().code());
                answer(Response.text(isTooLong ? 431 : 400, isTooLong ? "The head is too long" : "This is no HTTP/1"));
            } else if (at < count && state == State.READING) {
                answer(Response.text(400, "Upgrades are not offered"));
            }
        }
    }

    @Override
    public int head(HttpParser p) {
        if (p.text().length() == 0) {
            return HttpParser.CONTINUE;
        }
        String text = new String(p.text().bytes(), 0, p.text().length(), StandardCharsets.ISO_8859_1);
        request = Request.of(HttpMethod.name(p.method()), text);
        return HttpParser.CONTINUE;
    }

    @Override
    public void body(byte[] bytes, int from, int to) {
        bodyBytes += to - from;
        if (bodyBytes > MAX_BODY_BYTES && state == State.READING) {
            tryAnswer(Response.text(413, "No body is expected"));
        }
    }

    @Override
    public void end(HttpParser p) {
        if (state == State.READING) {
            tryAnswer(handler.apply(Objects.requireNonNull(request)));
        }
    }

    // ---- the answer

    private void tryAnswer(Response response) {
        try {
            answer(response);
        } catch (IOException _) {
            close();
        }
    }

    private void answer(Response response) throws IOException {
        sinceNs = System.nanoTime();
        var head = new StringBuilder("HTTP/1.1 " + response.status() + " " + reason(response.status()) + "\r\n");
        response.headers()
                .forEach((name, value) ->
                        head.append(name).append(": ").append(value).append("\r\n"));
        long length = response.body().length;
        if (response.file() != null) {
            file = response.file();
            length = file.size();
        }
        if (response.stream() == null) {
            head.append("Content-Length: ").append(length).append("\r\n");
        }
        head.append("Connection: close\r\n\r\n");
        put(head.toString().getBytes(StandardCharsets.ISO_8859_1));
        boolean isHead = request != null && request.method().equals("HEAD");
        if (isHead) {
            file = null;
        } else if (response.body().length > 0) {
            put(response.body());
        }
        state = State.ANSWERING;
        if (response.stream() != null && !isHead) {
            state = State.STREAMING;
            response.stream().begin(this);
        }
        if (!isClosed()) {
            write();
        }
    }

    private void put(byte[] bytes) {
        out.add(ByteBuffer.wrap(bytes));
        waitingBytes += bytes.length;
    }

    @Override
    public boolean send(String event, String data) {
        if (state != State.STREAMING) {
            return false;
        }
        if (waitingBytes > MAX_WAITING_BYTES) {
            close();
            return false;
        }
        if (out.isEmpty()) {
            sinceNs = System.nanoTime();
        }
        put(("event: " + event + "\ndata: " + data + "\n\n").getBytes(StandardCharsets.UTF_8));
        try {
            write();
        } catch (IOException _) {
            close();
        }
        return !isClosed();
    }

    private void write() throws IOException {
        while (!out.isEmpty()) {
            ByteBuffer first = out.peek();
            int count = channel.write(first);
            if (count > 0) {
                waitingBytes -= count;
                sinceNs = System.nanoTime();
            }
            if (first.hasRemaining()) {
                key.interestOps(SelectionKey.OP_READ | SelectionKey.OP_WRITE);
                return;
            }
            out.poll();
        }
        if (file != null) {
            writeFile(file);
        } else if (state == State.ANSWERING) {
            linger();
        } else {
            key.interestOps(SelectionKey.OP_READ);
        }
    }

    private void writeFile(FileChannel from) throws IOException {
        long count = from.transferTo(filePosition, 1 << 20, channel); // a part: other clients wait meanwhile
        if (count > 0) {
            filePosition += count;
            sinceNs = System.nanoTime();
        }
        if (filePosition < from.size()) {
            key.interestOps(SelectionKey.OP_READ | SelectionKey.OP_WRITE);
        } else {
            file = null;
            linger();
        }
    }

    private void linger() throws IOException {
        state = State.LINGERING;
        sinceNs = System.nanoTime();
        channel.shutdownOutput();
        key.interestOps(SelectionKey.OP_READ);
    }

    private static String reason(int status) {
        return switch (status) {
            case 200 -> "OK";
            case 202 -> "Accepted";
            case 303 -> "See Other";
            case 400 -> "Bad Request";
            case 401 -> "Unauthorized";
            case 403 -> "Forbidden";
            case 404 -> "Not Found";
            case 405 -> "Method Not Allowed";
            case 409 -> "Conflict";
            case 413 -> "Content Too Large";
            case 421 -> "Misdirected Request";
            case 431 -> "Request Header Fields Too Large";
            case 503 -> "Service Unavailable";
            default -> "Status";
        };
    }
}
