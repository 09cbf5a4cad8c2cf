package dev.gyre.node.tls;

import static dev.gyre.io.openssl.LibCrypto.call;

import dev.gyre.engine.Args;
import dev.gyre.io.libc.NativeMemory;
import dev.gyre.io.libc.SystemError;
import dev.gyre.io.openssl.LibCrypto;
import dev.gyre.io.tls.HandshakeQuestion;
import dev.gyre.io.tls.TicketKeys;
import dev.gyre.io.tls.TlsContext;
import dev.gyre.io.tls.TlsEngine;
import dev.gyre.io.tls.TlsNotice;
import dev.gyre.io.tls.TlsTransport;
import dev.gyre.node.GyreRuntime;
import dev.gyre.node.net.Connection;
import dev.gyre.node.net.Connections;
import dev.gyre.node.openssl.OpenSslErrors;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** One connection's TLS: making it, putting it on a socket, what the program decides in its handshake. */
final class EngineFunctions {
    private static final int VERIFY_PEER = 0x1;
    private static final int VERIFY_FAIL_WITHOUT = 0x2;
    private static final int CTRL_SERVER_NAME = 55;
    private static final int CTRL_MAX_FRAGMENT = 52;
    private static final int CTRL_STATUS_TYPE = 65;
    private static final int CTRL_VERIFY_STORE = 106;
    private static final int CTRL_CHAIN = 88;
    private static final int CTRL_GET_CHAIN = 115;
    private static final int OCSP = 1;

    /** Bits of {@code attachNew}. */
    private static final int IS_SERVER = 1;

    private static final int MUST_START = 2;
    private static final int HAS_PROTOCOLS_OF_CONTEXT = 4;

    private final TlsBinding tls;
    private final GyreRuntime runtime;
    private final InspectionFunctions inspection;
    private final Map<Integer, TlsTransport> transports = new HashMap<>();
    private @Nullable NativeMemory chunk;

    EngineFunctions(TlsBinding tls, GyreRuntime runtime, InspectionFunctions inspection) {
        this.tls = tls;
        this.inspection = inspection;
        this.runtime = runtime;
    }

    void register(TlsBinding.Registry f) {
        f.add("engineNew", args -> make(tls.context(args.integer(0)), args.bool(1), args.bytes(2)));
        f.add("engineFree", args -> {
            transports.remove(args.integer(0));
            tls.freeEngine(args.integer(0));
            return null;
        });
        f.add("attach", args -> attach(args.integer(0), args.integer(1), args.bool(2)));
        f.add("attachNew", args -> {
            int flags = args.integer(2);
            TlsContext context = tls.context(args.integer(0));
            boolean isServer = (flags & IS_SERVER) != 0;
            boolean isPlain = (flags & HAS_PROTOCOLS_OF_CONTEXT) == 0;
            int id = make(context, isServer, isPlain ? args.bytes(3) : null);
            if (!isPlain) {
                tls.engine(id).choices().selectProtocolAsContext();
            }
            attach(id, args.integer(1), (flags & MUST_START) != 0);
            return id;
        });
        f.add("start", args -> {
            TlsTransport transport = transports.get(args.integer(0));
            if (transport != null) {
                transport.start();
            }
            return null;
        });
        f.add("resume", args -> {
            TlsTransport transport = transports.get(args.integer(0));
            if (transport != null) {
                transport.resume();
            }
            return null;
        });
        f.add("receive", args -> {
            TlsTransport transport = transports.get(args.integer(0));
            if (transport != null) {
                transport.receive(args.requiredBytes(1));
            }
            return null;
        });
        f.add("release", args -> {
            TlsTransport transport = transports.get(args.integer(0));
            if (transport != null) {
                transport.release();
            }
            return null;
        });
        f.add("notice", args -> notice(engine(args)));
        f.add("setVerify", args -> setVerify(engine(args), args.bool(1), args.bool(2)));
        f.add("setServerName", args -> {
            withText(args.requiredString(1), text -> call("SSL_ctrl", ssl(args), CTRL_SERVER_NAME, 0, text));
            return null;
        });
        f.add("selectProtocolByHello", args -> {
            engine(args).choices().selectProtocolByHello();
            return null;
        });
        f.add("chosenProtocol", args -> {
            engine(args).choices().chosenProtocol(args.string(1));
            return null;
        });
        f.add("wantSessions", args -> {
            engine(args).choices().wantSessions();
            return null;
        });
        f.add("wantCertificate", args -> {
            engine(args).choices().wantCertificate();
            return null;
        });
        f.add("wantKeyLog", args -> {
            engine(args).choices().wantKeyLog();
            return null;
        });
        f.add("trace", args -> {
            engine(args).trace(this::report);
            return null;
        });
        f.add("requestOcsp", args -> {
            call("SSL_ctrl", ssl(args), CTRL_STATUS_TYPE, OCSP, 0);
            return null;
        });
        f.add("setOcspResponse", args -> {
            engine(args).choices().ocspResponse(ContextFunctions.bytes(args.requiredBytes(1)));
            return null;
        });
        f.add("useContext", args -> useContext(engine(args), tls.context(args.integer(1))));
        f.add("setMaxSendFragment", args -> (int) call("SSL_ctrl", ssl(args), CTRL_MAX_FRAGMENT, args.integer(1), 0));
        f.add("renegotiate", args -> renegotiate(args.integer(0)));
        f.add("usePsk", args -> {
            engine(args).choices().usePsk(new HandshakeQuestion(runtime.loop()));
            return null;
        });
        f.add("setPskHint", args -> {
            boolean[] isSet = new boolean[1];
            withText(
                    args.requiredString(1),
                    text -> isSet[0] = (int) call("SSL_use_psk_identity_hint", ssl(args), text) == 1);
            return isSet[0];
        });
        f.add("answerTicketKey", args -> answerTicketKey(engine(args), args));
        f.add("answerPsk", args -> {
            HandshakeQuestion question = engine(args).choices().question();
            if (question != null) {
                ByteBuffer key = args.bytes(1);
                String identity = args.string(2);
                question.answer(
                        key == null
                                ? null
                                : new HandshakeQuestion.PreSharedKey(
                                        identity == null ? "" : identity, ContextFunctions.bytes(key)));
            }
            return null;
        });
    }

