package dev.gyre.node.zlib;

import static dev.gyre.node.zlib.NativeLibrary.address;
import static dev.gyre.node.zlib.NativeLibrary.call;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Compression by zlib's C interface: deflate, gzip and raw deflate. The library is Intel's zlib, whose searchers for
 * levels 4 and 5 are twice as fast as plain zlib's. Its own level 6 is both slower and worse than its level 5 when that
 * searches as deep, so that is what level 6, the default, uses: see {@link #nativeLevel}.
 */
final class Deflate extends Codec {
    private static final class Zlib {
        static final NativeLibrary LIBRARY = new NativeLibrary("libgkl_compression.so");
        static final NativeLibrary.Function INIT = LIBRARY.function("deflateInit2_");
        static final NativeLibrary.Function DEFLATE = LIBRARY.function("deflate");
        static final NativeLibrary.Function END = LIBRARY.function("deflateEnd");
        static final NativeLibrary.Function RESET = LIBRARY.function("deflateReset");
        static final NativeLibrary.Function PARAMS = LIBRARY.function("deflateParams");
        static final NativeLibrary.Function TUNE = LIBRARY.function("deflateTune");
        static final NativeLibrary.Function SET_DICTIONARY = LIBRARY.function("deflateSetDictionary");
        static final NativeLibrary.Function CRC32 = LIBRARY.function("crc32");
        static final NativeLibrary.Function VERSION = LIBRARY.function("zlibVersion");
    }

    // z_stream
    private static final int NEXT_IN = 0;
    private static final int AVAIL_IN = 8;
    private static final int NEXT_OUT = 24;
    private static final int AVAIL_OUT = 32;
    private static final int TOTAL_OUT = 40;
    private static final int MESSAGE = 48;
    private static final int STREAM_BYTES = 112;

    private static final int Z_OK = 0;
    private static final int Z_STREAM_END = 1;
    private static final int Z_FINISH = 4;
    private static final int Z_DEFLATED = 8;

    private static final int DEFAULT_LEVEL = 6;
    private static final ByteBuffer NOT_STARTED = ByteBuffer.allocate(0);

    private final ZlibMode mode;
    private final int windowBits;
    private final int memLevel;
    private final byte[] dictionary;
    private int level;
    private int strategy;
    private long stream;
    private ByteBuffer fields = NOT_STARTED; // of the stream

    Deflate(ZlibMode mode, int windowBits, int level, int memLevel, int strategy, byte[] dictionary) {
        this.mode = mode;
        this.windowBits = windowBits;
        this.level = level;
        this.memLevel = memLevel;
        this.strategy = strategy;
        this.dictionary = dictionary;
    }

    /** @param before the sum of the bytes before these */
    static long crc32(long before, ByteBuffer bytes) {
        return call(Zlib.CRC32, before, address(bytes), bytes.remaining());
    }

    @Override
    @Nullable
    CodecError run(int flush, ByteBuffer in, ByteBuffer out) {
        int status = start();
        if (status != Z_OK) {
            return error(status, "Zlib error");
        }
        fields.putLong(NEXT_IN, address(in));
        fields.putInt(AVAIL_IN, in.remaining());
        fields.putLong(NEXT_OUT, address(out));
        fields.putInt(AVAIL_OUT, out.remaining());
        boolean first = fields.getLong(TOTAL_OUT) == 0;
        status = (int) call(Zlib.DEFLATE, stream, flush);
        int outFrom = out.position();
        in.position(in.limit() - fields.getInt(AVAIL_IN));
        out.position(out.limit() - fields.getInt(AVAIL_OUT));
        if (status != Z_OK && status != Z_STREAM_END && status != CodecError.Z_BUF_ERROR) {
            return error(status, "Zlib error");
        }
        if (first && mode == ZlibMode.DEFLATE && out.position() - outFrom >= 2) {
            tellLevel(out, outFrom);
        }
        return status != Z_STREAM_END && flush == Z_FINISH && out.hasRemaining() ? CodecError.unexpectedEnd() : null;
    }

    private int start() {
        if (stream != 0) {
            return Z_OK;
        }
        long version = call(Zlib.VERSION, 0); // loads the library, which may fail
        long fresh = NativeLibrary.allocate(STREAM_BYTES);
        int status = (int) call(
                Zlib.INIT,
                fresh,
                nativeLevel(),
                Z_DEFLATED,
                mode.windowBits(windowBits),
                memLevel,
                strategy,
                version,
                STREAM_BYTES);
        if (status != Z_OK) {
            NativeLibrary.free(fresh);
            return status;
        }
        stream = fresh;
        fields = NativeLibrary.memory(fresh, STREAM_BYTES);
        own(() -> {
            call(Zlib.END, fresh);
            NativeLibrary.free(fresh);
        });
        tune();
        return setDictionary();
    }

    private int setDictionary() {
        if (dictionary.length == 0 || mode == ZlibMode.GZIP) {
            return Z_OK;
        }
        long copy = NativeLibrary.allocate(dictionary);
        try {
            return (int) call(Zlib.SET_DICTIONARY, stream, copy, dictionary.length);
        } finally {
            NativeLibrary.free(copy);
        }
    }

    private boolean isDefaultLevel() {
        return level == -1 || level == DEFAULT_LEVEL;
    }

    private int nativeLevel() {
        return isDefaultLevel() ? 5 : level;
    }

    private void tune() {
        if (isDefaultLevel()) {
            // good, lazy, nice, chain: zlib's level 6 with twice its laziness, which costs nothing here
            call(Zlib.TUNE, stream, 8, 32, 64, 64, 0, 0, 0);
        }
    }

    /** The header names a class of levels; the library wrote that of its own level 5. */
    private void tellLevel(ByteBuffer out, int at) {
        if (isDefaultLevel()) {
            int method = out.get(at) & 0xff;
            int flags = (out.get(at + 1) & 0x20) | 2 << 6;
            flags += 31 - (method << 8 | flags) % 31;
            out.put(at + 1, (byte) flags);
        }
    }

    @Override
    @Nullable
    CodecError reset() {
        if (stream == 0) {
            return null;
        }
        int status = (int) call(Zlib.RESET, stream);
        if (status == Z_OK) {
            tune();
            status = setDictionary();
        }
        return status == Z_OK ? null : error(status, "Failed to reset stream");
    }

    /** Between two pieces of work. As in Node, a gzip stream keeps its parameters. */
    @Nullable
    CodecError setParameters(int newLevel, int newStrategy) {
        if (mode == ZlibMode.GZIP) {
            return null;
        }
        level = newLevel;
        strategy = newStrategy;
        if (stream == 0) {
            return null;
        }
        fields.putInt(AVAIL_IN, 0);
        fields.putInt(AVAIL_OUT, 0);
        int status = (int) call(Zlib.PARAMS, stream, nativeLevel(), strategy);
        tune();
        return status == Z_OK || status == CodecError.Z_BUF_ERROR ? null : error(status, "Failed to set parameters");
    }

    private CodecError error(int status, String otherwise) {
        long message = stream == 0 ? 0 : fields.getLong(MESSAGE);
        return new CodecError(message == 0 ? otherwise : NativeLibrary.string(message), status, null);
    }

    @Override
    void release() {
        super.release();
        stream = 0;
    }
}
