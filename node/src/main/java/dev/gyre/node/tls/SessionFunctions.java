package dev.gyre.node.tls;

import static dev.gyre.io.openssl.LibCrypto.call;

import dev.gyre.engine.Args;
import dev.gyre.io.openssl.LibCrypto;
import dev.gyre.io.tls.TlsEngine;
import dev.gyre.node.openssl.OpenSslErrors;
import java.lang.foreign.Arena;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** Sessions of TLS, which a later connection resumes. */
final class SessionFunctions {
    private final TlsBinding tls;

    SessionFunctions(TlsBinding tls) {
        this.tls = tls;
    }

    void register(TlsBinding.Registry f) {
        f.add("session", args -> bytes(engine(args)));
        f.add("setSession", args -> setSession(engine(args), args.requiredBytes(1)));
        f.add("loadSession", args -> {
            long session = parse(args.requiredBytes(1));
            if (session != 0) {
                engine(args).choices().loadSession(session);
            }
            return null;
        });
        f.add(
                "isSessionReused",
                args -> (int) call("SSL_session_reused", engine(args).address()) == 1);
        f.add("ticket", args -> ticket(call("SSL_get_session", engine(args).address())));
        f.add("ticketOf", args -> {
            long session = parse(args.requiredBytes(0));
            try {
                return ticket(session);
            } finally {
                call("SSL_SESSION_free", session);
            }
        });
    }

    private TlsEngine engine(Args args) {
        return tls.idleEngine(args.integer(0));
    }

    private static byte @Nullable [] bytes(TlsEngine engine) {
        long session = call("SSL_get_session", engine.address());
        if (session == 0) {
            return null;
        }
        int size = (int) call("i2d_SSL_SESSION", session, 0);
        if (size <= 0) {
            return null;
        }
        try (var arena = Arena.ofConfined()) {
            long memory = arena.allocate(size).address();
            call("i2d_SSL_SESSION", session, LibCrypto.copyOfWord(arena, memory));
            return LibCrypto.bytes(memory, size);
        }
    }

    private static long parse(ByteBuffer bytes) {
        try (var arena = Arena.ofConfined()) {
            return call("d2i_SSL_SESSION", 0, LibCrypto.copyOfWord(arena, LibCrypto.address(bytes)), bytes.remaining());
        }
    }

    /** Bytes that are no session are ignored, as Node does. */
    private static @Nullable Object setSession(TlsEngine engine, ByteBuffer bytes) {
        long session = parse(bytes);
        if (session == 0) {
            return null;
        }
        boolean isSet = (int) call("SSL_set_session", engine.address(), session) == 1;
        call("SSL_SESSION_free", session);
        if (!isSet) {
            throw OpenSslErrors.take("SSL_set_session error");
        }
        return null;
    }

    private static byte @Nullable [] ticket(long session) {
        if (session == 0) {
            return null;
        }
        try (var arena = Arena.ofConfined()) {
            long words =
                    arena.allocate(2 * Long.BYTES, Long.BYTES).fill((byte) 0).address();
            call("SSL_SESSION_get0_ticket", session, words, words + Long.BYTES);
            long data = LibCrypto.getLong(words);
            return data == 0 ? null : LibCrypto.bytes(data, LibCrypto.getLong(words + Long.BYTES));
        }
    }
}
