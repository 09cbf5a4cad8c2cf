package dev.gyre.node.descriptor;

import dev.gyre.io.libc.Descriptors;
import dev.gyre.io.process.ProcessSignals;
import dev.gyre.io.process.Terminal;
import dev.gyre.node.GyreRuntime;
import dev.gyre.node.bridge.Binding;
import dev.gyre.node.bridge.Functions;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The standard output streams, whose writes are done when they return, and terminals. */
public final class DescriptorBinding implements Binding {
    private final GyreRuntime runtime;

    /** Where JavaScript puts short writes; it keeps the memory for as long as it runs. */
    private @Nullable ByteBuffer shared;

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
        f.add("openInput", _ -> runtime.host().openInput());
        f.add("writeText", args -> {
            byte[] bytes = args.requiredString(1).getBytes(StandardCharsets.UTF_8);
            runtime.host().write(args.integer(0), ByteBuffer.wrap(bytes));
            return bytes.length;
        });
        f.add("writeBytes", args -> {
            runtime.host().write(args.integer(0), args.requiredBytes(1));
            return null;
        });
        f.add("shareMemory", args -> {
            shared = args.bytes(0);
            return null;
        });
        f.add("writeShared", args -> {
            runtime.host()
                    .write(
                            args.integer(0),
                            Objects.requireNonNull(shared).clear().limit(args.integer(1)));
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
}
