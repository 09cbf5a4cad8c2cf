package dev.gyre.codec.http2;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Reads frames from whatever pieces they come in, and checks what can be checked without knowing the streams: sizes,
 * padding, the stream number's presence, the order of header blocks. The first mistake ends the connection.
 *
 * <p>The bytes of DATA frames go to the sink in the pieces they came in, with no copy. All other frames go whole; a frame
 * that lies in the input as a whole is not copied either. A header block of several frames is put together first, and the
 * number of its frames is limited, because a block without an end would otherwise cost memory without a limit.
 */
public final class FrameReader {
    /** Takes the frames. Arrays are valid for the call only. */
    public interface Sink {
        /** A DATA frame begins; {@code length} is what flow control counts: all of its payload. */
        void dataBegin(int stream, int flags, int length);

        /** Bytes of the DATA frame. */
        void data(int stream, byte[] in, int from, int to);

        /** The DATA frame is complete. */
        void dataEnd(int stream, int flags);

        /** A whole header block. The fields of priority are not told: nobody uses them any more. */
        void headers(int stream, int flags, byte[] in, int from, int to);

        void priority(int stream, int dependsOn, int weight, boolean isExclusive);

        void rstStream(int stream, int code);

        /** Settings, six bytes each. */
        void settings(boolean isAck, byte[] in, int from, int to);

        void pushPromise(int stream, int promised, byte[] in, int from, int to);

        void ping(boolean isAck, byte[] in, int from);

        void goAway(int lastStream, int code, byte[] in, int debugFrom, int debugTo);

        void windowUpdate(int stream, int increment);

        /** A frame of another kind, which the standard wants ignored unless it is known. */
        void extension(int type, int flags, int stream, byte[] in, int from, int to);
    }

    private static final byte[] PREFACE = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(StandardCharsets.ISO_8859_1);

    private static final int MAX_CONTINUATIONS = 8;
    private static final int NONE = -1;
    private static final byte[] NOTHING = {};

    private enum State {
        PREFACE,
        HEADER,
        PAYLOAD,
        PAD_LENGTH,
        DATA,
        PADDING,
        FAILED
    }

    private final Sink sink;
    private State state;
    private int maxFrameBytes = FrameType.DEFAULT_MAX_BYTES;
    private boolean isFirst = true;
    private @Nullable Http2Error error;

    private final byte[] header = new byte[FrameType.HEADER_BYTES];
    private int headerLength;
    private int length;
    private int type;
    private int flags;
    private int stream;

    private byte[] payload = NOTHING;
    private int payloadLength;
    private int left;
    private int padding;

    /** The stream whose header block is not complete, or {@link #NONE}. */
    private int blockStream = NONE;

    private int blockFlags;
    private int promised;
    private byte[] block = NOTHING;
    private int blockLength;
    private int continuations;

    /** @param isServer whether a client's preface comes first */
    public FrameReader(boolean isServer, Sink sink) {
        this.sink = sink;
        state = isServer ? State.PREFACE : State.HEADER;
    }

    /** The largest payload that our settings allow. */
    public void limit(int maxFrameBytes) {
        this.maxFrameBytes = maxFrameBytes;
    }

    /** Why reading has ended, or null. */
    public @Nullable Http2Error error() {
        return error;
    }

    /** Ends reading: what follows is not looked at. */
    public void stop() {
        state = State.FAILED;
    }

    /** Reads all of this, or up to the first mistake. */
    public void feed(byte[] in, int from, int to) {
        int at = from;
        while (at < to && state != State.FAILED) {
            at = switch (state) {
                case PREFACE -> readPreface(in, at, to);
                case HEADER -> readHeader(in, at, to);
                case PAYLOAD -> readPayload(in, at, to);
                case PAD_LENGTH -> readPadLength(in, at);
                case DATA -> readData(in, at, to);
                case PADDING -> readPadding(at, to);
                case FAILED -> to;
            };
        }
    }

    private void fail(int code, String reason) {
        error = new Http2Error(code, reason);
        state = State.FAILED;
    }

    private int readPreface(byte[] in, int from, int to) {
        int at = from;
        while (at < to && headerLength < PREFACE.length) {
            if (in[at++] != PREFACE[headerLength++]) {
                fail(Http2Error.PROTOCOL_ERROR, "Bad client magic byte string");
                return at;
            }
        }
        if (headerLength == PREFACE.length) {
            headerLength = 0;
            state = State.HEADER;
        }
        return at;
    }

    private int readHeader(byte[] in, int from, int to) {
        int count = Math.min(FrameType.HEADER_BYTES - headerLength, to - from);
        System.arraycopy(in, from, header, headerLength, count);
        headerLength += count;
        if (headerLength == FrameType.HEADER_BYTES) {
            headerLength = 0;
            length = (header[0] & 0xff) << 16 | (header[1] & 0xff) << 8 | (header[2] & 0xff);
            type = header[3] & 0xff;
            flags = header[4] & 0xff;
            stream = int31(header, 5);
            begin();
        }
        return from + count;
    }

