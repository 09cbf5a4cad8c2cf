package dev.gyre.io.stream;

import dev.gyre.io.libc.Descriptors;
import dev.gyre.io.libc.Errno;
import dev.gyre.io.libc.Libc;
import dev.gyre.io.libc.Libc.Function;
import dev.gyre.io.libc.NativeMemory;
import dev.gyre.io.libc.Scratch;
import dev.gyre.io.poll.Readiness;
import dev.gyre.loop.AsyncHandle;
import dev.gyre.loop.Loop;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.function.Consumer;
import java.util.function.IntConsumer;

/**
 * A pipe, terminal or inherited socket in a loop: one read and one write under way at a time. Used on the loop's
 * thread.
 *
 * <p>It keeps the loop running while something is under way, unless it was unreferenced. Descriptors need not be
 * non-blocking: nothing is tried before the kernel says that it is ready. (Making fd 0 to 2 non-blocking would change
 * them for the processes we share them with, too.)
 */
public final class DescriptorStream {
    /** What a read gives: some bytes, or none at the end, or an error. */
    public record Chunk(byte[] bytes, int errno) {
        public boolean isEnd() {
            return bytes == null && errno == 0;
        }
    }

    private static final int SHUT_WR = 1;
    private static final Consumer<Chunk> NOBODY = _ -> {};

    private final int fd;
    private final Readiness watch;
    private final AsyncHandle keepAlive;
    private boolean referenced = true;
    private boolean closed;

    private Consumer<Chunk> reader;
    private ByteBuffer unwritten;
    private IntConsumer onWritten;

    public DescriptorStream(Loop loop, int fd) {
        this.fd = fd;
        watch = new Readiness(loop, fd, this::onReady);
        keepAlive = loop.async(() -> {});
        update();
    }

    public int fd() {
        return fd;
    }

    public void setReferenced(boolean referenced) {
        this.referenced = referenced;
        update();
    }

    /** Reads once, when there is something to read. */
    public void read(Consumer<Chunk> onRead) {
        reader = onRead;
        update();
    }

    /** Takes back a {@link #read} that has not answered yet. */
    public void stopReading() {
        reader = null;
        update();
    }

    /**
     * Writes now what can be written now.
     *
     * @param bytes must stay as they are until all are written
     * @param onDone called with 0 or the negative errno, but only where the answer was 1
     * @return 0 if all is written, 1 if the rest will be, or the negative errno
     */
    public int write(ByteBuffer bytes, IntConsumer onDone) {
        ByteBuffer rest = bytes.duplicate();
        int result = isReady(Readiness.OUT) ? writeSome(rest) : 0;
        if (result < 0 || !rest.hasRemaining()) {
            return Math.min(result, 0);
        }
        unwritten = rest;
        onWritten = onDone;
        update();
        return 1;
    }

    /** Says that nothing more will be written; the other side reads the end. */
    public int shutdown() {
        return Libc.callInt(Function.SHUTDOWN, fd, SHUT_WR);
    }

    public void close() {
        if (!closed) {
            closed = true;
            watch.close();
            keepAlive.close();
            Libc.callInt(Function.CLOSE, fd);
        }
    }

    /** Forgets the descriptor without closing it. */
    public void release() {
        if (!closed) {
            closed = true;
            watch.close();
            keepAlive.close();
        }
    }

    private void update() {
        if (closed) {
            return;
        }
        int events = (reader == null ? 0 : Readiness.IN) | (unwritten == null ? 0 : Readiness.OUT);
        if (events != 0 && referenced) {
            keepAlive.ref();
        } else {
            keepAlive.unref();
        }
        watch.arm(events);
    }

    private void onReady(int events) {
        if (reader != null && (events & ~Readiness.OUT) != 0 && isReady(Readiness.IN)) {
            readNow();
        }
        if (!closed && unwritten != null && (events & ~Readiness.IN) != 0) {
            writeNow();
        }
        update();
    }

    private void readNow() {
        NativeMemory room = Scratch.get().chunk();
        long length = Libc.callLong(Function.READ, fd, room.address(), room.size());
        if (length == Errno.EAGAIN.number()) {
            return;
        }
        Consumer<Chunk> told = reader == null ? NOBODY : reader;
        reader = null;
        if (length < 0) {
            told.accept(new Chunk(null, (int) length));
        } else if (length == 0) {
            told.accept(new Chunk(null, 0));
        } else {
            told.accept(new Chunk(room.bytes(0, (int) length), 0));
        }
    }

    private void writeNow() {
        int result = writeSome(unwritten);
        if (result < 0 || !unwritten.hasRemaining()) {
            IntConsumer told = onWritten;
            unwritten = null;
            onWritten = null;
            told.accept(Math.min(result, 0));
        }
    }

    /** Moves the buffer on by what was written; a full pipe is no error. */
    private int writeSome(ByteBuffer bytes) {
        while (bytes.hasRemaining()) {
            long address = MemorySegment.ofBuffer(bytes).address();
            long length = Libc.callLong(Function.WRITE, fd, address, bytes.remaining());
            if (length == Errno.EAGAIN.number()) {
                return 0;
            }
            if (length < 0) {
                return (int) length;
            }
            bytes.position(bytes.position() + (int) length);
            if (bytes.hasRemaining() && !isReady(Readiness.OUT)) {
                return 0;
            }
        }
        return 0;
    }

    /** Whether the descriptor is ready at this moment, errors included. */
    private boolean isReady(int events) {
        return Descriptors.poll(fd, events, 0) != 0;
    }
}
