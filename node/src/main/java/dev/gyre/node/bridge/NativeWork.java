package dev.gyre.node.bridge;

import dev.gyre.loop.WorkKind;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/** A native function with its arguments, as work for the pool; its name in reports says what it works on. */
record NativeWork(Functions.Entry entry, Object[] args) implements Callable<@Nullable Object> {
    @Override
    public @Nullable Object call() throws Exception {
        return Objects.requireNonNull(entry.work()).run(args);
    }

    /** With the path, descriptor or host it is about. The arguments of computations may be secrets. */
    @Override
    public String toString() {
        if (entry.kind() == WorkKind.CPU || args.length == 0) {
            return entry.name();
        }
        return switch (args[0]) {
            case String path -> entry.name() + " " + path;
            case Double descriptor -> entry.name() + " " + descriptor.intValue();
            case null, default -> entry.name();
        };
    }
}
