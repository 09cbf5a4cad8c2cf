package dev.gyre.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class EventQueueTest {
    private static final int EVENTS = 20;
    private static final int EVENTS_AT = 4096;
    private static final int EVENT_BYTES = 32;
    private static final int OBJECT = 6;

    private final ByteBuffer block = ByteBuffer.allocateDirect(1 << 20).order(ByteOrder.nativeOrder());
    private final EventQueue queue = new EventQueue(new SharedMemory(block));

    /** What JavaScript does in a turn: takes [id, extra] of all events in the ring. */
    private List<List<Integer>> turn() {
        queue.refill();
        var taken = new ArrayList<List<Integer>>();
        for (int i = 0; i < block.getInt(EVENTS); i++) {
            int at = EVENTS_AT + EVENT_BYTES * i;
            taken.add(List.of(block.getInt(at + 4), block.getInt(at + 20)));
        }
        block.putInt(EVENTS, 0);
        return taken;
    }

    @Test
    void keepsWhatDoesNotFitAndTheOrder() {
        for (int i = 0; i < 5000; i++) {
            if (i % 3 == 0) {
                queue.post(SharedMemory.EVENT_MESSAGE, i, i);
            } else {
                queue.add(SharedMemory.EVENT_SOCKET, i, 0, 0, 0, 0);
                queue.extraOfLast(i);
            }
        }
        assertEquals(5000 - SharedMemory.MAX_EVENTS, queue.waiting());
        var taken = turn();
        assertEquals(SharedMemory.MAX_EVENTS, taken.size());
        queue.post(SharedMemory.EVENT_MESSAGE, 5000, null); // there is room in the ring, but others were first
        while (!queue.isEmpty()) {
            taken.addAll(turn());
        }
        assertEquals(5001, taken.size());
        for (int i = 0; i < 5000; i++) {
            assertEquals(List.of(i, i % 3 == 0 ? 0 : i), taken.get(i));
        }
        assertEquals(5000, taken.get(5000).get(0));
    }

    @Test
    void handsOutAResultOfAnEventThatWaitedOnce() {
        for (int i = 0; i < SharedMemory.MAX_EVENTS; i++) {
            queue.add(SharedMemory.EVENT_SOCKET, i, 0, 0, 0, 0);
        }
        var result = new Object();
        queue.post(SharedMemory.EVENT_COMPLETE, 7, result);
        turn();
        assertFalse(queue.isEmpty());
        queue.refill();
        assertEquals(OBJECT, block.getInt(EVENTS_AT + 8));
        int reference = (int) block.getDouble(EVENTS_AT + 24);
        assertEquals(result, queue.takeResult(reference));
        assertEquals(null, queue.takeResult(reference));
        assertEquals(1, turn().size());
        assertTrue(queue.isEmpty());
    }
}
