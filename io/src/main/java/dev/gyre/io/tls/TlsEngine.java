package dev.gyre.io.tls;

import static dev.gyre.io.openssl.LibCrypto.call;

import dev.gyre.io.libc.Downcalls;
import dev.gyre.io.libc.Errno;
import dev.gyre.io.openssl.LibCrypto;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * One {@code SSL} object: TLS of one connection, without the connection. Encrypted bytes go in by {@link #feed} and come out
 * by {@link #out}; both are BIOs in memory. It is freed once, and a call after that does nothing.
 *
 * <pre>
 *   new ──handshake──> suspended ──resume──> … ──> established ──> ended or failed
 * </pre>
 *
 * <p>Callbacks suspend the handshake where OpenSSL lets them. For a pre-shared key it does not: the callback must answer
 * before it returns. A handshake that may ask for one runs on a thread of its own, and {@link PskQuestion} waits there for
 * the program's answer; the engine is {@linkplain #isBusy busy} meanwhile and nobody else touches it.
 *
 * <p>Loop thread only, except for the handshake of a busy engine. Numbers below zero are negative errnos.
 */
public final class TlsEngine {
    /** Addresses of the functions that run for every record. */
    private static final class Calls {
        static final MemorySegment READ = LibCrypto.address("SSL_read");
        static final MemorySegment WRITE = LibCrypto.address("SSL_write");
        static final MemorySegment BIO_WRITE = LibCrypto.address("BIO_write");
        static final MemorySegment BIO_CTRL = LibCrypto.address("BIO_ctrl");
        static final MemorySegment HANDSHAKE = LibCrypto.address("SSL_do_handshake");
        static final MemorySegment GET_ERROR = LibCrypto.address("SSL_get_error");
        static final MemorySegment CLEAR_ERRORS = LibCrypto.address("ERR_clear_error");
    }

    private static final int NOT_YET = Errno.EAGAIN.number();
    private static final int EPROTO = -71;

    private static final int ERROR_WANT_READ = 2;
    private static final int ERROR_WANT_WRITE = 3;
    private static final int ERROR_WANT_X509_LOOKUP = 4;
    private static final int ERROR_ZERO_RETURN = 6;
    private static final int ERROR_WANT_CLIENT_HELLO = 11;

    private static final int BIO_CTRL_RESET = 1;
    private static final int BIO_CTRL_INFO = 3;
    private static final int INFO_HANDSHAKE_START = 0x10;
    private static final int INFO_HANDSHAKE_DONE = 0x20;
    private static final int TLS1_3 = 0x0304;
    private static final int OCSP = 1;
    private static final int CTRL_STATUS_TYPE = 127;
    private static final int CTRL_GET_OCSP_RESPONSE = 70;
    private static final int CTRL_SET_OCSP_RESPONSE = 71;
    private static final int ALPN_EXTENSION = 16;
    private static final int TICKET_EXTENSION = 35;
    private static final int MAX_SESSION_BYTES = 10 << 10;

    private static final int ACCEPTED = 0; // SSL_TLSEXT_ERR_…
    private static final int FATAL = 2;
    private static final int NO_ANSWER = 3;
    private static final int SUSPEND = -1;

    private final TlsContext context;
    private final boolean isServer;
    private final ArrayDeque<TlsNotice> notices = new ArrayDeque<>();

    /** Two words of native memory, for answers of OpenSSL. */
    private final long word;

    private long ssl;
    private long in;
    private long out;
    private Runnable onNotice = () -> {};

    private boolean isEstablished;
    private boolean isSuspended;
    private boolean hasFailed;
    private boolean hasEnded;
    private boolean isDry = true;
    private boolean isBusy;
    private boolean mustFree;

    /**
     * What is to be sent waits for the program. A server's last message waits until the session is stored: the client might
     * use it at once. So does its answer to a client that wants another handshake. A client's last message waits until the program has seen the server's certificate.
     */
    private boolean isHeld;

    /** Notices that a busy engine has made: nobody has been told yet. */
    private int untold;

    private @Nullable List<Object> failure;

    // What the program wants to know or to decide.
    private boolean wantsSessions;
    private boolean wantsHello;
    private boolean wantsCertificate;
    private boolean isHelloAnswered;
    private boolean isCertificateAnswered;
    private byte @Nullable [] protocols;
    private boolean isProtocolChosen;
    private @Nullable String chosenProtocol;
    private byte @Nullable [] ocspResponse;
    private long loadedSession;
    private @Nullable PskQuestion psk;

    /** OpenSSL refuses only where there is no memory; then {@link #isFree} is true. */
    public TlsEngine(TlsContext context, boolean isServer) {
        this.context = context;
        this.isServer = isServer;
        ssl = call("SSL_new", context.address());
        word = ssl == 0 ? 0 : call("CRYPTO_malloc", 2 * Long.BYTES, 0, 0);
        if (ssl == 0) {
            return;
        }
        in = call("BIO_new", call("BIO_s_mem"));
        out = call("BIO_new", call("BIO_s_mem"));
        call("SSL_set_bio", ssl, in, out);
        call("SSL_set_verify", ssl, 0, TlsCallbacks.VERIFY);
        call(isServer ? "SSL_set_accept_state" : "SSL_set_connect_state", ssl);
    }

    /** Who is told that there is a notice: once for each, on the loop's thread, from inside the engine's methods. */
    public void onNotice(Runnable onNotice) {
        this.onNotice = onNotice;
    }

    public @Nullable TlsNotice takeNotice() {
        return notices.poll();
    }

    public long address() {
        return ssl;
    }

    public boolean isServer() {
        return isServer;
    }

    public TlsContext context() {
        return context;
    }

    /** OpenSSL's mode of verification; what it finds never ends the handshake. */
    public void setVerify(int mode) {
        call("SSL_set_verify", ssl, mode, TlsCallbacks.VERIFY);
    }

    public boolean isFree() {
        return ssl == 0;
    }

    public boolean isEstablished() {
        return isEstablished;
    }

    public boolean isSuspended() {
        return isSuspended;
    }

    public boolean hasFailed() {
        return hasFailed;
    }

    /** Whether all bytes that were fed are read, up to a part of a record. */
    public boolean isDry() {
        return isDry;
    }

    public boolean isBusy() {
        return isBusy;
    }

    byte[] ticketKeys() {
        return context.ticketKeys();
    }

    // ---- settings

    /** Tells of sessions; a server asks for those that clients name. */
    public void wantSessions() {
        wantsSessions = true;
        if (isServer) {
            wantHello();
        }
    }

    /** Suspends a server's handshake at the client's first message. */
    public void wantHello() {
        wantsHello = true;
        call("SSL_CTX_set_client_hello_cb", context.address(), TlsCallbacks.CLIENT_HELLO, 0);
    }

    /** Suspends a server's handshake where the certificate is chosen. */
    public void wantCertificate() {
        wantsCertificate = true;
        call("SSL_set_cert_cb", ssl, TlsCallbacks.CERTIFICATE, 0);
    }

    public void wantKeyLog() {
        call("SSL_CTX_set_keylog_callback", context.address(), TlsCallbacks.KEY_LOG);
    }

    /** The protocols that a server selects from, as ALPN writes them. */
    public void selectProtocolFrom(byte[] protocols) {
        this.protocols = protocols;
        call("SSL_CTX_set_alpn_select_cb", context.address(), TlsCallbacks.ALPN_SELECT, 0);
    }

    /** The program selects the protocol when it hears of the client's first message. */
    public void selectProtocolByHello() {
        isProtocolChosen = true;
        wantHello();
        call("SSL_CTX_set_alpn_select_cb", context.address(), TlsCallbacks.ALPN_SELECT, 0);
    }

    public void chosenProtocol(@Nullable String protocol) {
        chosenProtocol = protocol;
    }

    public void ocspResponse(byte[] response) {
        ocspResponse = response;
    }

    /** The session that a client has named: an {@code SSL_SESSION}, owned by the engine until OpenSSL takes it. */
    public void loadSession(long session) {
        freeLoadedSession();
        loadedSession = session;
    }

    public void usePsk(PskQuestion question) {
        psk = question;
        if (isServer) {
            call("SSL_set_psk_server_callback", ssl, TlsCallbacks.PSK_SERVER);
        } else {
            call("SSL_set_psk_client_callback", ssl, TlsCallbacks.PSK_CLIENT);
        }
    }

    public @Nullable PskQuestion psk() {
        return psk;
    }

    // ---- bytes

    /** Encrypted bytes that came in. */
    public void feed(long address, int length) {
        if (ssl != 0 && length > 0) {
            Downcalls.call(Calls.BIO_WRITE, in, address, length, 0, 0, 0);
            isDry = false;
        }
    }

    /** Takes the encrypted bytes that are to be sent: the action gets them once, if there are any. */
    public int out(Output output) {
        if (ssl == 0 || isHeld || isBusy) {
            return 0;
        }
        int length = (int) Downcalls.call(Calls.BIO_CTRL, out, BIO_CTRL_INFO, 0, word, 0, 0);
        if (length <= 0) {
            return 0;
        }
        int result = output.write(LibCrypto.getLong(word), length);
        Downcalls.call(Calls.BIO_CTRL, out, BIO_CTRL_RESET, 0, 0, 0, 0);
        return result;
    }

    /** The program has done with the notice that held back what is to be sent. */
    public void release() {
        isHeld = false;
    }

    public boolean isHeld() {
        return isHeld;
    }

    /** Where encrypted bytes go; they are valid during the call. */
    public interface Output {
        int write(long address, int length);
    }

    /** Goes on with the handshake as far as it can. */
    public void handshake() {
        if (ssl == 0 || isEstablished || hasFailed || isBusy) {
            return;
        }
        finishHandshake(step());
    }

    /** One step on another thread; {@link #finishHandshake} takes its result on the loop's thread. */
    int handshakeOnThread() {
        return step();
    }

    void begin() {
        isBusy = true;
    }

    private int step() {
        isSuspended = false;
        TlsCallbacks.enter(this);
        try {
            Downcalls.call(Calls.CLEAR_ERRORS, 0, 0, 0, 0, 0, 0);
            int result = (int) Downcalls.call(Calls.HANDSHAKE, ssl, 0, 0, 0, 0, 0);
            int error = result == 1 ? 0 : (int) Downcalls.call(Calls.GET_ERROR, ssl, result, 0, 0, 0, 0);
            if (error != 0 && !isTemporary(error)) {
                failure = TlsFailure.take();
            }
            return error;
        } finally {
            TlsCallbacks.leave();
        }
    }

    void finishHandshake(int error) {
        isBusy = false;
        if (mustFree) {
            free();
            return;
        }
        for (; untold > 0; untold--) {
            onNotice.run();
        }
        if (error == 0) {
            isEstablished = true;
            isHeld |= !isServer;
            isDry = false; // bytes may have come with the last message
            if ((int) call("SSL_version", ssl) < TLS1_3) {
                call("SSL_set_info_callback", ssl, TlsCallbacks.INFO);
            }
            notice(TlsNotice.HANDSHAKE_DONE);
        } else if (error == ERROR_WANT_CLIENT_HELLO || error == ERROR_WANT_X509_LOOKUP) {
            isSuspended = true;
        } else if (!isTemporary(error)) {
            fail();
        }
    }

    private static boolean isTemporary(int error) {
        return error == ERROR_WANT_READ
                || error == ERROR_WANT_WRITE
                || error == ERROR_WANT_X509_LOOKUP
                || error == ERROR_WANT_CLIENT_HELLO;
    }

    private void fail() {
        List<Object> details = failure;
        failure = null;
        hasFailed = true;
        notice(
                TlsNotice.FAILED,
                details == null ? Arrays.asList(null, null, null, null).toArray() : details.toArray());
    }

    /** Decrypted bytes: how many, 0 at the end, EAGAIN if there are none now or after a failure. */
    public int read(long address, int length) {
        if (ssl == 0 || hasFailed || isBusy) {
            return NOT_YET;
        }
        if (hasEnded) {
            return 0;
        }
        TlsCallbacks.enter(this);
        try {
            Downcalls.call(Calls.CLEAR_ERRORS, 0, 0, 0, 0, 0, 0);
            int count = (int) Downcalls.call(Calls.READ, ssl, address, length, 0, 0, 0);
            if (count > 0) {
                return count;
            }
            isDry = true;
            int error = (int) Downcalls.call(Calls.GET_ERROR, ssl, count, 0, 0, 0, 0);
            if (error == ERROR_ZERO_RETURN) {
                hasEnded = true;
                return 0;
            }
            if (!isTemporary(error)) {
                failure = TlsFailure.take();
                fail();
            }
            return NOT_YET;
        } finally {
            TlsCallbacks.leave();
        }
    }

    /** Encrypts: how many bytes were taken, EAGAIN if something must be read first, or another negative errno. */
    public int write(long address, int length) {
        if (ssl == 0 || hasFailed || isBusy) {
            return EPROTO;
        }
        TlsCallbacks.enter(this);
        try {
            Downcalls.call(Calls.CLEAR_ERRORS, 0, 0, 0, 0, 0, 0);
            int count = (int) Downcalls.call(Calls.WRITE, ssl, address, length, 0, 0, 0);
            if (count > 0) {
                return count;
            }
            int error = (int) Downcalls.call(Calls.GET_ERROR, ssl, count, 0, 0, 0, 0);
            if (isTemporary(error)) {
                return NOT_YET;
            }
            if (error != ERROR_ZERO_RETURN) {
                failure = TlsFailure.take();
                fail();
            }
            return EPROTO;
        } finally {
            TlsCallbacks.leave();
        }
    }

    /** Says that nothing more will be sent. Before the handshake is done OpenSSL has no way to say it. */
    public void shutdown() {
        if (ssl == 0 || hasFailed || isBusy) {
            return;
        }
        TlsCallbacks.enter(this);
        try {
            if ((int) call("SSL_shutdown", ssl) == 0) {
                call("SSL_shutdown", ssl);
            }
            call("ERR_clear_error");
        } finally {
            TlsCallbacks.leave();
        }
    }

    /** Runs other calls of OpenSSL that may call back. */
    public <T> T with(Function<TlsEngine, T> calls) {
        TlsCallbacks.enter(this);
        try {
            return calls.apply(this);
        } finally {
            TlsCallbacks.leave();
        }
    }

    /** A busy engine is freed when its handshake has come back. */
    public void free() {
        if (isBusy) {
            mustFree = true;
            if (psk != null) {
                psk.giveUp();
            }
            return;
        }
        if (ssl != 0) {
            long freed = ssl;
            ssl = 0;
            freeLoadedSession();
            call("SSL_free", freed); // and its BIOs
            notices.clear();
            call("CRYPTO_free", word, 0, 0);
        }
    }

    private void freeLoadedSession() {
        if (loadedSession != 0) {
            call("SSL_SESSION_free", loadedSession);
            loadedSession = 0;
        }
    }

    // ---- notices

    private void notice(int kind, @Nullable Object... details) {
        notices.add(new TlsNotice(kind, Arrays.asList(details)));
        if (isBusy) {
            untold++; // on another thread
        } else {
            onNotice.run();
        }
    }

    /** A question that a busy engine asks; on the loop's thread. */
    void ask(@Nullable String about) {
        notices.addFirst(new TlsNotice(TlsNotice.PSK_WANTED, Arrays.asList((Object) about)));
        onNotice.run();
    }

    void callbackFailed(Throwable failure) {
        this.failure = Arrays.asList(failure.toString(), null, null, "ERR_INTERNAL_ASSERTION");
    }

    // ---- OpenSSL's callbacks, inside one of the calls above

    long onClientHello() {
        if (!wantsHello || isHelloAnswered) {
            return 1;
        }
        isHelloAnswered = true;
        int idLength = (int) call("SSL_client_hello_get0_session_id", ssl, word);
        byte[] id = LibCrypto.bytes(LibCrypto.getLong(word), idLength);
        byte[] ticket = helloExtension(TICKET_EXTENSION);
        notice(
                TlsNotice.CLIENT_HELLO,
                id,
                ticket != null && ticket.length > 0,
                helloExtension(ALPN_EXTENSION),
                helloServerName());
        return SUSPEND;
    }

    private byte @Nullable [] helloExtension(int type) {
        if ((int) call("SSL_client_hello_get0_ext", ssl, type, word, word + Long.BYTES) != 1) {
            return null;
        }
        return LibCrypto.bytes(LibCrypto.getLong(word), LibCrypto.getLong(word + Long.BYTES));
    }

    /** List length, type 0, name length, name; two bytes each but the type. */
    private @Nullable String helloServerName() {
        byte[] extension = helloExtension(0);
        int headBytes = 5;
        if (extension == null || extension.length < headBytes || extension[2] != 0) {
            return null;
        }
        int length = Math.min((extension[3] & 0xff) << 8 | (extension[4] & 0xff), extension.length - headBytes);
        return new String(extension, headBytes, length, StandardCharsets.ISO_8859_1);
    }

    long onCertificate() {
        if (!isServer || !wantsCertificate || isCertificateAnswered) {
            return 1;
        }
        isCertificateAnswered = true;
        String name = LibCrypto.string(call("SSL_get_servername", ssl, 0));
        boolean wantsOcsp = (int) call("SSL_ctrl", ssl, CTRL_STATUS_TYPE, 0, 0) == OCSP;
        notice(TlsNotice.CERTIFICATE_WANTED, name, wantsOcsp);
        return SUSPEND;
    }

    long onAlpnSelect(long outAt, long outLengthAt, long offered, int length) {
        if (isProtocolChosen) {
            return chosenProtocol == null ? FATAL : chooseOffered(outAt, outLengthAt, offered, length);
        }
        byte[] own = protocols;
        if (own == null || own.length == 0) {
            return NO_ANSWER;
        }
        // Ours come first: the first of them that the client offers.
        byte[] theirs = LibCrypto.bytes(offered, length);
        for (int at = 0; at < own.length; at += 1 + (own[at] & 0xff)) {
            int found = find(theirs, own, at);
            if (found >= 0) {
                return answer(outAt, outLengthAt, offered + found + 1, theirs[found]);
            }
        }
        return FATAL;
    }

    private long chooseOffered(long outAt, long outLengthAt, long offered, int length) {
        byte[] name = String.valueOf(chosenProtocol).getBytes(StandardCharsets.US_ASCII);
        byte[] entry = new byte[name.length + 1];
        entry[0] = (byte) name.length;
        System.arraycopy(name, 0, entry, 1, name.length);
        byte[] theirs = LibCrypto.bytes(offered, length);
        int found = find(theirs, entry, 0);
        return found < 0 ? FATAL : answer(outAt, outLengthAt, offered + found + 1, theirs[found]);
    }

    private static long answer(long outAt, long outLengthAt, long name, byte length) {
        LibCrypto.at(outAt, Long.BYTES).putLong(0, name);
        LibCrypto.at(outLengthAt, 1).put(0, length);
        return ACCEPTED;
    }

    /** Where the entry (length, name) that stands in {@code entries} at {@code at} stands in the list, or -1. */
    private static int find(byte[] list, byte[] entries, int at) {
        int end = at + 1 + (entries[at] & 0xff);
        if (end > entries.length) {
            return -1;
        }
        for (int i = 0; i < list.length; i += 1 + (list[i] & 0xff)) {
            int ofList = i + 1 + (list[i] & 0xff);
            if (ofList <= list.length && Arrays.equals(list, i, ofList, entries, at, end)) {
                return i;
            }
        }
        return -1;
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
            isHeld = isServer;
            notice(
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
        notice(TlsNotice.KEY_LOG, (Object) ((line == null ? "" : line) + "\n").getBytes(StandardCharsets.US_ASCII));
        return 0;
    }

    long onStatus() {
        if (!isServer) {
            int length = (int) call("SSL_ctrl", ssl, CTRL_GET_OCSP_RESPONSE, 0, word);
            byte[] response = length <= 0 ? null : LibCrypto.bytes(LibCrypto.getLong(word), length);
            notice(TlsNotice.OCSP_RESPONSE, (Object) response);
            return 1;
        }
        byte[] response = ocspResponse;
        if (response == null) {
            return NO_ANSWER;
        }
        ocspResponse = null;
        long copy = call("CRYPTO_malloc", response.length, 0, 0);
        LibCrypto.put(copy, response);
        call("SSL_ctrl", ssl, CTRL_SET_OCSP_RESPONSE, response.length, copy);
        return ACCEPTED;
    }

    long onInfo(int where) {
        if ((where & INFO_HANDSHAKE_START) != 0) {
            isHeld |= isServer; // the program may refuse it
            notice(TlsNotice.HANDSHAKE_STARTED);
        } else if ((where & INFO_HANDSHAKE_DONE) != 0 && (int) call("SSL_renegotiate_pending", ssl) == 0) {
            notice(TlsNotice.HANDSHAKE_DONE);
        }
        return 0;
    }

    long onPskServer(@Nullable String identity, long psk, int maxLength) {
        PskQuestion.Answer answer = this.psk == null ? null : this.psk.ask(this, identity);
        if (answer == null || answer.key().length > maxLength) {
            return 0;
        }
        LibCrypto.put(psk, answer.key());
        return answer.key().length;
    }

    long onPskClient(@Nullable String hint, long identityAt, int maxIdentity, long psk, int maxLength) {
        PskQuestion.Answer answer = this.psk == null ? null : this.psk.ask(this, hint);
        if (answer == null || answer.key().length > maxLength) {
            return 0;
        }
        byte[] identity = (answer.identity() + "\0").getBytes(StandardCharsets.UTF_8);
        if (identity.length > maxIdentity) {
            return 0;
        }
        LibCrypto.put(identityAt, identity);
        LibCrypto.put(psk, answer.key());
        return answer.key().length;
    }
}
