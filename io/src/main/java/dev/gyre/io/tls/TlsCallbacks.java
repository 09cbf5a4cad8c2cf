package dev.gyre.io.tls;

import dev.gyre.io.openssl.LibCrypto;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import org.jspecify.annotations.Nullable;

/**
 * The functions that OpenSSL calls. Each belongs to the engine whose call is running on the thread, and nothing outside of
 * such a call makes OpenSSL call one. An exception would end the process: all that can fail here is caught and answered
 * with OpenSSL's own value for a failure.
 */
final class TlsCallbacks {
    private static final ThreadLocal<@Nullable TlsEngine> RUNNING = new ThreadLocal<>();

    private static final MethodType SIX_WORDS =
            MethodType.methodType(long.class, long.class, long.class, long.class, long.class, long.class, long.class);
    private static final FunctionDescriptor FUNCTION = FunctionDescriptor.of(
            ValueLayout.JAVA_LONG,
            ValueLayout.JAVA_LONG,
            ValueLayout.JAVA_LONG,
            ValueLayout.JAVA_LONG,
            ValueLayout.JAVA_LONG,
            ValueLayout.JAVA_LONG,
            ValueLayout.JAVA_LONG);

    static final long VERIFY = function("verify");
    static final long CLIENT_HELLO = function("clientHello");
    static final long CERTIFICATE = function("certificate");
    static final long ALPN_SELECT = function("alpnSelect");
    static final long NEW_SESSION = function("newSession");
    static final long GET_SESSION = function("getSession");
    static final long KEY_LOG = function("keyLog");
    static final long STATUS = function("status");
    static final long TICKET_KEY = function("ticketKey");
    static final long INFO = function("info");
    static final long PSK_SERVER = function("pskServer");
    static final long PSK_CLIENT = function("pskClient");
    static final long MESSAGE = function("message");

    private static final long FATAL = 2; // SSL_TLSEXT_ERR_ALERT_FATAL

    private TlsCallbacks() {}

    /** Says whose callbacks this thread runs, until {@link #leave}. */
    static void enter(TlsEngine engine) {
        RUNNING.set(engine);
    }

    static void leave() {
        RUNNING.set(null); // the thread goes on to run engines: its entry stays
    }

    private interface Body {
        long run(TlsEngine engine);
    }

    private static long run(long onFailure, Body body) {
        TlsEngine engine = RUNNING.get();
        if (engine == null) {
            return onFailure;
        }
        try {
            return body.run(engine);
        } catch (RuntimeException | Error e) { // must not reach OpenSSL's frames
            engine.callbackFailed(e);
            return onFailure;
        }
    }

    /**
     * All have six words, of which some use fewer: the JVM generates code for each shape of a function, and one takes
     * milliseconds.
     */
    private static long function(String name) {
        try {
            var target = MethodHandles.lookup().findStatic(TlsCallbacks.class, name, SIX_WORDS);
            return Linker.nativeLinker()
                    .upcallStub(target, FUNCTION, Arena.global())
                    .address();
        } catch (ReflectiveOperationException e) {
            throw new LinkageError(e.getMessage(), e);
        }
    }

    // ---- called by OpenSSL; words whose C type is int have only their low half

    /** The program looks at the result itself, after the handshake. */
    @SuppressWarnings("unused")
    private static long verify(long isVerified, long store, long unused3, long unused4, long unused5, long unused6) {
        return 1;
    }

    @SuppressWarnings("unused")
    private static long clientHello(long ssl, long alert, long argument, long unused4, long unused5, long unused6) {
        return run(0, engine -> engine.choices().onClientHello());
    }

    @SuppressWarnings("unused")
    private static long certificate(long ssl, long argument, long unused3, long unused4, long unused5, long unused6) {
        return run(0, engine -> engine.choices().onCertificate());
    }

    @SuppressWarnings("unused")
    private static long alpnSelect(long ssl, long out, long outLength, long in, long inLength, long argument) {
        return run(FATAL, engine -> engine.choices().onAlpnSelect(out, outLength, in, (int) inLength));
    }

    @SuppressWarnings("unused")
    private static long newSession(long ssl, long session, long unused3, long unused4, long unused5, long unused6) {
        return run(0, engine -> engine.choices().onNewSession(session));
    }

    @SuppressWarnings("unused")
    private static long getSession(long ssl, long id, long length, long copy, long unused5, long unused6) {
        return run(0, engine -> {
            LibCrypto.at(copy, Integer.BYTES).putInt(0, 0);
            return engine.choices().takeLoadedSession();
        });
    }

    @SuppressWarnings("unused")
    private static long keyLog(long ssl, long line, long unused3, long unused4, long unused5, long unused6) {
        return run(0, engine -> engine.choices().onKeyLog(LibCrypto.string(line)));
    }

    @SuppressWarnings("unused")
    private static long status(long ssl, long argument, long unused3, long unused4, long unused5, long unused6) {
        return run(0, engine -> engine.choices().onStatus());
    }

    @SuppressWarnings("unused")
    private static long ticketKey(long ssl, long name, long iv, long cipher, long mac, long isNew) {
        return run(-1, engine -> engine.onTicketKey(name, iv, cipher, mac, (int) isNew != 0));
    }

    @SuppressWarnings("unused")
    private static long info(long ssl, long where, long result, long unused4, long unused5, long unused6) {
        return run(0, engine -> engine.onInfo((int) where));
    }

    @SuppressWarnings("unused")
    private static long pskServer(long ssl, long identity, long psk, long maxLength, long unused5, long unused6) {
        return run(0, engine -> engine.choices().onPskServer(LibCrypto.string(identity), psk, (int) maxLength));
    }

    @SuppressWarnings("unused")
    private static long pskClient(long ssl, long hint, long identity, long maxIdentity, long psk, long maxLength) {
        return run(
                0,
                engine -> engine.choices()
                        .onPskClient(LibCrypto.string(hint), identity, (int) maxIdentity, psk, (int) maxLength));
    }

    /** There is a seventh word, which is not needed: the caller keeps it on its stack. */
    @SuppressWarnings("unused")
    private static long message(long isSent, long version, long type, long bytes, long length, long ssl) {
        return run(0, engine -> engine.onMessage((int) isSent != 0, (int) type, bytes, length));
    }
}
