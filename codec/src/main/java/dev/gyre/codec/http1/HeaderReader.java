package dev.gyre.codec.http1;

/** Header lines, of a head or of trailers, up to the empty line. */
final class HeaderReader {
    private static final int HEADERS = 0;
    private static final int HEADER = 1;
    private static final int NAME_SPACES = 2;
    private static final int VALUE_SPACES = 3;
    private static final int EMPTY_VALUE_LF = 4;
    private static final int EMPTY_VALUE_END = 5;
    private static final int VALUE_LF = 6;
    private static final int VALUE_END = 7;
    private static final int HEADERS_LF = 8;
    private static final int NAME = 9;
    private static final int VALUE = 10;

    private final HttpParser parser;
    private final HeadText text;
    private final HeaderMeaning meaning;
    private final boolean isResponse;
    private int state;
    private int nameAt;
    private int nameEnd;
    private int headers;

    /** Of a request; 0 is no limit. */
    int maxHeaders;

    HeaderReader(HttpParser parser, HeadText text, boolean isResponse) {
        this.parser = parser;
        this.text = text;
        this.isResponse = isResponse;
        meaning = new HeaderMeaning(parser, text, isResponse);
    }

    void begin() {
        state = HEADERS;
        headers = 0;
    }

    void beginTrailers() {
        state = HEADER;
    }

    int read(byte[] in, int from, int to) {
        int at = from;
        do {
            at = state < NAME ? step(in[at], at) : readText(in, at, to);
        } while (at < to && parser.isInHeaders());
        return at;
    }

    private int readText(byte[] in, int from, int to) {
        int at = state == NAME ? HttpSyntax.endOf(HttpSyntax.TOKEN, in, from, to) : valueEnd(in, from, to);
        if (parser.hasFailed() || !parser.takeText(in, from, at) || at == to) {
            return at;
        }
        if (state == NAME) {
            int next = afterName(in[at], at);
            return state == VALUE_SPACES && next < to && in[next] == ' ' ? next + 1 : next;
        }
        if (at + 2 < to && in[at] == '\r' && in[at + 1] == '\n' && in[at + 2] != ' ' && in[at + 2] != '\t') {
            endValue();
            return at + 2;
        }
        return afterValue(in[at], at);
    }

    private void endText(int next) {
        text.endLine();
        state = next;
    }

    private void endValue() {
        if (meaning.endValue(nameEnd + 1)) {
            text.trimFrom(nameEnd + 1);
            endText(HEADER);
        }
    }

