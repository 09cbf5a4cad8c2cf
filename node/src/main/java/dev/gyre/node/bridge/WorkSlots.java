package dev.gyre.node.bridge;

import dev.gyre.io.libc.SparseMemory;
import dev.gyre.io.libc.Utf8;
import dev.gyre.loop.Loop;
import dev.gyre.loop.SubmittedWork;
import dev.gyre.loop.WorkSeries;
import dev.gyre.node.bridge.Layout.Operation;
import dev.gyre.node.bridge.Layout.SlotCall;
import dev.gyre.node.bridge.Layout.SlotList;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.IntBuffer;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/**
 * The memory through which JavaScript hands over work, and Java its results: see internal/slots.js, which tells how and
 * why. Used by the loop's thread; the work in a slot runs on the pool.
 *
 * <p>The memory is Java's, not JavaScript's: a call that is under way when its isolate ends still has it.
 */
final class WorkSlots {
    private final FunctionTable functions;
    private final WorkSeries series;
    private final ByteBuffer memory = SparseMemory.allocate(SlotList.SLOTS_AT + SlotList.SLOTS * SlotList.SLOT_BYTES);
    private final long address = MemorySegment.ofBuffer(memory).address();
    private final IntBuffer lists = memory.asIntBuffer();
    private final Slot[] slots = new Slot[SlotList.SLOTS]; // each made when it is first used
    private final int[] numbers = new int[SlotList.SLOTS];
    private byte @Nullable [] overflow;
    private int called;
    private int gathered;
    private volatile boolean hasSubmitters;

    /** @param onDone called in poll when slots were done */
    WorkSlots(Loop loop, FunctionTable functions, Submissions submissions, Runnable onDone) {
        this.functions = functions;
        for (int word : new int[] {SlotList.DONE, SlotList.TAKEN, SlotList.CALLED, SlotList.ANSWERED}) {
            lists.put(word, 0);
        }
        lists.put(SlotList.ADDRESS, (int) address);
        lists.put(SlotList.ADDRESS_HIGH, (int) (address >>> Integer.SIZE));
        submissions.on(Operation.SLOT, (slot, _, _) -> gather(slot));
        submissions.atEnd(this::submitGathered);
        series = loop.series(SlotList.SLOTS, i -> new Call(functions, slot(i)), this::addDone, onDone);
    }

    private Slot slot(int number) {
        Slot slot = slots[number];
        if (slot == null) {
            slot = new Slot(
                    this,
                    memory,
                    lists,
                    address,
                    SlotList.SLOTS_AT + number * SlotList.SLOT_BYTES,
                    SlotList.SLOT_BYTES,
                    number);
            slots[number] = slot;
        }
        return slot;
    }

    ByteBuffer memory() {
        return memory;
    }

    /** Does the work in the first slot at once. */
    void callNow() {
        Slot slot = slot(0);
        Functions.Entry entry = functions.get(slot.code());
        Guard guard = entry.guard();
        if (guard != null) {
            guard.check(Guard.of(slot));
        }
        overflow = slot.run(entry);
    }

    /** What had no room in a slot, or what its work threw, which is a bug. */
    @Nullable
    Object takeResult(int slot) {
        if (slot > 0) {
            return series.takeResult(slot);
        }
        byte[] bytes = overflow;
        overflow = null;
        return bytes;
    }

    /** The slot's work is submitted by this line of a program. */
    void submittedBy(int slot, String place) {
        hasSubmitters = true;
        slot(slot).submittedBy(place);
    }

    /** A slot is filled and waits for the pool. */
    private void gather(int number) {
        prepare(number);
        numbers[gathered++] = number;
    }

    /** Hands all that waits to the pool. */
    private void submitGathered() {
        if (gathered > 0) {
            int count = gathered;
            gathered = 0;
            series.submit(numbers, count);
        }
    }

    /** A method of its own, as {@code WorkSeries.prepare}: it is compiled sooner than the loop around it. */
    private void prepare(int number) {
        Slot slot = slot(number);
        Functions.Entry entry = functions.get(slot.code());
        slot.entry(entry.guard() == null ? entry : checked(slot, entry, entry.guard()));
    }

    /** The entry itself, or one that fails as the guard did. */
    private static Functions.Entry checked(Slot slot, Functions.Entry entry, Guard guard) {
        try {
            guard.check(Guard.of(slot));
            return entry;
        } catch (ScriptError denied) {
            return new Functions.Entry(
                    entry.name(),
                    null,
                    null,
                    _ -> {
                        throw denied;
                    },
                    entry.kind(),
                    null);
        }
    }

    /** By the worker that has done it, with the lane's lock held; JavaScript may take it from then on. */
    private void addDone(int slot) {
        if (hasSubmitters) {
            slot(slot).submittedBy("");
        }
        int count = lists.get(SlotList.DONE);
        lists.put(SlotList.DONE + 1 + (count & SlotList.SLOTS - 1), slot);
        VarHandle.releaseFence();
        lists.put(SlotList.DONE, count + 1);
    }

    /** Whether JavaScript has something to take, or to call back for. */
    boolean hasDone() {
        return lists.get(SlotList.DONE) != lists.get(SlotList.TAKEN) || lists.get(SlotList.ANSWERED) > 0;
    }

    /**
     * When JavaScript has run: it may have called back, or taken answers for callbacks of the next poll. What it has not taken
     * is for the next poll too: the event that is over now may have stood for all of it.
     */
    void afterTurn() {
        int calledNow = lists.get(SlotList.CALLED);
        if (calledNow != called) {
            series.settled(calledNow - called);
            called = calledNow;
        }
        if (hasDone()) {
            series.callSoon();
        }
    }

    private record Call(FunctionTable functions, Slot slot) implements Callable<@Nullable Object>, SubmittedWork {
        @Override
        public @Nullable Object call() {
            try {
                return slot.run(slot.entry());
            } catch (Throwable bug) {
                slot.answer(SlotCall.BUG);
                throw bug;
            }
        }

        @Override
        public String submittedBy() {
            return slot.submittedBy();
        }

        /** For reports. The path may be overwritten by the answer already: then it is not shown. */
        @Override
        public String toString() {
            String path = Utf8.decode(slot.pathBytes());
            String name = functions.bindingOf(slot.code()) + "." + slot.entry().name();
            return path.startsWith("/") ? name + " " + path : name;
        }
    }
}
