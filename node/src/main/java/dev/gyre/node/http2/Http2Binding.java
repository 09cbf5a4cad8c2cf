package dev.gyre.node.http2;

import dev.gyre.engine.Args;
import dev.gyre.node.GyreRuntime;
import dev.gyre.node.bridge.Binding;
import dev.gyre.node.bridge.Functions;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;

/** The codecs of HTTP/2 sessions, which JavaScript knows by number. */
public final class Http2Binding implements Binding {
    private final Map<Integer, Http2Codec> codecs = new HashMap<>();
    private int last;

    public Http2Binding(GyreRuntime runtime) {}

    @Override
    public String name() {
        return "http2";
    }

    @Override
    public void register(Functions f) {
        f.add("open", args -> {
            codecs.put(++last, new Http2Codec(args.bool(0), args.bool(1)));
            return last;
        });
        f.add("close", args -> {
            codecs.remove(args.integer(0));
            return null;
        });
        f.add("feed", args -> codec(args).feed(bytesOf(args.requiredBytes(1))));
        f.add(
                "encode",
                args -> codec(args).encode(bytesOf(args.requiredBytes(1)), args.requiredString(2), args.integer(3)));
        f.add("tableBytes", args -> codec(args).tableBytes());
        registerLimits(f);
    }

    private void registerLimits(Functions f) {
        f.add("announce", args -> {
            codec(args).announce(args.integer(1), args.integer(2), args.integer(3));
            return null;
        });
        f.add("limitLists", args -> {
            codec(args).limitLists(args.integer(1), args.integer(2));
            return null;
        });
        f.add("limitEncoderTable", args -> {
            codec(args).limitEncoderTable(args.integer(1));
            return null;
        });
        f.add("limitOwnEncoderTable", args -> {
            codec(args).limitOwnEncoderTable(args.integer(1));
            return null;
        });
    }

    private Http2Codec codec(Args args) {
        return Objects.requireNonNull(codecs.get(args.integer(0)));
    }

    private static byte[] bytesOf(ByteBuffer buffer) {
        byte[] bytes = new byte[buffer.remaining()];
        buffer.get(bytes);
        return bytes;
    }
}
