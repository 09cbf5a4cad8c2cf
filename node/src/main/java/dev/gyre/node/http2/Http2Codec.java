package dev.gyre.node.http2;

import dev.gyre.codec.http2.FrameReader;
import dev.gyre.codec.http2.FrameType;
import dev.gyre.codec.http2.FrameWriter;
import dev.gyre.codec.http2.HeaderList;
import dev.gyre.codec.http2.HpackDecoder;
import dev.gyre.codec.http2.HpackEncoder;
import dev.gyre.codec.http2.Http2Error;
import dev.gyre.node.bridge.Layout.Http2Event;
import dev.gyre.node.bridge.Layout.Http2Facts;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The bytes of one connection. What is found in received bytes is answered as one array of numbers, {@link
 * Http2Event#NUMBERS} for each event, and one text, of which each event has as many characters as its last number says.
 * Bytes of bodies are not in it: an event says where they are in the bytes that JavaScript brought along.
 */
final class Http2Codec implements FrameReader.Sink {
    /** Bytes that stand for a header block in {@link #encode}: the number of its characters. */
    private static final int TEXT_LENGTH_BYTES = 4;

    private static final int PROMISE_BYTES = 8;

    private final boolean isServer;
    private final FrameReader reader;
    private final HpackDecoder decoder = new HpackDecoder();
    private final HpackEncoder encoder = new HpackEncoder();
    private final HeaderList list;
    private final FrameWriter writer = new FrameWriter();
    private int[] events = new int[16 * Http2Event.NUMBERS];
    private int eventsEnd;
    private final ArrayDeque<Limits> announced = new ArrayDeque<>();
    private int maxHeaders = Integer.MAX_VALUE;

    private record Limits(int maxFrameBytes, int maxListBytes, int maxTableBytes) {}

    Http2Codec(boolean isServer, boolean isStrictAboutSpaces) {
        this.isServer = isServer;
        reader = new FrameReader(isServer, this);
        list = new HeaderList(isStrictAboutSpaces);
    }

    void limitLists(int maxBytes, int maxHeaders) {
        this.maxHeaders = maxHeaders;
        decoder.limitLists(maxBytes, maxHeaders);
    }

    /**
     * Limits that our settings announce, -1 for those that they leave as they are. They hold from the acknowledgement on:
     * what follows it may come with the same bytes.
     */
    void announce(int maxFrameBytes, int maxListBytes, int maxTableBytes) {
        announced.add(new Limits(maxFrameBytes, maxListBytes, maxTableBytes));
    }

    private void applyAnnounced() {
        Limits limits = announced.poll();
        if (limits == null) {
            return; // an acknowledgement of nothing, which JavaScript refuses
        }
        if (limits.maxFrameBytes >= 0) {
            reader.limit(limits.maxFrameBytes);
        }
        if (limits.maxListBytes >= 0) {
            decoder.limitLists(limits.maxListBytes, maxHeaders);
        }
        if (limits.maxTableBytes >= 0) {
            decoder.limitTable(limits.maxTableBytes);
        }
    }

    void limitEncoderTable(int maxBytes) {
        encoder.limitTable(maxBytes);
    }

    void limitOwnEncoderTable(int maxBytes) {
        encoder.limitOwnTable(maxBytes);
    }

    int[] tableBytes() {
        return new int[] {encoder.tableBytes(), decoder.tableBytes()};
    }

    /** Reads bytes. Numbers and text, or null if nothing was found. */
    @Nullable
    List<Object> feed(byte[] in) {
        boolean hadFailed = reader.error() != null;
        eventsEnd = 0;
        list.clear();
        reader.feed(in, 0, in.length);
        Http2Error error = reader.error();
        if (error != null && !hadFailed) {
            fail(error);
        }
        if (eventsEnd == 0) {
            return null;
        }
        ByteBuffer numbers = ByteBuffer.allocate(4 * eventsEnd).order(ByteOrder.LITTLE_ENDIAN);
        numbers.asIntBuffer().put(events, 0, eventsEnd);
        return List.of(numbers.array(), list.text());
    }

    private void fail(Http2Error error) {
        byte[] reason = error.reason().getBytes(StandardCharsets.ISO_8859_1);
        eventWithText(Http2Event.ERROR, 0, error.code(), 0, reason, 0, reason.length);
    }

    private void event(int kind, int stream, int first, int second, int textLength) {
        if (eventsEnd == events.length) {
            events = Arrays.copyOf(events, 2 * events.length);
        }
        events[eventsEnd++] = kind;
        events[eventsEnd++] = stream;
        events[eventsEnd++] = first;
        events[eventsEnd++] = second;
        events[eventsEnd++] = textLength;
    }

    private void eventWithText(int kind, int stream, int first, int second, byte[] in, int from, int to) {
        list.append(in, from, to);
        event(kind, stream, first, second, to - from);
    }

    // ---- what the reader finds

    @Override
    public void dataBegin(int stream, int flags, int length) {
        event(Http2Event.DATA_BEGIN, stream, flags, length, 0);
    }

    @Override
    public void data(int stream, byte[] in, int from, int to) {
        event(Http2Event.DATA, stream, from, to - from, 0);
    }

    @Override
    public void dataEnd(int stream, int flags) {
        event(Http2Event.DATA_END, stream, flags, 0, 0);
    }

    @Override
    public void headers(int stream, int flags, byte[] in, int from, int to) {
        int before = list.length();
        int facts = decode(isServer, in, from, to);
        if (facts >= 0) {
            int end = flags & Http2Facts.END_STREAM;
            event(Http2Event.HEADERS, stream, facts | end, 0, list.length() - before);
        }
    }

    @Override
    public void pushPromise(int stream, int promised, byte[] in, int from, int to) {
        int before = list.length();
        int facts = decode(true, in, from, to);
        if (facts >= 0) {
            event(Http2Event.PUSH_PROMISE, stream, facts, promised, list.length() - before);
        }
    }

    /** The facts of the list, or -1 if the block is malformed. */
    private int decode(boolean isRequest, byte[] in, int from, int to) {
        list.begin(isRequest);
        if (!decoder.decode(in, from, to, list)) {
            reader.stop();
            fail(new Http2Error(Http2Error.COMPRESSION_ERROR, "header block can't be decoded"));
            return -1;
        }
        return list.facts() | (decoder.isOverLimit() ? Http2Facts.OVER_LIMIT : 0);
    }

    @Override
    public void priority(int stream, int dependsOn, int weight, boolean isExclusive) {
        event(Http2Event.PRIORITY, stream, dependsOn, isExclusive ? -weight : weight, 0);
    }

    @Override
    public void rstStream(int stream, int code) {
        event(Http2Event.RST_STREAM, stream, code, 0, 0);
    }

    @Override
    public void settings(boolean isAck, byte[] in, int from, int to) {
        if (isAck) {
            applyAnnounced();
            event(Http2Event.SETTINGS_ACK, 0, 0, 0, 0);
            return;
        }
        ByteBuffer settings = ByteBuffer.wrap(in);
        for (int at = from; at < to; at += 6) {
            event(Http2Event.SETTING, 0, Short.toUnsignedInt(settings.getShort(at)), settings.getInt(at + 2), 0);
        }
        event(Http2Event.SETTINGS_END, 0, (to - from) / 6, 0, 0);
    }

    @Override
    public void ping(boolean isAck, byte[] in, int from) {
        eventWithText(isAck ? Http2Event.PING_ACK : Http2Event.PING, 0, 0, 0, in, from, from + 8);
    }

    @Override
    public void goAway(int lastStream, int code, byte[] in, int debugFrom, int debugTo) {
        eventWithText(Http2Event.GOAWAY, lastStream, code, 0, in, debugFrom, debugTo);
    }

    @Override
    public void windowUpdate(int stream, int increment) {
        event(Http2Event.WINDOW_UPDATE, stream, increment, 0, 0);
    }

    @Override
    public void extension(int type, int flags, int stream, byte[] in, int from, int to) {
        if (type == FrameType.ALTSVC || type == FrameType.ORIGIN) {
            eventWithText(Http2Event.EXTENSION, stream, type, flags, in, from, to);
        }
    }

    // ---- what JavaScript sends

    /**
     * Frames as they are to be sent. The input has them in order, but for the header blocks: a HEADERS frame has only the
     * number of characters of its block in {@code text}, a PUSH_PROMISE frame its stream and that number.
     */
    byte[] encode(byte[] in, String text, int maxFrameBytes) {
        writer.clear();
        byte[] names = lowBytes(text);
        ByteBuffer frames = ByteBuffer.wrap(in);
        int textAt = 0;
        int copied = 0;
        int at = 0;
        while (at < in.length) {
            int length = frames.getInt(at) >>> 8;
            int type = in[at + 3];
            int end = at + FrameType.HEADER_BYTES + length;
            if (type == FrameType.HEADERS || type == FrameType.PUSH_PROMISE) {
                writer.put(in, copied, at);
                copied = end;
                int textLength = frames.getInt(end - TEXT_LENGTH_BYTES);
                encodeBlock(names, textAt, textAt + textLength);
                textAt += textLength;
                int stream = frames.getInt(at + 5);
                if (type == FrameType.HEADERS) {
                    boolean isEnd = (in[at + 4] & FrameType.FLAG_END_STREAM) != 0;
                    writer.headers(stream, isEnd, encoder.bytes(), encoder.length(), maxFrameBytes);
                } else {
                    int promised = frames.getInt(end - PROMISE_BYTES);
                    writer.pushPromise(stream, promised, encoder.bytes(), encoder.length(), maxFrameBytes);
                }
            }
            at = end;
        }
        writer.put(in, copied, in.length);
        return Arrays.copyOf(writer.bytes(), writer.length());
    }

    /** The low byte of each character, as Node sends it: a value that becomes invalid by that is dropped by who receives it. */
    private static byte[] lowBytes(String text) {
        byte[] bytes = new byte[text.length()];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) text.charAt(i);
        }
        return bytes;
    }

    /** Each header is name, NUL, value, NUL, and a character that is 1 if the header must never be indexed. */
    private void encodeBlock(byte[] text, int from, int to) {
        encoder.begin();
        int at = from;
        while (at < to) {
            int nameEnd = indexOfNul(text, at);
            int valueEnd = indexOfNul(text, nameEnd + 1);
            encoder.header(text, at, nameEnd, nameEnd + 1, valueEnd, text[valueEnd + 1] == 1);
            at = valueEnd + 2;
        }
    }

    private static int indexOfNul(byte[] text, int from) {
        int at = from;
        while (text[at] != 0) {
            at++;
        }
        return at;
    }
}
