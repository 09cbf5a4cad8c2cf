package dev.gyre.codec.http1;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** The first line of a request or of a response. */
final class StartLineReader {
    private static final int METHOD = 0;
    private static final int METHOD_SPACE = 1;
    private static final int URL_SPACES = 2;
    private static final int URL_LF = 3;
    private static final int AFTER_URL = 4;
    private static final int AFTER_OLD_URL = 5;
    private static final int PROTOCOL_SPACES = 6;
    private static final int PROTOCOL = 7;
    private static final int PROTOCOL_SLASH = 8;
    private static final int MAJOR = 9;
    private static final int DOT = 10;
    private static final int MINOR = 11;
    private static final int LINE_CR = 12;
    private static final int LINE_LF = 13;
    private static final int HTTP2_PREFACE = 14;
    private static final int STATUS_SPACE = 15;
    private static final int STATUS_CODE = 16;
    private static final int STATUS_CODE_END = 17;
    private static final int STATUS_LF = 18;
    private static final int TARGET = 19;
    private static final int STATUS_TEXT = 20;

    private static final String PREFACE_REST = "\r\n\r\nSM\r\n\r\n";
    /** What follows the target of nearly every request: read at once. */
    private static final byte[] USUAL_END = " HTTP/1.1\r\n".getBytes(StandardCharsets.ISO_8859_1);

    private static final String[] PROTOCOLS = {"HTTP", "RTSP", "ICE"};

    private final HttpParser parser;
    private final HeadText text;
    private final TargetReader target;
    private final boolean isResponse;
    private int state;
    private int word;
    private int matched;

    int method;
    int status;
    int major;
    int minor;

    StartLineReader(HttpParser parser, HeadText text, boolean isResponse) {
        this.parser = parser;
        this.text = text;
        this.isResponse = isResponse;
        target = new TargetReader(parser);
    }

    void begin() {
        method = 0;
        matched = 0;
        word = isResponse ? -1 : 0;
        state = isResponse ? PROTOCOL : METHOD;
    }

    int read(byte[] in, int from, int to) {
        int at = from;
        do {
            at = state < TARGET ? step(in[at], at) : readText(in, at, to);
        } while (at < to && parser.isInLine());
        return at;
    }

    private int readText(byte[] in, int from, int to) {
        int at = state == TARGET ? target.read(in, from, to) : HeaderReader.lineEnd(in, from, to);
        if (!parser.takeText(in, from, at) || at == to) {
            return at;
        }
        if (state == TARGET
                && method < HttpMethod.SOURCE
                && at + USUAL_END.length <= to
                && Arrays.mismatch(in, at, at + USUAL_END.length, USUAL_END, 0, USUAL_END.length) < 0) {
            major = 1;
            minor = 1;
            text.endLine();
            parser.beginHeaders();
            return at + USUAL_END.length;
        }
        return afterText(in[at], at);
    }

    private int afterText(byte b, int at) {
        if (state == STATUS_TEXT) {
            if (b == '\n' && !parser.allows(HttpParser.LENIENT_NO_CR_BEFORE_LF)) {
                return parser.failAt(at + 1, "CR_EXPECTED", "Missing expected CR after response line");
            }
            endText(STATUS_LF);
            if (b == '\n') {
                parser.beginHeaders();
            }
            return at + 1;
        }
        if (b == '\n') {
            major = 0;
            minor = 9;
        }
        endText(b == ' ' ? AFTER_URL : b == '\r' ? URL_LF : AFTER_OLD_URL);
        return at + 1;
    }

    private void endText(int next) {
        text.endLine();
        state = next;
    }

    private int end(byte b, int at, String reason) {
        if (b != '\n' && !parser.allows(HttpParser.LENIENT_NO_LF_AFTER_CR)) {
            return parser.failAt(at, "STRICT", reason);
        }
        parser.beginHeaders();
        return b == '\n' ? at + 1 : at;
    }

