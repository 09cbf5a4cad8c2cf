package dev.gyre.io.tls;

import java.util.List;

/**
 * Something that happened in a {@link TlsEngine} and that its owner is to know, in order.
 *
 * @param details depends on the kind; null, texts, numbers and byte arrays
 */
public record TlsNotice(int kind, List<Object> details) {
    public static final int HANDSHAKE_DONE = 0;

    /** {@link TlsFailure}'s fields: message, library, reason, code. */
    public static final int FAILED = 1;

    /** A client's first message: session id, whether it has a ticket, protocols of ALPN, server name. Suspends. */
    public static final int CLIENT_HELLO = 2;

    /** The server is to choose its certificate: server name, whether the client asks for OCSP. Suspends. */
    public static final int CERTIFICATE_WANTED = 3;

    /** A session that can be resumed later: its id, the session. */
    public static final int NEW_SESSION = 4;

    /** A line of secrets. */
    public static final int KEY_LOG = 5;

    /** The server's OCSP response, or null. */
    public static final int OCSP_RESPONSE = 6;

    /** A handshake begins on a connection that has had one. */
    public static final int HANDSHAKE_STARTED = 7;

    /** The pre-shared key for an identity (servers) or for a hint (clients, may be null) is needed. Suspends. */
    public static final int PSK_WANTED = 8;

    /** The keys of a session ticket are needed: its name and IV, whether it is new. Suspends. */
    public static final int TICKET_KEY_WANTED = 9;
}
