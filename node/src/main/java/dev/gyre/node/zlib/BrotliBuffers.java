package dev.gyre.node.zlib;

import java.nio.ByteBuffer;

/** The four words by which brotli's functions take input and output, and move on in them. */
final class BrotliBuffers {
    static final NativeLibrary LIBRARY = new NativeLibrary("libbrotli.so");

    static final int AVAIL_IN = 0;
    static final int NEXT_IN = 8;
    static final int AVAIL_OUT = 16;
    static final int NEXT_OUT = 24;
    static final int BYTES = 32;

    /** Kind of a shared dictionary: its bytes as they are. */
    static final int RAW_DICTIONARY = 0;

    private BrotliBuffers() {}

    static void set(long words, ByteBuffer in, ByteBuffer out) {
        NativeLibrary.putLong(words + AVAIL_IN, in.remaining());
        NativeLibrary.putLong(words + NEXT_IN, NativeLibrary.address(in));
        NativeLibrary.putLong(words + AVAIL_OUT, out.remaining());
        NativeLibrary.putLong(words + NEXT_OUT, NativeLibrary.address(out));
    }

    static void advance(long words, ByteBuffer in, ByteBuffer out) {
        in.position(in.limit() - (int) NativeLibrary.getLong(words + AVAIL_IN));
        out.position(out.limit() - (int) NativeLibrary.getLong(words + AVAIL_OUT));
    }
}
