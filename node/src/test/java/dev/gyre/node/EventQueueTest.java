package dev.gyre.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.gyre.node.bridge.Layout.Block;
import dev.gyre.node.bridge.Layout.Control;
import dev.gyre.node.bridge.Layout.Event;
import dev.gyre.node.bridge.Layout.EventType;
import dev.gyre.node.bridge.Layout.ResultKind;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.IntBuffer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class EventQueueTest {
    private final ByteBuffer block =
            ByteBuffer.allocateDirect(Block.BLOCK_BYTES).order(ByteOrder.nativeOrder());
    private final IntBuffer ints = block.asIntBuffer();
    private final EventQueue queue = new EventQueue(new SharedMemory(block));

    /** What JavaScript does in a turn: takes [id, extra] of all events in the ring. */
    private List<List<Integer>> turn() {
        queue.refill();
        var taken = new ArrayList<List<Integer>>();
        for (int i = 0; i < ints.get(Control.EVENTS); i++) {
            int at = (Block.EVENTS_AT + Event.EVENT_BYTES * i) / Integer.BYTES;
            taken.add(List.of(ints.get(at + Event.OWNER), ints.get(at + Event.EXTRA)));
        }
        ints.put(Control.EVENTS, 0);
        return taken;
    }

    @Test
    void keepsWhatDoesNotFitAndTheOrder() {
        for (int i = 0; i < 5000; i++) {
            if (i % 3 == 0) {
                queue.post(EventType.MESSAGE, i, i);
            } else {
                queue.add(EventType.SOCKET, i, 0, 0, 0, 0);
                queue.extraOfLast(i);
            }
        }
        assertEquals(5000 - Event.MAX_EVENTS, queue.waiting());
        var taken = turn();
        assertEquals(Event.MAX_EVENTS, taken.size());
        queue.post(EventType.MESSAGE, 5000, null); // there is room in the ring, but others were first
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
        for (int i = 0; i < Event.MAX_EVENTS; i++) {
            queue.add(EventType.SOCKET, i, 0, 0, 0, 0);
        }
        var result = new Object();
        queue.post(EventType.COMPLETE, 7, result);
        turn();
        assertFalse(queue.isEmpty());
        queue.refill();
        assertEquals(ResultKind.OBJECT, ints.get(Block.EVENTS_AT / Integer.BYTES + Event.KIND));
        int reference = (int) block.getDouble(Block.EVENTS_AT + Double.BYTES * Event.VALUE);
        assertEquals(result, queue.takeResult(reference));
        assertEquals(null, queue.takeResult(reference));
        assertEquals(1, turn().size());
        assertTrue(queue.isEmpty());
    }
}
