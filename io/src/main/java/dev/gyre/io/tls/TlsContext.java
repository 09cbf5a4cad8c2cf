package dev.gyre.io.tls;

import static dev.gyre.io.openssl.LibCrypto.call;

/**
 * An {@code SSL_CTX}: certificates, keys and settings that connections share. It is freed once by its owner; connections
 * that were made of it hold OpenSSL's own reference. One thread at a time.
 */
public final class TlsContext {
    private static final int CTRL_MODE = 33;
    private static final int CTRL_SESSION_CACHE_MODE = 44;
    private static final int CTRL_STATUS_CALLBACK = 63;
    private static final int CTRL_MIN_VERSION = 123;
    private static final int CTRL_MAX_VERSION = 124;
    private static final int CTRL_GET_MIN_VERSION = 130;
    private static final int CTRL_GET_MAX_VERSION = 131;

    /** Buffers may move between two tries of a write, and an idle connection has none. */
    private static final long MODES = 0x2 | 0x10;

    /** For clients and servers, nothing stored by OpenSSL, no sweeps. */
    private static final long SESSION_CACHE = 0x1 | 0x2 | 0x300 | 0x80;

    private static final long NO_SSL3 = 0x0200_0000L;
    private static final long ALLOW_CLIENT_RENEGOTIATION = 0x100;

    public static final int TICKET_KEY_BYTES = TicketKeys.BYTES;

    private long address;

    private volatile TicketKeys ticketKeys;

    private volatile boolean asksForTicketKeys;

    private byte[] protocols = new byte[0];

    private boolean needsRoots;

    /** @param method the name of the OpenSSL function that makes the method */
    public TlsContext(String method, int minVersion, int maxVersion, byte[] ticketKeys) {
        address = call("SSL_CTX_new", call(method));
        this.ticketKeys = new TicketKeys(ticketKeys);
        if (address == 0) {
            return;
        }
        call("SSL_CTX_set_options", address, NO_SSL3 | ALLOW_CLIENT_RENEGOTIATION);
        call("SSL_CTX_ctrl", address, CTRL_MODE, MODES, 0);
        call("SSL_CTX_ctrl", address, CTRL_SESSION_CACHE_MODE, SESSION_CACHE, 0);
        minVersion(minVersion);
        maxVersion(maxVersion);
        call("SSL_CTX_set_tlsext_ticket_key_evp_cb", address, TlsCallbacks.TICKET_KEY);
        call("SSL_CTX_sess_set_get_cb", address, TlsCallbacks.GET_SESSION);
        call("SSL_CTX_callback_ctrl", address, CTRL_STATUS_CALLBACK, TlsCallbacks.STATUS);
    }

    /** The address, or 0 if OpenSSL has refused to make it or it is freed. */
    public long address() {
        return address;
    }

    public void minVersion(int version) {
        call("SSL_CTX_ctrl", address, CTRL_MIN_VERSION, version, 0);
    }

    public void maxVersion(int version) {
        call("SSL_CTX_ctrl", address, CTRL_MAX_VERSION, version, 0);
    }

    public int minVersion() {
        return (int) call("SSL_CTX_ctrl", address, CTRL_GET_MIN_VERSION, 0, 0);
    }

    public int maxVersion() {
        return (int) call("SSL_CTX_ctrl", address, CTRL_GET_MAX_VERSION, 0, 0);
    }

    /** Name, HMAC key and AES key of session tickets, 16 bytes each. */
    public byte[] ticketKeys() {
        return ticketKeys.bytes();
    }

    public void ticketKeys(byte[] keys) {
        ticketKeys = new TicketKeys(keys);
    }

    /** The protocols that a server's connections select from, unless they have their own; as ALPN writes them. */
    public void protocols(byte[] own) {
        protocols = own;
        call("SSL_CTX_set_alpn_select_cb", address, TlsCallbacks.ALPN_SELECT, 0);
    }

    byte[] protocols() {
        return protocols;
    }

    /** From now on the program is asked for the keys of each ticket. */
    public void askForTicketKeys() {
        asksForTicketKeys = true;
    }

    public boolean asksForTicketKeys() {
        return asksForTicketKeys;
    }

    TicketKeys tickets() {
        return ticketKeys;
    }

    /** Has OpenSSL tell the engines of sessions. Without it a server that nobody asks for them makes them faster. */
    void tellSessions() {
        call("SSL_CTX_sess_set_new_cb", address, TlsCallbacks.NEW_SESSION);
    }

    /** Whether it trusts the roots, which are loaded when a connection first verifies a certificate. */
    public boolean needsRoots() {
        return needsRoots;
    }

    public void needsRoots(boolean needs) {
        needsRoots = needs;
    }

    public void free() {
        long freed = address;
        address = 0;
        if (freed != 0) {
            call("SSL_CTX_free", freed);
        }
    }
}
