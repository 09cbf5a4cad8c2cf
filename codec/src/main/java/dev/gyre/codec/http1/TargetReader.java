package dev.gyre.codec.http1;

import static dev.gyre.codec.http1.HttpSyntax.is;

/** The target of a request: a path, a whole URL, an authority for CONNECT, or {@code *}. */
final class TargetReader {
    private static final int START = 0;
    private static final int SCHEME = 1;
    private static final int SLASH = 2;
    private static final int SECOND_SLASH = 3;
    private static final int SERVER = 4;
    private static final int SERVER_AFTER_AT = 5;
    private static final int PATH = 6;
    private static final int QUERY = 7;
    private static final int FRAGMENT = 8;

    private final HttpParser parser;
    private int state;

    TargetReader(HttpParser parser) {
        this.parser = parser;
    }

    void begin(boolean isConnect) {
        state = isConnect ? SERVER : START;
    }

    private int failAt(int at, String reason) {
        return parser.failAt(at, "INVALID_URL", reason);
    }

    private void fail(String reason) {
        parser.failAt(0, "INVALID_URL", reason);
    }

    /** Reads on; returns where the target ended, where it was wrong, or {@code to}. */
    int read(byte[] in, int from, int to) {
        int at = from;
        while (at < to) {
            byte b = in[at];
            if (state >= PATH) {
                while (is(HttpSyntax.URL, b) || (state >= QUERY && b == '?') || (state == FRAGMENT && b == '#')) {
                    if (++at == to) {
                        return at;
                    }
                    b = in[at];
                }
            }
            if (b == ' ' || b == '\r' || b == '\n') {
                return state > SECOND_SLASH ? at : failAt(at, "Invalid characters in url");
            }
            if (b == '\t' || b == '\f') {
                return failAt(at, "Invalid characters in url");
            }
            if (!step(b)) {
                return at;
            }
            at++;
        }
        return at;
    }

    private boolean step(byte b) {
        switch (state) {
            case START -> {
                if (b == '/' || b == '*') {
                    state = PATH;
                } else if (HttpSyntax.isLetter(b)) {
                    state = SCHEME;
                } else {
                    fail("Unexpected start char in url");
                }
            }
            case SCHEME -> {
                if (b == ':') {
                    state = SLASH;
                } else if (!HttpSyntax.isLetter(b)) {
                    fail("Unexpected char in url schema");
                }
            }
            case SLASH, SECOND_SLASH -> {
                if (b != '/') {
                    fail("Unexpected char in url schema");
                } else {
                    state = state == SLASH ? SECOND_SLASH : SERVER;
                }
            }
            case SERVER, SERVER_AFTER_AT -> {
                switch (b) {
                    case '/' -> state = PATH;
                    case '?' -> state = QUERY;
                    case '@' -> {
                        if (state == SERVER_AFTER_AT) {
                            fail("Double @ in url");
                        } else {
                            state = SERVER_AFTER_AT;
                        }
                    }
                    default -> {
                        if (is(HttpSyntax.SERVER, b)) {
                            state = SERVER;
                        } else {
                            fail("Unexpected char in url server");
                        }
                    }
                }
            }
            case PATH -> {
                if (b == '?') {
                    state = QUERY;
                } else if (b == '#') {
                    state = FRAGMENT;
                } else {
                    fail("Invalid char in url path");
                }
            }
            case QUERY -> {
                if (b == '#') {
                    state = FRAGMENT;
                } else {
                    fail("Invalid char in url query");
                }
            }
            default -> fail("Invalid char in url fragment start");
        }
        return !parser.hasFailed();
    }
}