    private int step(byte b, int at) {
        switch (state) {
            case METHOD -> {
                int next = HttpMethod.next(word, b);
                if (next != 0) {
                    word = next;
                    return at + 1;
                }
                method = HttpMethod.endingAt(word);
                if (method < 0) {
                    return parser.failAt(at, "INVALID_METHOD", "Invalid method encountered");
                }
                state = METHOD_SPACE;
                return at;
            }
            case METHOD_SPACE -> {
                if (b != ' ') {
                    return parser.failAt(at, "INVALID_METHOD", "Expected space after method");
                }
                state = URL_SPACES;
            }
            case URL_SPACES -> {
                if (b != ' ') {
                    target.begin(method == HttpMethod.CONNECT);
                    state = TARGET;
                    return at;
                }
            }
            case URL_LF -> {
                if (b == '\t' || b == '\f') {
                    return parser.failAt(at, "INVALID_URL", "Invalid characters in url");
                }
                if (b != '\n') {
                    return parser.failAt(at, "INVALID_URL", "Expected CRLF");
                }
                major = 0;
                minor = 9;
                state = AFTER_OLD_URL;
            }
            case AFTER_URL, AFTER_OLD_URL -> {
                if (b == '\t' || b == '\f') {
                    return parser.failAt(at, "INVALID_URL", "Invalid characters in url");
                }
                if (state == AFTER_OLD_URL) {
                    parser.beginHeaders();
                }
                state = PROTOCOL_SPACES;
                return at;
            }
            case PROTOCOL_SPACES -> {
                if (b != ' ') {
                    state = PROTOCOL;
                    word = -1;
                    return at;
                }
            }
            case PROTOCOL -> {
                return readProtocol(b, at);
            }
            case PROTOCOL_SLASH -> {
                if (b != '/') {
                    return parser.failAt(at, "INVALID_CONSTANT", "Expected HTTP/, RTSP/ or ICE/");
                }
                state = MAJOR;
            }
            case MAJOR -> {
                if (b < '0' || b > '9') {
                    return parser.failAt(at, "INVALID_VERSION", "Invalid major version");
                }
                major = b - '0';
                state = DOT;
            }
            case DOT -> {
                if (b != '.') {
                    return parser.failAt(at, "INVALID_VERSION", "Expected dot");
                }
                state = MINOR;
            }
            case MINOR -> {
                if (b < '0' || b > '9') {
                    return parser.failAt(at, "INVALID_VERSION", "Invalid minor version");
                }
                minor = b - '0';
                if (!isVersionKnown() && !parser.allows(HttpParser.LENIENT_VERSION)) {
                    return parser.failAt(at + 1, "INVALID_VERSION", "Invalid HTTP version");
                }
                matched = 0;
                state = isResponse ? STATUS_SPACE : method == HttpMethod.PRI ? HTTP2_PREFACE : LINE_CR;
            }
            case LINE_CR -> {
                if (b != '\r' && !(b == '\n' && parser.allows(HttpParser.LENIENT_NO_CR_BEFORE_LF))) {
                    return parser.failAt(at, "INVALID_VERSION", "Expected CRLF after version");
                }
                if (b == '\n') {
                    parser.beginHeaders();
                }
                state = LINE_LF;
            }
            case LINE_LF -> {
                return end(b, at, "Expected CRLF after version");
            }
            case HTTP2_PREFACE -> {
                if (b != PREFACE_REST.charAt(matched)) {
                    return parser.failAt(at, "INVALID_VERSION", "Expected HTTP/2 Connection Preface");
                }
                if (++matched == PREFACE_REST.length()) {
                    return parser.failAt(at + 1, "PAUSED_H2_UPGRADE", "Pause on PRI/Upgrade");
                }
            }
            case STATUS_SPACE -> {
                if (b != ' ') {
                    return parser.failAt(at, "INVALID_VERSION", "Expected space after version");
                }
                status = 0;
                state = STATUS_CODE;
            }
            case STATUS_CODE -> {
                if (b < '0' || b > '9') {
                    return parser.failAt(at, "INVALID_STATUS", "Invalid status code");
                }
                status = status * 10 + b - '0';
                if (++matched == 3) {
                    state = STATUS_CODE_END;
                }
            }
            case STATUS_CODE_END -> {
                switch (b) {
                    case ' ' -> state = STATUS_TEXT;
                    case '\r' -> endText(STATUS_LF);
                    default -> {
                        if (b != '\n' || !parser.allows(HttpParser.LENIENT_NO_CR_BEFORE_LF)) {
                            return parser.failAt(at, "INVALID_STATUS", "Invalid response status");
                        }
                        endText(STATUS_LF);
                        parser.beginHeaders();
                    }
                }
            }
            case STATUS_LF -> {
                return end(b, at, "Expected LF after CR");
            }
            default -> throw new IllegalStateException("state " + state);
        }
        return at + 1;
    }

    private int readProtocol(byte b, int at) {
        if (word < 0) {
            matched = 0;
            for (int i = 0; i < PROTOCOLS.length; i++) {
                if (PROTOCOLS[i].charAt(0) == b) {
                    word = i;
                }
            }
        }
        if (word < 0 || PROTOCOLS[word].charAt(matched) != b) {
            return parser.failAt(at, "INVALID_CONSTANT", "Expected HTTP/, RTSP/ or ICE/");
        }
        if (++matched < PROTOCOLS[word].length()) {
            return at + 1;
        }
        matched = 0;
        state = PROTOCOL_SLASH;
        if (isResponse) {
            return at + 1;
        }
        return switch (word) {
            case 0 ->
                HttpMethod.isOfHttp(method)
                        ? at + 1
                        : parser.failAt(at + 1, "INVALID_CONSTANT", "Invalid method for HTTP/x.x request");
            case 1 ->
                HttpMethod.isOfRtsp(method)
                        ? at + 1
                        : parser.failAt(at + 1, "INVALID_CONSTANT", "Invalid method for RTSP/x.x request");
            default ->
                method == HttpMethod.SOURCE
                        ? at + 1
                        : parser.failAt(at + 1, "INVALID_CONSTANT", "Expected SOURCE method for ICE/x.x request");
        };
    }

    private boolean isVersionKnown() {
        return switch (major) {
            case 0 -> minor == 9;
            case 1 -> minor <= 1;
            default -> major == 2 && minor == 0;
        };
    }
}