    private void begin() {
        if (length > maxFrameBytes) {
            fail(Http2Error.FRAME_SIZE_ERROR, "too large frame size");
        } else if (isFirst && (type != FrameType.SETTINGS || (flags & FrameType.FLAG_ACK) != 0)) {
            fail(Http2Error.PROTOCOL_ERROR, "SETTINGS expected");
        } else if (blockStream != NONE && (type != FrameType.CONTINUATION || stream != blockStream)) {
            fail(Http2Error.PROTOCOL_ERROR, "unexpected non-CONTINUATION frame or stream_id is invalid");
        } else if (type == FrameType.DATA) {
            beginData();
        } else {
            isFirst = false;
            beginPayload();
        }
    }

    private void beginPayload() {
        payloadLength = 0;
        state = State.PAYLOAD;
        if (length == 0) {
            state = State.HEADER;
            frame(NOTHING, 0, 0);
        }
    }

    /** Puts the payload together, unless the input has all of it. */
    private int readPayload(byte[] in, int from, int to) {
        if (payloadLength == 0 && to - from >= length) {
            state = State.HEADER;
            frame(in, from, from + length);
            return from + length;
        }
        int count = Math.min(length - payloadLength, to - from);
        if (payload.length < payloadLength + count) {
            payload = Arrays.copyOf(payload, Math.max(payloadLength + count, Math.min(length, 2 * payload.length)));
        }
        System.arraycopy(in, from, payload, payloadLength, count);
        payloadLength += count;
        if (payloadLength == length) {
            byte[] whole = payload;
            payload = NOTHING;
            state = State.HEADER;
            frame(whole, 0, length);
        }
        return from + count;
    }

    // ---- DATA

    private void beginData() {
        if (stream == 0) {
            fail(Http2Error.PROTOCOL_ERROR, "DATA: stream_id == 0");
            return;
        }
        left = length;
        padding = 0;
        boolean isPadded = (flags & FrameType.FLAG_PADDED) != 0;
        if (isPadded && length == 0) {
            fail(Http2Error.FRAME_SIZE_ERROR, "DATA: padding has no length");
            return;
        }
        sink.dataBegin(stream, flags, length);
        if (state == State.FAILED) {
            return;
        }
        state = isPadded ? State.PAD_LENGTH : State.DATA;
        if (!isPadded && left == 0) {
            endData();
        }
    }

    private int readPadLength(byte[] in, int at) {
        padding = in[at] & 0xff;
        left--;
        if (padding > left) {
            fail(Http2Error.PROTOCOL_ERROR, "DATA: insufficient padding space");
            return at + 1;
        }
        left -= padding;
        if (left > 0) {
            state = State.DATA;
        } else {
            afterData();
        }
        return at + 1;
    }

    private int readData(byte[] in, int from, int to) {
        int count = Math.min(left, to - from);
        left -= count;
        sink.data(stream, in, from, from + count);
        if (left == 0 && state != State.FAILED) {
            afterData();
        }
        return from + count;
    }

    private void afterData() {
        if (padding > 0) {
            state = State.PADDING;
        } else {
            endData();
        }
    }

    private int readPadding(int from, int to) {
        int count = Math.min(padding, to - from);
        padding -= count;
        if (padding == 0) {
            endData();
        }
        return from + count;
    }

    private void endData() {
        state = State.HEADER;
        sink.dataEnd(stream, flags);
    }

    // ---- the other frames

    private void frame(byte[] in, int from, int to) {
        switch (type) {
            case FrameType.HEADERS -> headers(in, from, to);
            case FrameType.PRIORITY -> priority(in, from);
            case FrameType.RST_STREAM -> {
                if (hasStream("RST_STREAM") && isSize(4, "RST_STREAM")) {
                    sink.rstStream(stream, int32(in, from));
                }
            }
            case FrameType.SETTINGS -> settings(in, from, to);
            case FrameType.PUSH_PROMISE -> pushPromise(in, from, to);
            case FrameType.PING -> {
                if (hasNoStream("PING") && isSize(8, "PING")) {
                    sink.ping((flags & FrameType.FLAG_ACK) != 0, in, from);
                }
            }
            case FrameType.GOAWAY -> {
                if (!hasNoStream("GOAWAY")) {
                    return;
                }
                if (length < 8) {
                    fail(Http2Error.FRAME_SIZE_ERROR, "GOAWAY: invalid length");
                } else {
                    sink.goAway(int31(in, from), int32(in, from + 4), in, from + 8, to);
                }
            }
            case FrameType.WINDOW_UPDATE -> {
                if (isSize(4, "WINDOW_UPDATE")) {
                    sink.windowUpdate(stream, int31(in, from));
                }
            }
            case FrameType.CONTINUATION -> continuation(in, from, to);
            default -> sink.extension(type, flags, stream, in, from, to);
        }
    }

