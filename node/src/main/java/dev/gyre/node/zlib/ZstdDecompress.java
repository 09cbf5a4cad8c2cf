package dev.gyre.node.zlib;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;

final class ZstdDecompress extends Zstd {
    private static final MemorySegment DECOMPRESS = LIBRARY.function("ZSTD_decompressStream_simpleArgs");

    private boolean isAtEndOfFrame;

    ZstdDecompress(int[] parameters, byte[] dictionary) throws RefusedParameter {
        super("DCtx");
        setUp("DCtx", parameters, dictionary);
    }

    @Override
    CodecError run(int end, ByteBuffer in, ByteBuffer out) {
        if (isAtEndOfFrame && !in.hasRemaining()) {
            return null; // the library would take this for the beginning of another frame
        }
        long status = stream(DECOMPRESS, in, out, 0);
        isAtEndOfFrame = status == 0;
        if (isError(status)) {
            return error(status);
        }
        boolean isCutOff = end == END && !isAtEndOfFrame && !in.hasRemaining() && out.hasRemaining();
        return isCutOff ? CodecError.unexpectedEnd() : null;
    }

    @Override
    CodecError reset() {
        isAtEndOfFrame = false;
        return super.reset();
    }
}
