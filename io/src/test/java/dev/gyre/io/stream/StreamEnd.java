package dev.gyre.io.stream;

import dev.gyre.io.libc.Errno;
import dev.gyre.io.libc.NativeMemory;
import dev.gyre.loop.Loop;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** A stream and everything that happened to it, for tests. */
public final class StreamEnd implements ByteStream.Owner {
    private static final int CHUNK = 64 << 10;

    public final ByteStream stream;
    public final List<String> events = new ArrayList<>();
    public final List<Integer> accepted = new ArrayList<>();
    private Transport transport;
    private final NativeMemory room = NativeMemory.allocate(CHUNK);
    private final ByteArrayOutputStream received = new ByteArrayOutputStream();
    private Runnable afterRead = () -> {};

    public StreamEnd(Loop loop) {
        stream = new ByteStream(loop, this);
        transport = stream;
    }

    public static StreamEnd of(Loop loop, int fd) {
        var end = new StreamEnd(loop);
        end.stream.adopt(fd);
        return end;
    }

    public static StreamEnd ofShared(Loop loop, int fd) {
        var end = new StreamEnd(loop);
        end.stream.adoptShared(fd, true);
        return end;
    }

    /** Puts a transport on the stream; from now on everything goes through it. */
    public void transport(Function<ByteStream, Transport> onStream) {
        transport = onStream.apply(stream);
    }

    /** What reads and writes go through. */
    public Transport transport() {
        return transport;
    }

    /** Reads to the end, then closes. */
    public StreamEnd readAll() {
        transport.setReading(true);
        return this;
    }

    public void afterRead(Runnable afterRead) {
        this.afterRead = afterRead;
    }

    public byte[] received() {
        return received.toByteArray();
    }

    public String text() {
        return received.toString(StandardCharsets.UTF_8);
    }

    public int write(String text) {
        return write(text.getBytes(StandardCharsets.UTF_8));
    }

    public int write(byte[] bytes) {
        return transport.write(
                ByteBuffer.allocateDirect(bytes.length).put(bytes).flip());
    }

    public void close() {
        transport.close(false, () -> events.add("closed"));
    }

    @Override
    public void readable() {
        int length = transport.read(room.address(), CHUNK);
        if (length == Errno.EAGAIN.number()) {
            return;
        }
        if (length > 0) {
            received.writeBytes(room.bytes(0, length));
            afterRead.run();
            return;
        }
        events.add("end " + length);
        transport.setReading(false);
        close();
    }

    @Override
    public void acceptable() {
        int descriptor = stream.accept();
        if (descriptor >= 0) {
            accepted.add(descriptor);
        }
    }

    @Override
    public void connected(int errno) {
        events.add("connected " + errno);
    }

    @Override
    public void refused(int errno) {
        events.add("refused " + errno);
    }

    @Override
    public void flushed(int errno, boolean ended) {
        events.add("flushed " + errno + (ended ? ", ended" : ""));
    }
}
