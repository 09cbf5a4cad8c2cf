package dev.gyre.node.zlib;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Decompression of zstd frames. A stream may hold several frames, skippable ones among them, whose contents belong
 * together. After a frame the next bytes are compared with the magic numbers of frames: if they begin another frame, it
 * is decompressed too; if not, they are trailing data, which stay unread or are an error. A magic number may be split
 * over several inputs, so up to three bytes of it are held here until the rest has come.
 */
final class ZstdDecompress extends Zstd {
    private static final NativeLibrary.Function DECOMPRESS = LIBRARY.function("ZSTD_decompressStream_simpleArgs");

    private static final int[] FRAME_MAGIC = {0x28, 0xb5, 0x2f, 0xfd};
    /** The low half of the first byte of a skippable frame is free. */
    private static final int[] SKIPPABLE_MAGIC = {0x50, 0x2a, 0x4d, 0x18};

    private static final int MAGIC_BYTES = 4;

    private final boolean rejectsGarbage;
    private boolean isAtEndOfFrame;
    private boolean isAtTrailingData;
    private final byte[] magic = new byte[MAGIC_BYTES];
    private int magicBytes; // held of the next frame's magic number

    ZstdDecompress(int[] parameters, byte[] dictionary, boolean rejectsGarbage) throws RefusedParameter {
        super("DCtx");
        this.rejectsGarbage = rejectsGarbage;
        setUp("DCtx", parameters, dictionary);
    }

    @Override
    @Nullable
    CodecError run(int end, ByteBuffer in, ByteBuffer out) {
        while (true) {
            if (isAtEndOfFrame && !beginsFrame(in, out)) {
                boolean isCutMagic = end == END && magicBytes > 0;
                return rejectsGarbage && (isAtTrailingData || isCutMagic) ? CodecError.trailingJunk() : null;
            }
            long status = stream(DECOMPRESS, in, out, 0);
            isAtEndOfFrame = status == 0;
            if (isError(status)) {
                return error(status);
            }
            if (!isAtEndOfFrame) {
                boolean isCutOff = end == END && !in.hasRemaining() && out.hasRemaining();
                return isCutOff ? CodecError.unexpectedEnd() : null;
            }
        }
    }

    /**
     * Whether another frame begins with the bytes held and the next ones. Then the decoder has got the bytes held. Takes
     * nothing from {@code in} where they turn out to be trailing data.
     */
    private boolean beginsFrame(ByteBuffer in, ByteBuffer out) {
        int at = in.position();
        int known = magicBytes;
        while (!isAtTrailingData && known < MAGIC_BYTES && at < in.limit()) {
            byte next = in.get(at++);
            magic[known] = next;
            isAtTrailingData = !isMagic(FRAME_MAGIC, known + 1) && !isMagic(SKIPPABLE_MAGIC, known + 1);
            known++;
        }
        if (isAtTrailingData) {
            return false;
        }
        if (known < MAGIC_BYTES) {
            magicBytes = known;
            in.position(at);
            return false;
        }
        isAtEndOfFrame = false;
        if (magicBytes > 0) {
            feedHeld(out);
        }
        return true;
    }

    @SuppressWarnings("ReferenceEquality") // one of the two constants
    private boolean isMagic(int[] number, int bytes) {
        for (int i = 0; i < bytes; i++) {
            int mask = i == 0 && number == SKIPPABLE_MAGIC ? 0xf0 : 0xff;
            if ((magic[i] & mask) != number[i]) {
                return false;
            }
        }
        return true;
    }

    /** Gives the decoder the held bytes. They are less than a header, so it only keeps them. */
    private void feedHeld(ByteBuffer out) {
        var held =
                ByteBuffer.allocateDirect(magicBytes).put(magic, 0, magicBytes).flip();
        magicBytes = 0;
        long status = stream(DECOMPRESS, held, out, 0);
        if (isError(status) || held.hasRemaining()) {
            throw new IllegalStateException("zstd does not take the beginning of a magic number: " + status);
        }
    }

    @Override
    @Nullable
    CodecError reset() {
        isAtEndOfFrame = false;
        isAtTrailingData = false;
        magicBytes = 0;
        return super.reset();
    }
}
