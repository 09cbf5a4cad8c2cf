package dev.gyre.node.zlib;

import java.nio.ByteBuffer;
import java.util.zip.CRC32;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;
import org.jspecify.annotations.Nullable;

/**
 * Decompression of zlib's formats by the JDK's {@link Inflater}, which is zlib itself and as fast as Node's. It knows
 * the zlib format and raw deflate; the wrapping of gzip (header, CRC, length, several members in a row) is done here.
 * Where the format is detected, a gzip member may be followed by data in zlib's format, as zlib itself has it.
 */
final class Inflate extends Codec {
    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

    private static final int Z_FINISH = 4;
    private static final int GZIP_ID1 = 0x1f;
    private static final int GZIP_ID2 = 0x8b;
    private static final int TRAILER_BYTES = 8;
    private static final int ANY_WINDOW = 15;

    private final int windowBits;
    private final byte[] dictionary;
    private final boolean rejectsGarbage;

    private final boolean detects; // the format, anew for each part of the stream
    private ZlibMode mode;
    private @Nullable ZlibMode firstMode; // decides whether there may be several parts; null before it is known
    private @Nullable Inflater inflater;
    private boolean isInflaterRaw;
    private boolean isAtEnd;
    private boolean sawGzipId1;
    private int zlibHeaderBytes; // read one by one, where the window has to be checked
    private int firstHeaderByte;

    // of the current gzip member
    private @Nullable GzipHeader header;
    private final CRC32 crc = new CRC32();
    private long memberBytes;
    private boolean inTrailer;
    private long trailer;
    private int trailerBytes;

    Inflate(ZlibMode mode, int windowBits, byte[] dictionary, boolean rejectsGarbage) {
        detects = mode == ZlibMode.UNZIP;
        this.mode = mode;
        firstMode = detects ? null : mode;
        this.windowBits = windowBits == 0 ? ANY_WINDOW : windowBits;
        this.dictionary = dictionary;
        this.rejectsGarbage = rejectsGarbage;
    }

    @Override
    @Nullable
    CodecError run(int flush, ByteBuffer in, ByteBuffer out) {
        CodecError wrong;
        try {
            wrong = read(in, out);
        } catch (DataFormatException e) {
            wrong = dataError(e.getMessage());
        }
        if (wrong == null && !isAtEnd && flush == Z_FINISH && out.hasRemaining()) {
            return CodecError.unexpectedEnd();
        }
        return wrong;
    }

    private @Nullable CodecError read(ByteBuffer in, ByteBuffer out) throws DataFormatException {
        while (true) {
            if (isAtEnd) {
                // Zeros are padding; anything else begins another member, or shows to be garbage.
                if (firstMode != ZlibMode.GUNZIP
                        || rejectsGarbage
                        || !in.hasRemaining()
                        || in.get(in.position()) == 0) {
                    return null;
                }
                reset();
            }
            if (mode == ZlibMode.UNZIP && !detect(in)) {
                return null;
            }
            CodecError wrong = mode == ZlibMode.GUNZIP ? member(in, out) : body(in, out);
            if (wrong != null || !isAtEnd) {
                return wrong;
            }
        }
    }

    /** Which format the first bytes announce; false while there are too few. */
    private boolean detect(ByteBuffer in) throws DataFormatException {
        if (!sawGzipId1 && in.hasRemaining()) {
            if ((in.get(in.position()) & 0xff) != GZIP_ID1) {
                use(ZlibMode.INFLATE);
                return true;
            }
            sawGzipId1 = true;
            in.get();
        }
        if (!in.hasRemaining()) {
            return false;
        }
        ByteBuffer id1 = ByteBuffer.wrap(new byte[] {GZIP_ID1});
        if ((in.get(in.position()) & 0xff) == GZIP_ID2) {
            use(ZlibMode.GUNZIP);
            header = new GzipHeader();
            header.read(id1);
        } else {
            use(ZlibMode.INFLATE);
            body(id1, NOTHING);
        }
        return true;
    }

    private void use(ZlibMode found) {
        mode = found;
        if (firstMode == null) {
            firstMode = found;
        }
    }

    // ---- gzip

