package dev.gyre.io.stream;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.gyre.io.address.SocketName;
import dev.gyre.io.libc.Descriptors;
import dev.gyre.io.libc.Libc;
import dev.gyre.io.libc.NativeMemory;
import dev.gyre.io.libc.NativePath;
import dev.gyre.io.libc.Posix;
import dev.gyre.io.libc.Utf8;
import dev.gyre.io.process.Terminal;
import dev.gyre.io.tls.TlsOnStream;
import dev.gyre.loop.Loop;
import dev.gyre.loop.RunMode;
import dev.gyre.loop.TimerHandle;
import java.util.List;
import java.util.UUID;
import java.util.function.BooleanSupplier;
import java.util.function.Function;

/** Two connected ends: bytes written to the first are read from the second. */
record StreamPair(StreamEnd first, StreamEnd second) {
    private static final long TIOCSPTLCK = 0x40045431;
    private static final long TIOCGPTN = 0x80045430;
    private static final int O_NOCTTY = 0x100;
    private static final int BACKLOG = 8;
    private static final long LIMIT_NS = 30_000_000_000L;
    private static final int TICK_MS = 50;

    enum Kind {
        SOCKETPAIR,
        TCP,
        UNIX,
        PIPE,
        BLOCKING_PIPE,
        PTY,
        RECORDS_OVER_TCP,
        RECORDS_OVER_UNIX,
        TLS_OVER_TCP,
        TLS_OVER_UNIX;

        /** Whether each end can write, and end its writing without closing. */
        boolean isSocket() {
            return this != PIPE && this != BLOCKING_PIPE && this != PTY;
        }

        /** Whether nothing stands on the stream. */
        boolean isPlain() {
            return this != RECORDS_OVER_TCP
                    && this != RECORDS_OVER_UNIX
                    && this != TLS_OVER_TCP
                    && this != TLS_OVER_UNIX;
        }

        StreamPair open(Loop loop) {
            return switch (this) {
                case SOCKETPAIR -> {
                    int[] pair = Descriptors.socketpair();
                    Descriptors.setNonBlocking(pair[0]);
                    Descriptors.setNonBlocking(pair[1]);
                    yield new StreamPair(StreamEnd.of(loop, pair[0]), StreamEnd.of(loop, pair[1]));
                }
                case TCP -> connect(loop, SocketName.of("127.0.0.1", 0));
                case UNIX -> connect(loop, SocketName.ofPath(Utf8.encode("\0gyre-test-" + UUID.randomUUID())));
                case PIPE -> {
                    int[] pipe = pipe();
                    Descriptors.setNonBlocking(pipe[0]);
                    Descriptors.setNonBlocking(pipe[1]);
                    yield new StreamPair(StreamEnd.of(loop, pipe[1]), StreamEnd.of(loop, pipe[0]));
                }
                case BLOCKING_PIPE -> {
                    int[] pipe = pipe();
                    yield new StreamPair(StreamEnd.ofShared(loop, pipe[1]), StreamEnd.ofShared(loop, pipe[0]));
                }
                case PTY -> terminal(loop);
                case RECORDS_OVER_TCP -> TCP.open(loop).through(RecordTransport::new, RecordTransport::new);
                case RECORDS_OVER_UNIX -> UNIX.open(loop).through(RecordTransport::new, RecordTransport::new);
                case TLS_OVER_TCP -> TCP.open(loop).through(TlsOnStream::client, TlsOnStream::server);
                case TLS_OVER_UNIX -> UNIX.open(loop).through(TlsOnStream::client, TlsOnStream::server);
            };
        }
    }

    private StreamPair through(Function<ByteStream, Transport> onFirst, Function<ByteStream, Transport> onSecond) {
        first.transport(onFirst);
        second.transport(onSecond);
        return this;
    }

    private static StreamPair connect(Loop loop, SocketName name) {
        var server = new StreamEnd(loop);
        server.stream.ensureOpen(name.family());
        server.stream.bind(name);
        server.stream.listen(BACKLOG);
        var first = new StreamEnd(loop);
        first.stream.connect(addressOf(server, name));
        runUntil(loop, () -> !server.accepted.isEmpty() && !first.events.isEmpty());
        first.events.clear();
        server.stream.close(false, () -> {});
        loop.run(RunMode.NO_WAIT);
        return new StreamPair(first, StreamEnd.of(loop, server.accepted.getFirst()));
    }

    /** Turns the loop until something has happened; fails when that takes too long. */
    static void runUntil(Loop loop, BooleanSupplier condition) {
        long endNs = System.nanoTime() + LIMIT_NS;
        TimerHandle tick = loop.timer(() -> {});
        tick.start(TICK_MS, TICK_MS); // so that poll returns even if nothing happens
        while (!condition.getAsBoolean()) {
            assertTrue(System.nanoTime() < endNs, "it did not happen");
            loop.run(RunMode.ONCE);
        }
        tick.close();
    }

    private static SocketName addressOf(StreamEnd server, SocketName name) {
        return SocketName.ofSocket(server.stream.fd()) instanceof List<?> parts
                ? SocketName.of((String) parts.get(0), (Integer) parts.get(1))
                : name;
    }

    static int[] pipe() {
        NativeMemory pair = NativeMemory.allocate(2 * Integer.BYTES);
        Libc.callInt(Libc.Function.PIPE2, pair.address(), Posix.O_CLOEXEC);
        return new int[] {pair.getInt(0), pair.getInt(4)};
    }

    private static StreamPair terminal(Loop loop) {
        int flags = Posix.O_RDWR | O_NOCTTY | Posix.O_CLOEXEC;
        int outer = Posix.open(NativePath.of("/dev/ptmx"), flags, 0);
        NativeMemory number = NativeMemory.allocate(Integer.BYTES);
        Libc.callInt(Libc.Function.IOCTL, outer, TIOCSPTLCK, number.address());
        Libc.callInt(Libc.Function.IOCTL, outer, TIOCGPTN, number.address());
        int inner = Posix.open(NativePath.of("/dev/pts/" + number.getInt(0)), flags, 0);
        Terminal.setRaw(inner, true);
        Descriptors.setNonBlocking(outer);
        Descriptors.setNonBlocking(inner);
        return new StreamPair(StreamEnd.ofShared(loop, outer), StreamEnd.ofShared(loop, inner));
    }
}
