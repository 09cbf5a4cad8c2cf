package dev.gyre.codec.http2;

/** The kinds of frames and their flags. */
public final class FrameType {
    public static final int DATA = 0;
    public static final int HEADERS = 1;
    public static final int PRIORITY = 2;
    public static final int RST_STREAM = 3;
    public static final int SETTINGS = 4;
    public static final int PUSH_PROMISE = 5;
    public static final int PING = 6;
    public static final int GOAWAY = 7;
    public static final int WINDOW_UPDATE = 8;
    public static final int CONTINUATION = 9;
    /** RFC 7838. */
    public static final int ALTSVC = 10;
    /** RFC 8336. */
    public static final int ORIGIN = 12;

    public static final int FLAG_END_STREAM = 0x1;
    public static final int FLAG_ACK = 0x1;
    public static final int FLAG_END_HEADERS = 0x4;
    public static final int FLAG_PADDED = 0x8;
    public static final int FLAG_PRIORITY = 0x20;

    /** Length of the header of each frame. */
    public static final int HEADER_BYTES = 9;
    /** The largest payload that every peer takes. */
    public static final int DEFAULT_MAX_BYTES = 16384;

    private FrameType() {}
}
