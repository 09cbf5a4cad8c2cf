package dev.gyre.codec.http2;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * The headers of a block as text (name, line feed, value, line feed, and so on), and what the rules of RFC 9113,
 * section 8, say of them.
 *
 * <p>As nghttp2 does: a mistake in a pseudo-header, an upper-case name and headers of HTTP/1 connections make the message
 * malformed; other headers with invalid characters are left out. So no name or value has a line feed.
 *
 * <p>Which headers must be there depends on the state of the stream, which is not known here: {@link #facts()} tells what
 * was found.
 */
public final class HeaderList implements HpackDecoder.Sink {
    public static final int METHOD = 1 << 1;
    public static final int SCHEME = 1 << 2;
    public static final int PATH = 1 << 3;
    public static final int AUTHORITY = 1 << 4;
    public static final int PROTOCOL = 1 << 5;
    public static final int STATUS = 1 << 6;
    public static final int HOST = 1 << 7;
    /** The message breaks a rule. */
    public static final int MALFORMED = 1 << 8;

    public static final int CONTENT_LENGTH = 1 << 9;
    public static final int IS_HEAD = 1 << 10;
    public static final int IS_CONNECT = 1 << 11;
    /** Some header was never indexed; a tab stands before the names of such. */
    public static final int SENSITIVE = 1 << 12;
    /** The list is longer than the limits allow, and not complete. */
    public static final int OVER_LIMIT = 1 << 13;

    private static final int IS_OPTIONS = 1 << 16;
    private static final int REGULAR_PATH = 1 << 17;
    private static final int ASTERISK_PATH = 1 << 18;
    private static final int HTTP_SCHEME = 1 << 19;
    private static final int REGULAR_SEEN = 1 << 20;
    private static final int NO_CONTENT = 1 << 21;
    private static final int INFORMATIONAL = 1 << 22;
    private static final int PUBLIC_FACTS = (1 << 16) - 1;

    private static final String[] FORBIDDEN = {
        "connection", "keep-alive", "proxy-connection", "transfer-encoding", "upgrade",
    };

    private final boolean isStrictAboutSpaces;
    private byte[] text = new byte[1024];
    private int length;
    private int facts;
    private boolean isRequest;

    /** @param isStrictAboutSpaces whether a value that begins or ends with a space is invalid */
    public HeaderList(boolean isStrictAboutSpaces) {
        this.isStrictAboutSpaces = isStrictAboutSpaces;
    }

    /** Begins a list; what was appended before stays in the text. */
    public void begin(boolean isRequest) {
        this.isRequest = isRequest;
        facts = 0;
    }

    /** Empties the text. */
    public void clear() {
        length = 0;
    }

    /** Appends other bytes to the text. */
    public void append(byte[] in, int from, int to) {
        reserve(to - from);
        System.arraycopy(in, from, text, length, to - from);
        length += to - from;
    }

    public int length() {
        return length;
    }

    /** All text since it was emptied: a character for each byte. */
    public String text() {
        return new String(text, 0, length, StandardCharsets.ISO_8859_1);
    }

    /** What was found since the list began. */
    public int facts() {
        boolean isBadPath = (facts & (PATH | HTTP_SCHEME)) == (PATH | HTTP_SCHEME)
                && (facts & REGULAR_PATH) == 0
                && (facts & (IS_OPTIONS | ASTERISK_PATH)) != (IS_OPTIONS | ASTERISK_PATH);
        return (facts & PUBLIC_FACTS) | (isBadPath ? MALFORMED : 0);
    }

    @Override
    public void header(byte[] in, int nameFrom, int nameTo, int valueTo, boolean isNeverIndexed) {
        if (nameFrom == nameTo) {
            facts |= REGULAR_SEEN;
            return;
        }
        boolean isKept =
                in[nameFrom] == ':' ? pseudo(in, nameFrom, nameTo, valueTo) : regular(in, nameFrom, nameTo, valueTo);
        if (!isKept) {
            return;
        }
        reserve(valueTo - nameFrom + 3);
        if (isNeverIndexed) {
            facts |= SENSITIVE;
            text[length++] = '\t';
        }
        append(in, nameFrom, nameTo);
        text[length++] = '\n';
        append(in, nameTo, valueTo);
        text[length++] = '\n';
    }

    private boolean pseudo(byte[] in, int from, int valueFrom, int valueTo) {
        int fact = pseudoOf(in, from, valueFrom);
        boolean isExpected = isRequest ? fact != STATUS : fact == STATUS;
        if (fact == 0
                || !isExpected
                || (facts & (REGULAR_SEEN | fact)) != 0
                || !isValid(fact, in, valueFrom, valueTo)) {
            facts |= MALFORMED;
            return false;
        }
        facts |= fact;
        return true;
    }

    private static int pseudoOf(byte[] in, int from, int to) {
        return switch (to - from) {
            case 5 -> is(":path", in, from, to) ? PATH : 0;
            case 7 ->
                is(":method", in, from, to)
                        ? METHOD
                        : is(":scheme", in, from, to) ? SCHEME : is(":status", in, from, to) ? STATUS : 0;
            case 9 -> is(":protocol", in, from, to) ? PROTOCOL : 0;
            case 10 -> is(":authority", in, from, to) ? AUTHORITY : 0;
            default -> 0;
        };
    }

    private boolean isValid(int fact, byte[] in, int from, int to) {
        return switch (fact) {
            case METHOD -> {
                facts |= is("HEAD", in, from, to) ? IS_HEAD : 0;
                facts |= is("CONNECT", in, from, to) ? IS_CONNECT : 0;
                facts |= is("OPTIONS", in, from, to) ? IS_OPTIONS : 0;
                yield from < to && HeaderSyntax.areAll(HeaderSyntax.TOKEN, in, from, to);
            }
            case SCHEME -> {
                facts |= is("http", in, from, to) || is("https", in, from, to) ? HTTP_SCHEME : 0;
                yield from < to && HeaderSyntax.areAll(HeaderSyntax.SCHEME, in, from, to);
            }
            case PATH -> {
                facts |= from < to && in[from] == '/' ? REGULAR_PATH : 0;
                facts |= is("*", in, from, to) ? ASTERISK_PATH : 0;
                yield from < to && HeaderSyntax.areAll(HeaderSyntax.PATH, in, from, to);
            }
            case AUTHORITY -> HeaderSyntax.areAll(HeaderSyntax.AUTHORITY, in, from, to);
            case PROTOCOL -> from < to && isValue(in, from, to);
            default -> isStatus(in, from, to);
        };
    }

    /** Three digits. 101 does not exist in HTTP/2. */
    private boolean isStatus(byte[] in, int from, int to) {
        if (to - from != 3 || HeaderSyntax.numberOf(in, from, to) < 0 || is("101", in, from, to)) {
            return false;
        }
        facts |= in[from] == '1' ? INFORMATIONAL : 0;
        facts |= is("204", in, from, to) ? NO_CONTENT : 0;
        return true;
    }

    private boolean regular(byte[] in, int from, int valueFrom, int valueTo) {
        facts |= REGULAR_SEEN;
        if (!HeaderSyntax.areAll(HeaderSyntax.NAME, in, from, valueFrom)) {
            if (HeaderSyntax.areAll(HeaderSyntax.TOKEN, in, from, valueFrom)) {
                facts |= MALFORMED; // an upper-case letter
            }
            return false;
        }
        for (String name : FORBIDDEN) {
            if (is(name, in, from, valueFrom)) {
                facts |= MALFORMED;
                return false;
            }
        }
        if (is("content-length", in, from, valueFrom)) {
            return contentLength(in, valueFrom, valueTo);
        }
        if (is("te", in, from, valueFrom) && !isIgnoringCase("trailers", in, valueFrom, valueTo)) {
            facts |= MALFORMED;
            return false;
        }
        if (isRequest && is("host", in, from, valueFrom)) {
            return host(in, valueFrom, valueTo);
        }
        return isValue(in, valueFrom, valueTo);
    }

    private boolean host(byte[] in, int from, int to) {
        if (!HeaderSyntax.areAll(HeaderSyntax.AUTHORITY, in, from, to)) {
            return false;
        }
        if ((facts & HOST) != 0) {
            facts |= MALFORMED;
        }
        facts |= HOST;
        return true;
    }

    private boolean contentLength(byte[] in, int from, int to) {
        long value = HeaderSyntax.numberOf(in, from, to);
        boolean isWrongForStatus = (facts & INFORMATIONAL) != 0 || ((facts & NO_CONTENT) != 0 && value != 0);
        if (value < 0 || (facts & CONTENT_LENGTH) != 0 || isWrongForStatus) {
            facts |= MALFORMED;
            return false;
        }
        facts |= CONTENT_LENGTH;
        return (facts & NO_CONTENT) == 0; // some servers send a 0, which means nothing
    }

    private boolean isValue(byte[] in, int from, int to) {
        if (isStrictAboutSpaces && from < to && (isSpace(in[from]) || isSpace(in[to - 1]))) {
            return false;
        }
        return HeaderSyntax.areAll(HeaderSyntax.VALUE, in, from, to);
    }

    private static boolean isSpace(byte b) {
        return b == ' ' || b == '\t';
    }

    private static boolean is(String text, byte[] in, int from, int to) {
        if (text.length() != to - from) {
            return false;
        }
        for (int i = 0; i < text.length(); i++) {
            if (in[from + i] != text.charAt(i)) {
                return false;
            }
        }
        return true;
    }

    private static boolean isIgnoringCase(String lower, byte[] in, int from, int to) {
        if (lower.length() != to - from) {
            return false;
        }
        for (int i = 0; i < lower.length(); i++) {
            if ((in[from + i] | 0x20) != lower.charAt(i)) {
                return false;
            }
        }
        return true;
    }

    private void reserve(int count) {
        if (length + count > text.length) {
            text = Arrays.copyOf(text, Math.max(2 * text.length, length + count));
        }
    }
}
