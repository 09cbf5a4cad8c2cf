package dev.gyre.node.zlib;

import static dev.gyre.node.zlib.NativeLibrary.call;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** Decompression by the reference brotli decoder. */
final class BrotliDecoder extends Codec {
    private static final class Brotli {
        static final NativeLibrary LIBRARY = BrotliBuffers.LIBRARY;
        static final NativeLibrary.Function CREATE = LIBRARY.function("BrotliDecoderCreateInstance");
        static final NativeLibrary.Function DESTROY = LIBRARY.function("BrotliDecoderDestroyInstance");
        static final NativeLibrary.Function SET_PARAMETER = LIBRARY.function("BrotliDecoderSetParameter");
        static final NativeLibrary.Function DECOMPRESS = LIBRARY.function("BrotliDecoderDecompressStream");
        static final NativeLibrary.Function ATTACH_DICTIONARY = LIBRARY.function("BrotliDecoderAttachDictionary");
        static final NativeLibrary.Function ERROR_CODE = LIBRARY.function("BrotliDecoderGetErrorCode");
        static final NativeLibrary.Function ERROR_STRING = LIBRARY.function("BrotliDecoderErrorString");
    }

    private static final int ERROR = 0;
    private static final int NEEDS_MORE_INPUT = 2;
    private static final int FINISH = 2;

    private final int[] parameters;
    private final byte[] dictionary;
    private long decoder;
    private long buffers;

    /** @param parameters keys and values in turn */
    BrotliDecoder(int[] parameters, byte[] dictionary) throws RefusedParameter {
        this.parameters = parameters;
        this.dictionary = dictionary;
        start();
    }

    private void start() throws RefusedParameter {
        long made = call(Brotli.CREATE, 0, 0, 0);
        long bytes = NativeLibrary.allocate(dictionary);
        long words = NativeLibrary.allocate(BrotliBuffers.BYTES);
        own(() -> {
            call(Brotli.DESTROY, made);
            NativeLibrary.free(bytes);
            NativeLibrary.free(words);
        });
        decoder = made;
        buffers = words;
        boolean taken = bytes == 0
                || (int) call(
                                Brotli.ATTACH_DICTIONARY,
                                made,
                                BrotliBuffers.RAW_DICTIONARY,
                                dictionary.length,
                                bytes,
                                0,
                                0,
                                0,
                                0)
                        != 0;
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
        int result = (int) call(
                Brotli.DECOMPRESS,
                decoder,
                buffers + BrotliBuffers.AVAIL_IN,
                buffers + BrotliBuffers.NEXT_IN,
                buffers + BrotliBuffers.AVAIL_OUT,
                buffers + BrotliBuffers.NEXT_OUT,
                0,
                0,
                0);
        BrotliBuffers.advance(buffers, in, out);
        if (result == ERROR) {
            int code = (int) call(Brotli.ERROR_CODE, decoder);
            return new CodecError(
                    "Decompression failed", code, "ERR_" + NativeLibrary.string(call(Brotli.ERROR_STRING, code)));
        }
        return result == NEEDS_MORE_INPUT && operation == FINISH ? CodecError.unexpectedEnd() : null;
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
