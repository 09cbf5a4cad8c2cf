package dev.gyre.distributed;

import java.io.IOException;
import java.io.OutputStream;
import java.net.SocketException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.ArrayDeque;

/**
 * The output of a connection. Writing never waits: what the kernel does not take is kept here, and a thread of {@link LateWriter}
 * writes it when there is room. So a loop can write by itself. How much is kept is bounded by {@link DirectBundler}, which sends by
 * a thread that waits while something is.
 */
final class ChannelOutput extends OutputStream {
    private final SocketChannel channel;
    private final LateWriter lateWriter;
    private final ArrayDeque<ByteBuffer> kept = new ArrayDeque<>(); // guarded by this
    private boolean isClosed; // guarded by this

    ChannelOutput(SocketChannel channel, LateWriter lateWriter) {
        this.channel = channel;
        this.lateWriter = lateWriter;
    }

    @Override
    public void write(int value) throws IOException {
        write(new byte[] {(byte) value}, 0, 1);
    }

    @Override
    public synchronized void write(byte[] bytes, int offset, int length) throws IOException {
        if (isClosed) {
            throw new SocketException("Socket closed");
        }
        ByteBuffer left = ByteBuffer.wrap(bytes, offset, length);
        if (kept.isEmpty()) {
            writeNow(left);
        }
        if (left.hasRemaining()) {
            boolean isFirst = kept.isEmpty();
            kept.add(ByteBuffer.allocate(left.remaining()).put(left).flip());
            if (isFirst) {
                lateWriter.add(this);
            }
        }
        if (!kept.isEmpty()) {
            Sending.here().isBehind(this);
        }
    }

    private void writeNow(ByteBuffer bytes) throws IOException {
        while (bytes.hasRemaining() && channel.write(bytes) > 0) {
            // The kernel takes some at a time.
        }
    }

    SocketChannel channel() {
        return channel;
    }

    /** Writes what is kept; returns whether nothing is left. */
    synchronized boolean writeKept() throws IOException {
        for (ByteBuffer bytes = kept.peek(); bytes != null; bytes = kept.peek()) {
            writeNow(bytes);
            if (bytes.hasRemaining()) {
                return false;
            }
            kept.remove();
        }
        notifyAll();
        return true;
    }

    /** Waits until nothing is kept. */
    synchronized void awaitRoom() throws InterruptedException {
        while (!kept.isEmpty() && !isClosed) {
            wait();
        }
    }

    @Override
    public synchronized void close() {
        isClosed = true;
        kept.clear();
        notifyAll();
    }
}
