package dev.gyre.codec.http1;

import static dev.gyre.codec.http1.HttpSyntax.is;

/** What stands between the data of two chunks: a line end, a size, extensions (which nobody uses but attackers). */
final class ChunkReader {
    private static final int MAX_EXTENSIONS = 16384;

    private static final int START = 0;
    private static final int SIZE = 1;
    private static final int SIZE_END = 2;
    private static final int EXTENSION = 3;
    private static final int EXTENSION_NAME = 4;
    private static final int EXTENSION_VALUE = 5;
    private static final int EXTENSION_QUOTED = 6;
    private static final int EXTENSION_ESCAPED = 7;
    private static final int EXTENSION_QUOTED_END = 8;
    private static final int LF = 9;
    private static final int DATA_END = 10;
    private static final int DATA_LF = 11;

    private final HttpParser parser;
    private int state;
    private long size;
    private int extensionBytes;

    ChunkReader(HttpParser parser) {
        this.parser = parser;
    }

    void begin() {
        state = START;
        extensionBytes = 0;
    }

    /** Reads one byte between two chunks' data. */
    int read(byte b, int at) {
        switch (state) {
            case START, SIZE -> {
                int digit = HttpSyntax.hexDigit(b);
                if (digit >= 0) {
                    if (state == SIZE && Long.compareUnsigned(size, -1L >>> 4) > 0) {
                        return parser.failAt(at + 1, "INVALID_CHUNK_SIZE", "Chunk size overflow");
                    }
                    size = state == START ? digit : size << 4 | digit;
                    state = SIZE;
                } else if (state == START) {
                    return parser.failAt(at, "INVALID_CHUNK_SIZE", "Invalid character in chunk size");
                } else {
                    state = SIZE_END;
                    return at;
                }
            }
            case SIZE_END -> {
                switch (b) {
                    case ';' -> state = EXTENSION;
                    case '\r' -> state = LF;
                    case '\n' -> {
                        if (!parser.allows(HttpParser.LENIENT_NO_CR_BEFORE_LF)) {
                            return parser.failAt(at + 1, "CR_EXPECTED", "Missing expected CR after chunk size");
                        }
                        state = LF;
                    }
                    default -> {
                        if ((b != ' ' && b != '\t') || !parser.allows(HttpParser.LENIENT_SPACES_AFTER_CHUNK_SIZE)) {
                            return parser.failAt(at, "INVALID_CHUNK_SIZE", "Invalid character in chunk size");
                        }
                    }
                }
            }
            case LF -> {
                if (b != '\n' && !parser.allows(HttpParser.LENIENT_NO_LF_AFTER_CR)) {
                    return parser.failAt(at, "STRICT", "Expected LF after chunk size");
                }
                extensionBytes = 0;
                state = DATA_END;
                parser.beginChunk(size);
                return b == '\n' ? at + 1 : at;
            }
            case DATA_END -> {
                if (b == '\r') {
                    state = DATA_LF;
                } else if (b == '\n' && !parser.allows(HttpParser.LENIENT_NO_CR_BEFORE_LF)) {
                    return parser.failAt(at + 1, "CR_EXPECTED", "Missing expected CR after chunk data");
                } else if (b == '\n') {
                    state = START;
                } else if (parser.allows(HttpParser.LENIENT_NO_CRLF_AFTER_CHUNK)) {
                    state = START;
                    return at;
                } else {
                    return parser.failAt(at, "STRICT", "Expected LF after chunk data");
                }
            }
            case DATA_LF -> {
                if (b != '\n' && !parser.allows(HttpParser.LENIENT_NO_CRLF_AFTER_CHUNK)) {
                    return parser.failAt(at, "STRICT", "Expected LF after chunk data");
                }
                state = START;
                return b == '\n' ? at + 1 : at;
            }
            default -> {
                return readExtension(b, at);
            }
        }
        return at + 1;
    }

    private int readExtension(byte b, int at) {
        boolean isEnd = b == ';' || b == '\r' || b == '\n';
        boolean isPart =
                !isEnd && state != EXTENSION && state != EXTENSION_QUOTED_END && (state != EXTENSION_NAME || b != '=');
        if (isPart && ++extensionBytes > MAX_EXTENSIONS) {
            return parser.failAt(at, "CHUNK_EXTENSIONS_OVERFLOW", "Chunk extensions overflow");
        }
        switch (state) {
            case EXTENSION -> {
                if (b == ' ' || b == '\r') {
                    return parser.failAt(at + 1, "STRICT", "Invalid character in chunk extensions");
                }
                state = EXTENSION_NAME;
                return at;
            }
            case EXTENSION_NAME -> {
                if (b == '=') {
                    state = EXTENSION_VALUE;
                } else if (isEnd) {
                    return endExtension(b, at, "Missing expected CR after chunk extension name");
                } else if (!is(HttpSyntax.TOKEN, b)) {
                    return parser.failAt(at + 1, "STRICT", "Invalid character in chunk extensions name");
                }
            }
            case EXTENSION_VALUE -> {
                if (b == '"') {
                    state = EXTENSION_QUOTED;
                } else if (isEnd) {
                    return endExtension(b, at, "Missing expected CR after chunk extension value");
                } else if (!is(HttpSyntax.TOKEN, b)) {
                    return parser.failAt(at + 1, "STRICT", "Invalid character in chunk extensions value");
                }
            }
            case EXTENSION_QUOTED -> {
                if (b == '"') {
                    state = EXTENSION_QUOTED_END;
                } else if (b == '\\') {
                    state = EXTENSION_ESCAPED;
                } else if (!is(HttpSyntax.QUOTED, b)) {
                    return parser.failAt(at + 1, "STRICT", "Invalid character in chunk extensions quoted value");
                }
            }
            case EXTENSION_ESCAPED -> {
                if (!is(HttpSyntax.VALUE, b)) {
                    return parser.failAt(at + 1, "STRICT", "Invalid quoted-pair in chunk extensions quoted value");
                }
                state = EXTENSION_QUOTED;
            }
            case EXTENSION_QUOTED_END -> {
                if (!isEnd) {
                    return parser.failAt(at, "STRICT", "Invalid character in chunk extensions quote value");
                }
                return endExtension(b, at, "Missing expected CR after chunk extension value");
            }
            default -> throw new IllegalStateException("state " + state);
        }
        return at + 1;
    }

    private int endExtension(byte b, int at, String reason) {
        if (b == '\n') {
            if (!parser.allows(HttpParser.LENIENT_NO_CR_BEFORE_LF)) {
                return parser.failAt(at, "CR_EXPECTED", reason);
            }
            state = LF;
            return at;
        }
        state = b == ';' ? EXTENSION : LF;
        return at + 1;
    }
}
