package dev.gyre.node.zlib;

/** What a stream of zlib's own formats does, by the numbers of {@code zlib.constants}. */
enum ZlibMode {
    NONE,
    DEFLATE,
    INFLATE,
    GZIP,
    GUNZIP,
    DEFLATERAW,
    INFLATERAW,
    UNZIP;

    private static final ZlibMode[] ALL = values();

    static ZlibMode of(int number) {
        return ALL[number];
    }

    boolean compresses() {
        return this == DEFLATE || this == GZIP || this == DEFLATERAW;
    }

    /** How zlib is told the format. */
    int windowBits(int bits) {
        return switch (this) {
            case GZIP, GUNZIP -> bits + 16;
            case DEFLATERAW, INFLATERAW -> -bits;
            default -> bits;
        };
    }
}
