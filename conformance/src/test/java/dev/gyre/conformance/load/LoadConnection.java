package dev.gyre.conformance.load;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.random.RandomGenerator;

/** One connection: bytes go out, whole or in random pieces; answers come in. */
final class LoadConnection implements AutoCloseable {
    private static final int ANSWER_LIMIT_MS = 20_000;
    private static final int WHOLE_SHARE_PERCENT = 90;

    private final Socket socket = new Socket();
    private final InputStream in;
    private final OutputStream out;
    private final RandomGenerator random;

    record Answer(int status, Map<String, String> headers, byte[] body) {}

    LoadConnection(int port, RandomGenerator random) throws IOException {
        this.random = random;
        socket.setTcpNoDelay(true);
        socket.setSoTimeout(ANSWER_LIMIT_MS);
        socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), ANSWER_LIMIT_MS);
        in = new BufferedInputStream(socket.getInputStream(), 16 * 1024);
        out = socket.getOutputStream();
    }

    @SuppressWarnings("ThreadPriorityCheck") // only to make it likelier that the parts arrive apart
    void send(byte[] bytes) throws IOException {
        if (random.nextInt(100) < WHOLE_SHARE_PERCENT) {
            out.write(bytes);
            return;
        }
        for (int at = 0; at < bytes.length; ) {
            int length = Math.min(bytes.length - at, 1 + random.nextInt(1 + bytes.length / 2));
            out.write(bytes, at, length);
            at += length;
            Thread.yield();
        }
    }

    Answer receive() throws IOException {
        var status = line().split(" ", 3);
        if (!status[0].equals("HTTP/1.1")) {
            throw new IOException("not a status line: " + String.join(" ", status));
        }
        var headers = new HashMap<String, String>();
        for (String line = line(); !line.isEmpty(); line = line()) {
            int colon = line.indexOf(':');
            headers.put(
                    line.substring(0, colon).toLowerCase(Locale.ROOT),
                    line.substring(colon + 1).strip());
        }
        boolean chunked = "chunked".equals(headers.get("transfer-encoding"));
        return new Answer(
                Integer.parseInt(status[1]),
                headers,
                chunked ? chunks() : exactly(Integer.parseInt(headers.get("content-length"))));
    }

    /** Reads as much of an answer as happens to be there, at least a byte. */
    void receiveSome() throws IOException {
        in.read(new byte[1 + random.nextInt(4096)]);
    }

    void sendNoMore() throws IOException {
        socket.shutdownOutput();
    }

    void expectEnd() throws IOException {
        int more = in.read();
        if (more >= 0) {
            throw new IOException("bytes after the last answer, the first is " + more);
        }
    }

    /** Leaves at once; the server's next write meets a reset. */
    void reset() throws IOException {
        socket.setSoLinger(true, 0);
        socket.close();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }

    private byte[] chunks() throws IOException {
        var body = new ByteArrayOutputStream();
        for (int length; (length = Integer.parseInt(line(), 16)) > 0; ) {
            body.write(exactly(length));
            line();
        }
        line();
        return body.toByteArray();
    }

    private byte[] exactly(int length) throws IOException {
        var bytes = in.readNBytes(length);
        if (bytes.length < length) {
            throw new EOFException("the connection ended after %d bytes of %d".formatted(bytes.length, length));
        }
        return bytes;
    }

    private String line() throws IOException {
        var line = new ByteArrayOutputStream(80);
        for (int next; (next = in.read()) != '\n'; ) {
            if (next < 0) {
                throw new EOFException("the connection ended instead of an answer");
            }
            line.write(next);
        }
        return line.toString(StandardCharsets.ISO_8859_1).stripTrailing();
    }
}
