package dev.gyre.node.inspector;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/** One frame of a WebSocket (RFC 6455), as a client sends it. */
final class WebSocketFrame {
    /** {@code WRONG} is what breaks the protocol: not masked, compressed, of an unknown kind, too long. */
    enum Kind {
        TEXT,
        PING,
        PONG,
        CLOSE,
        WRONG
    }

    private static final String ACCEPT_SUFFIX = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";
    private static final int LAST = 0x80;
    private static final int RESERVED = 0x70;
    private static final int MASKED = 0x80;
    private static final int MASK_BYTES = 4;
    private static final int TWO_BYTES = 126;
    private static final int EIGHT_BYTES = 127;
    private static final int TEXT_CODE = 1;
    private static final int CLOSE_CODE = 8;
    private static final int PONG_CODE = 10;

    private final Kind kind;
    private final boolean isLast;
    private final byte[] payload;
    private final int length;

    private WebSocketFrame(Kind kind, boolean isLast, byte[] payload, int length) {
        this.kind = kind;
        this.isLast = isLast;
        this.payload = payload;
        this.length = length;
    }

    Kind kind() {
        return kind;
    }

    /** Whether the message ends with it. */
    boolean isLast() {
        return isLast;
    }

    byte[] payload() {
        return payload;
    }

    /** Of the whole frame, in bytes. */
    int length() {
        return length;
    }

    /** The first frame in {@code bytes}; null while a part of it is missing. */
    static @Nullable WebSocketFrame read(byte[] bytes) {
        if (bytes.length < 2) {
            return null;
        }
        var in = ByteBuffer.wrap(bytes);
        int first = in.get() & 0xff;
        int second = in.get() & 0xff;
        if ((first & RESERVED) != 0 || (second & MASKED) == 0) {
            return wrong();
        }
        long size = second & ~MASKED;
        if (in.remaining() < (size == EIGHT_BYTES ? Long.BYTES : size == TWO_BYTES ? Short.BYTES : 0)) {
            return null;
        }
        size = size == EIGHT_BYTES ? in.getLong() : size == TWO_BYTES ? in.getShort() & 0xffff : size;
        if (size < 0 || size > Integer.MAX_VALUE - 64) {
            return wrong();
        }
        if (in.remaining() < size + MASK_BYTES) {
            return null;
        }
        byte[] mask = new byte[MASK_BYTES];
        in.get(mask);
        byte[] payload = new byte[(int) size];
        in.get(payload);
        for (int i = 0; i < payload.length; i++) {
            payload[i] ^= mask[i % MASK_BYTES];
        }
        Kind kind = switch (first & 0xf) {
            case 0, TEXT_CODE, 2 -> Kind.TEXT;
            case CLOSE_CODE -> Kind.CLOSE;
            case 9 -> Kind.PING;
            case PONG_CODE -> Kind.PONG;
            default -> Kind.WRONG;
        };
        return new WebSocketFrame(kind, (first & LAST) != 0, payload, in.position());
    }

    private static WebSocketFrame wrong() {
        return new WebSocketFrame(Kind.WRONG, true, new byte[0], 0);
    }

    static ByteBuffer text(String message) {
        return frame(TEXT_CODE, message.getBytes(StandardCharsets.UTF_8));
    }

    static ByteBuffer pong(byte[] payload) {
        return frame(PONG_CODE, payload);
    }

    static ByteBuffer close() {
        return frame(CLOSE_CODE, new byte[0]);
    }

    private static ByteBuffer frame(int code, byte[] payload) {
        ByteBuffer out = ByteBuffer.allocate(payload.length + 2 + Long.BYTES).put((byte) (LAST | code));
        if (payload.length < TWO_BYTES) {
            out.put((byte) payload.length);
        } else if (payload.length < 1 << Short.SIZE) {
            out.put((byte) TWO_BYTES).putShort((short) payload.length);
        } else {
            out.put((byte) EIGHT_BYTES).putLong(payload.length);
        }
        return out.put(payload).flip();
    }

    /** The answer to a request for a WebSocket. */
    static String acceptance(String key) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-1")
                    .digest((key + ACCEPT_SUFFIX).getBytes(StandardCharsets.ISO_8859_1));
            return "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: "
                    + Base64.getEncoder().encodeToString(digest) + "\r\n\r\n";
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e); // every Java has it
        }
    }
}
