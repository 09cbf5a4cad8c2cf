package dev.gyre.node.zlib;

import static dev.gyre.node.zlib.NativeLibrary.call;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;

final class ZstdCompress extends Zstd {
    private static final MemorySegment COMPRESS = LIBRARY.function("ZSTD_compressStream2_simpleArgs");
    private static final MemorySegment PLEDGE = LIBRARY.function("ZSTD_CCtx_setPledgedSrcSize");

    /** @param pledgedBytes how much will be compressed, or -1 where that is not known */
    ZstdCompress(int[] parameters, byte[] dictionary, long pledgedBytes) throws RefusedParameter {
        super("CCtx");
        check(call(PLEDGE, context, pledgedBytes), "Could not set pledged src size");
        setUp("CCtx", parameters, dictionary);
    }

    @Override
    CodecError run(int end, ByteBuffer in, ByteBuffer out) {
        long status = stream(COMPRESS, in, out, end);
        return isError(status) ? error(status) : null;
    }
}
