package dev.gyre.node.host;

import dev.gyre.node.GyreRuntime;
import dev.gyre.node.bridge.Binding;
import dev.gyre.node.bridge.Functions;
import java.util.Objects;

/** The native half of {@code internal/host_session.js}, in a runtime that a Java program has opened. */
public final class HostBinding implements Binding {
    private final GyreRuntime runtime;

    public HostBinding(GyreRuntime runtime) {
        this.runtime = runtime;
    }

    @Override
    public String name() {
        return "host";
    }

    @Override
    public void register(Functions f) {
        f.add("listen", args -> {
            session().listen(args.integer(0));
            return null;
        });
        f.add("take", _ -> session().take());
        f.add("answer", args -> {
            session().answer(args.integer(0), args.plain(1));
            return null;
        });
        f.add("fail", args -> {
            session().fail(args.integer(0), args.string(1), args.string(2), args.string(3));
            return null;
        });
        f.add("callJava", args -> session().callJava(args.requiredString(0), args.plain(1)));
    }

    private Session session() {
        return Objects.requireNonNull(runtime.options().session());
    }
}
