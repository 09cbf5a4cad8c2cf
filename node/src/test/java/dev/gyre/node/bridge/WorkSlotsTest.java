package dev.gyre.node.bridge;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.gyre.loop.Loop;
import dev.gyre.loop.RunMode;
import dev.gyre.node.bridge.Layout.Block;
import dev.gyre.node.bridge.Layout.Control;
import dev.gyre.node.bridge.Layout.Operation;
import dev.gyre.node.bridge.Layout.SlotCall;
import dev.gyre.node.bridge.Layout.SlotList;
import dev.gyre.node.bridge.Layout.Statx;
import dev.gyre.node.bridge.Layout.Submission;
import dev.gyre.node.fs.FsBinding;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.IntBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Slots as internal/slots.js uses them, with real calls on a real pool. */
@Timeout(60)
class WorkSlotsTest {
    private static final int ENOENT = -2;
    private static final int S_IFMT = 0xf000;
    private static final int S_IFDIR = 0x4000;

    private final Loop loop = Loop.open();
    private final IntBuffer block = ByteBuffer.allocateDirect(Block.BLOCK_BYTES)
            .order(ByteOrder.nativeOrder())
            .asIntBuffer();
    private final Submissions submissions = new Submissions(block);
    private final WorkSlots slots = new WorkSlots(
            loop, new FunctionTable(1, _ -> new FsBinding(null), (_, _) -> null), submissions, this::takeDone);
    private final ByteBuffer memory = slots.memory().order(ByteOrder.nativeOrder());
    private final IntBuffer ints = memory.asIntBuffer();

    private final boolean[] isUnderWay = new boolean[SlotList.SLOTS];
    private final int[] expected = new int[SlotList.SLOTS];
    private final ArrayDeque<Integer> free = new ArrayDeque<>();
    private int left;
    private int answered;

    @AfterEach
    void close() {
        loop.close();
    }

    /** The number of a function of fs, as core JavaScript gets it. */
    private static int codeOf(String name) {
        var fs = Pattern.compile("\"name\":\"fs\",\"base\":(\\d+),\"functions\":\\[([^\\]]*)\\]")
                .matcher(FunctionTable.describe(List.of(new FsBinding(null))));
        assertTrue(fs.find());
        int index = List.of(fs.group(2).replace("\"", "").split(",")).indexOf(name);
        assertTrue(index >= 0, name);
        return Integer.parseInt(fs.group(1)) + index;
    }

    private static int at(int slot) {
        return SlotList.SLOTS_AT + slot * SlotList.SLOT_BYTES;
    }

    private void fill(int slot, String function, String path) {
        ints.put(at(slot) / Integer.BYTES + SlotCall.CODE, codeOf(function));
        memory.put(at(slot) + SlotCall.PATH_AT, (path + "\0").getBytes(StandardCharsets.UTF_8));
    }

    private int result(int slot) {
        return ints.get(at(slot) / Integer.BYTES + SlotCall.RESULT);
    }

    @Test
    void aCallThatJavaScriptWaitsForAnswersInItsSlot() {
        fill(0, "stat", "/");
        slots.callNow();
        assertEquals(0, result(0));
        int mode = ints.get((at(0) + SlotCall.DATA_AT) / Integer.BYTES + Statx.MODE);
        assertEquals(S_IFDIR, mode & S_IFMT);
        fill(0, "stat", "/no such file");
        slots.callNow();
        assertEquals(ENOENT, result(0));
    }

    @Test
    void everyCallOfThePoolAnswersOnceInItsOwnSlotAndSlotsAreUsedAgain() {
        left = 3 * SlotList.SLOTS; // the ring of what is done goes round
        for (int slot = 1; slot < SlotList.SLOTS; slot++) {
            free.add(slot);
        }
        submitAll();
        loop.run(RunMode.DEFAULT); // until all is settled
        assertEquals(3 * SlotList.SLOTS, answered);
        assertFalse(slots.hasDone());
        assertEquals(SlotList.SLOTS - 1, free.size());
    }

    private void submitAll() {
        while (left > 0 && !free.isEmpty()) {
            int slot = free.remove();
            boolean exists = left-- % 3 > 0;
            assertFalse(isUnderWay[slot], "slot " + slot + " is filled while the pool has it");
            isUnderWay[slot] = true;
            expected[slot] = exists ? 0 : ENOENT;
            fill(slot, "stat", exists ? "/" : "/no such file " + slot);
            submit(slot);
        }
        submissions.carryOut();
    }

    private void submit(int slot) {
        int count = block.get(Control.SUBMISSIONS);
        int record = (Block.SUBMISSIONS_AT + count * Submission.SUBMISSION_BYTES) / Integer.BYTES;
        block.put(record + Submission.OPERATION, Operation.SLOT);
        block.put(record + Submission.OWNER, slot);
        block.put(Control.SUBMISSIONS, count + 1);
    }

    /** What JavaScript does with the event. */
    private void takeDone() {
        while (ints.get(SlotList.TAKEN) != ints.get(SlotList.DONE)) {
            int taken = ints.get(SlotList.TAKEN);
            int slot = ints.get(SlotList.DONE + 1 + (taken & SlotList.SLOTS - 1));
            ints.put(SlotList.TAKEN, taken + 1);
            assertTrue(isUnderWay[slot], "slot " + slot + " is done twice");
            isUnderWay[slot] = false;
            assertEquals(expected[slot], result(slot));
            free.add(slot);
            answered++;
            ints.put(SlotList.CALLED, ints.get(SlotList.CALLED) + 1);
        }
        submitAll();
        slots.afterTurn();
    }

    @Test
    void workThatThrowsIsABugWithItsException() {
        left = 0;
        int word = at(1) / Integer.BYTES;
        ints.put(word + SlotCall.CODE, codeOf("read"));
        memory.putDouble(at(1) + Double.BYTES * SlotCall.B, SlotList.SLOT_BYTES); // more than there is room for
        isUnderWay[1] = true;
        expected[1] = SlotCall.BUG;
        submit(1);
        submissions.carryOut();
        loop.run(RunMode.DEFAULT);
        assertEquals(1, answered);
        assertInstanceOf(IllegalStateException.class, slots.takeResult(1));
    }
}