    /** Result, keys of HMAC and AES, name and IV; the last two only of a new ticket. */
    private @Nullable Object answerTicketKey(TlsEngine engine, Args args) {
        HandshakeQuestion question = engine.choices().question();
        if (question != null) {
            ByteBuffer hmac = args.bytes(2);
            byte[] iv = bytesOrNull(args.bytes(5));
            byte[] name = bytesOrNull(args.bytes(4));
            TicketKeys keys = hmac == null
                    ? null
                    : new TicketKeys(
                            name == null ? new byte[TicketKeys.PART_BYTES] : name,
                            ContextFunctions.bytes(hmac),
                            ContextFunctions.bytes(args.requiredBytes(3)));
            question.answer(new HandshakeQuestion.TicketKey(args.integer(1), keys, iv));
        }
        return null;
    }

    private static byte @Nullable [] bytesOrNull(@Nullable ByteBuffer bytes) {
        return bytes == null ? null : ContextFunctions.bytes(bytes);
    }

    private TlsEngine engine(Args args) {
        return tls.engine(args.integer(0));
    }

    private long ssl(Args args) {
        return engine(args).address();
    }

    private interface TextUse {
        void run(long text);
    }

    private static void withText(String text, TextUse use) {
        try (var arena = Arena.ofConfined()) {
            use.run(LibCrypto.text(arena, text));
        }
    }

    private int make(TlsContext context, boolean isServer, @Nullable ByteBuffer protocols)
            throws IOException, GeneralSecurityException {
        if (!isServer) {
            loadRoots(context);
        }
        var engine = new TlsEngine(context, isServer);
        if (engine.isFree()) {
            throw OpenSslErrors.take("SSL_new");
        }
        if (isServer && context.asksForTicketKeys()) {
            engine.choices().askForTicketKeys(new HandshakeQuestion(runtime.loop()));
        }
        if (protocols != null) {
            setProtocols(engine, protocols);
        }
        return tls.add(engine);
    }

    private void loadRoots(TlsContext context) throws IOException, GeneralSecurityException {
        if (context.needsRoots()) {
            context.needsRoots(false);
            call("SSL_CTX_set_cert_store", context.address(), tls.roots().store());
        }
    }

    /** Puts the engine on a connection. What the socket writes and reads from now on is encrypted. */
    private @Nullable Object attach(int id, int connectionId, boolean mustStart) {
        TlsEngine engine = tls.engine(id);
        Connections connections = runtime.shared(Connections.class);
        connections.runOutbox(); // what was submitted before is not for TLS
        Connection connection = connections.get(connectionId);
        NativeMemory memory = chunk == null ? NativeMemory.allocate(TlsTransport.CHUNK_BYTES) : chunk;
        chunk = memory;
        engine.onNotice(connection::transportEvent);
        connection.transport(stream -> {
            var transport = new TlsTransport(stream, engine, memory, () -> {
                transports.remove(id);
                tls.freeEngine(id);
            });
            transports.put(id, transport);
            return transport;
        });
        if (mustStart) {
            Objects.requireNonNull(transports.get(id)).start();
        }
        return null;
    }

