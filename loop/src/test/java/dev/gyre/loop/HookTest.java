package dev.gyre.loop;

import static org.junit.jupiter.api.Assertions.assertEquals;

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
}
