package dev.gyre.loop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** No phase starves the others: each runs what it had on entry, and no more than the cap, which is 4 here. */
class StarvationTest extends VirtualLoop {
    @Test
    void immediatesQueuedByImmediatesWaitForTheNextTurn() {
        loop.immediate(() -> {
            log.add("first");
            loop.immediate(say("second"));
        });
        loop.post(() -> loop.post(say("poll")));
        run();
        assertEquals(List.of("first", "poll", "second"), log);
    }

    @Test
    void pendingQueuedByPendingWaitsForTheNextTurn() {
        loop.defer(() -> {
            log.add("first");
            loop.defer(say("second"));
        });
        loop.immediate(say("immediate"));
        run();
        assertEquals(List.of("first", "immediate", "second"), log);
    }

    @Test
    void tasksPostedByTasksWaitForTheNextTurn() {
        loop.post(() -> {
            log.add("first");
            loop.post(say("second"));
        });
        loop.immediate(say("immediate"));
        run();
        assertEquals(List.of("first", "immediate", "second"), log);
    }

    @Test
    void anAsyncWokenByItselfIsCalledOncePerTurn() {
        var async = new AsyncHandle[1];
        async[0] = loop.async(() -> {
            log.add("async");
            async[0].wake();
        });
        async[0].wake();
        loop.immediate(say("immediate"));
        turn();
        assertEquals(List.of("async", "immediate"), log);
        turn();
        assertEquals(List.of("async", "immediate", "async"), log);
    }

    @Test
    void capsTimers() {
        for (int i = 0; i < 6; i++) {
            loop.timer(say("timer")).start(0);
        }
        loop.immediate(say("immediate"));
        run();
        assertEquals(cappedSix("timer", "immediate"), log);
        assertEquals(0, time.nowMs());
    }

    @Test
    void capsPending() {
        for (int i = 0; i < 6; i++) {
            loop.defer(say("pending"));
        }
        loop.immediate(say("immediate"));
        run();
        assertEquals(cappedSix("pending", "immediate"), log);
    }

    @Test
    void capsTheInbox() {
        for (int i = 0; i < 6; i++) {
            loop.post(say("task"));
        }
        loop.immediate(say("immediate"));
        run();
        assertEquals(cappedSix("task", "immediate"), log);
    }

    @Test
    void capsImmediates() {
        for (int i = 0; i < 6; i++) {
            loop.immediate(say("immediate"));
        }
        loop.timer(say("timer")).start(0);
        turn();
        turn();
        assertEquals(cappedSix("immediate", "timer"), log);
    }

    @Test
    void capsClosingAndFinishesTheBatchBeforeTheNext() {
        for (int i = 0; i < 6; i++) {
            keepAlive().close(say("close " + i));
        }
        loop.timer(() -> keepAlive().close(say("close later"))).start(0);
        turn();
        turn();
        assertEquals(List.of("close 5", "close 4", "close 3", "close 2", "close 1", "close 0"), log);
        turn();
        assertEquals("close later", log.getLast());
    }

    @Test
    void whatIsOverTheCapIsStillDoneInOrder() {
        for (int i = 0; i < 100; i++) {
            int number = i;
            loop.immediate(() -> log.add("" + number));
        }
        run();
        assertEquals(IntStream.range(0, 100).mapToObj(i -> "" + i).toList(), log);
        assertEquals(25, loop.telemetry().turns());
    }

    @Test
    void aFloodOfTasksDoesNotHoldUpATimer() {
        Runnable[] flood = new Runnable[1];
        flood[0] = () -> {
            time.advanceMs(1);
            loop.post(flood[0]);
        };
        loop.post(flood[0]);
        loop.timer(() -> {
                    sayWhen("timer").run();
                    loop.stop();
                })
                .start(20);
        assertTrue(run());
        assertEquals(List.of("timer@20"), log);
    }

    @Test
    void refusesACapBelowOneAndNamesIt() {
        var error = assertThrows(
                IllegalArgumentException.class, () -> Loop.builder().maxPerPhase(0));
        assertEquals("maxPerPhase is 0; it must be 1 or more", error.getMessage());
    }

    /** Four of six, then the other one, then the last two. */
    private static List<String> cappedSix(String six, String other) {
        var words = new ArrayList<>(Collections.nCopies(6, six));
        words.add(4, other);
        return words;
    }
}