    /**
     * Kind and details in one list. The end of the handshake, which every connection has, is a text, because an array takes a
     * call into JavaScript: the server's name, a zero byte, the protocol.
     */
    private @Nullable Object notice(TlsEngine engine) {
        TlsNotice notice = engine.takeNotice();
        if (notice == null) {
            return null;
        }
        if (notice.kind() == TlsNotice.HANDSHAKE_DONE) {
            if (engine.isFree()) {
                return "\0";
            }
            String name = InspectionFunctions.serverName(engine.address());
            String protocol = inspection.negotiatedProtocol(engine.address());
            return (name == null ? "" : name) + '\0' + (protocol == null ? "" : protocol);
        }
        var list = new ArrayList<@Nullable Object>();
        list.add(notice.kind());
        list.addAll(notice.details());
        return list;
    }

    private @Nullable Object setVerify(TlsEngine engine, boolean requestCertificate, boolean rejectWithout)
            throws IOException, GeneralSecurityException {
        int mode = 0;
        if (engine.isServer() && requestCertificate) {
            mode = VERIFY_PEER | (rejectWithout ? VERIFY_FAIL_WITHOUT : 0);
        }
        if (mode != 0) {
            TlsContext context = engine.context();
            if (context.needsRoots()) {
                loadRoots(context);
                long store = call("SSL_CTX_get_cert_store", context.address());
                call("SSL_ctrl", engine.address(), CTRL_VERIFY_STORE, 1, store);
            }
        }
        engine.setVerify(mode);
        return null;
    }

    private static void setProtocols(TlsEngine engine, ByteBuffer protocols) {
        if (engine.isServer()) {
            engine.choices().selectProtocolFrom(ContextFunctions.bytes(protocols));
        } else {
            call("SSL_set_alpn_protos", engine.address(), LibCrypto.address(protocols), protocols.remaining());
        }
    }

    /** The certificate, the key and the authorities of another context, chosen by the name that the client has asked for. */
    private @Nullable Object useContext(TlsEngine engine, TlsContext context)
            throws IOException, GeneralSecurityException {
        loadRoots(context);
        long ssl = engine.address();
        long ctx = context.address();
        OpenSslErrors.clear();
        long certificate = call("SSL_CTX_get0_certificate", ctx);
        if (certificate != 0) {
            call("SSL_certs_clear", ssl); // one with a key of another type would stay beside it
            OpenSslErrors.check(call("SSL_use_certificate", ssl, certificate));
            OpenSslErrors.check(call("SSL_use_PrivateKey", ssl, call("SSL_CTX_get0_privatekey", ctx)));
            try (var arena = Arena.ofConfined()) {
                long chainAt = LibCrypto.copyOfWord(arena, 0);
                call("SSL_CTX_ctrl", ctx, CTRL_GET_CHAIN, 0, chainAt);
                if (LibCrypto.getLong(chainAt) != 0) {
                    OpenSslErrors.check(call("SSL_ctrl", ssl, CTRL_CHAIN, 1, LibCrypto.getLong(chainAt)));
                }
            }
        }
        call("SSL_ctrl", ssl, CTRL_VERIFY_STORE, 1, call("SSL_CTX_get_cert_store", ctx));
        call("SSL_set_client_CA_list", ssl, call("SSL_dup_CA_list", call("SSL_CTX_get_client_CA_list", ctx)));
        return null;
    }

    private @Nullable Object renegotiate(int id) {
        TlsEngine engine = tls.idleEngine(id);
        runtime.shared(Connections.class).runOutbox(); // what was written before goes first
        OpenSslErrors.clear();
        int result = engine.with(one -> (int) call("SSL_renegotiate", one.address()));
        if (result != 1) {
            throw OpenSslErrors.take(null);
        }
        engine.with(one -> (int) call("SSL_do_handshake", one.address()));
        TlsTransport transport = transports.get(id);
        if (transport != null) {
            transport.flush();
        }
        return null;
    }

    /** To stderr at once, as OpenSSL does; where nobody reads it, it goes unsaid. Called inside a callback of OpenSSL. */
    private void report(String text) {
        try {
            runtime.host().write(2, ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8)));
        } catch (SystemError _) {
            // a connection goes on without its trace
        }
    }

    static String latin1(long address, int length) {
        return new String(LibCrypto.bytes(address, length), StandardCharsets.ISO_8859_1);
    }
}
