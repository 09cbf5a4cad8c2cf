package dev.gyre.node.bridge;

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
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class CompletionsTest {
    private final ByteBuffer block =
            ByteBuffer.allocateDirect(Block.BLOCK_BYTES).order(ByteOrder.nativeOrder());
    private final IntBuffer ints = block.asIntBuffer();
    private final Completions queue = new Completions(new SharedMemory(block));

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

    /**
     * Against a model, at random: results of every form, numbers, extra numbers, more events than the ring holds, more bytes
     * than the arena holds, turns that run all or (a callback threw) leave some. Every event arrives once, in order, with its
     * result, and no result is kept when all is over.
     */
    @Test
    void everyEventArrivesOnceInOrderAndWithItsResult() {
        long seed = new Random().nextLong();
        var random = new Random(seed);
        try {
            var posted = new ArrayList<String>();
            var arrived = new ArrayList<String>();
            for (int round = 0; round < 60; round++) {
                int count = random.nextInt(10) == 0 ? random.nextInt(3 * Event.MAX_EVENTS) : random.nextInt(50);
                for (int i = 0; i < count; i++) {
                    posted.add(postOne(random, posted.size()));
                }
                if (random.nextInt(4) > 0) {
                    arrived.addAll(takeAll());
                }
            }
            while (!queue.isEmpty()) {
                arrived.addAll(takeAll());
            }
            assertEquals(posted, arrived);
            assertEquals(0, queue.resultsKept());
        } catch (AssertionError e) {
            throw new AssertionError("seed " + seed, e);
        }
    }

    private String postOne(Random random, int id) {
        return switch (random.nextInt(7)) {
            case 0 -> {
                queue.post(EventType.COMPLETE, id, null);
                yield id + " none";
            }
            case 1 -> {
                double number = random.nextInt();
                queue.post(EventType.COMPLETE, id, number);
                yield id + " " + number;
            }
            case 2 -> {
                byte[] bytes = new byte[random.nextInt(random.nextInt(100) == 0 ? 200_000 : 300)];
                random.nextBytes(bytes);
                queue.post(EventType.MESSAGE, id, bytes);
                yield id + " " + Arrays.hashCode(bytes);
            }
            case 3 -> {
                double[] numbers = random.doubles(random.nextInt(20)).toArray();
                queue.post(EventType.MESSAGE, id, numbers);
                yield id + " " + Arrays.hashCode(numbers);
            }
            case 4 -> {
                var error = new IllegalStateException("error " + id);
                queue.post(EventType.COMPLETE, id, error);
                yield id + " " + error;
            }
            case 5 -> {
                boolean flag = random.nextBoolean();
                queue.post(EventType.COMPLETE, id, flag);
                yield id + " " + flag;
            }
            default -> {
                int extra = random.nextInt();
                queue.add(EventType.SOCKET, id, ResultKind.NONE, 3, 4, 5.5);
                queue.extraOfLast(extra);
                yield id + " socket " + extra;
            }
        };
    }

    /** What JavaScript does in a turn. */
    private List<String> takeAll() {
        queue.refill();
        var taken = new ArrayList<String>();
        for (int i = 0; i < ints.get(Control.EVENTS); i++) {
            int byteAt = Block.EVENTS_AT + Event.EVENT_BYTES * i;
            int at = byteAt / Integer.BYTES;
            double value = block.getDouble(byteAt + Double.BYTES * Event.VALUE);
            Object result = ints.get(at + Event.TYPE) == EventType.SOCKET
                    ? "socket " + ints.get(at + Event.EXTRA)
                    : resultOf(ints.get(at + Event.KIND), ints.get(at + Event.AT), ints.get(at + Event.LENGTH), value);
            taken.add(ints.get(at + Event.OWNER) + " " + result);
        }
        ints.put(Control.EVENTS, 0);
        return taken;
    }

    private Object resultOf(int kind, int at, int length, double value) {
        return switch (kind) {
            case ResultKind.NONE -> "none";
            case ResultKind.NUMBER -> value;
            case ResultKind.TRUE -> true;
            case ResultKind.FALSE -> false;
            case ResultKind.BYTES -> {
                byte[] bytes = new byte[length];
                block.get(at, bytes);
                yield Arrays.hashCode(bytes);
            }
            case ResultKind.DOUBLES -> {
                double[] numbers = new double[length / Double.BYTES];
                block.asDoubleBuffer().get(at / Double.BYTES, numbers);
                yield Arrays.hashCode(numbers);
            }
            default -> {
                Object result = queue.takeResult((int) value);
                yield result instanceof byte[] bytes
                        ? Arrays.hashCode(bytes)
                        : result instanceof double[] numbers ? (Object) Arrays.hashCode(numbers) : result;
            }
        };
    }
}
