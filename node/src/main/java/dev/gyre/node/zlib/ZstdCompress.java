package dev.gyre.node.zlib;

import static dev.gyre.node.zlib.NativeLibrary.call;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

final class ZstdCompress extends Zstd {
    private static final NativeLibrary.Function COMPRESS = LIBRARY.function("ZSTD_compressStream2_simpleArgs");
    private static final NativeLibrary.Function PLEDGE = LIBRARY.function("ZSTD_CCtx_setPledgedSrcSize");

    private static final int CONTINUE = 0;
    private static final int UNKNOWN = -1;

    private final long pledgedBytes;
    private boolean hasBegun;

    /** @param pledgedBytes how much will be compressed, or -1 where that is not known */
    ZstdCompress(int[] parameters, byte[] dictionary, long pledgedBytes) throws RefusedParameter {
        super("CCtx");
        this.pledgedBytes = pledgedBytes;
        setUp("CCtx", parameters, dictionary);
        check(pledge(), "Could not set pledged src size");
    }

    @Override
    @Nullable
    CodecError run(int end, ByteBuffer in, ByteBuffer out) {
        // Given everything in its first call, the library takes that for the size, whatever was pledged.
        long status = !hasBegun && end == END && pledgedBytes != UNKNOWN ? stream(COMPRESS, in, out, CONTINUE) : 0;
        hasBegun = true;
        if (!isError(status)) {
            status = stream(COMPRESS, in, out, end);
        }
        return isError(status) ? error(status) : null;
    }

    /** What the library does with an input that comes with its end: its size is known and goes into the frame. */
    @Override
    void announce(long bytes, int end) {
        if (!hasBegun && end == END && pledgedBytes == UNKNOWN) {
            call(PLEDGE, context, bytes);
        }
    }

    private long pledge() {
        return call(PLEDGE, context, pledgedBytes);
    }

    @Override
    @Nullable
    CodecError reset() {
        hasBegun = false;
        CodecError wrong = super.reset();
        if (wrong == null && isError(pledge())) {
            throw new IllegalStateException("zstd took " + pledgedBytes + " bytes before and refuses them now");
        }
        return wrong;
    }
}
