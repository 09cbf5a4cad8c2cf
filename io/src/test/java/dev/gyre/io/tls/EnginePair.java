package dev.gyre.io.tls;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.gyre.io.libc.Errno;
import dev.gyre.io.libc.NativeMemory;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;

/** A client's and a server's engine without a connection between them: a test carries the bytes. */
final class EnginePair implements AutoCloseable {
    static final int TLS1_2 = 0x0303;
    static final int TLS1_3 = 0x0304;
    static final int NOT_YET = Errno.EAGAIN.number();
    private static final int ROOM_BYTES = 64 << 10;

    final TlsContext serverContext;
    final TlsContext clientContext;
    final TlsEngine client;
    final TlsEngine server;

    /** Kinds of notices that were told, by engine, in order. */
    final List<Integer> toldClient = new ArrayList<>();

    final List<Integer> toldServer = new ArrayList<>();

    /** Sessions that the client could resume. */
    final List<byte[]> sessions = new ArrayList<>();

    private final NativeMemory room = NativeMemory.allocate(ROOM_BYTES);

    EnginePair(int version) {
        this(TestIdentity.serverContext(version, version), TestIdentity.clientContext());
    }

    EnginePair(TlsContext serverContext, TlsContext clientContext) {
        this.serverContext = serverContext;
        this.clientContext = clientContext;
        client = engine(clientContext, false, toldClient);
        server = engine(serverContext, true, toldServer);
    }

    private TlsEngine engine(TlsContext context, boolean isServer, List<Integer> told) {
        var engine = new TlsEngine(context, isServer);
        assertTrue(!engine.isFree());
        engine.onNotice(() -> {
            TlsNotice notice = engine.takeNotice();
            if (notice != null) {
                told.add(notice.kind());
                if (notice.kind() == TlsNotice.HANDSHAKE_DONE) {
                    engine.release();
                } else if (notice.kind() == TlsNotice.NEW_SESSION) {
                    sessions.add((byte[]) notice.details().get(1));
                }
            }
        });
        return engine;
    }

    /** What the engine wants to send. */
    byte[] out(TlsEngine engine) {
        var bytes = new ByteArrayOutputStream();
        for (int count; (count = engine.takeOut(room.address(), ROOM_BYTES)) > 0; ) {
            bytes.writeBytes(room.bytes(0, count));
        }
        return bytes.toByteArray();
    }

    void feed(TlsEngine engine, byte[] bytes, int from, int to) {
        NativeMemory copy = NativeMemory.allocate(to - from + 1);
        copy.put(0, bytes, from, to - from);
        engine.feed(copy, to - from);
        engine.takeIn();
    }

    void feed(TlsEngine engine, byte[] bytes) {
        feed(engine, bytes, 0, bytes.length);
    }

    /** Carries bytes in pieces of this size until both are established. */
    void handshake(int pieceBytes) {
        for (int i = 0; i < 10 && !(client.isEstablished() && server.isEstablished()); i++) {
            client.handshake();
            carry(client, server, pieceBytes);
            server.handshake();
            carry(server, client, pieceBytes);
        }
        assertTrue(client.isEstablished() && server.isEstablished(), "no handshake");
        assertTrue(client.isHeard() && server.isHeard());
    }

    private void carry(TlsEngine from, TlsEngine to, int pieceBytes) {
        byte[] bytes = out(from);
        for (int at = 0; at < bytes.length; at += pieceBytes) {
            feed(to, bytes, at, Math.min(bytes.length, at + pieceBytes));
            if (to.isEstablished()) {
                continue;
            }
            to.handshake();
        }
    }

    byte[] seal(TlsEngine engine, byte[] bytes) {
        NativeMemory copy = NativeMemory.allocate(bytes.length);
        copy.put(0, bytes, 0, bytes.length);
        for (int done = 0; done < bytes.length; ) {
            int taken = engine.write(copy.address() + done, Math.min(TlsEngine.RECORD_BYTES, bytes.length - done));
            assertTrue(taken > 0, () -> "write returned " + taken);
            done += taken;
        }
        return out(engine);
    }

    /** One read of at most so many bytes; its result is in {@link #result}. */
    byte[] read(TlsEngine engine, int length) {
        result = engine.read(room.address(), length);
        return result > 0 ? room.bytes(0, result) : new byte[0];
    }

    int result;

    @Override
    public void close() {
        client.free();
        server.free();
        serverContext.free();
        clientContext.free();
    }
}
