package dev.gyre.node.zlib;

import static dev.gyre.node.zlib.NativeLibrary.address;
import static dev.gyre.node.zlib.NativeLibrary.call;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** What compression and decompression by the reference zstd library have in common. */
abstract class Zstd extends Codec {
    static final NativeLibrary LIBRARY = new NativeLibrary("libzstd.so");

    private static final NativeLibrary.Function IS_ERROR = LIBRARY.function("ZSTD_isError");
    private static final NativeLibrary.Function ERROR_CODE = LIBRARY.function("ZSTD_getErrorCode");
    private static final NativeLibrary.Function ERROR_NAME = LIBRARY.function("ZSTD_getErrorName");

    static final int END = 2;
    private static final int RESET_SESSION = 1;

    // two words: how far input and output have come
    private static final int IN_AT = 0;
    private static final int OUT_AT = 8;
    private static final int BYTES = 16;

    private final NativeLibrary.Function resetFunction;
    private final NativeLibrary.Function setParameter;
    final long context;
    final long positions;

    Zstd(String kind) {
        long made = call(LIBRARY.function("ZSTD_create" + kind), 0);
        long words = NativeLibrary.allocate(BYTES);
        NativeLibrary.Function free = LIBRARY.function("ZSTD_free" + kind);
        own(() -> {
            call(free, made);
            NativeLibrary.free(words);
        });
        context = made;
        positions = words;
        resetFunction = LIBRARY.function("ZSTD_" + kind + "_reset");
        setParameter = LIBRARY.function("ZSTD_" + kind + "_setParameter");
    }

    /** @param parameters keys and values in turn */
    final void setUp(String kind, int[] parameters, byte[] dictionary) throws RefusedParameter {
        if (dictionary.length > 0) {
            long copy = NativeLibrary.allocate(dictionary);
            long status = call(LIBRARY.function("ZSTD_" + kind + "_loadDictionary"), context, copy, dictionary.length);
            NativeLibrary.free(copy); // the library keeps its own
            check(status, "Failed to load zstd dictionary");
        }
        for (int i = 0; i < parameters.length; i += 2) {
            check(call(setParameter, context, parameters[i], parameters[i + 1]), "Setting parameter failed");
        }
    }

    final void check(long status, String message) throws RefusedParameter {
        if (isError(status)) {
            close();
            throw new RefusedParameter(message);
        }
    }

    static boolean isError(long status) {
        return (int) call(IS_ERROR, status) != 0;
    }

    static CodecError error(long status) {
        return new CodecError(NativeLibrary.string(call(ERROR_NAME, status)), (int) call(ERROR_CODE, status), null);
    }

    /** Calls a function that takes output and input as simple arguments, and moves the buffers on. */
    final long stream(NativeLibrary.Function function, ByteBuffer in, ByteBuffer out, int end) {
        NativeLibrary.putLong(positions + IN_AT, 0);
        NativeLibrary.putLong(positions + OUT_AT, 0);
        long status = call(
                function,
                context,
                address(out),
                out.remaining(),
                positions + OUT_AT,
                address(in),
                in.remaining(),
                positions + IN_AT,
                end);
        in.position(in.position() + (int) NativeLibrary.getLong(positions + IN_AT));
        out.position(out.position() + (int) NativeLibrary.getLong(positions + OUT_AT));
        return status;
    }

    @Override
    @Nullable
    CodecError reset() {
        long status = call(resetFunction, context, RESET_SESSION);
        return isError(status) ? error(status) : null;
    }
}
