package dev.gyre.codec.http1;

import org.jspecify.annotations.Nullable;

/**
 * Reads HTTP/1 messages, one after the other, from whatever pieces they come in.
 *
 * <p>Every byte is looked at once, in the order it comes, and the first one that can't be there ends it: an attacker
 * gains nothing from where a message is cut. The parser is as strict as Node's, with the same codes and reasons; what
 * Node's {@code insecureHTTPParser} allows is allowed by the same bits in {@link #lenient}.
 *
 * <p>A head goes to the sink whole, as {@link HeadText}; a body goes in the pieces it came in, with no copy.
 */
public final class HttpParser {
    /** Takes what was read. */
    public interface Sink {
        /** The head is complete. One of {@link #CONTINUE}, {@link #NO_BODY}, {@link #UPGRADE}, {@link #WAIT}. */
        int head(HttpParser parser);

        /** Bytes of the body, in the input. */
        void body(byte[] in, int from, int to);

        /** The message is complete; the text of the head now has its trailers. */
        void end(HttpParser parser);
    }

    public static final int CONTINUE = 0;
    /** The message has no body whatever its head says: an answer to HEAD. */
    public static final int NO_BODY = 1;
    /** What follows the head is another protocol. */
    public static final int UPGRADE = 2;
    /** Stop here until {@link #resume}. */
    public static final int WAIT = 3;

    public static final int KEEP_ALIVE_ASKED = 1;
    public static final int CLOSE_ASKED = 1 << 1;
    static final int UPGRADE_ASKED = 1 << 2;
    public static final int CHUNKED = 1 << 3;
    static final int HAS_UPGRADE = 1 << 4;
    public static final int HAS_LENGTH = 1 << 5;
    static final int BODILESS = 1 << 6;
    static final int TRAILERS = 1 << 7;
    public static final int HAS_ENCODING = 1 << 9;
    public static final int HAS_HOST = 1 << 10;
    public static final int HAS_SECOND_HOST = 1 << 11;
    public static final int HAS_EXPECT = 1 << 12;

    public static final int LENIENT_HEADERS = 1;
    public static final int LENIENT_CHUNKED_LENGTH = 1 << 1;
    public static final int LENIENT_KEEP_ALIVE = 1 << 2;
    public static final int LENIENT_ENCODING = 1 << 3;
    public static final int LENIENT_VERSION = 1 << 4;
    public static final int LENIENT_DATA_AFTER_CLOSE = 1 << 5;
    public static final int LENIENT_NO_LF_AFTER_CR = 1 << 6;
    public static final int LENIENT_NO_CRLF_AFTER_CHUNK = 1 << 7;
    public static final int LENIENT_NO_CR_BEFORE_LF = 1 << 8;
    public static final int LENIENT_SPACES_AFTER_CHUNK_SIZE = 1 << 9;
    public static final int LENIENT_VALUES = 1 << 10;
    /** What {@code insecureHTTPParser} stands for. */
    public static final int LENIENT_ALL = LENIENT_VALUES - 1;

    private static final int NOWHERE = -1;

    private static final int START = 0;
    private static final int LINE = 1;
    private static final int HEADERS = 2;
    private static final int WAITING = 3;
    private static final int BODY = 4;
    private static final int BODY_TO_END = 5;
    private static final int CHUNK_EDGE = 6;
    private static final int CHUNK = 7;
    private static final int CLOSED = 8;
    private static final int UPGRADED = 9;
    private static final int FAILED = 10;

    private final boolean isResponse;
    private final HeadText text;
    private Sink sink;
    private final StartLineReader line;
    private final HeaderReader headers;
    private final ChunkReader chunks = new ChunkReader(this);

    private int maxHeadBytes = 16384;
    private int lenient;

    private int state = START;
    private byte @Nullable [] saved;
    private int headBytes;
    private long remaining;
    private boolean upgrade;

    /** The message asked for an upgrade and goes on without it: see {@link #refuseUpgrade}. */
    private boolean isRefused;
    /** ... and is over: the rest of what is being read is not looked at. */
    private boolean dropsRest;

    /** Header lines that came before, or null where they are of no interest. */
    private @Nullable RepeatedLines repeated;

    private boolean isRepeated;
    private boolean isKept;
    private int linesAt = NOWHERE;
    private int targetBytes;
    private int keptFlags;
    private int keptTextBytes;

    private @Nullable HttpError error;

    int flags;
    long contentLength;

    public HttpParser(boolean isResponse, HeadText text, Sink sink) {
        this.isResponse = isResponse;
        this.text = text;
        this.sink = sink;
        line = new StartLineReader(this, text, isResponse);
        headers = new HeaderReader(this, text, isResponse);
    }

    /** @param maxHeaders of a request; 0 is no limit */
    public void limit(int maxHeadBytes, int maxHeaders, int lenient) {
        this.maxHeadBytes = maxHeadBytes;
        this.lenient = lenient;
        headers.maxHeaders = maxHeaders;
    }

    public int method() {
        return line.method;
    }

    public int status() {
        return line.status;
    }

