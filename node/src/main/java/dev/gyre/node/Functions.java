package dev.gyre.node;

import dev.gyre.engine.NativeFunction;
import dev.gyre.loop.WorkKind;
import java.util.ArrayList;
import java.util.List;

/** The functions of one binding, in the order they were added. */
public final class Functions {
    /** A function that may run on the worker pool: its arguments and its result are plain Java values. */
    @FunctionalInterface
    public interface Work {
        /** @see dev.gyre.engine.Args#plain() */
        Object run(Object[] args) throws Exception;
    }

    record Entry(String name, NativeFunction body, Work work, WorkKind kind) {}

    private final List<Entry> entries = new ArrayList<>();

    /** A function that runs on the loop's thread while JavaScript waits. */
    public void add(String name, NativeFunction body) {
        entries.add(new Entry(name, body, null, null));
    }

    /** The same, and an asynchronous twin {@code nameAsync(...args, callback)} that runs on the worker pool. */
    public void addWork(String name, WorkKind kind, Work work) {
        entries.add(new Entry(name, args -> work.run(args.plain()), work, kind));
    }

    List<Entry> entries() {
        return entries;
    }
}