    private @Nullable CodecError member(ByteBuffer in, ByteBuffer out) throws DataFormatException {
        if (header == null) {
            header = new GzipHeader();
        }
        if (!header.isDone()) {
            String wrong = header.read(in);
            if (wrong != null) {
                return dataError(wrong);
            }
            if (!header.isDone()) {
                return null;
            }
        }
        if (!inTrailer) {
            int from = out.position();
            CodecError wrong = body(in, out);
            if (wrong != null) {
                return wrong;
            }
            crc.update(out.slice(from, out.position() - from));
            memberBytes += out.position() - from;
            if (!isAtEnd) {
                return null;
            }
            isAtEnd = false;
            inTrailer = true;
        }
        return trailer(in);
    }

    private @Nullable CodecError trailer(ByteBuffer in) {
        while (trailerBytes < TRAILER_BYTES) {
            if (!in.hasRemaining()) {
                return null;
            }
            trailer |= (in.get() & 0xffL) << (8 * trailerBytes++);
            // zlib looks at the first half as soon as it has it
            if (trailerBytes == 4 && trailer != crc.getValue()) {
                return dataError("incorrect data check");
            }
        }
        if (trailer >>> 32 != (memberBytes & 0xffffffffL)) {
            return dataError("incorrect length check");
        }
        isAtEnd = true;
        return null;
    }

    // ---- zlib and raw

    private @Nullable CodecError body(ByteBuffer in, ByteBuffer out) throws DataFormatException {
        Inflater inflater = start();
        if (mode == ZlibMode.INFLATE && windowBits < ANY_WINDOW && zlibHeaderBytes < 2 && in.hasRemaining()) {
            CodecError wrong = headerByByte(inflater, in);
            if (wrong != null || zlibHeaderBytes < 2) {
                return wrong;
            }
        }
        inflater.setInput(in);
        try {
            inflater.inflate(out);
            if (inflater.needsDictionary()) {
                CodecError wrong = setDictionary(inflater);
                if (wrong != null) {
                    return wrong;
                }
                inflater.inflate(out);
            }
        } finally {
            inflater.setInput(NOTHING); // keeps no memory of JavaScript's
        }
        isAtEnd = inflater.finished();
        return null;
    }

    private Inflater start() {
        boolean isRaw = mode != ZlibMode.INFLATE;
        if (inflater != null && isInflaterRaw != isRaw) {
            inflater.end();
            inflater = null;
        }
        if (inflater == null) {
            inflater = new Inflater(isRaw);
            isInflaterRaw = isRaw;
            if (mode == ZlibMode.INFLATERAW && dictionary.length > 0) {
                inflater.setDictionary(dictionary);
            }
        }
        return inflater;
    }

    /** The JDK's zlib takes every window; one that is too large for this stream is told here, after zlib's own checks. */
    private @Nullable CodecError headerByByte(Inflater inflater, ByteBuffer in) throws DataFormatException {
        while (zlibHeaderBytes < 2 && in.hasRemaining()) {
            int next = in.get() & 0xff;
            inflater.setInput(ByteBuffer.wrap(new byte[] {(byte) next}));
            inflater.inflate(NOTHING.duplicate());
            if (zlibHeaderBytes++ == 0) {
                firstHeaderByte = next;
            } else if ((firstHeaderByte >> 4) + 8 > windowBits) {
                return dataError("invalid window size");
            }
        }
        return null;
    }

    private @Nullable CodecError setDictionary(Inflater inflater) {
        if (dictionary.length == 0) {
            return new CodecError("Missing dictionary", CodecError.Z_NEED_DICT, null);
        }
        try {
            inflater.setDictionary(dictionary);
            return null;
        } catch (IllegalArgumentException wrongSum) {
            return new CodecError("Bad dictionary", CodecError.Z_NEED_DICT, null);
        }
    }

    private static CodecError dataError(@Nullable String message) {
        return new CodecError(message, CodecError.Z_DATA_ERROR, null);
    }

    @Override
    @Nullable
    CodecError reset() {
        if (detects) {
            mode = ZlibMode.UNZIP;
            sawGzipId1 = false;
        }
        isAtEnd = false;
        zlibHeaderBytes = 0;
        header = null;
        crc.reset();
        memberBytes = 0;
        inTrailer = false;
        trailer = 0;
        trailerBytes = 0;
        if (inflater != null) {
            inflater.reset();
            if (mode == ZlibMode.INFLATERAW && dictionary.length > 0) {
                inflater.setDictionary(dictionary);
            }
        }
        return null;
    }

    @Override
    void release() {
        super.release();
        if (inflater != null) {
            inflater.end();
            inflater = null;
        }
    }
}
