package dev.gyre.node.http;

import dev.gyre.codec.http1.HeadText;
import dev.gyre.codec.http1.HttpError;
import dev.gyre.codec.http1.HttpParser;
import dev.gyre.node.bridge.Layout.HttpFlags;
import dev.gyre.node.bridge.Layout.HttpNumbers;
import dev.gyre.node.bridge.Layout.SocketEvent;
import dev.gyre.node.net.Connection;
import dev.gyre.node.net.SocketMemory;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * HTTP/1 on a connection: a parser reads the bytes that come in, and JavaScript gets messages instead of bytes.
 *
 * <p>The event of a head carries its numbers; its text stands in the socket memory. A message without a body is one event.
 * A request that may be an upgrade waits until JavaScript has decided.
 */
final class HttpConnection implements HttpParser.Sink, Connection.Reader {
    /** What the memory can take; a head that may be larger is still refused from here on. */
    private static final int MAX_HEAD_BYTES = 1 << 20;

    private static final byte[] NOTHING = {};

    private final int id;
    private final SocketMemory memory;
    private final HttpParser parser;
    private final boolean isResponse;
    /** A head's text has a line end for every name and value, which its size does not count: a byte may become three. */
    private final int headRoom;

    private int answer = HttpParser.CONTINUE;
    private boolean headWasLast;
    private int extra;
    private byte[] rest = NOTHING;
    private int fedAt;
    private final RequestClock clock;
    private int told;

    HttpConnection(
            int id,
            SocketMemory memory,
            HeadText text,
            boolean isResponse,
            int maxHeadBytes,
            int maxHeaders,
            int lenient) {
        this.id = id;
        this.memory = memory;
        this.isResponse = isResponse;
        clock = new RequestClock(memory.nowMs());
        headRoom = 3 * Math.min(maxHeadBytes, MAX_HEAD_BYTES) + 1024;
        parser = new HttpParser(isResponse, text, this);
        parser.limit(Math.min(maxHeadBytes, MAX_HEAD_BYTES), maxHeaders, lenient);
        parser.keepLines(!isResponse);
    }

    /** The same parser, for bytes that JavaScript brings along from now on. */
    HttpFeed toFeed() {
        parser.keepLines(false);
        return new HttpFeed(parser, clock, isResponse, answer, takeRest());
    }

    /** How many events there were. */
    int told() {
        return told;
    }

    private void tell(int kind, int at, int length, double numbers) {
        told++;
        memory.event(id, kind, at, length, numbers);
    }

    /** The texts of heads need as much room as the bytes just received, and room for the part of a head that came before. */
    @Override
    public int extraRoom() {
        return Connection.CHUNK_BYTES + headRoom;
    }

    /** Says what becomes of the answers to come: of those to HEAD and CONNECT, a head is all. */
    void expect(int answer) {
        this.answer = answer;
    }

    boolean isIdle() {
        return clock.isIdle();
    }

    boolean isExpired(double headsBeforeMs, double requestsBeforeMs) {
        return !isResponse && clock.isExpired(parser, headsBeforeMs, requestsBeforeMs);
    }

    @Override
    public void read(int at, int length) {
        headWasLast = false;
        clock.read(memory.nowMs());
        fedAt = at;
        byte[] in = parser.isBody(length) ? NOTHING : memory.copy(at, length);
        int read = parser.feed(in, 0, length);
        if (parser.error() != null) {
            fail(parser.error(), at, length, read);
        } else if (read < length) {
            rest = Arrays.copyOfRange(in, read, length);
        }
        clock.wasRead(parser, memory.nowMs());
    }

    private void fail(HttpError error, int at, int length, int parsed) {
        byte[] text = (error.code() + "\n" + error.reason()).getBytes(StandardCharsets.ISO_8859_1);
        tell(
                SocketEvent.PARSE_ERROR,
                memory.put(text, text.length),
                text.length,
                parsed + (double) HttpNumbers.LENGTHS * length);
        memory.extra(at);
    }

    /** The other side has ended: that may be the end of a message, or in its middle. */
    @Override
    public void finish() {
        headWasLast = false;
        boolean hadFailed = parser.error() != null;
        int at = memory.reserve(headRoom);
        parser.finish();
        if (parser.error() != null && !hadFailed) {
            fail(parser.error(), at, 0, 0);
        }
    }

    /** What came after the message that ended HTTP here. */
    byte[] takeRest() {
        byte[] taken = rest;
        rest = NOTHING;
        return taken;
    }

    /** The upgrade is granted, and the request's body comes first; or it is not, and HTTP goes on. */
    void answerUpgrade(boolean isGranted) {
        headWasLast = false; // JavaScript has its event already
        byte[] held = takeRest();
        if (isGranted) {
            parser.resume(HttpParser.CONTINUE);
        } else if (parser.refuseUpgrade()) {
            held = NOTHING;
        }
        if (parser.error() != null) {
            fail(parser.error(), memory.reserve(headRoom), 0, 0);
            return;
        }
        if (held.length > 0) {
            int at = memory.reserve(2 * held.length + headRoom);
            memory.put(held, held.length);
            read(at, held.length);
        }
        if (isGranted && parser.error() == null && !parser.isUpgraded()) {
            tell(SocketEvent.UPGRADE_GOES_ON, 0, 0, 0);
        }
    }

    boolean isWaiting() {
        return parser.isWaiting();
    }

    @Override
    public int head(HttpParser parser) {
        HeadText text = parser.text();
        int length = text.length();
        int at = memory.put(text.bytes(), length);
        tell(SocketEvent.HEAD, at, length, numbersOf(parser));
        extra = flagsOf(parser)
                | (parser.isRepeated() ? HttpFlags.REPEATED : 0)
                | (parser.isKept() ? HttpFlags.KEPT : 0);
        memory.extra(extra);
        headWasLast = true;
        return answerTo(parser, isResponse, answer);
    }

    static int numbersOf(HttpParser parser) {
        return parser.method()
                | parser.minor() << HttpNumbers.MINOR_SHIFT
                | parser.major() << HttpNumbers.MAJOR_SHIFT
                | parser.status() << HttpNumbers.STATUS_SHIFT;
    }

    static int flagsOf(HttpParser parser) {
        return parser.flags()
                | (parser.isUpgrade() ? HttpFlags.UPGRADE : 0)
                | (parser.shouldKeepAlive() ? HttpFlags.KEEPS_ALIVE : 0);
    }

    /**
     * A request that may be an upgrade waits. A response before the final one has no body, whatever its headers say:
     * otherwise it would swallow the final one. To CONNECT, every response is the final one.
     */
    static int answerTo(HttpParser parser, boolean isResponse, int expected) {
        if (!isResponse) {
            return parser.isUpgrade() ? HttpParser.WAIT : HttpParser.CONTINUE;
        }
        boolean isInformational = parser.status() / 100 == 1 && parser.status() != 101;
        return isInformational && expected != HttpParser.UPGRADE ? HttpParser.NO_BODY : expected;
    }

    @Override
    public void body(byte[] in, int from, int to) {
        headWasLast = false;
        tell(SocketEvent.BODY, fedAt + from, to - from, 0);
    }

    @Override
    public void end(HttpParser parser) {
        clock.messageEnded();
        if (headWasLast && parser.text().length() == 0) {
            memory.extra(extra | HttpFlags.COMPLETE);
            headWasLast = false;
            return;
        }
        headWasLast = false;
        HeadText trailers = parser.text();
        int at = memory.put(trailers.bytes(), trailers.length());
        tell(SocketEvent.MESSAGE_END, at, trailers.length(), 0);
    }
}
