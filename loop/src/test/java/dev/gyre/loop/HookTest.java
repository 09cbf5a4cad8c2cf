package dev.gyre.loop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class HookTest extends VirtualLoop {
    @Test
    void theHookRunsAfterEverySingleCallback() {
        loop.afterCallback(say("hook"));
        loop.onPollEnd(say("poll end"));
        loop.timer(say("timer")).start(0);
        loop.timer(say("timer")).start(0);
        loop.defer(say("pending"));
        loop.post(say("task"));
        loop.immediate(say("immediate"));
        keepAlive().close(say("close"));
        run();
        assertEquals(
                List.of(
                        "timer",
                        "hook",
                        "timer",
                        "hook",
                        "pending",
                        "hook",
                        "task",
                        "hook",
                        "poll end",
                        "hook",
                        "immediate",
                        "hook",
                        "close",
                        "hook"),
                log);
    }

    @Test
    void thereIsNoHookWhenThereIsNoCallback() {
        loop.afterCallback(say("hook"));
        keepAlive();
        turn();
        turn();
        assertEquals(List.of(), log);
    }

    @Test
    void pollEndRunsOnceAfterAllCallbacksOfAPoll() {
        loop.onPollEnd(say("end"));
        loop.post(say("a"));
        loop.async(say("b")).wake();
        loop.immediate(say("immediate"));
        turn();
        assertEquals(List.of("a", "b", "end", "immediate"), log);
        turn();
        assertEquals(4, log.size());
    }

    @Test
    void whatPollEndPostsIsRunInTheNextTurn() {
        var first = new boolean[] {true};
        loop.onPollEnd(() -> {
            log.add("end");
            if (first[0]) {
                first[0] = false;
                loop.post(say("posted"));
            }
        });
        loop.post(say("a"));
        run();
        assertEquals(List.of("a", "end", "posted", "end"), log);
    }

    @Test
    void mailIsEverythingInTheInboxButTheWordOfASeries() throws InterruptedException {
        loop.onMail(say("mail"));
        assertFalse(loop.hasMail());
        loop.post(say("task"));
        AsyncHandle async = loop.async(say("async"));
        async.wake();
        assertTrue(loop.hasMail());
        assertEquals(List.of("mail", "mail"), log);
        turn();
        assertFalse(loop.hasMail());
        WorkSeries series = loop.series(1, _ -> () -> null, _ -> {}, say("done"));
        series.callSoon();
        assertFalse(loop.hasMail());
        assertEquals(List.of("mail", "mail", "task", "async"), log);
        series.callSoon();
        turn();
        assertEquals(List.of("mail", "mail", "task", "async", "done"), log);
    }

    @Test
    void mailOfAnotherThreadIsSeenAtOnce() throws InterruptedException {
        var seenBy = new ArrayList<Thread>();
        loop.onMail(() -> seenBy.add(Thread.currentThread()));
        Thread other = Thread.ofPlatform().start(() -> loop.post(() -> {}));
        other.join();
        assertEquals(List.of(other), seenBy);
        assertTrue(loop.hasMail());
    }

    @Test
    void theLoopIsPollingUntilItsPollEnds() {
        loop.onPollEnd(() -> log.add("end " + loop.isPolling()));
        loop.post(() -> log.add("task " + loop.isPolling()));
        loop.immediate(() -> log.add("immediate " + loop.isPolling()));
        turn();
        assertEquals(List.of("task true", "end false", "immediate false"), log);
    }
}
