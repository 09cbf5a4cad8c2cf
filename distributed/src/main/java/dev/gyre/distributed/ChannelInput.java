package dev.gyre.distributed;

import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ClosedSelectorException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** The input of a connection whose channel does not block, for one thread that waits for bytes. */
final class ChannelInput extends InputStream {
    /** A record of TLS and more. */
    private static final int BUFFER_BYTES = 17 << 10;

    private final SocketChannel channel;
    private final byte[] buffer = new byte[BUFFER_BYTES];
    private int start;
    private int end;
    private boolean mayHaveMore; // otherwise a read would be in vain
    private volatile int timeoutMs;
    private @Nullable Selector selector; // guarded by this
    private boolean isClosed; // guarded by this

    ChannelInput(SocketChannel channel) {
        this.channel = channel;
    }

    /** How long a read waits; 0 for as long as it takes. */
    void timeoutMs(int ms) {
        timeoutMs = ms;
    }

    int timeoutMs() {
        return timeoutMs;
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] into, int offset, int length) throws IOException {
        if (length == 0) {
            return 0;
        }
        if (start == end) {
            if (length >= BUFFER_BYTES) {
                return receive(into, offset, length);
            }
            int count = receive(buffer, 0, BUFFER_BYTES);
            if (count < 0) {
                return -1;
            }
            start = 0;
            end = count;
        }
        int count = Math.min(length, end - start);
        System.arraycopy(buffer, start, into, offset, count);
        start += count;
        return count;
    }

    /** Waits until so many bytes can be read, which stay to be read; returns false if the other side ends before. */
    boolean await(int count) throws IOException {
        while (end - start < count) {
            int more = receive(buffer, end, BUFFER_BYTES - end);
            if (more < 0) {
                return false;
            }
            end += more;
        }
        return true;
    }

    /** The first of the bytes that were waited for, which stay to be read. */
    byte[] peek(int count) {
        return Arrays.copyOfRange(buffer, start, start + count);
    }

    private int receive(byte[] into, int offset, int length) throws IOException {
        try {
            while (true) {
                if (mayHaveMore) {
                    int count = channel.read(ByteBuffer.wrap(into, offset, length));
                    mayHaveMore = count == length;
                    if (count != 0) {
                        return count;
                    }
                }
                awaitBytes();
                mayHaveMore = true;
            }
        } catch (ClosedChannelException | ClosedSelectorException _) {
            throw new SocketException("Socket closed");
        }
    }

    private void awaitBytes() throws IOException {
        Selector waiting = selector();
        int ms = timeoutMs;
        if (waiting.select(ms) == 0) {
            if (Thread.interrupted()) {
                throw new InterruptedIOException("interrupted while reading");
            }
            if (ms > 0 && waiting.isOpen()) {
                throw new SocketTimeoutException("Read timed out");
            }
        }
        waiting.selectedKeys().clear();
    }

    private synchronized Selector selector() throws IOException {
        if (isClosed) {
            throw new SocketException("Socket closed");
        }
        if (selector == null) {
            selector = Selector.open();
            channel.register(selector, SelectionKey.OP_READ);
        }
        return selector;
    }

    @Override
    public synchronized void close() throws IOException {
        isClosed = true;
        if (selector != null) {
            selector.close();
        }
    }
}