    public int major() {
        return line.major;
    }

    public int minor() {
        return line.minor;
    }

    public int flags() {
        return flags;
    }

    public long contentLength() {
        return contentLength;
    }

    public boolean isUpgrade() {
        return upgrade;
    }

    public HeadText text() {
        return text;
    }

    /**
     * Whether the current head has the same header lines as the last one that {@link #isKept}: its text is the target alone.
     */
    public boolean isRepeated() {
        return isRepeated;
    }

    /** Whether later heads may refer to the header lines of the current one. */
    public boolean isKept() {
        return isKept;
    }

    /** From now on, header lines that are repeated are not reported again. A lenient parser does not know where they end. */
    public void keepLines(boolean yes) {
        repeated = yes && lenient == 0 ? new RepeatedLines() : null;
    }

    /** Why this ended, or null. */
    public @Nullable HttpError error() {
        return error;
    }

    /** Whether what comes now is another protocol. */
    public boolean isUpgraded() {
        return state == UPGRADED;
    }

    public boolean isWaiting() {
        return state == WAITING;
    }

    /** Whether nothing of a next message has come. */
    public boolean isBetweenMessages() {
        return state == START || state == CLOSED;
    }

    /** Whether so many bytes, which come next, all belong to a body: their values don't matter. */
    public boolean isBody(int count) {
        return state == BODY_TO_END
                || ((state == BODY || state == CHUNK) && Long.compareUnsigned(remaining, count) >= 0);
    }

    /** Whether a head has begun and is not complete. */
    public boolean isInHead() {
        return state == LINE || (state == HEADERS && (flags & TRAILERS) == 0);
    }

    public boolean shouldKeepAlive() {
        if ((line.major > 0 && line.minor > 0) ? (flags & CLOSE_ASKED) != 0 : (flags & KEEP_ALIVE_ASKED) == 0) {
            return false;
        }
        return !needsEnd();
    }

    /**
     * Reads the bytes from {@code from} to {@code to}; returns where it stopped: at an error, a wait, an upgrade, or
     * the end.
     *
     * @param in its bytes are not read where all of it {@link #isBody}; then it may be empty
     */
    public int feed(byte[] in, int from, int to) {
        if (saved != null) {
            text.put(saved);
            saved = null;
        } else {
            text.clear(); // another parser, which failed, may have left its part there
        }
        int at = from;
        while (at < to && state != FAILED && state != UPGRADED && state != WAITING && !dropsRest) {
            at = switch (state) {
                case LINE -> readLine(in, at, to);
                case HEADERS -> readHeaders(in, at, to);
                case CHUNK_EDGE -> chunks.read(in[at], at);
                case BODY, CHUNK, BODY_TO_END -> readBody(in, at, to);
                default -> readBetween(in[at], at);
            };
        }
        if (state == LINE || state == HEADERS) {
            saved = text.take();
            linesAt = NOWHERE;
        }
        if (dropsRest) {
            dropsRest = false;
            return to;
        }
        return at;
    }

    private int readLine(byte[] in, int from, int to) {
        int at = line.read(in, from, to);
        if (state != HEADERS || repeated == null) {
            return at;
        }
        int end = repeated.endOf(in, at, to);
        if (end < 0 || headBytes + repeated.textBytes() >= maxHeadBytes) {
            linesAt = at;
            targetBytes = headBytes;
            return at;
        }
        flags |= repeated.flags();
        isRepeated = true;
        endHeaders();
        return end;
    }

    private int readHeaders(byte[] in, int from, int to) {
        int at = headers.read(in, from, to);
        if (isKept && repeated != null && state != HEADERS) {
            repeated.keep(in, linesAt, at, keptFlags, keptTextBytes);
            isKept = false;
        }
        return at;
    }

    /** The other side has ended. */
    public void finish() {
        if (state == BODY_TO_END) {
            endMessage();
        } else if (state != START && state != CLOSED && state != UPGRADED && state != FAILED) {
            failAt(0, "INVALID_EOF_STATE", "Invalid EOF state");
        }
    }

    /** Goes on after {@link #WAIT} as if the sink had answered this. */
    public void resume(int answer) {
        afterHead(answer);
    }

    /**
     * Goes on after {@link #WAIT}, with an upgrade that was asked for and is not granted. As in Node, what came together
     * with the end of such a message is dropped: it may be the other protocol.
     *
     * @return whether the message is over, so that what came with its head is to be dropped by the caller
     */
    public boolean refuseUpgrade() {
        upgrade = false;
        isRefused = true;
        afterHead(CONTINUE);
        boolean isOver = dropsRest;
        dropsRest = false;
        return isOver;
    }

    /** Tells another sink from now on. */
    public void tell(Sink sink) {
        this.sink = sink;
    }

    boolean allows(int bits) {
        return (lenient & bits) != 0;
    }

    boolean isInLine() {
        return state == LINE;
    }

    boolean isInHeaders() {
        return state == HEADERS;
    }

    boolean hasFailed() {
        return state == FAILED;
    }

