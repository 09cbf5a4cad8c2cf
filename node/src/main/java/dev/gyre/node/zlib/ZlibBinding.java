package dev.gyre.node.zlib;

import dev.gyre.engine.Args;
import dev.gyre.loop.WorkKind;
import dev.gyre.node.bridge.Binding;
import dev.gyre.node.bridge.Functions;
import dev.gyre.node.bridge.Layout.CodecLeft;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.IntBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;

/**
 * The native half of {@code zlib}: codecs by number. {@code write} takes (codec, flush, input, offset, length, output,
 * offset, length) and works straight on JavaScript's memory; its answer is what is left of input and output, or
 * [message, errno, code] of an error.
 */
public final class ZlibBinding implements Binding {
    private static final int BROTLI_DECODE = 8;
    private static final int BROTLI_ENCODE = 9;
    private static final int ZSTD_COMPRESS = 10;
    private static final int ZSTD_DECOMPRESS = 11;

    private static final ByteBuffer NO_BYTES = ByteBuffer.allocateDirect(0);

    /**
     * An ArrayBuffer over this stands for a codec's memory in V8's books. All of them are over the same memory, which
     * nobody reads or writes.
     */
    private static final class Ballast {
        static final int MOST_BYTES = 512 * 1024;
        static final ByteBuffer MEMORY = ByteBuffer.allocateDirect(MOST_BYTES);
    }

    private final Map<Integer, Codec> codecs = new ConcurrentHashMap<>();
    private int lastCodec;
    private @Nullable IntBuffer left;

    @Override
    public String name() {
        return "zlib";
    }

    @Override
    public void close() {
        codecs.values().forEach(Codec::close);
        codecs.clear();
    }

    @Override
    public void register(Functions f) {
        f.add("open", this::open);
        f.add("openWithParameters", this::openWithParameters);
        f.add("shareLeft", args -> {
            left = args.requiredBytes(0).order(ByteOrder.nativeOrder()).asIntBuffer();
            return null;
        });
        f.add("once", this::once);
        f.addWork("write", WorkKind.CPU, this::write);
        f.add("writeNow", this::writeNow);
        f.add("announce", args -> {
            codec(args).announce(args.longValue(1), args.integer(2));
            return null;
        });
        f.add("reset", args -> describe(codec(args).reset()));
        f.add(
                "params",
                args -> codec(args) instanceof Deflate deflate
                        ? describe(deflate.setParameters(args.integer(1), args.integer(2)))
                        : null);
        f.add("close", args -> {
            Objects.requireNonNull(codecs.remove(args.integer(0))).close();
            return null;
        });
        f.add("crc32", ZlibBinding::crc32);
        f.add("ballast", args -> Ballast.MEMORY.slice(0, Math.min(args.integer(0), Ballast.MOST_BYTES)));
        f.add("giveBack", _ -> {
            NativeLibrary.trim();
            return null;
        });
    }

    private Codec codec(Args args) {
        return Objects.requireNonNull(codecs.get(args.integer(0)));
    }

    private int keep(Codec codec) {
        codecs.put(++lastCodec, codec);
        return lastCodec;
    }

    /** (mode, windowBits, level, memLevel, strategy, dictionary, rejectGarbageAfterEnd) */
    private Object open(Args args) {
        return keep(make(args));
    }

    private static Codec make(Args args) {
        ZlibMode mode = ZlibMode.of(args.integer(0));
        byte[] dictionary = Codec.copy(args.bytes(5));
        return mode.compresses()
                ? new Deflate(mode, args.integer(1), args.integer(2), args.integer(3), args.integer(4), dictionary)
                : new Inflate(mode, args.integer(1), dictionary, args.bool(6));
    }

    /**
     * (mode, Int32Array of keys and values, dictionary, pledgedSrcSize or -1, rejectGarbageAfterEnd): a number, or why
     * there is none.
     */
    private @Nullable Object openWithParameters(Args args) {
        ByteBuffer bytes = args.requiredBytes(1).order(ByteOrder.nativeOrder());
        int[] parameters = new int[bytes.remaining() / Integer.BYTES];
        bytes.asIntBuffer().get(parameters);
        byte[] dictionary = Codec.copy(args.bytes(2));
        try {
            return keep(
                    switch (args.integer(0)) {
                        case BROTLI_ENCODE -> new BrotliEncoder(parameters, dictionary);
                        case BROTLI_DECODE -> new BrotliDecoder(parameters, dictionary);
                        case ZSTD_COMPRESS -> new ZstdCompress(parameters, dictionary, args.longValue(3));
                        case ZSTD_DECOMPRESS -> new ZstdDecompress(parameters, dictionary, args.bool(4));
                        default -> throw new IllegalArgumentException("no such mode: " + args.integer(0));
                    });
        } catch (RefusedParameter e) {
            return e.getMessage();
        }
    }

    private @Nullable Object write(Object[] args) {
        ByteBuffer in = part(args[2], args[3], args[4]);
        ByteBuffer out = part(args[5], args[6], args[7]);
        CodecError error = Objects.requireNonNull(codecs.get(integer(args[0]))).process(integer(args[1]), in, out);
        return error == null ? new double[] {in.remaining(), out.remaining()} : describe(error);
    }

    /** The same at once; what is left goes to the memory that {@code shareLeft} gave. */
    private @Nullable Object writeNow(Args args) {
        ByteBuffer in = part(args.bytes(2), args.integer(3), args.integer(4));
        ByteBuffer out = part(args.bytes(5), args.integer(6), args.integer(7));
        CodecError error = codec(args).process(args.integer(1), in, out);
        if (error != null) {
            return describe(error);
        }
        tellLeft(in, out);
        return null;
    }

    /**
     * All of a short stream in one call: what {@code open} takes, then (flush, input, output). Answers as
     * {@code writeNow} does; where the output was too small, with the number of a codec to go on with.
     */
    private @Nullable Object once(Args args) {
        Codec codec = make(args);
        ByteBuffer in = args.requiredBytes(8);
        ByteBuffer out = args.requiredBytes(9);
        CodecError error = codec.process(args.integer(7), in, out);
        tellLeft(in, out);
        if (error == null && !out.hasRemaining()) {
            return keep(codec);
        }
        codec.close();
        return describe(error);
    }

    private void tellLeft(ByteBuffer in, ByteBuffer out) {
        IntBuffer told = Objects.requireNonNull(left);
        told.put(CodecLeft.INPUT, in.remaining());
        told.put(CodecLeft.OUTPUT, out.remaining());
    }

    private static ByteBuffer part(Object bytes, Object offset, Object length) {
        return part((ByteBuffer) bytes, integer(offset), integer(length));
    }

    /** @param bytes null only where the length is 0 */
    private static ByteBuffer part(@Nullable ByteBuffer bytes, int offset, int length) {
        return length == 0
                ? NO_BYTES.duplicate()
                : Objects.requireNonNull(bytes).slice(offset, length);
    }

    private static int integer(Object number) {
        return ((Double) number).intValue();
    }

    private static @Nullable List<Object> describe(@Nullable CodecError error) {
        return error == null ? null : Arrays.asList(error.message(), error.errno(), error.code());
    }

    /** (bytes, the sum so far): zlib's function where there is one, since the JDK's always begins anew. */
    private static Object crc32(Args args) {
        ByteBuffer bytes = args.requiredBytes(0);
        long before = args.longValue(1);
        if (before != 0) {
            return (double) Deflate.crc32(before, bytes);
        }
        var crc = new CRC32();
        crc.update(bytes);
        return (double) crc.getValue();
    }
}
