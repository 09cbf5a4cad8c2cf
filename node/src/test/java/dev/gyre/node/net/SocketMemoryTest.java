package dev.gyre.node.net;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.gyre.loop.Loop;
import dev.gyre.node.bridge.Events;
import dev.gyre.node.bridge.Layout.SocketArea;
import dev.gyre.node.bridge.Layout.SocketEvent;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Who owns which bytes of the socket memory: events that have not run own theirs. */
class SocketMemoryTest {
    private static final int END = SocketArea.IN_AT + SocketArea.IN_BYTES;
    private static final int CHUNK = Connection.CHUNK_BYTES;

    private record Kept(int at, byte[] bytes) {}

    /** In place of JavaScript: an event reads its bytes when it runs, and they must be as they were put there. */
    private final class Turn implements Events {
        final List<Kept> waiting = new ArrayList<>();
        int turns;
        int ran;
        int lastExtra;

        @Override
        public boolean hasEvents() {
            return !waiting.isEmpty();
        }

        @Override
        public void runEvents() {
            turns++;
            for (Kept kept : waiting) {
                byte[] now = new byte[kept.bytes.length];
                buffer.get(kept.at, now);
                assertArrayEquals(kept.bytes, now, () -> "bytes at " + kept.at + " changed before their event ran");
                ran++;
            }
            waiting.clear();
        }

        @Override
        public void socketEvent(int socket, int kind, int at, int length, double value) {
            byte[] bytes = new byte[length];
            buffer.get(at, bytes);
            waiting.add(new Kept(at, bytes));
        }

        @Override
        public void extraOfLast(int value) {
            lastExtra = value;
        }

        @Override
        public void written(int result) {}
    }

    private final Loop loop = Loop.open();
    private final ByteBuffer buffer = ByteBuffer.allocateDirect(SocketArea.OUT_AT + SocketArea.OUT_BYTES);
    private final Turn turn = new Turn();
    private final SocketMemory memory = new SocketMemory(turn, loop, buffer);

    @AfterEach
    void close() {
        loop.close();
    }

    /** Receives as a connection does. */
    private int receive(byte[] bytes, int extraRoom) {
        int at = memory.reserve(CHUNK + extraRoom);
        assertTrue(at >= SocketArea.IN_AT && at + CHUNK + extraRoom <= END, () -> "room at " + at);
        buffer.put(at, bytes);
        memory.keep(bytes.length);
        memory.event(1, SocketEvent.DATA, at, bytes.length, 0);
        return at;
    }

    private static byte[] random(Random random, int length) {
        byte[] bytes = new byte[length];
        random.nextBytes(bytes);
        return bytes;
    }

    @Test
    void isUsedAgainFromItsBeginWhenAllEventsHaveRun() {
        int first = receive(new byte[100], 0);
        int second = receive(new byte[100], 0);
        assertTrue(second >= first + 100, "the first event has not run");
        assertEquals(0, second % Long.BYTES);
        turn.runEvents();
        assertEquals(first, receive(new byte[100], 0));
    }

    @Test
    void runsTheEventsWhenThereIsNoMoreRoom() {
        var random = new Random(1);
        int count = 0;
        while (turn.turns == 0) {
            receive(random(random, CHUNK), 0);
            assertTrue(++count < 100, "the memory never fills");
        }
        assertEquals(count - 1, turn.ran);
        assertEquals(1, turn.waiting.size(), "only what came last");
    }

    @Test
    void whatWasReservedButNotKeptIsUsedAgain() {
        receive(new byte[8], 0);
        int reserved = memory.reserve(CHUNK);
        assertEquals(reserved, memory.reserve(CHUNK));
    }

    @Test
    void putsBehindWhatWasKeptAndNeverIntoWhatIsToBeSent() {
        byte[] sent = random(new Random(2), SocketArea.OUT_BYTES);
        buffer.put(SocketArea.OUT_AT, sent);
        int room = END - memory.reserve(CHUNK);
        int at = memory.put(new byte[room], room);
        assertEquals(END, at + room);
        assertThrows(IllegalStateException.class, () -> memory.put(new byte[1], 1));
        byte[] after = new byte[SocketArea.OUT_BYTES];
        buffer.get(SocketArea.OUT_AT, after);
        assertArrayEquals(sent, after);
    }

    @Test
    void aCopyIsJavasOwn() {
        byte[] bytes = random(new Random(3), 10_000);
        int at = receive(bytes, 0);
        byte[] copy = memory.copy(at, bytes.length);
        buffer.put(at, (byte) ~bytes[0]);
        assertArrayEquals(bytes, Arrays.copyOf(copy, bytes.length));
    }

    /** Chunks, heads and extra numbers of all sizes: every event finds its bytes as they were, and runs once. */
    @Test
    void noEventLosesItsBytes() {
        var random = new Random(4);
        int posted = 0;
        for (int i = 0; i < 5000; i++) {
            int extraRoom = random.nextInt(50) == 0 ? 3 << 20 : CHUNK;
            receive(random(random, random.nextInt(random.nextInt(20) == 0 ? CHUNK : 300)), extraRoom);
            posted++;
            if (random.nextBoolean()) {
                byte[] head = random(random, random.nextInt(random.nextInt(50) == 0 ? extraRoom - CHUNK + 1 : 200));
                int at = memory.put(head, head.length);
                memory.event(2, SocketEvent.HEAD, at, head.length, 0);
                memory.extra(i);
                assertEquals(i, turn.lastExtra);
                posted++;
            }
            if (random.nextInt(10) == 0) {
                turn.runEvents();
            }
        }
        turn.runEvents();
        assertEquals(posted, turn.ran);
    }
}
