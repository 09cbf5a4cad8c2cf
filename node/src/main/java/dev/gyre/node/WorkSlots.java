package dev.gyre.node;

import dev.gyre.io.Utf8;
import dev.gyre.loop.Loop;
import dev.gyre.loop.WorkSeries;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.IntBuffer;
import java.util.concurrent.Callable;

/**
 * The memory through which JavaScript hands over work, and Java its results: see internal/slots.js, which tells how and
 * why. Used by the loop's thread; the work in a slot runs on the pool.
 *
 * <p>The memory is Java's, not JavaScript's: a call that is under way when its isolate ends still has it.
 */
final class WorkSlots {
    static final int COUNT = 128;
    static final int SLOT_BYTES = 16 * 1024;

    /** Two lists of slots, those that wait and those that are done: how many, then their numbers. */
    private static final int LISTS_BYTES = 2048;

    private static final int WAITING = 0;
    private static final int DONE = LISTS_BYTES / 8;

    private final Bindings bindings;
    private final WorkSeries series;
    private final ByteBuffer memory = ByteBuffer.allocateDirect(LISTS_BYTES + COUNT * SLOT_BYTES)
            .order(ByteOrder.nativeOrder());
    private final IntBuffer lists = memory.asIntBuffer();
    private final Slot[] slots = new Slot[COUNT];
    private final int[] numbers = new int[COUNT];
    private byte[] overflow;

    /** @param onDone called in poll when slots are done */
    WorkSlots(Loop loop, Bindings bindings, Runnable onDone) {
        this.bindings = bindings;
        long address = MemorySegment.ofBuffer(memory).address();
        for (int i = 0; i < COUNT; i++) {
            slots[i] = new Slot(this, memory, address, LISTS_BYTES + i * SLOT_BYTES, SLOT_BYTES, i);
        }
        series = loop.series(COUNT, i -> new Call(slots[i]), onDone);
    }

    ByteBuffer memory() {
        return memory;
    }

    /** Does the work in the first slot at once. */
    void callNow() {
        overflow = bindings.get(slots[0].code()).slotWork().run(slots[0]);
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
        lists.get(WAITING + 1, numbers, 0, count);
        lists.put(WAITING, 0);
        for (int i = 0; i < count; i++) {
            Slot slot = slots[numbers[i]];
            slot.entry = bindings.get(slot.code());
        }
        series.submit(numbers, count);
    }

    /** Adds what is done to the list that JavaScript reads; whether it had been empty. */
    boolean listDone() {
        int count = series.takeDone(numbers);
        int before = lists.get(DONE);
        lists.put(DONE + 1 + before, numbers, 0, count);
        lists.put(DONE, before + count);
        return before == 0;
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
