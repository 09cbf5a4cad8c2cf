package dev.gyre.io.tls;

import static dev.gyre.io.openssl.LibCrypto.call;

import dev.gyre.io.libc.Downcalls;
import dev.gyre.io.libc.Errno;
import dev.gyre.io.libc.NativeMemory;
import dev.gyre.io.openssl.LibCrypto;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * One {@code SSL} object: TLS of one connection, without the connection. Encrypted bytes go in by {@link #feed} and come out
 * by {@link #takeOut} ({@link RecordBuffers}). It is freed once, and a call after that does nothing.
 *
 * <pre>
 *   new ──handshake──> suspended ──resume──> … ──> established ──> ended or failed
 * </pre>
 *
 * <p>Callbacks suspend the handshake where OpenSSL lets them ({@link HandshakeChoices}). For pre-shared keys and keys of
 * tickets it does not: the callback must answer before it returns. A handshake that may ask for one runs on a thread of its own, and
 * {@link HandshakeQuestion} waits there for the program's answer; the engine is {@linkplain #isBusy busy} meanwhile and nobody
 * else touches it.
 *
 * <p>Loop thread only, except for the handshake of a busy engine. Numbers below zero are negative errnos.
 */
public final class TlsEngine {
    /** Addresses of the functions that run for every connection or record. */
    private static final class Calls {
        static final MemorySegment NEW = LibCrypto.address("SSL_new");
        static final MemorySegment SET_VERIFY = LibCrypto.address("SSL_set_verify");
        static final MemorySegment ACCEPT = LibCrypto.address("SSL_set_accept_state");
        static final MemorySegment CONNECT = LibCrypto.address("SSL_set_connect_state");
        static final MemorySegment VERSION = LibCrypto.address("SSL_version");
        static final MemorySegment SHUTDOWN = LibCrypto.address("SSL_shutdown");
        static final MemorySegment FREE = LibCrypto.address("SSL_free");
        static final MemorySegment READ = LibCrypto.address("SSL_read");
        static final MemorySegment WRITE = LibCrypto.address("SSL_write");
        static final MemorySegment HANDSHAKE = LibCrypto.address("SSL_do_handshake");
        static final MemorySegment GET_ERROR = LibCrypto.address("SSL_get_error");
        static final MemorySegment CLEAR_ERRORS = LibCrypto.address("ERR_clear_error");
    }

    /** The most that one record carries, and the same with what TLS adds to it. */
    static final int RECORD_BYTES = 16 << 10;

    static final int SEALED_RECORD_BYTES = RECORD_BYTES + 512;

    private static final int NOT_YET = Errno.EAGAIN.number();
    private static final int EPROTO = -71;

    private static final int ERROR_WANT_READ = 2;
    private static final int ERROR_WANT_WRITE = 3;
    private static final int ERROR_WANT_X509_LOOKUP = 4;
    private static final int ERROR_ZERO_RETURN = 6;
    private static final int ERROR_WANT_CLIENT_HELLO = 11;

    private static final int INFO_HANDSHAKE_START = 0x10;
    private static final int INFO_HANDSHAKE_DONE = 0x20;
    private static final int TLS1_3 = 0x0304;

    private final TlsContext context;
    private final boolean isServer;
    private final TlsNotices notices = new TlsNotices();
    private final FirstRecord first = new FirstRecord();
    private final HandshakeChoices choices = new HandshakeChoices(this, notices);

    /** Two words of native memory for answers of OpenSSL, or 0: few engines need it. */
    private long word;

    private long ssl;
    private final @Nullable RecordBuffers buffers;

    private Runnable onHeard = () -> {};
    private boolean isEstablished;
    private boolean isHeard;
    private boolean isSuspended;
    private boolean hasFailed;
    private boolean hasEnded;
    private boolean isEndRead;
    private boolean isDry = true;
    private boolean isBusy;
    private boolean mustFree;

    /**
     * What is to be sent waits for the program. A server's last message waits until the session is stored: the client might
     * use it at once. So does its answer to a client that wants another handshake: the program may refuse it. A client's last
     * message waits until the program has seen the server's certificate.
     */
    private boolean isHeld;

    /** The details of a failure that is not told yet. */
    private @Nullable List<Object> failure;

    private @Nullable TlsTrace trace;
    private Consumer<String> traced = _ -> {};

    /** OpenSSL refuses only where there is no memory; then {@link #isFree} is true. */
    public TlsEngine(TlsContext context, boolean isServer) {
        this.context = context;
        this.isServer = isServer;
        ssl = Downcalls.call(Calls.NEW, context.address(), 0, 0, 0, 0, 0);
        buffers = ssl == 0 ? null : new RecordBuffers(ssl);
        if (ssl == 0) {
            return;
        }
        setVerify(0);
        Downcalls.call(isServer ? Calls.ACCEPT : Calls.CONNECT, ssl, 0, 0, 0, 0, 0);
    }

    /** Who is told that there is a notice: once for each, on the loop's thread, from inside the engine's methods. */
    public void onNotice(Runnable onNotice) {
        notices.onNotice(onNotice);
    }

    public @Nullable TlsNotice takeNotice() {
        TlsNotice notice = notices.take();
        if (notice != null && notice.kind() == TlsNotice.HANDSHAKE_DONE && !isHeard) {
            isHeard = true;
            onHeard.run();
        }
        return notice;
    }

    /** Who is told that the program has heard of the end of the handshake. */
    void onHeard(Runnable onHeard) {
        this.onHeard = onHeard;
    }

    /** Tells of notices that {@link #read} has made behind bytes that its caller has delivered by now. */
    void tellNotices() {
        if (!isBusy) {
            notices.tell();
        }
    }

    /** What the program decides in the handshake. */
    public HandshakeChoices choices() {
        return choices;
    }

    public long address() {
        return ssl;
    }

    long word() {
        if (word == 0) {
            word = call("CRYPTO_malloc", 2 * Long.BYTES, 0, 0);
        }
        return word;
    }

    public boolean isServer() {
        return isServer;
    }

    public TlsContext context() {
        return context;
    }

    /** OpenSSL's mode of verification; what it finds never ends the handshake. */
    public void setVerify(int mode) {
        Downcalls.call(Calls.SET_VERIFY, ssl, mode, TlsCallbacks.VERIFY, 0, 0, 0);
    }

    public boolean isFree() {
        return ssl == 0;
    }

    public boolean isEstablished() {
        return isEstablished;
    }

    /** Whether bytes can be delivered: the handshake is done, and the program knows it. */
    public boolean isHeard() {
        return isHeard;
    }

    public boolean isSuspended() {
        return isSuspended;
    }

    public boolean hasFailed() {
        return hasFailed;
    }

    /** Whether a read may give something without more being fed: bytes, the end, or a failure that is told then. */
    public boolean hasMore() {
        return !isDry || failure != null || (hasEnded && !isEndRead);
    }

    public boolean isBusy() {
        return isBusy;
    }

    // ---- bytes

    /** Encrypted bytes that came in. The memory is the engine's until {@link #takeIn}. */
    public void feed(NativeMemory memory, int length) {
        if (ssl == 0 || length <= 0) {
            return;
        }
        long address = memory.address();
        if (!isEstablished) {
            first.note(memory, length);
        }
        buffers().offer(address, length);
        if (isDry) {
            buffers().takePiece(); // OpenSSL would ask for it
        }
        isDry = false;
    }

    /** Takes in what {@link #feed} has left in the caller's memory. */
    public void takeIn() {
        if (ssl != 0) {
            buffers().takeAll();
        }
    }

    /** Only an object that OpenSSL has refused to make has none. */
    private RecordBuffers buffers() {
        return Objects.requireNonNull(buffers);
    }

    /** Moves encrypted bytes that are to be sent into memory: how many, 0 if there are none. */
    public int takeOut(long address, int length) {
        if (ssl == 0 || isHeld || isBusy) {
            return 0;
        }
        return buffers().takeOut(address, length);
    }

    /** The program has done with the notice that held back what is to be sent. */
    public void release() {
        isHeld = false;
    }

    public boolean isHeld() {
        return isHeld;
    }

    void holdOutput() {
        isHeld = true;
    }

    // ---- the handshake

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
        notices.holdBack();
    }

    private int step() {
        isSuspended = false;
        TlsCallbacks.enter(this);
        try {
            Downcalls.call(Calls.CLEAR_ERRORS, 0, 0, 0, 0, 0, 0);
            int result = (int) Downcalls.call(Calls.HANDSHAKE, ssl, 0, 0, 0, 0, 0);
            int error = result == 1 ? 0 : (int) Downcalls.call(Calls.GET_ERROR, ssl, result, 0, 0, 0, 0);
            if (error == ERROR_ZERO_RETURN) {
                return ERROR_WANT_READ; // the other side gives up; the end of its bytes says so
            }
            if (error != 0 && !isTemporary(error)) {
                failure = failureOfHandshake();
            }
            return error;
        } finally {
            TlsCallbacks.leave();
        }
    }

    private List<Object> failureOfHandshake() {
        int reason = first.reason(TlsFailure.reason());
        if (reason != 0) {
            TlsFailure.replace(reason);
            if (reason != FirstRecord.DATA_LENGTH_TOO_LONG) { // who does not speak TLS is sent no alert
                buffers().dropOut();
            }
        }
        return TlsFailure.take();
    }

    void finishHandshake(int error) {
        isBusy = false;
        if (mustFree) {
            free();
            return;
        }
        notices.tell();
        if (error == 0) {
            isEstablished = true;
            isHeld |= !isServer;
            isDry = buffers().isInputEmpty(); // bytes may have come with the last message
            if ((int) Downcalls.call(Calls.VERSION, ssl, 0, 0, 0, 0, 0) < TLS1_3) {
                call("SSL_set_info_callback", ssl, TlsCallbacks.INFO);
            }
            notices.add(TlsNotice.HANDSHAKE_DONE);
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
        notices.add(
                TlsNotice.FAILED,
                details == null ? Arrays.asList(null, null, null, null).toArray() : details.toArray());
    }

    // ---- decrypting and encrypting

    /**
     * Decrypted bytes: how many, 0 at the end, EAGAIN if there are none now or after a failure. They are those of one record,
     * as with Node, where a chunk never has parts of two writes of a few bytes; behind a full record the next ones too. What comes behind bytes, an end, a failure or a notice, is told after they are delivered: by the next call,
     * and by {@link #tellNotices}.
     */
    public int read(long address, int length) {
        if (ssl == 0 || hasFailed || isBusy) {
            return NOT_YET;
        }
        notices.tell(); // the bytes before them are delivered
        if (failure != null) {
            fail();
            return NOT_YET;
        }
        notices.holdBack();
        TlsCallbacks.enter(this);
        try {
            int count = readRecord(address, length);
            notices.tell(); // what came before these bytes
            if (count > 0) {
                return count < RECORD_BYTES ? count : count + readFurther(address + count, length - count);
            }
            if (failure != null) {
                fail();
            }
            isEndRead |= hasEnded;
            return count;
        } finally {
            TlsCallbacks.leave();
        }
    }

    /** The records behind a full one, up to one that is not full or makes a notice. */
    private int readFurther(long address, int length) {
        notices.holdBack();
        int done = 0;
        int count = RECORD_BYTES;
        while (count == RECORD_BYTES && !isDry && done < length && !notices.hasUntold()) {
            count = readRecord(address + done, length - done);
            done += Math.max(0, count);
        }
        return done;
    }

    private int readRecord(long address, int length) {
        if (hasEnded) {
            return 0;
        }
        int error;
        do {
            Downcalls.call(Calls.CLEAR_ERRORS, 0, 0, 0, 0, 0, 0);
            int count = (int) Downcalls.call(Calls.READ, ssl, address, length, 0, 0, 0);
            if (count > 0) {
                isDry = count < length && buffers().isInputEmpty();
                return count;
            }
            error = (int) Downcalls.call(Calls.GET_ERROR, ssl, count, 0, 0, 0, 0);
        } while (error == ERROR_WANT_READ && buffers().takePiece());
        isDry = true;
        if (error == ERROR_ZERO_RETURN) {
            hasEnded = true;
            return 0;
        }
        if (!isTemporary(error)) {
            failure = TlsFailure.take();
        }
        return NOT_YET;
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
            // Once: a second call would look for the other side's end, and fail on bytes before it.
            Downcalls.call(Calls.SHUTDOWN, ssl, 0, 0, 0, 0, 0);
            Downcalls.call(Calls.CLEAR_ERRORS, 0, 0, 0, 0, 0, 0);
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
            HandshakeQuestion question = choices.question();
            if (question != null) {
                question.giveUp();
            }
            return;
        }
        if (ssl != 0) {
            long freed = ssl;
            ssl = 0;
            choices.freeLoadedSession();
            Downcalls.call(Calls.FREE, freed, 0, 0, 0, 0, 0); // and its BIOs
            notices.clear();
            if (word != 0) {
                call("CRYPTO_free", word, 0, 0);
            }
        }
    }

    // ---- OpenSSL's callbacks that are no choices

    long onTicketKey(long name, long iv, long cipher, long mac, boolean isNew) {
        return context.asksForTicketKeys()
                ? choices.onTicketKey(name, iv, cipher, mac, isNew)
                : context.tickets().use(name, iv, cipher, mac, isNew);
    }

    long onInfo(int where) {
        if ((where & INFO_HANDSHAKE_START) != 0) {
            isHeld |= isServer;
            notices.add(TlsNotice.HANDSHAKE_STARTED);
        } else if ((where & INFO_HANDSHAKE_DONE) != 0 && (int) call("SSL_renegotiate_pending", ssl) == 0) {
            notices.add(TlsNotice.HANDSHAKE_DONE);
        }
        return 0;
    }

    /** Describes all records from now on. The text is told on the thread that runs the engine. */
    public void trace(Consumer<String> sink) {
        if (ssl != 0 && trace == null) {
            trace = new TlsTrace(ssl);
            traced = sink;
            call("SSL_set_msg_callback", ssl, TlsCallbacks.MESSAGE);
        }
    }

    long onMessage(boolean isSent, int type, long bytes, long length) {
        TlsTrace describes = trace;
        if (describes != null && length > 0) {
            String text = describes.describe(isSent, type, LibCrypto.bytes(bytes, length));
            if (!text.isEmpty()) {
                traced.accept(text);
            }
        }
        return 0;
    }

    void callbackFailed(Throwable thrown) {
        failure = Arrays.asList(thrown.toString(), null, null, "ERR_INTERNAL_ASSERTION");
    }
}
