package dev.gyre.node.zlib;

import static dev.gyre.node.zlib.NativeLibrary.call;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** Compression by the reference brotli encoder. */
final class BrotliEncoder extends Codec {
    private static final class Brotli {
        static final NativeLibrary LIBRARY = BrotliBuffers.LIBRARY;
        static final NativeLibrary.Function CREATE = LIBRARY.function("BrotliEncoderCreateInstance");
        static final NativeLibrary.Function DESTROY = LIBRARY.function("BrotliEncoderDestroyInstance");
        static final NativeLibrary.Function SET_PARAMETER = LIBRARY.function("BrotliEncoderSetParameter");
        static final NativeLibrary.Function COMPRESS = LIBRARY.function("BrotliEncoderCompressStream");
        static final NativeLibrary.Function PREPARE_DICTIONARY = LIBRARY.function("BrotliEncoderPrepareDictionary");
        static final NativeLibrary.Function ATTACH_DICTIONARY =
                LIBRARY.function("BrotliEncoderAttachPreparedDictionary");
        static final NativeLibrary.Function DESTROY_DICTIONARY =
                LIBRARY.function("BrotliEncoderDestroyPreparedDictionary");
    }

    private static final int MAX_QUALITY = 11;
    private static final int SIZE_HINT = 5;
    private static final long MAX_SIZE_HINT = 1L << 30;

    private final int[] parameters;
    private final byte[] dictionary;
    private long encoder;
    private long buffers;

    /** @param parameters keys and values in turn */
    BrotliEncoder(int[] parameters, byte[] dictionary) throws RefusedParameter {
        this.parameters = parameters;
        this.dictionary = dictionary;
        start();
    }

    private void start() throws RefusedParameter {
        long made = call(Brotli.CREATE, 0, 0, 0);
        long bytes = NativeLibrary.allocate(dictionary);
        long prepared = bytes == 0
                ? 0
                : call(
                        Brotli.PREPARE_DICTIONARY,
                        BrotliBuffers.RAW_DICTIONARY,
                        dictionary.length,
                        bytes,
                        MAX_QUALITY,
                        0,
                        0,
                        0,
                        0);
        long words = NativeLibrary.allocate(BrotliBuffers.BYTES);
        own(() -> {
            call(Brotli.DESTROY, made);
            if (prepared != 0) {
                call(Brotli.DESTROY_DICTIONARY, prepared);
            }
            NativeLibrary.free(bytes);
            NativeLibrary.free(words);
        });
        encoder = made;
        buffers = words;
        boolean taken = bytes == 0 || (prepared != 0 && (int) call(Brotli.ATTACH_DICTIONARY, made, prepared) != 0);
        for (int i = 0; i < parameters.length && taken; i += 2) {
            taken = (int) call(Brotli.SET_PARAMETER, made, parameters[i], parameters[i + 1]) != 0;
        }
        if (!taken) {
            close();
            throw new RefusedParameter("Initialization failed");
        }
    }

    @Override
    @Nullable
    CodecError run(int operation, ByteBuffer in, ByteBuffer out) {
        BrotliBuffers.set(buffers, in, out);
        int ok = (int) call(
                Brotli.COMPRESS,
                encoder,
                operation,
                buffers + BrotliBuffers.AVAIL_IN,
                buffers + BrotliBuffers.NEXT_IN,
                buffers + BrotliBuffers.AVAIL_OUT,
                buffers + BrotliBuffers.NEXT_OUT,
                0,
                0);
        BrotliBuffers.advance(buffers, in, out);
        return ok != 0 ? null : new CodecError("Compression failed", -1, "ERR_BROTLI_COMPRESSION_FAILED");
    }

    /** What the encoder itself makes of an input that it sees as a whole; what was set before stays. */
    @Override
    void announce(long bytes, int operation) {
        boolean isSet = false;
        for (int i = 0; i < parameters.length; i += 2) {
            isSet |= parameters[i] == SIZE_HINT;
        }
        if (!isSet) {
            call(Brotli.SET_PARAMETER, encoder, SIZE_HINT, Math.min(bytes, MAX_SIZE_HINT)); // of no effect later on
        }
    }

    @Override
    @Nullable
    CodecError reset() {
        super.release();
        try {
            start();
            return null;
        } catch (RefusedParameter e) {
            throw new IllegalStateException("taken before, refused now: " + e.getMessage());
        }
    }
}
