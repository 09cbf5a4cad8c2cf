package dev.gyre.io.tls;

import dev.gyre.io.libc.NativeMemory;
import dev.gyre.io.stream.ByteStream;
import dev.gyre.io.stream.Transport;
import java.util.ArrayList;
import java.util.List;

/** Puts TLS on one end of a connection, for tests. What the program would answer is answered at once. */
public final class TlsOnStream {
    private static final int TLS1_3 = 0x0304;
    static final NativeMemory CHUNK = NativeMemory.allocate(TlsTransport.CHUNK_BYTES);

    public final TlsTransport transport;
    public final TlsEngine engine;

    /** Kinds of notices, in order. */
    public final List<Integer> notices = new ArrayList<>();

    TlsOnStream(ByteStream stream, TlsEngine engine) {
        this.engine = engine;
        transport = new TlsTransport(stream, engine, CHUNK, () -> {});
        engine.onNotice(() -> stream.loop().post(this::take));
        transport.start();
    }

    private void take() {
        TlsNotice notice = engine.isFree() ? null : engine.takeNotice();
        if (notice != null) {
            notices.add(notice.kind());
            if (notice.kind() == TlsNotice.HANDSHAKE_DONE && !engine.isServer()) {
                transport.release();
            }
        }
    }

    public static Transport client(ByteStream stream) {
        var engine = new TlsEngine(TestIdentity.clientContext(), false);
        return new TlsOnStream(stream, engine).transport;
    }

    public static Transport server(ByteStream stream) {
        var engine = new TlsEngine(TestIdentity.serverContext(0, TLS1_3), true);
        return new TlsOnStream(stream, engine).transport;
    }
}
