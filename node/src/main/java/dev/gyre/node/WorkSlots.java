package dev.gyre.node;

import dev.gyre.io.libc.SparseMemory;
import dev.gyre.io.libc.Utf8;
import dev.gyre.loop.Loop;
import dev.gyre.loop.WorkSeries;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.IntBuffer;
import java.util.concurrent.Callable;

/**
 * The memory through which JavaScript hands over work, and Java its results: see internal/slots.js, which tells how and
 * why. Used by the loop's thread; the work in a slot runs on the pool.
 *
 * <p>The memory is Java's, not JavaScript's: a call that is under way when its isolate ends still has it.
 */
final class WorkSlots {
    static final int COUNT = 1024;
    static final int SLOT_BYTES = 16 * 1024;

    /** The list of the slots that wait for the pool: how many, then their numbers. */
    private static final int WAITING = 0;

    /** The ring of the slots that are done: how many there ever were, then the numbers of the last of them. */
    private static final int DONE = 1536;

    /** How many of these JavaScript has taken, for how many of them it has called back, and for how many it has yet to. */
    private static final int TAKEN = 3000;

    private static final int CALLED = 3001;
    private static final int ANSWERED = 3002;

    private static final int LISTS_BYTES = SLOT_BYTES;

    private final Bindings bindings;
    private final WorkSeries series;
    private final ByteBuffer memory = SparseMemory.allocate(LISTS_BYTES + COUNT * SLOT_BYTES);
    private final long address = MemorySegment.ofBuffer(memory).address();
    private final IntBuffer lists = memory.asIntBuffer();
    private final Slot[] slots = new Slot[COUNT]; // each made when it is first used
    private final int[] numbers = new int[COUNT];
    private byte[] overflow;
    private int called;

    /** @param onDone called in poll when slots were done */
    WorkSlots(Loop loop, Bindings bindings, Runnable onDone) {
        this.bindings = bindings;
        for (int word : new int[] {WAITING, DONE, TAKEN, CALLED, ANSWERED}) {
            lists.put(word, 0);
        }
        series = loop.series(COUNT, i -> new Call(slot(i)), this::addDone, onDone);
    }

    private Slot slot(int number) {
        Slot slot = slots[number];
        if (slot == null) {
            slot = new Slot(this, memory, address, LISTS_BYTES + number * SLOT_BYTES, SLOT_BYTES, number);
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
        overflow = bindings.get(slot.code()).slotWork().run(slot);
    }

    /** What had no room in a slot, or what its work threw, which is a bug. */
    Object takeResult(int slot) {
        if (slot > 0) {
            return series.takeResult(slot);
        }
        byte[] bytes = overflow;
        overflow = null;
        return bytes;
    }

    /** Hands all that waits to the pool. */
    void submitWaiting() {
        int count = lists.get(WAITING);
        if (count == 0) {
            return;
        }
        lists.put(WAITING, 0);
        for (int i = 0; i < count; i++) {
            int number = lists.get(WAITING + 1 + i);
            prepare(number);
            numbers[i] = number;
        }
        series.submit(numbers, count);
    }

    /** A method of its own, as {@code WorkSeries.prepare}: it is compiled sooner than the loop around it. */
    private void prepare(int number) {
        Slot slot = slot(number);
        slot.entry = bindings.get(slot.code());
    }

    /** By the worker that has done it, with the lane's lock held; JavaScript may take it from then on. */
    private void addDone(int slot) {
        int count = lists.get(DONE);
        lists.put(DONE + 1 + (count & COUNT - 1), slot);
        VarHandle.releaseFence();
        lists.put(DONE, count + 1);
    }

    /** Whether JavaScript has something to take, or to call back for. */
    boolean hasDone() {
        return lists.get(DONE) != lists.get(TAKEN) || lists.get(ANSWERED) > 0;
    }

    /**
     * When JavaScript has run: it may have filled slots, called back, or taken answers for callbacks of the next poll. What
     * it has not taken is for the next poll too: all of it may have been told of by the event that is over now.
     */
    void afterTurn() {
        submitWaiting();
        int calledNow = lists.get(CALLED);
        if (calledNow != called) {
            series.settled(calledNow - called);
            called = calledNow;
        }
        if (hasDone()) {
            series.callSoon();
        }
    }

    private record Call(Slot slot) implements Callable<Object> {
        @Override
        public Object call() {
            try {
                return slot.entry.slotWork().run(slot);
            } catch (Throwable bug) {
                slot.answer(Slot.BUG);
                throw bug;
            }
        }

        /** For reports. The path may be overwritten by the answer already: then it is not shown. */
        @Override
        public String toString() {
            String path = Utf8.decode(slot.pathBytes());
            return path.startsWith("/") ? slot.entry.name() + " " + path : slot.entry.name();
        }
    }
}
