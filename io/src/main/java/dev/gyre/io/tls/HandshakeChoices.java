package dev.gyre.io.tls;

import static dev.gyre.io.openssl.LibCrypto.call;

import dev.gyre.io.openssl.LibCrypto;
import java.lang.foreign.Arena;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * What the program decides or wants to know of in a handshake, and OpenSSL's callbacks for that. Where OpenSSL can wait, a
 * callback leaves a notice and suspends the handshake, and the program's answer is there when it is called again. The
 * callbacks run inside the calls of the engine that these choices belong to.
 */
public final class HandshakeChoices {
    private static final int OCSP = 1;
    private static final int CTRL_STATUS_TYPE = 127;
    private static final int CTRL_GET_OCSP_RESPONSE = 70;
    private static final int CTRL_SET_OCSP_RESPONSE = 71;
    private static final int SERVER_NAME_EXTENSION = 0;
    private static final int ALPN_EXTENSION = 16;
    private static final int TICKET_EXTENSION = 35;
    private static final int MAX_SESSION_BYTES = 10 << 10;

    private static final int ACCEPTED = 0; // SSL_TLSEXT_ERR_…
    private static final int FATAL = 2;
    private static final int NO_ANSWER = 3;
    private static final int SUSPEND = -1;

    private final TlsEngine engine;
    private final TlsNotices notices;
    private final AlpnSelection protocols = new AlpnSelection();

    private boolean wantsSessions;
    private boolean wantsHello;
    private boolean wantsCertificate;
    private boolean isHelloAnswered;
    private boolean isCertificateAnswered;
    private byte @Nullable [] ocspResponse;
    private long loadedSession;
    private @Nullable HandshakeQuestion question;

    HandshakeChoices(TlsEngine engine, TlsNotices notices) {
        this.engine = engine;
        this.notices = notices;
    }

    // ---- what the program wants

    /** Tells of sessions; a server asks for those that clients name. */
    public void wantSessions() {
        wantsSessions = true;
        engine.context().tellSessions();
        if (engine.isServer()) {
            wantHello();
        }
    }

    /** Suspends a server's handshake at the client's first message. */
    public void wantHello() {
        wantsHello = true;
        call("SSL_CTX_set_client_hello_cb", engine.context().address(), TlsCallbacks.CLIENT_HELLO, 0);
    }

    /** Suspends a server's handshake where the certificate is chosen. */
    public void wantCertificate() {
        wantsCertificate = true;
        call("SSL_set_cert_cb", engine.address(), TlsCallbacks.CERTIFICATE, 0);
    }

    public void wantKeyLog() {
        call("SSL_CTX_set_keylog_callback", engine.context().address(), TlsCallbacks.KEY_LOG);
    }

    /** The protocols that a server selects from, as ALPN writes them. */
    public void selectProtocolFrom(byte[] own) {
        protocols.from(own);
        call("SSL_CTX_set_alpn_select_cb", engine.context().address(), TlsCallbacks.ALPN_SELECT, 0);
    }

    public void selectProtocolAsContext() {
        protocols.from(engine.context().protocols());
    }

    /** The program selects the protocol when it hears of the client's first message. */
    public void selectProtocolByHello() {
        protocols.byProgram();
        wantHello();
        call("SSL_CTX_set_alpn_select_cb", engine.context().address(), TlsCallbacks.ALPN_SELECT, 0);
    }

    public void chosenProtocol(@Nullable String protocol) {
        protocols.choose(protocol);
    }

    public void ocspResponse(byte[] response) {
        ocspResponse = response;
    }

    /** The session that a client has named: an {@code SSL_SESSION}, owned by this until OpenSSL takes it. */
    public void loadSession(long session) {
        freeLoadedSession();
        loadedSession = session;
    }

    void freeLoadedSession() {
        if (loadedSession != 0) {
            call("SSL_SESSION_free", loadedSession);
            loadedSession = 0;
        }
    }

    /** The program is asked for the keys of session tickets. */
    public void askForTicketKeys(HandshakeQuestion asked) {
        question = asked;
    }

    public void usePsk(HandshakeQuestion asked) {
        question = asked;
        if (engine.isServer()) {
            call("SSL_set_psk_server_callback", engine.address(), TlsCallbacks.PSK_SERVER);
        } else {
            call("SSL_set_psk_client_callback", engine.address(), TlsCallbacks.PSK_CLIENT);
        }
    }

    /** How the program is asked for keys, if it may be: then the handshake runs on a thread of its own. */
    public @Nullable HandshakeQuestion question() {
        return question;
    }

    // ---- OpenSSL's callbacks

    long onClientHello() {
        if (!wantsHello || isHelloAnswered) {
            return 1;
        }
        isHelloAnswered = true;
        long word = engine.word();
        int idLength = (int) call("SSL_client_hello_get0_session_id", engine.address(), word);
        byte[] id = LibCrypto.bytes(LibCrypto.getLong(word), idLength);
        byte[] ticket = helloExtension(TICKET_EXTENSION);
        notices.add(
                TlsNotice.CLIENT_HELLO,
                id,
                ticket != null && ticket.length > 0,
                helloExtension(ALPN_EXTENSION),
                helloServerName());
        return SUSPEND;
    }

    private byte @Nullable [] helloExtension(int type) {
        long word = engine.word();
        if ((int) call("SSL_client_hello_get0_ext", engine.address(), type, word, word + Long.BYTES) != 1) {
            return null;
        }
        return LibCrypto.bytes(LibCrypto.getLong(word), LibCrypto.getLong(word + Long.BYTES));
    }