    private boolean hasStream(String kind) {
        if (stream == 0) {
            fail(Http2Error.PROTOCOL_ERROR, kind + ": stream_id == 0");
        }
        return stream != 0;
    }

    private boolean hasNoStream(String kind) {
        if (stream != 0) {
            fail(Http2Error.PROTOCOL_ERROR, kind + ": stream_id != 0");
        }
        return stream == 0;
    }

    private boolean isSize(int size, String kind) {
        if (length != size) {
            fail(Http2Error.FRAME_SIZE_ERROR, kind + ": invalid length");
        }
        return length == size;
    }

    private void priority(byte[] in, int from) {
        if (hasStream("PRIORITY") && isSize(5, "PRIORITY")) {
            sink.priority(stream, int31(in, from), (in[from + 4] & 0xff) + 1, in[from] < 0);
        }
    }

    private void settings(byte[] in, int from, int to) {
        if (!hasNoStream("SETTINGS")) {
            return;
        }
        boolean isAck = (flags & FrameType.FLAG_ACK) != 0;
        if (length % 6 != 0 || (isAck && length != 0)) {
            fail(Http2Error.FRAME_SIZE_ERROR, "SETTINGS: invalid length");
            return;
        }
        sink.settings(isAck, in, from, to);
    }

    private void headers(byte[] in, int from, int to) {
        if (!hasStream("HEADERS")) {
            return;
        }
        int fixed = (flags & FrameType.FLAG_PRIORITY) != 0 ? 5 : 0;
        int end = endOfBlock(in, from, to, fixed, "HEADERS");
        if (end < 0) {
            return;
        }
        int start = from + fixed + padLengthBytes();
        promised = 0;
        block(in, start, end);
    }

    private void pushPromise(byte[] in, int from, int to) {
        if (!hasStream("PUSH_PROMISE")) {
            return;
        }
        int end = endOfBlock(in, from, to, 4, "PUSH_PROMISE");
        if (end < 0) {
            return;
        }
        int start = from + padLengthBytes();
        promised = int31(in, start);
        if (promised == 0) {
            fail(Http2Error.PROTOCOL_ERROR, "PUSH_PROMISE: promised stream_id == 0");
            return;
        }
        block(in, start + 4, end);
    }

    private int padLengthBytes() {
        return (flags & FrameType.FLAG_PADDED) != 0 ? 1 : 0;
    }

    /** Where the fragment ends and padding begins, or {@link #NONE} if the frame is too short for what it must have. */
    private int endOfBlock(byte[] in, int from, int to, int fixedBytes, String kind) {
        int fixed = fixedBytes + padLengthBytes();
        if (length < fixed) {
            fail(Http2Error.FRAME_SIZE_ERROR, kind + ": could not unpack");
            return NONE;
        }
        int pad = padLengthBytes() == 0 ? 0 : in[from] & 0xff;
        if (pad > length - fixed) {
            fail(Http2Error.PROTOCOL_ERROR, kind + ": insufficient padding space");
            return NONE;
        }
        return to - pad;
    }

    private void block(byte[] in, int from, int to) {
        blockStream = stream;
        blockFlags = flags;
        if ((flags & FrameType.FLAG_END_HEADERS) != 0) {
            endBlock(in, from, to);
            return;
        }
        continuations = 0;
        blockLength = 0;
        append(in, from, to);
    }

    private void continuation(byte[] in, int from, int to) {
        if (blockStream == NONE) {
            fail(Http2Error.PROTOCOL_ERROR, "CONTINUATION: unexpected");
            return;
        }
        if (++continuations > MAX_CONTINUATIONS) {
            fail(Http2Error.ENHANCE_YOUR_CALM, "Too many CONTINUATION frames following a HEADER frame");
            return;
        }
        append(in, from, to);
        if ((flags & FrameType.FLAG_END_HEADERS) != 0) {
            byte[] whole = block;
            block = NOTHING;
            endBlock(whole, 0, blockLength);
        }
    }

    private void append(byte[] in, int from, int to) {
        int count = to - from;
        if (block.length < blockLength + count) {
            block = Arrays.copyOf(block, Math.max(2 * block.length, blockLength + count));
        }
        System.arraycopy(in, from, block, blockLength, count);
        blockLength += count;
    }

    private void endBlock(byte[] in, int from, int to) {
        int blockOf = blockStream;
        blockStream = NONE;
        if (promised == 0) {
            sink.headers(blockOf, blockFlags, in, from, to);
        } else {
            sink.pushPromise(blockOf, promised, in, from, to);
        }
    }

    private static int int32(byte[] in, int at) {
        return in[at] << 24 | (in[at + 1] & 0xff) << 16 | (in[at + 2] & 0xff) << 8 | (in[at + 3] & 0xff);
    }

    private static int int31(byte[] in, int at) {
        return int32(in, at) & Integer.MAX_VALUE;
    }
}
