package dev.gyre.codec.http1;

import static dev.gyre.codec.http1.HttpParser.CHUNKED;
import static dev.gyre.codec.http1.HttpParser.HAS_ENCODING;
import static dev.gyre.codec.http1.HttpParser.HAS_LENGTH;

/** The few headers that tell where a message ends and what becomes of its connection. */
final class HeaderMeaning {
    private static final int PLAIN = 0;
    private static final int CONNECTION = 1;
    private static final int LENGTH = 2;
    private static final int ENCODING = 3;
    private static final int UPGRADE = 4;
    private static final int HOST = 5;
    private static final int EXPECT = 6;

    private final HttpParser parser;
    private final HeadText text;
    private final boolean isResponse;
    private int kind;

    HeaderMeaning(HttpParser parser, HeadText text, boolean isResponse) {
        this.parser = parser;
        this.text = text;
        this.isResponse = isResponse;
    }

    boolean isLength() {
        return kind == LENGTH;
    }

    boolean isEncoding() {
        return kind == ENCODING;
    }

    /** Whether this is a name that the framing depends on. */
    boolean isKnown(int from, int to) {
        int kind = kindOf(from, to);
        return kind != PLAIN && kind != HOST && kind != EXPECT;
    }

    private int kindOf(int from, int to) {
        return switch (to - from) {
            case 4 -> text.matches(from, "host") ? HOST : PLAIN;
            case 6 -> text.matches(from, "expect") ? EXPECT : PLAIN;
            case 7 -> text.matches(from, "upgrade") ? UPGRADE : PLAIN;
            case 10 -> text.matches(from, "connection") ? CONNECTION : PLAIN;
            case 14 -> text.matches(from, "content-length") ? LENGTH : PLAIN;
            case 16 -> text.matches(from, "proxy-connection") ? CONNECTION : PLAIN;
            case 17 -> text.matches(from, "transfer-encoding") ? ENCODING : PLAIN;
            default -> PLAIN;
        };
    }

    /** A name is complete; false where such a header can't be here. */
    boolean ofName(int from, int to) {
        kind = kindOf(from, to);
        boolean both = parser.allows(HttpParser.LENIENT_CHUNKED_LENGTH);
        if (kind == ENCODING && has(HAS_LENGTH) && !both) {
            parser.failAt(0, "INVALID_TRANSFER_ENCODING", "Transfer-Encoding can't be present with Content-Length");
            return false;
        }
        if (kind == LENGTH && has(HAS_ENCODING) && !both) {
            parser.failAt(0, "INVALID_CONTENT_LENGTH", "Content-Length can't be present with Transfer-Encoding");
            return false;
        }
        if (kind == HOST) {
            parser.flags |= has(HttpParser.HAS_HOST) ? HttpParser.HAS_SECOND_HOST : HttpParser.HAS_HOST;
        } else if (kind == EXPECT) {
            parser.flags |= HttpParser.HAS_EXPECT;
        }
        return true;
    }

    private boolean has(int flag) {
        return (parser.flags & flag) != 0;
    }

    /** A value that is not empty begins; false where it can't. */
    boolean beginValue() {
        switch (kind) {
            case UPGRADE -> parser.flags |= HttpParser.HAS_UPGRADE;
            case ENCODING -> {
                if (has(CHUNKED) && refusesAfterChunked()) {
                    return false;
                }
                parser.flags = (parser.flags & ~CHUNKED) | HAS_ENCODING;
            }
            case LENGTH -> {
                if (has(HAS_LENGTH)) {
                    parser.failAt(0, "UNEXPECTED_CONTENT_LENGTH", "Duplicate Content-Length");
                    return false;
                }
            }
            default -> {}
        }
        return true;
    }

    private boolean refusesAfterChunked() {
        if (isResponse || parser.allows(HttpParser.LENIENT_ENCODING)) {
            return false;
        }
        parser.failAt(0, "INVALID_TRANSFER_ENCODING", "Invalid `Transfer-Encoding` header value");
        return true;
    }

    /** Where the digits of a length end; what follows them is judged when the value is complete. */
    int checkLength(byte[] in, int from, int to) {
        for (int at = from; at < to; at++) {
            byte b = in[at];
            if ((b < '0' || b > '9') && b != ' ' && b != '\t') {
                return parser.failAt(at, "INVALID_CONTENT_LENGTH", "Invalid character in Content-Length");
            }
        }
        return to;
    }

    /** A value is complete; false where it can't be so. */
    boolean endValue(int from) {
        return switch (kind) {
            case LENGTH -> readLength(from);
            case CONNECTION -> {
                readConnection(from);
                yield true;
            }
            case ENCODING -> readEncoding(from);
            default -> true;
        };
    }

    private boolean readLength(int from) {
        long length = 0;
        int end = trimEnd(from, text.length());
        for (int at = from; at < end; at++) {
            int digit = text.bytes()[at] - '0';
            if (digit < 0 || digit > 9) {
                parser.failAt(0, "INVALID_CONTENT_LENGTH", "Invalid character in Content-Length");
                return false;
            }
            if (Long.compareUnsigned(length, Long.divideUnsigned(-1L, 10)) > 0
                    || Long.compareUnsigned(length * 10, -1L - digit) > 0) {
                parser.failAt(0, "INVALID_CONTENT_LENGTH", "Content-Length overflow");
                return false;
            }
            length = length * 10 + digit;
        }
        parser.contentLength = length;
        parser.flags |= HAS_LENGTH;
        return true;
    }

    private void readConnection(int from) {
        for (int at = from; at < text.length(); ) {
            int end = tokenEnd(at);
            int start = skipBlanks(at, end);
            int last = trimEnd(start, end);
            if (text.is(start, last, "close")) {
                parser.flags |= HttpParser.CLOSE_ASKED;
            } else if (text.is(start, last, "keep-alive")) {
                parser.flags |= HttpParser.KEEP_ALIVE_ASKED;
            } else if (text.is(start, last, "upgrade")) {
                parser.flags |= HttpParser.UPGRADE_ASKED;
            }
            at = end + 1;
        }
    }

    /** Chunked counts only as the last coding; in a request nothing may follow it. */
    private boolean readEncoding(int from) {
        for (int at = from; at < text.length(); ) {
            int end = tokenEnd(at);
            int start = at == from ? at : skipBlanks(at, end);
            int last = trimSpaces(start, end);
            if (text.is(start, last, "chunked")) {
                if (end < text.length()) {
                    if (refusesAfterChunked()) {
                        return false;
                    }
                } else {
                    parser.flags |= CHUNKED;
                }
            }
            at = end + 1;
        }
        return true;
    }

    private int tokenEnd(int from) {
        int at = from;
        while (at < text.length() && text.bytes()[at] != ',') {
            at++;
        }
        return at;
    }

    private int skipBlanks(int from, int to) {
        int at = from;
        while (at < to && (text.bytes()[at] == ' ' || text.bytes()[at] == '\t')) {
            at++;
        }
        return at;
    }

    private int trimEnd(int from, int to) {
        int at = to;
        while (at > from && (text.bytes()[at - 1] == ' ' || text.bytes()[at - 1] == '\t')) {
            at--;
        }
        return at;
    }

    private int trimSpaces(int from, int to) {
        int at = to;
        while (at > from && text.bytes()[at - 1] == ' ') {
            at--;
        }
        return at;
    }
}
