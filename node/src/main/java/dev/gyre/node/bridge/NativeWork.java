package dev.gyre.node.bridge;

import dev.gyre.loop.SubmittedWork;
import dev.gyre.loop.WorkKind;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/** A native function with its arguments, as work for the pool; its name in reports says what it works on. */
final class NativeWork implements Callable<@Nullable Object>, SubmittedWork {
    private final String binding;
    private final Functions.Entry entry;
    private final Object[] args;
    private volatile String submittedBy = "";

    NativeWork(String binding, Functions.Entry entry, Object[] args) {
        this.binding = binding;
        this.entry = entry;
        this.args = args;
    }

    @Override
    public @Nullable Object call() throws Exception {
        return Objects.requireNonNull(entry.work()).run(args);
    }

    void submittedBy(String place) {
        submittedBy = place;
    }

    @Override
    public String submittedBy() {
        return submittedBy;
    }

    /** With the path, descriptor or host it is about. The arguments of computations may be secrets. */
    @Override
    public String toString() {
        String name = binding + "." + entry.name();
        if (entry.kind() == WorkKind.CPU || args.length == 0) {
            return name;
        }
        return switch (args[0]) {
            case String path -> name + " " + path;
            case Double descriptor -> name + " " + descriptor.intValue();
            case null, default -> name;
        };
    }
}
