package dev.gyre.codec.http2;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Writes frames one behind the other into an array that grows. */
public final class FrameWriter {
    private byte[] out = new byte[1024];
    private int length;

    public byte[] bytes() {
        return out;
    }

    public int length() {
        return length;
    }

    public void clear() {
        length = 0;
    }

    /** What a client sends first. */
    public void preface() {
        put("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(StandardCharsets.ISO_8859_1));
    }

    /** A frame of any kind, as it is. */
    public void frame(int type, int flags, int stream, byte[] in, int from, int to) {
        begin(type, flags, stream, to - from);
        put(in, from, to);
    }

    public void data(int stream, boolean isEnd, byte[] in, int from, int to) {
        frame(FrameType.DATA, isEnd ? FrameType.FLAG_END_STREAM : 0, stream, in, from, to);
    }

    /** A header block, in as many frames as it needs. */
    public void headers(int stream, boolean isEnd, byte[] block, int blockLength, int maxFrameBytes) {
        int first = Math.min(blockLength, maxFrameBytes);
        int end = first == blockLength ? FrameType.FLAG_END_HEADERS : 0;
        frame(FrameType.HEADERS, end | (isEnd ? FrameType.FLAG_END_STREAM : 0), stream, block, 0, first);
        continuations(stream, block, first, blockLength, maxFrameBytes);
    }

    public void pushPromise(int stream, int promised, byte[] block, int blockLength, int maxFrameBytes) {
        int first = Math.min(blockLength, maxFrameBytes - 4);
        int end = first == blockLength ? FrameType.FLAG_END_HEADERS : 0;
        begin(FrameType.PUSH_PROMISE, end, stream, first + 4);
        int32(promised);
        put(block, 0, first);
        continuations(stream, block, first, blockLength, maxFrameBytes);
    }

    private void continuations(int stream, byte[] block, int from, int blockLength, int maxFrameBytes) {
        for (int at = from; at < blockLength; at += maxFrameBytes) {
            int to = Math.min(blockLength, at + maxFrameBytes);
            frame(FrameType.CONTINUATION, to == blockLength ? FrameType.FLAG_END_HEADERS : 0, stream, block, at, to);
        }
    }

    public void priority(int stream, int dependsOn, int weight, boolean isExclusive) {
        begin(FrameType.PRIORITY, 0, stream, 5);
        int32(dependsOn | (isExclusive ? Integer.MIN_VALUE : 0));
        reserve(1);
        out[length++] = (byte) (weight - 1);
    }

    public void rstStream(int stream, int code) {
        begin(FrameType.RST_STREAM, 0, stream, 4);
        int32(code);
    }

    /** Settings: identifier, value, and so on. */
    public void settings(int... pairs) {
        begin(FrameType.SETTINGS, 0, 0, pairs.length / 2 * 6);
        for (int i = 0; i < pairs.length; i += 2) {
            reserve(2);
            out[length++] = (byte) (pairs[i] >> 8);
            out[length++] = (byte) pairs[i];
            int32(pairs[i + 1]);
        }
    }

    public void settingsAck() {
        begin(FrameType.SETTINGS, FrameType.FLAG_ACK, 0, 0);
    }

    /** A ping with eight bytes. */
    public void ping(boolean isAck, byte[] in, int from) {
        frame(FrameType.PING, isAck ? FrameType.FLAG_ACK : 0, 0, in, from, from + 8);
    }

    public void goAway(int lastStream, int code, byte[] debug) {
        begin(FrameType.GOAWAY, 0, 0, 8 + debug.length);
        int32(lastStream);
        int32(code);
        put(debug);
    }

    public void windowUpdate(int stream, int increment) {
        begin(FrameType.WINDOW_UPDATE, 0, stream, 4);
        int32(increment);
    }

    private void begin(int type, int flags, int stream, int payloadBytes) {
        reserve(FrameType.HEADER_BYTES + payloadBytes);
        out[length++] = (byte) (payloadBytes >> 16);
        out[length++] = (byte) (payloadBytes >> 8);
        out[length++] = (byte) payloadBytes;
        out[length++] = (byte) type;
        out[length++] = (byte) flags;
        int32(stream);
    }

    private void int32(int value) {
        reserve(4);
        out[length++] = (byte) (value >> 24);
        out[length++] = (byte) (value >> 16);
        out[length++] = (byte) (value >> 8);
        out[length++] = (byte) value;
    }

    private void put(byte[] in) {
        put(in, 0, in.length);
    }

    /** Bytes as they are: frames that somebody else has made. */
    public void put(byte[] in, int from, int to) {
        reserve(to - from);
        System.arraycopy(in, from, out, length, to - from);
        length += to - from;
    }

    private void reserve(int count) {
        if (length + count > out.length) {
            out = Arrays.copyOf(out, Math.max(2 * out.length, length + count));
        }
    }
}
