package dev.gyre.loop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.util.List;
import org.junit.jupiter.api.Test;

class AsyncHandleTest extends VirtualLoop {
    @Test
    void wakesTheLoopFromItsWait() {
        var async = new AsyncHandle[1];
        async[0] = loop.async(() -> {
            sayWhen("woken").run();
            async[0].close();
        });
        time.at(30, async[0]::wake);
        assertFalse(run());
        assertEquals(List.of("woken@30"), log);
    }

    @Test
    void manyWakesBeforeTheCallbackAreOne() {
        AsyncHandle async = loop.async(say("woken"));
        async.wake();
        async.wake();
        async.wake();
        turn();
        assertEquals(List.of("woken"), log);
        turn();
        assertEquals(List.of("woken"), log);
        async.wake();
        turn();
        assertEquals(List.of("woken", "woken"), log);
    }

    @Test
    void aWakeInsideTheCallbackIsANewOne() {
        var async = new AsyncHandle[1];
        async[0] = loop.async(() -> {
            log.add("woken");
            if (log.size() < 3) {
                async[0].wake();
            } else {
                async[0].close();
            }
        });
        async[0].wake();
        run();
        assertEquals(List.of("woken", "woken", "woken"), log);
    }

    @Test
    void isNotCalledOnceClosed() {
        AsyncHandle async = loop.async(say("woken"));
        async.wake();
        async.close();
        async.wake();
        assertFalse(run());
        async.wake();
        turn();
        assertEquals(List.of(), log);
    }

    @Test
    void anUnreferencedAsyncDoesNotHoldTheLoopEvenWhenWoken() {
        AsyncHandle async = loop.async(say("woken"));
        async.unref();
        async.wake();
        assertFalse(loop.alive());
        assertFalse(run());
        assertEquals(List.of(), log);
    }

    @Test
    void keepsTheOrderOfArrivalWithTasks() {
        AsyncHandle async = loop.async(say("async"));
        loop.post(say("a"));
        async.wake();
        loop.post(say("b"));
        turn();
        assertEquals(List.of("a", "async", "b"), log);
    }

    @Test
    void aPostedTaskKeepsTheLoopUntilItHasRun() {
        loop.post(say("task"));
        assertFalse(run());
        assertEquals(List.of("task"), log);
    }
}