    private int step(byte b, int at) {
        switch (state) {
            case HEADERS -> {
                state = HEADER;
                if (b != ' ') {
                    return at;
                }
                if (!parser.allows(HttpParser.LENIENT_HEADERS)) {
                    return parser.failAt(at, "UNEXPECTED_SPACE", "Unexpected space after start line");
                }
            }
            case HEADER -> {
                if (b == '\r') {
                    state = HEADERS_LF;
                } else if (b == '\n') {
                    if (!parser.allows(HttpParser.LENIENT_NO_CR_BEFORE_LF)) {
                        return parser.failAt(at, "INVALID_HEADER_TOKEN", "Invalid header field char");
                    }
                    parser.endHeaders();
                } else if (b == ':') {
                    return parser.failAt(at, "INVALID_HEADER_TOKEN", "Invalid header token");
                } else {
                    nameAt = text.length();
                    state = NAME;
                    return at;
                }
            }
            case NAME_SPACES -> {
                if (b != ' ') {
                    state = NAME;
                    return at;
                }
            }
            case VALUE_SPACES -> {
                switch (b) {
                    case ' ', '\t' -> {}
                    case '\r' -> state = EMPTY_VALUE_LF;
                    case '\n' -> {
                        if (!parser.allows(HttpParser.LENIENT_NO_CR_BEFORE_LF)) {
                            return parser.failAt(at, "INVALID_HEADER_TOKEN", "Invalid header value char");
                        }
                        state = EMPTY_VALUE_END;
                    }
                    default -> {
                        if (meaning.beginValue()) {
                            state = VALUE;
                        }
                        return at;
                    }
                }
            }
            case EMPTY_VALUE_LF -> {
                if (b != '\n' && !parser.allows(HttpParser.LENIENT_HEADERS)) {
                    return parser.failAt(at, "STRICT", "Expected LF after CR");
                }
                state = EMPTY_VALUE_END;
                return b == '\n' ? at + 1 : at;
            }
            case EMPTY_VALUE_END -> {
                if (b != ' ' && b != '\t') {
                    if (meaning.isLength()) {
                        return parser.failAt(at, "INVALID_CONTENT_LENGTH", "Empty Content-Length");
                    }
                    if (meaning.isEncoding()) {
                        return parser.failAt(at, "INVALID_TRANSFER_ENCODING", "Empty Transfer-Encoding");
                    }
                    endText(HEADER);
                    return at;
                }
                if (!parser.allows(HttpParser.LENIENT_HEADERS)) {
                    return parser.failAt(at, "INVALID_HEADER_TOKEN", "Invalid header value char");
                }
                state = VALUE_SPACES;
            }
            case VALUE_LF -> {
                if (b != '\n') {
                    return parser.failAt(at, "LF_EXPECTED", "Missing expected LF after header value");
                }
                state = VALUE_END;
            }
            case VALUE_END -> {
                if (b == ' ' || b == '\t') {
                    if (!parser.allows(HttpParser.LENIENT_HEADERS)) {
                        return parser.failAt(at, "INVALID_HEADER_TOKEN", "Unexpected whitespace after header value");
                    }
                    state = VALUE;
                } else {
                    endValue();
                }
                return at;
            }
            case HEADERS_LF -> {
                if (b != '\n' && !parser.allows(HttpParser.LENIENT_NO_LF_AFTER_CR)) {
                    return parser.failAt(at, "STRICT", "Expected LF after headers");
                }
                parser.endHeaders();
                return b == '\n' ? at + 1 : at;
            }
            default -> throw new IllegalStateException("state " + state);
        }
        return at + 1;
    }

    static int lineEnd(byte[] in, int from, int to) {
        int at = from;
        while (at < to && in[at] != '\r' && in[at] != '\n') {
            at++;
        }
        return at;
    }

    private int valueEnd(byte[] in, int from, int to) {
        if (parser.allows(HttpParser.LENIENT_HEADERS)) {
            return lineEnd(in, from, to);
        }
        int allowed = parser.allows(HttpParser.LENIENT_VALUES) ? HttpSyntax.RELAXED_VALUE : HttpSyntax.VALUE;
        int at = HttpSyntax.endOf(allowed, in, from, to);
        return meaning.isLength() ? meaning.checkLength(in, from, at) : at;
    }

    private int afterName(byte b, int at) {
        nameEnd = text.length();
        if (b == ':') {
            if (!isResponse && maxHeaders > 0 && ++headers > maxHeaders) {
                return parser.failAt(at, "HEADER_OVERFLOW", "Header overflow");
            }
            text.endLine();
            if (meaning.ofName(nameAt, nameEnd)) {
                state = VALUE_SPACES;
            }
            return at + 1;
        }
        if (b == ' ' && meaning.isKnown(nameAt, nameEnd)) {
            if (parser.allows(HttpParser.LENIENT_HEADERS)) {
                state = NAME_SPACES;
                return at + 1;
            }
            return parser.failAt(at + 1, "INVALID_HEADER_TOKEN", "Invalid header field char");
        }
        return parser.failAt(at, "INVALID_HEADER_TOKEN", "Invalid header token");
    }

    private int afterValue(byte b, int at) {
        if (b == '\r') {
            state = VALUE_LF;
            return at + 1;
        }
        if (b != '\n') {
            return meaning.isLength()
                    ? parser.failAt(at, "INVALID_CONTENT_LENGTH", "Invalid character in Content-Length")
                    : parser.failAt(at, "INVALID_HEADER_TOKEN", "Invalid header value char");
        }
        if (!parser.allows(HttpParser.LENIENT_NO_CR_BEFORE_LF | HttpParser.LENIENT_HEADERS)) {
            return parser.failAt(at, "CR_EXPECTED", "Missing expected CR after header value");
        }
        state = VALUE_LF;
        return at;
    }
}
