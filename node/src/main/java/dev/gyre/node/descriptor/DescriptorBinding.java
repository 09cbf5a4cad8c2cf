package dev.gyre.node.descriptor;

import dev.gyre.io.libc.Descriptors;
import dev.gyre.io.process.ProcessSignals;
import dev.gyre.io.process.Terminal;
import dev.gyre.io.stream.DescriptorStream;
import dev.gyre.node.Binding;
import dev.gyre.node.Functions;
import dev.gyre.node.GyreRuntime;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;

/**
 * Streams on descriptors: of child processes, the standard streams, terminals. A stream goes by the number of the
 * channel that its answers come on: bytes read, nothing at the end, a negative errno when reading failed, and an array
 * of one number when a write is done that could not be done at once.
 */
public final class DescriptorBinding implements Binding {
    private static final int LAST_STANDARD = 2;

    private final GyreRuntime runtime;
    private final Map<Integer, DescriptorStream> streams = new HashMap<>();

    /** Where JavaScript puts short writes; it keeps the memory for as long as it runs. */
    private ByteBuffer shared;

    public DescriptorBinding(GyreRuntime runtime) {
        this.runtime = runtime;
    }

    @Override
    public String name() {
        return "descriptor";
    }

    @Override
    public void register(Functions f) {
        f.add("kindOf", args -> runtime.host().kindOf(args.integer(0)).name());
        f.add("writeText", args -> {
            byte[] bytes = args.string(1).getBytes(StandardCharsets.UTF_8);
            runtime.host().write(args.integer(0), ByteBuffer.wrap(bytes));
            return bytes.length;
        });
        f.add("writeBytes", args -> {
            runtime.host().write(args.integer(0), args.bytes(1));
            return null;
        });
        f.add("shareMemory", args -> {
            shared = args.bytes(0);
            return null;
        });
        f.add("writeShared", args -> {
            runtime.host().write(args.integer(0), shared.clear().limit(args.integer(1)));
            return null;
        });
        f.add("open", args -> {
            streams.put(args.integer(0), new DescriptorStream(runtime.loop(), args.integer(1)));
            runtime.descriptors().remove(args.integer(1));
            return null;
        });
        f.add("read", args -> {
            int channel = args.integer(0);
            streams.get(channel).read(chunk -> onRead(channel, chunk));
            return null;
        });
        f.add("stopReading", args -> {
            streams.get(args.integer(0)).stopReading();
            return null;
        });
        f.add("write", args -> {
            int channel = args.integer(0);
            return streams.get(channel).write(args.bytes(1), errno -> runtime.message(channel, new double[] {errno}));
        });
        f.add("shutdown", args -> streams.get(args.integer(0)).shutdown());
        f.add("close", args -> {
            streams.remove(args.integer(0)).close();
            return null;
        });
        f.add("release", args -> {
            streams.remove(args.integer(0)).release();
            return null;
        });
        f.add("setReferenced", args -> {
            streams.get(args.integer(0)).setReferenced(args.bool(1));
            return null;
        });
        f.add("isatty", args -> Descriptors.isatty(args.integer(0)));
        f.add("windowSize", args -> Terminal.size(args.integer(0)));
        f.add("setRawMode", args -> {
            if (args.bool(1)) {
                ProcessSignals.restoreTerminalsAtEnd();
            }
            Terminal.setRaw(args.integer(0), args.bool(1));
            return null;
        });
        f.add("restoreTerminals", _ -> {
            runtime.host().restoreTerminals();
            return null;
        });
    }

    /** The standard streams stay open: they belong to the process. */
    @Override
    public void close() {
        for (DescriptorStream stream : streams.values()) {
            if (stream.fd() > LAST_STANDARD) {
                stream.close();
            } else {
                stream.release();
            }
        }
        streams.clear();
    }

    private void onRead(int channel, DescriptorStream.Chunk chunk) {
        if (chunk.bytes() != null) {
            runtime.message(channel, chunk.bytes());
        } else if (chunk.isEnd()) {
            runtime.message(channel, null);
        } else {
            runtime.message(channel, chunk.errno());
        }
    }
}
