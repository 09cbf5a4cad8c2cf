package dev.gyre.node.bridge;

import dev.gyre.engine.NativeFunction;
import dev.gyre.loop.WorkKind;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The functions of one binding, in the order they were added. */
public final class Functions {
    /** A function that may run on the worker pool: its arguments and its result are plain Java values. */
    @FunctionalInterface
    public interface Work {
        /** @see dev.gyre.engine.Args#plain() */
        @Nullable
        Object run(Object[] args) throws Exception;
    }

    /** A function whose arguments and result stand in a {@link Slot}, on the loop's thread or on the pool. */
    @FunctionalInterface
    public interface SlotWork {
        /** @return null, or bytes that found no room in the slot; a failure is an answer in the slot, not an exception */
        byte @Nullable [] run(Slot slot);
    }

    /**
     * @param body null for what is called by way of a slot only
     * @param kind null for what runs on the loop's thread only
     * @param isLong whether a call with these arguments computes for long; null for what never does
     * @param guard asked before each call; null in a runtime that is not restricted
     */
    record Entry(
            String name,
            @Nullable NativeFunction body,
            @Nullable Work work,
            @Nullable SlotWork slotWork,
            @Nullable WorkKind kind,
            @Nullable Predicate<Object[]> isLong,
            @Nullable Guard guard) {
        Entry(
                String name,
                @Nullable NativeFunction body,
                @Nullable Work work,
                @Nullable SlotWork slotWork,
                @Nullable WorkKind kind,
                @Nullable Predicate<Object[]> isLong) {
            this(name, body, work, slotWork, kind, isLong, null);
        }

        Entry guardedBy(@Nullable Guard guard) {
            return guard == null ? this : new Entry(name, body, work, slotWork, kind, isLong, guard);
        }
    }

    private final List<Entry> entries = new ArrayList<>();

    /** A function that runs on the loop's thread while JavaScript waits. */
    public void add(String name, NativeFunction body) {
        entries.add(new Entry(name, body, null, null, null, null));
    }

    /** The same, and an asynchronous twin {@code nameAsync(...args, callback)} that runs on the worker pool. */
    public void addWork(String name, WorkKind kind, Work work) {
        entries.add(new Entry(name, args -> work.run(args.plain()), work, null, kind, null));
    }

    /** The same of what may compute for tens of milliseconds and more, so that a report can say who called it. */
    public void addWork(String name, WorkKind kind, Predicate<Object[]> isLong, Work work) {
        entries.add(new Entry(name, args -> work.run(args.plain()), work, null, kind, isLong));
    }

    /** A function that is called by way of a slot only: see internal/slots.js. */
    public void addSlotWork(String name, WorkKind kind, SlotWork work) {
        entries.add(new Entry(name, null, null, work, kind, null));
    }

    List<Entry> entries() {
        return entries;
    }
}