    /** Ends in failure, at this byte. */
    int failAt(int at, String code, String reason) {
        error = HttpError.of(code, reason);
        state = FAILED;
        return at;
    }

    /** Bytes that belong to a line of the head; false where they are too many. */
    boolean takeText(byte[] in, int from, int to) {
        if (state == FAILED) {
            return false;
        }
        text.append(in, from, to);
        headBytes += to - from;
        if (headBytes >= maxHeadBytes) {
            failAt(to, "HEADER_OVERFLOW", "Header overflow");
            return false;
        }
        return true;
    }

    private int readBetween(byte b, int at) {
        if (b == '\r' || b == '\n') {
            return at + 1;
        }
        if (state == CLOSED) {
            return allows(LENIENT_DATA_AFTER_CLOSE)
                    ? at + 1
                    : failAt(at + 1, "CLOSED_CONNECTION", "Data after `Connection: close`");
        }
        flags = 0;
        contentLength = 0;
        headBytes = 0;
        upgrade = false;
        isRepeated = false;
        isKept = false;
        linesAt = NOWHERE;
        text.clear();
        line.begin();
        state = LINE;
        return at;
    }

    void beginHeaders() {
        headers.begin();
        state = HEADERS;
    }

    void endHeaders() {
        if ((flags & TRAILERS) != 0) {
            endMessage();
            return;
        }
        upgrade = ((flags & HAS_UPGRADE) != 0 && (flags & UPGRADE_ASKED) != 0)
                ? !isResponse || line.status == 101
                : !isResponse && line.method == HttpMethod.CONNECT;
        if (linesAt != NOWHERE) {
            keptFlags = flags;
            keptTextBytes = headBytes - targetBytes;
            isKept = repeated != null && repeated.wants(keptFlags, keptTextBytes);
        }
        headBytes = 0;
        int answer = sink.head(this);
        linesAt = isKept ? linesAt : NOWHERE;
        text.clear();
        if (answer == WAIT) {
            state = WAITING;
        } else {
            afterHead(answer);
        }
    }

    private void afterHead(int answer) {
        if (answer == NO_BODY || answer == UPGRADE) {
            flags |= BODILESS;
            upgrade |= answer == UPGRADE;
        }
        boolean hasBody = (flags & CHUNKED) != 0 || contentLength != 0;
        if ((upgrade && (line.method == HttpMethod.CONNECT || (flags & BODILESS) != 0 || !hasBody))
                || (isResponse && line.status == 101)) {
            upgrade = true;
            endMessage();
        } else if ((flags & BODILESS) != 0 || (isResponse && isBodiless(line.status))) {
            endMessage();
        } else if ((flags & CHUNKED) != 0) {
            chunks.begin();
            state = CHUNK_EDGE;
        } else if ((flags & HAS_ENCODING) != 0) {
            if (!isResponse && !allows(LENIENT_CHUNKED_LENGTH | LENIENT_ENCODING)) {
                failAt(0, "INVALID_TRANSFER_ENCODING", "Request has invalid `Transfer-Encoding`");
            } else {
                state = BODY_TO_END;
            }
        } else if ((flags & HAS_LENGTH) == 0) {
            if (needsEnd()) {
                state = BODY_TO_END;
            } else {
                endMessage();
            }
        } else if (contentLength == 0) {
            endMessage();
        } else {
            remaining = contentLength;
            state = BODY;
        }
    }

    private static boolean isBodiless(int status) {
        return status == 100 || status == 102 || status == 103 || status == 204 || status == 304;
    }

    private boolean needsEnd() {
        if (!isResponse
                || line.status / 100 == 1
                || line.status == 204
                || line.status == 304
                || (flags & BODILESS) != 0) {
            return false;
        }
        if ((flags & HAS_ENCODING) != 0 && (flags & CHUNKED) == 0) {
            return true;
        }
        return (flags & (CHUNKED | HAS_LENGTH)) == 0;
    }

    /** @param size 0 for the last chunk, which trailers follow */
    void beginChunk(long size) {
        headBytes = 0;
        remaining = size;
        if (size == 0) {
            flags |= TRAILERS;
            headers.beginTrailers();
            state = HEADERS;
        } else {
            state = CHUNK;
        }
    }

    private int readBody(byte[] in, int from, int to) {
        int end = state != BODY_TO_END && Long.compareUnsigned(remaining, to - from) < 0 ? from + (int) remaining : to;
        sink.body(in, from, end);
        if (state == BODY_TO_END) {
            return end;
        }
        remaining -= end - from;
        if (remaining == 0) {
            if (state == BODY) {
                endMessage();
            } else {
                state = CHUNK_EDGE;
            }
        }
        return end;
    }

    private void endMessage() {
        boolean goesOn = shouldKeepAlive() || allows(LENIENT_KEEP_ALIVE);
        if ((flags & TRAILERS) == 0) {
            text.clear(); // all parsers of a thread share it: without trailers, what is in it is not ours
        }
        sink.end(this);
        text.clear();
        flags = 0;
        dropsRest = isRefused;
        isRefused = false;
        state = upgrade ? UPGRADED : goesOn ? START : CLOSED;
    }
}
