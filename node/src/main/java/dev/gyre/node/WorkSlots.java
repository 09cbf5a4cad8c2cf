package dev.gyre.node;

import dev.gyre.io.Utf8;
import dev.gyre.loop.Loop;
import dev.gyre.loop.Outcome;
import dev.gyre.loop.WorkBatch;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
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

    /** The list of slots that wait: how many, then their numbers. */
    private static final int LIST_BYTES = 1024;

    /** Receives the answers. */
    interface Receiver {
        /** @param answer null, the bytes that found no room, or what the work threw, which is a bug */
        void done(int slot, Object answer);
    }

    private final Bindings bindings;
    private final Receiver receiver;
    private final WorkBatch batch;
    private final ByteBuffer memory = ByteBuffer.allocateDirect(LIST_BYTES + COUNT * SLOT_BYTES)
            .order(ByteOrder.nativeOrder());
    private final Slot[] slots = new Slot[COUNT];
    private byte[] overflow;

    WorkSlots(Loop loop, Bindings bindings, Receiver receiver) {
        this.bindings = bindings;
        this.receiver = receiver;
        batch = loop.batch();
        long address = MemorySegment.ofBuffer(memory).address();
        for (int i = 0; i < COUNT; i++) {
            slots[i] = new Slot(this, memory, address, LIST_BYTES + i * SLOT_BYTES, SLOT_BYTES, i);
        }
    }

    ByteBuffer memory() {
        return memory;
    }

    /** Does the work in the first slot at once. */
    void callNow() {
        overflow = bindings.get(slots[0].code()).slotWork().run(slots[0]);
    }

    /** What had no room in the first slot. */
    byte[] takeOverflow() {
        byte[] bytes = overflow;
        overflow = null;
        return bytes;
    }

    /** Hands all that waits to the pool. */
    void submitWaiting() {
        int count = memory.getInt(0);
        if (count == 0) {
            return;
        }
        memory.putInt(0, 0);
        for (int i = 1; i <= count; i++) {
            Slot slot = slots[memory.getInt(4 * i)];
            Functions.Entry entry = bindings.get(slot.code());
            batch.add(entry.kind(), new Call(entry, slot), outcome -> done(slot, outcome));
        }
        batch.submit();
    }

    private void done(Slot slot, Outcome<byte[]> outcome) {
        receiver.done(slot.number, outcome instanceof Outcome.Failure<byte[]> bug ? bug.error() : outcome.orThrow());
    }

    private record Call(Functions.Entry entry, Slot slot) implements Callable<byte[]> {
        @Override
        public byte[] call() {
            return entry.slotWork().run(slot);
        }

        /** For reports. The path may be overwritten by the answer already: then it is not shown. */
        @Override
        public String toString() {
            String path = Utf8.decode(slot.pathBytes());
            return path.startsWith("/") ? entry.name() + " " + path : entry.name();
        }
    }
}