    /** List length, type 0, name length, name; two bytes each but the type. */
    private @Nullable String helloServerName() {
        byte[] extension = helloExtension(SERVER_NAME_EXTENSION);
        int headBytes = 5;
        if (extension == null || extension.length < headBytes || extension[2] != 0) {
            return null;
        }
        int length = Math.min((extension[3] & 0xff) << 8 | (extension[4] & 0xff), extension.length - headBytes);
        return new String(extension, headBytes, length, StandardCharsets.ISO_8859_1);
    }

    long onCertificate() {
        if (!engine.isServer() || !wantsCertificate || isCertificateAnswered) {
            return 1;
        }
        isCertificateAnswered = true;
        String name = LibCrypto.string(call("SSL_get_servername", engine.address(), 0));
        boolean wantsOcsp = (int) call("SSL_ctrl", engine.address(), CTRL_STATUS_TYPE, 0, 0) == OCSP;
        notices.add(TlsNotice.CERTIFICATE_WANTED, name, wantsOcsp);
        return SUSPEND;
    }

    /** @param offered the client's protocols; the answer points into them */
    long onAlpnSelect(long outAt, long outLengthAt, long offered, int length) {
        byte[] theirs = LibCrypto.bytes(offered, length);
        int selected = protocols.select(theirs);
        if (selected < 0) {
            return selected == AlpnSelection.NONE ? NO_ANSWER : FATAL;
        }
        LibCrypto.at(outAt, Long.BYTES).putLong(0, offered + selected + 1);
        LibCrypto.at(outLengthAt, 1).put(0, theirs[selected]);
        return ACCEPTED;
    }

    long onNewSession(long session) {
        if (!wantsSessions) {
            return 0;
        }
        int size = (int) call("i2d_SSL_SESSION", session, 0);
        if (size <= 0 || size > MAX_SESSION_BYTES) {
            return 0;
        }
        try (var arena = Arena.ofConfined()) {
            long bytes = arena.allocate(size).address();
            long at = LibCrypto.copyOfWord(arena, bytes);
            call("i2d_SSL_SESSION", session, at);
            long idLength = arena.allocate(Integer.BYTES, Integer.BYTES).address();
            long id = call("SSL_SESSION_get_id", session, idLength);
            if (engine.isServer()) {
                engine.holdOutput();
            }
            notices.add(
                    TlsNotice.NEW_SESSION,
                    LibCrypto.bytes(id, LibCrypto.getInt(idLength)),
                    LibCrypto.bytes(bytes, size));
        }
        return 0; // OpenSSL keeps its reference
    }

    long takeLoadedSession() {
        long session = loadedSession;
        loadedSession = 0;
        return session;
    }

    long onKeyLog(@Nullable String line) {
        notices.add(
                TlsNotice.KEY_LOG, (Object) ((line == null ? "" : line) + "\n").getBytes(StandardCharsets.US_ASCII));
        return 0;
    }

    long onStatus() {
        if (!engine.isServer()) {
            int length = (int) call("SSL_ctrl", engine.address(), CTRL_GET_OCSP_RESPONSE, 0, engine.word());
            byte[] response = length <= 0 ? null : LibCrypto.bytes(LibCrypto.getLong(engine.word()), length);
            notices.add(TlsNotice.OCSP_RESPONSE, (Object) response);
            return 1;
        }
        byte[] response = ocspResponse;
        if (response == null) {
            return NO_ANSWER;
        }
        ocspResponse = null;
        long copy = call("CRYPTO_malloc", response.length, 0, 0);
        LibCrypto.put(copy, response);
        call("SSL_ctrl", engine.address(), CTRL_SET_OCSP_RESPONSE, response.length, copy);
        return ACCEPTED;
    }

    private HandshakeQuestion.@Nullable PreSharedKey askForKey(@Nullable String about) {
        return ask(TlsNotice.PSK_WANTED, about) instanceof HandshakeQuestion.PreSharedKey key ? key : null;
    }

    /** Null without an answer: also in a later handshake of a connection, which has no thread of its own. */
    private HandshakeQuestion.@Nullable Answer ask(int kind, @Nullable Object... about) {
        if (question == null || !engine.isBusy()) {
            return null;
        }
        return question.ask(() -> notices.addFirst(kind, about));
    }

    /** A new ticket that gets no answer is not made, an old one is not known. */
    long onTicketKey(long name, long iv, long cipher, long mac, boolean isNew) {
        if (question == null || !engine.isBusy()) {
            return 0;
        }
        Object nameBytes = LibCrypto.bytes(name, TicketKeys.PART_BYTES);
        Object ivBytes = LibCrypto.bytes(iv, TicketKeys.PART_BYTES);
        if (!(ask(TlsNotice.TICKET_KEY_WANTED, nameBytes, ivBytes, isNew) instanceof HandshakeQuestion.TicketKey key)) {
            return -1;
        }
        TicketKeys keys = key.keys();
        return keys == null ? key.result() : keys.use(key, name, iv, cipher, mac, isNew);
    }

    long onPskServer(@Nullable String identity, long keyAt, int maxLength) {
        HandshakeQuestion.PreSharedKey answer = askForKey(identity);
        if (answer == null || answer.key().length > maxLength) {
            return 0;
        }
        LibCrypto.put(keyAt, answer.key());
        return answer.key().length;
    }

    long onPskClient(@Nullable String hint, long identityAt, int maxIdentity, long keyAt, int maxLength) {
        HandshakeQuestion.PreSharedKey answer = askForKey(hint);
        if (answer == null || answer.key().length > maxLength) {
            return 0;
        }
        byte[] identity = (answer.identity() + "\0").getBytes(StandardCharsets.UTF_8);
        if (identity.length > maxIdentity) {
            return 0;
        }
        LibCrypto.put(identityAt, identity);
        LibCrypto.put(keyAt, answer.key());
        return answer.key().length;
    }
}
