package dev.gyre.codec.http1;

/** The methods a request may have, by number; a request line is matched against them byte by byte. */
public final class HttpMethod {
    static final int GET = 1;
    static final int POST = 3;
    static final int CONNECT = 5;
    static final int OPTIONS = 6;
    static final int SOURCE = 33;
    static final int PRI = 34;
    private static final int FIRST_RTSP = 35;
    private static final int LAST_RTSP = 45;

    /** No gaps: the number of a method is its place here. */
    private static final String[] NAMES = {
        "DELETE",
        "GET",
        "HEAD",
        "POST",
        "PUT",
        "CONNECT",
        "OPTIONS",
        "TRACE",
        "COPY",
        "LOCK",
        "MKCOL",
        "MOVE",
        "PROPFIND",
        "PROPPATCH",
        "SEARCH",
        "UNLOCK",
        "BIND",
        "REBIND",
        "UNBIND",
        "ACL",
        "REPORT",
        "MKACTIVITY",
        "CHECKOUT",
        "MERGE",
        "M-SEARCH",
        "NOTIFY",
        "SUBSCRIBE",
        "UNSUBSCRIBE",
        "PATCH",
        "PURGE",
        "MKCALENDAR",
        "LINK",
        "UNLINK",
        "SOURCE",
        "PRI",
        "DESCRIBE",
        "ANNOUNCE",
        "SETUP",
        "PLAY",
        "PAUSE",
        "TEARDOWN",
        "GET_PARAMETER",
        "SET_PARAMETER",
        "REDIRECT",
        "RECORD",
        "FLUSH",
        "QUERY",
    };

    /** How many there are. */
    public static final int COUNT = NAMES.length;

    private static final int LETTERS = 128;
    private static final short[] NEXT = new short[400 * LETTERS];
    private static final byte[] ENDS = new byte[400];

    static {
        int nodes = 1;
        for (int method = 0; method < NAMES.length; method++) {
            int node = 0;
            for (char letter : NAMES[method].toCharArray()) {
                int at = node * LETTERS + letter;
                if (NEXT[at] == 0) {
                    NEXT[at] = (short) nodes++;
                }
                node = NEXT[at];
            }
            ENDS[node] = (byte) (method + 1);
        }
    }

    private HttpMethod() {}

    public static String name(int method) {
        return NAMES[method];
    }

    /** The node after {@code node} by this byte, or 0 where no method goes on so. The first node is 0. */
    static int next(int node, int letter) {
        return letter < 0 || letter >= LETTERS ? 0 : NEXT[node * LETTERS + letter];
    }

    /** The method that ends at this node, or -1. */
    static int endingAt(int node) {
        return ENDS[node] - 1;
    }

    static boolean isOfHttp(int method) {
        return method < FIRST_RTSP || method > LAST_RTSP;
    }

    static boolean isOfRtsp(int method) {
        return !isOfHttp(method) || method == OPTIONS || method == GET || method == POST;
    }
}
