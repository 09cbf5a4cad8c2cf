package dev.gyre.node.http;

import dev.gyre.codec.http1.HeadText;
import dev.gyre.codec.http1.HttpError;
import dev.gyre.codec.http1.HttpParser;
import dev.gyre.node.bridge.Layout.HttpFlags;
import dev.gyre.node.bridge.Layout.SocketEvent;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * HTTP/1 from bytes that JavaScript brings along, for streams that are no sockets of the system: what the parser finds is
 * the answer, as a flat list of four values each: kind, text or bytes, numbers, flags. The kinds are those of the events
 * of {@link HttpConnection}.
 */
final class HttpFeed implements HttpParser.Sink {
    private final HttpParser parser;
    private final RequestClock clock;
    private final boolean isResponse;
    /** Whether JavaScript answers to every head. */
    private final boolean isStepwise;

    private int answer = HttpParser.CONTINUE;
    private List<Object> found = new ArrayList<>();
    private byte[] rest;
    private int lastHead = -1;

    HttpFeed(long nowMs, boolean isStepwise, boolean isResponse, int maxHeadBytes, int maxHeaders, int lenient) {
        this.isStepwise = isStepwise;
        clock = new RequestClock(nowMs);
        this.isResponse = isResponse;
        rest = new byte[0];
        parser = new HttpParser(isResponse, new HeadText(), this);
        parser.limit(maxHeadBytes, maxHeaders, lenient);
    }

    /** Goes on with a parser that was on a connection. */
    HttpFeed(HttpParser parser, RequestClock clock, boolean isResponse, int answer, byte[] rest) {
        this.parser = parser;
        this.clock = clock;
        isStepwise = false;
        this.isResponse = isResponse;
        this.answer = answer;
        this.rest = rest;
        parser.tell(this);
    }

    void expect(int answer) {
        this.answer = answer;
    }

    boolean isIdle() {
        return clock.isIdle();
    }

    boolean isExpired(double headsBeforeMs, double requestsBeforeMs) {
        return !isResponse && clock.isExpired(parser, headsBeforeMs, requestsBeforeMs);
    }

    List<Object> feed(byte[] bytes, long nowMs) {
        clock.read(nowMs);
        int read = parser.feed(bytes, 0, bytes.length);
        HttpError error = parser.error();
        if (error != null) {
            fail(error, bytes, read);
        } else if (read < bytes.length) {
            rest = Arrays.copyOfRange(bytes, read, bytes.length);
        }
        clock.wasRead(parser, nowMs);
        return take();
    }

    private void fail(HttpError error, byte[] bytes, int read) {
        add(SocketEvent.PARSE_ERROR, error.code() + "\n" + error.reason(), read, bytes);
    }

    List<Object> finish() {
        boolean hadFailed = parser.error() != null;
        parser.finish();
        HttpError error = parser.error();
        if (error != null && !hadFailed) {
            fail(error, new byte[0], 0);
        }
        return take();
    }

    /** What is found then, or null where no upgrade waits for an answer. */
    @Nullable
    List<Object> answerUpgrade(boolean isGranted, long nowMs) {
        if (!parser.isWaiting()) {
            return null;
        }
        byte[] held = takeRest();
        if (isGranted) {
            parser.resume(HttpParser.CONTINUE);
        } else if (parser.refuseUpgrade()) {
            held = new byte[0];
        }
        return feed(held, nowMs);
    }

    /** Goes on after a head, with what the parser has as an answer to it. */
    List<Object> answer(int answer, long nowMs) {
        parser.resume(answer);
        return feed(takeRest(), nowMs);
    }

    /** How many bytes were given that are no part of the message. */
    int restLength() {
        return rest.length;
    }

    byte[] takeRest() {
        byte[] taken = rest;
        rest = new byte[0];
        return taken;
    }

    private List<Object> take() {
        List<Object> taken = found;
        found = new ArrayList<>();
        lastHead = -1;
        return taken;
    }

    private void add(int kind, Object content, double numbers, Object flags) {
        lastHead = -1;
        found.add(kind);
        found.add(content);
        found.add(numbers);
        found.add(flags);
    }

    private static String text(HttpParser parser) {
        return new String(parser.text().bytes(), 0, parser.text().length(), StandardCharsets.ISO_8859_1);
    }

    @Override
    public int head(HttpParser parser) {
        add(SocketEvent.HEAD, text(parser), HttpConnection.numbersOf(parser), HttpConnection.flagsOf(parser));
        lastHead = found.size() - 1;
        return isStepwise ? HttpParser.WAIT : HttpConnection.answerTo(parser, isResponse, answer);
    }

    @Override
    public void body(byte[] in, int from, int to) {
        add(SocketEvent.BODY, Arrays.copyOfRange(in, from, to), 0, 0);
    }

    @Override
    public void end(HttpParser parser) {
        clock.messageEnded();
        if (lastHead >= 0) {
            found.set(lastHead, (Integer) found.get(lastHead) | HttpFlags.COMPLETE);
            lastHead = -1;
        } else {
            add(SocketEvent.MESSAGE_END, text(parser), 0, 0);
        }
    }
}
