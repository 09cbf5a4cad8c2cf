package dev.gyre.node.bridge;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.gyre.node.bridge.Layout.SlotCall;
import dev.gyre.node.bridge.Layout.SlotList;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class SlotTest {
    private static final int BASE = SlotList.SLOT_BYTES; // the second of two

    private final ByteBuffer memory =
            ByteBuffer.allocateDirect(2 * SlotList.SLOT_BYTES).order(ByteOrder.nativeOrder());
    private final long address = MemorySegment.ofBuffer(memory).address();
    private final Slot slot = new Slot(null, memory, memory.asIntBuffer(), address, BASE, SlotList.SLOT_BYTES, 1);

    private void number(int index, double value) {
        memory.putDouble(BASE + Double.BYTES * index, value);
    }

    @Test
    void readsNumbersAsTheyWereWritten() {
        number(SlotCall.A, 7);
        number(SlotCall.B, 0xffffffffL); // a mode that is unsigned
        number(SlotCall.F, 1L << 52);
        assertEquals(7, slot.integer(0));
        assertEquals(-1, slot.integer(1));
        assertEquals(1L << 52, slot.whole(5));
    }

    @Test
    void aPathEndsAtItsZeroOrWithTheSlot() {
        byte[] path = "/tmp/\u00fc".getBytes(StandardCharsets.UTF_8);
        memory.put(BASE + SlotCall.PATH_AT, path);
        assertArrayEquals(path, slot.pathBytes());
        assertEquals(address + BASE + SlotCall.PATH_AT, slot.path());
        for (int i = BASE + SlotCall.PATH_AT; i < BASE + SlotList.SLOT_BYTES; i++) {
            memory.put(i, (byte) 'a');
        }
        assertEquals(SlotList.SLOT_BYTES - SlotCall.PATH_AT, slot.pathBytes().length);
    }

    @Test
    void writesItsAnswerWithinItself() {
        slot.answer(-2);
        slot.step(1);
        slot.descriptor(9);
        slot.putData(new byte[slot.dataBytes()]);
        assertEquals(-2, memory.getInt(BASE + Integer.BYTES * SlotCall.RESULT));
        assertEquals(1, memory.getInt(BASE + Integer.BYTES * SlotCall.STEP));
        assertEquals(9, memory.getInt(BASE + Integer.BYTES * SlotCall.DESCRIPTOR));
        for (int i = 0; i < BASE; i++) {
            assertEquals(0, memory.get(i), "the slot before it is untouched");
        }
    }
}
