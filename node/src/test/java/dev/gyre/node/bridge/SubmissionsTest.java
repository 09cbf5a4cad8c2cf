package dev.gyre.node.bridge;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.gyre.node.bridge.Layout.Block;
import dev.gyre.node.bridge.Layout.Control;
import dev.gyre.node.bridge.Layout.Operation;
import dev.gyre.node.bridge.Layout.Submission;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.IntBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class SubmissionsTest {
    private static final int ROUNDS = 400;
    private static final int ARENA_BYTES = 4096;

    private final IntBuffer ints = ByteBuffer.allocateDirect(Block.BLOCK_BYTES)
            .order(ByteOrder.nativeOrder())
            .asIntBuffer();
    private final Submissions submissions = new Submissions(ints);
    private final List<String> log = new ArrayList<>();

    /** What internal/bridge/submissions.js does. */
    private void submit(int operation, int owner, int at, int length) {
        if (ints.get(Control.SUBMISSIONS) == Submission.MAX_SUBMISSIONS) {
            submissions.carryOut();
        }
        int count = ints.get(Control.SUBMISSIONS);
        int record = (Block.SUBMISSIONS_AT + count * Submission.SUBMISSION_BYTES) / Integer.BYTES;
        ints.put(record + Submission.OPERATION, operation);
        ints.put(record + Submission.OWNER, owner);
        ints.put(record + Submission.AT, at);
        ints.put(record + Submission.LENGTH, length);
        ints.put(Control.SUBMISSIONS, count + 1);
        if (operation == Operation.SLOT) {
            ints.put(Control.SLOTS_WAITING, ints.get(Control.SLOTS_WAITING) + 1);
        }
    }

    private void logAll() {
        for (int operation = 0; operation < Operation.OPERATIONS; operation++) {
            int number = operation;
            submissions.on(number, (owner, at, length) -> log.add(number + " " + owner + " " + at + " " + length));
        }
    }

    @Test
    void carriesOutInOrderAndJoinsWritesThatLieSideBySide() {
        logAll();
        submit(Operation.SOCKET_WRITE, 1, 0, 10);
        submit(Operation.SOCKET_WRITE, 1, 10, 5);
        submit(Operation.SOCKET_WRITE, 2, 15, 5);
        submit(Operation.SOCKET_WRITE, 2, 24, 1); // not side by side
        submit(Operation.SLOT, 7, 0, 0);
        submit(Operation.SLOT, 7, 0, 0); // no write: not joined
        assertTrue(submissions.hasSlots());
        submissions.carryOut();
        assertEquals(List.of("1 1 0 15", "1 2 15 5", "1 2 24 1", "0 7 0 0", "0 7 0 0"), log);
        assertTrue(submissions.isEmpty());
        assertTrue(!submissions.hasSlots());
    }

    @Test
    void whatComesAfterAFailureStays() {
        logAll();
        submissions.on(Operation.SOCKET_SHUTDOWN, (owner, _, _) -> {
            throw new IllegalStateException("socket " + owner);
        });
        submit(Operation.SOCKET_READ, 1, 0, 0);
        submit(Operation.SOCKET_SHUTDOWN, 2, 0, 0);
        submit(Operation.SOCKET_READ, 3, 0, 0);
        submit(Operation.SOCKET_READ, 4, 0, 0);
        assertThrows(IllegalStateException.class, submissions::carryOut);
        assertEquals(List.of("3 1 0 0"), log);
        submissions.carryOut();
        assertEquals(List.of("3 1 0 0", "3 3 0 0", "3 4 0 0"), log);
        assertTrue(submissions.isEmpty());
    }

    @Test
    void anOperationThatNobodyHandlesIsABug() {
        submit(Operation.OPERATIONS, 1, 0, 0);
        var bug = assertThrows(IllegalStateException.class, submissions::carryOut);
        assertTrue(bug.getMessage().contains("operation " + Operation.OPERATIONS), bug.getMessage());
    }

    /**
     * Against a model, at random: writes of several owners into an arena that is used again once all is carried out, as
     * net/internal/socket_memory.js does, slots, failures, more records than there is room for. Every byte is delivered once,
     * in the order of its owner, and no block of the arena is written again before its record was carried out.
     */
    @Test
    void everyByteIsDeliveredOnceAndInOrder() {
        long seed = new Random().nextLong();
        var random = new Random(seed);
        try {
            new Model(random).run();
        } catch (AssertionError | RuntimeException e) {
            throw new AssertionError("seed " + seed, e);
        }
    }

    private final class Model {
        private static final int OWNERS = 5;

        private final Random random;
        private final byte[] arena = new byte[ARENA_BYTES];
        private final boolean[] owned = new boolean[ARENA_BYTES];
        private final List<List<Byte>> written = new ArrayList<>();
        private final List<List<Byte>> delivered = new ArrayList<>();
        private final List<Integer> slots = new ArrayList<>();
        private final List<Integer> gathered = new ArrayList<>();
        private int slotsAsked;
        private int out;
        private boolean fails;

        Model(Random random) {
            this.random = random;
            for (int i = 0; i < OWNERS; i++) {
                written.add(new ArrayList<>());
                delivered.add(new ArrayList<>());
            }
            submissions.on(Operation.SOCKET_WRITE, this::send);
            submissions.on(Operation.SLOT, (slot, _, _) -> gathered.add(slot));
            submissions.on(Operation.SOCKET_READ, (_, _, _) -> failNow());
            submissions.atEnd(() -> {
                slots.addAll(gathered);
                gathered.clear();
            });
        }

        private void send(int owner, int at, int length) {
            for (int i = at; i < at + length; i++) {
                assertTrue(owned[i], "byte " + i + " was given back before it was sent");
                owned[i] = false;
                delivered.get(owner).add(arena[i]);
            }
        }

        private void failNow() {
            if (fails) {
                fails = false;
                throw new IllegalArgumentException("a socket fails");
            }
        }

        private void carryOut() {
            for (int tries = 0; ; tries++) {
                try {
                    submissions.carryOut();
                    return;
                } catch (IllegalArgumentException _) {
                    assertEquals(0, tries, "one failure was planted");
                }
            }
        }

        /** Makes room before it submits, because a failure that was planted comes out of whatever carries out. */
        private void add(int operation, int owner, int at, int length) {
            if (ints.get(Control.SUBMISSIONS) == Submission.MAX_SUBMISSIONS) {
                carryOut();
            }
            submit(operation, owner, at, length);
        }

        private void write(int owner, int length) {
            if (submissions.isEmpty()) {
                out = 0;
            } else if (out + length > ARENA_BYTES) {
                carryOut();
                out = 0;
            }
            for (int i = out; i < out + length; i++) {
                assertTrue(!owned[i], "byte " + i + " is used again before it was sent");
                owned[i] = true;
                arena[i] = (byte) random.nextInt();
                written.get(owner).add(arena[i]);
            }
            add(Operation.SOCKET_WRITE, owner, out, length);
            out += length;
        }

        void run() {
            for (int round = 0; round < ROUNDS; round++) {
                boolean isLong = random.nextInt(100) == 0; // overflows the list
                int actions = isLong ? 3 * Submission.MAX_SUBMISSIONS : random.nextInt(40);
                for (int i = 0; i < actions; i++) {
                    switch (random.nextInt(isLong ? 2 : 4)) {
                        case 0 -> add(Operation.SLOT, slotsAsked++, 0, 0);
                        case 1 -> write(random.nextInt(OWNERS), isLong ? 0 : random.nextInt(200));
                        case 2 -> write(random.nextInt(2), random.nextInt(8));
                        default -> {
                            add(Operation.SOCKET_READ, 0, 0, 0);
                            fails |= random.nextInt(20) == 0;
                        }
                    }
                }
                if (random.nextInt(3) > 0) {
                    carryOut();
                }
            }
            carryOut();
            assertEquals(written, delivered);
            assertEquals(Arrays.asList(range(slotsAsked)), slots);
            for (boolean isOwned : owned) {
                assertTrue(!isOwned, "a block was never given back");
            }
        }

        private Integer[] range(int end) {
            var numbers = new Integer[end];
            Arrays.setAll(numbers, i -> i);
            return numbers;
        }
    }
}
