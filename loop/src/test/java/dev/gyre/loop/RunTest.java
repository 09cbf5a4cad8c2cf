package dev.gyre.loop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** Run modes, the order of phases, how long poll waits, stop. */
class RunTest extends VirtualLoop {
    @Test
    void anEmptyLoopEndsAtOnce() {
        assertFalse(loop.alive());
        for (RunMode mode : RunMode.values()) {
            assertFalse(loop.run(mode));
        }
        assertEquals(0, loop.telemetry().turns());
    }

    @Test
    void runsThePhasesInTheirOrder() {
        time.advanceMs(1);
        loop.timer(say("timers")).start(0);
        loop.defer(say("pending"));
        IdleHandle idle = loop.idle(say("idle"));
        idle.start();
        loop.prepare(say("prepare")).start();
        loop.post(say("poll"));
        loop.check(say("check")).start();
        keepAlive().close(() -> {
            log.add("closing");
            loop.timer(say("timers again")).start(0);
            loop.walk(Handle::unref);
        });
        run();
        assertEquals(
                List.of("timers", "pending", "idle", "prepare", "poll", "check", "closing", "timers again"),
                log.subList(0, 8));
    }

    @Test
    void defaultRunsUntilNothingReferencedIsLeft() {
        loop.timer(() -> loop.timer(() -> loop.immediate(sayWhen("last"))).start(20))
                .start(10);
        assertFalse(run());
        assertEquals(List.of("last@30"), log);
    }

    @Test
    void onceWaitsAndRunsWhatFellDue() {
        loop.timer(sayWhen("a")).start(10);
        loop.timer(sayWhen("b")).start(20);
        assertTrue(loop.run(RunMode.ONCE));
        assertEquals(List.of("a@10"), log);
        assertFalse(loop.run(RunMode.ONCE));
        assertEquals(List.of("a@10", "b@20"), log);
    }

    @Test
    void onceDoesNotWaitWhenItHadPendingCallbacks() {
        loop.timer(say("timer")).start(10);
        loop.defer(say("pending"));
        assertTrue(loop.run(RunMode.ONCE));
        assertEquals(List.of("pending"), log);
        assertEquals(0, time.nowMs());
    }

    @Test
    void noWaitRunsWhatIsThereAndNeverWaits() {
        loop.timer(say("timer")).start(10);
        loop.immediate(say("immediate"));
        assertTrue(turn());
        assertEquals(List.of("immediate"), log);
        assertEquals(0, time.nowMs());
        time.advanceMs(10);
        assertFalse(turn());
        assertEquals(List.of("immediate", "timer"), log);
    }

    @Test
    void onceAndNoWaitRunDueTimersAtTheEndOfTheTurn() {
        loop.timer(say("timer")).start(0);
        loop.immediate(say("immediate"));
        turn();
        assertEquals(List.of("immediate", "timer"), log);
    }

    @Test
    void pollWaitsForTheNearestDeadline() {
        loop.timer(() -> {}).start(70);
        loop.timer(() -> {}).start(30);
        loop.run(RunMode.ONCE);
        assertEquals(30, time.lastTimeoutMs());
    }

    @Test
    void pollWaitsForAnUnreferencedTimerWhenSomethingElseKeepsTheLoop() {
        keepAlive();
        TimerHandle timer = loop.timer(say("timer"));
        timer.start(30);
        timer.unref();
        loop.run(RunMode.ONCE);
        assertEquals(List.of("timer"), log);
    }

    @Test
    void pollWaitsWithoutBoundWhenThereIsNoTimer() {
        AsyncHandle async = loop.async(say("woken"));
        time.at(500, async::wake);
        loop.run(RunMode.ONCE);
        assertEquals(-1, time.lastTimeoutMs());
        assertEquals(500, loop.nowMs());
        assertEquals(List.of("woken"), log);
    }

    @Test
    void pollDoesNotWaitWhileSomethingIsQueuedElsewhere() {
        List<Runnable> reasons = List.of(
                () -> loop.immediate(() -> {}),
                () -> loop.defer(() -> {}),
                () -> loop.post(() -> {}),
                () -> keepAlive().close(),
                loop::stop);
        for (Runnable reason : reasons) {
            TimerHandle timer = loop.timer(() -> {});
            timer.start(1000);
            PrepareHandle prepare = loop.prepare(reason);
            prepare.start();
            loop.run(RunMode.ONCE);
            assertEquals(0, time.lastTimeoutMs());
            timer.close();
            prepare.close();
            run();
        }
    }

    @Test
    void stopEndsTheRunAfterTheTurn() {
        loop.timer(() -> {
                    log.add("timer");
                    loop.stop();
                })
                .start(10, 10);
        loop.immediate(say("immediate"));
        assertTrue(run());
        assertEquals(List.of("immediate", "timer"), log);
        assertTrue(run());
        assertEquals(List.of("immediate", "timer", "timer"), log);
    }

    @Test
    void stopInPollStillRunsTheRestOfTheTurn() {
        loop.post(loop::stop);
        loop.post(say("poll"));
        loop.check(say("check")).start();
        run();
        assertEquals(List.of("poll", "check"), log);
    }

    @Test
    void stopBeforeRunLetsItReturnAtOnce() {
        loop.immediate(say("immediate"));
        loop.stop();
        assertTrue(run());
        assertEquals(List.of(), log);
        assertFalse(run());
        assertEquals(List.of("immediate"), log);
    }

    @Test
    void anInterruptStopsTheLoopAndIsLeftSet() {
        keepAlive();
        time.at(10, Thread.currentThread()::interrupt);
        assertTrue(run());
        assertTrue(Thread.interrupted());
    }

    @Test
    void runCannotBeCalledFromACallback() {
        loop.immediate(() -> run());
        var error = assertThrows(IllegalStateException.class, this::run);
        assertTrue(error.getMessage().contains("running already"), error.getMessage());
    }

    @Test
    void theLoopBelongsToTheThreadThatRanItLast() throws InterruptedException {
        loop.immediate(say("immediate"));
        Thread other = Thread.ofPlatform().name("other").start(this::run);
        other.join();
        assertEquals(List.of("immediate"), log);
        var error = assertThrows(IllegalStateException.class, () -> loop.timer(() -> {}));
        assertTrue(error.getMessage().contains("thread other"), error.getMessage());
        assertTrue(
                error.getMessage().contains("thread " + Thread.currentThread().getName()), error.getMessage());
        run();
    }

    @Test
    void aWrongThreadIsToldSo() throws InterruptedException {
        var error = new AtomicReference<RuntimeException>();
        Thread.ofPlatform()
                .name("stranger")
                .start(() -> {
                    try {
                        loop.immediate(() -> {});
                    } catch (RuntimeException e) {
                        error.set(e);
                    }
                })
                .join();
        assertTrue(error.get().getMessage().contains("stranger"), error.get().getMessage());
    }

    @Test
    void aClosedLoopRefusesEverything() {
        var own = new VirtualTime();
        Loop closed = Loop.builder().clock(own).poller(own).open();
        closed.close();
        closed.close();
        assertThrows(IllegalStateException.class, () -> closed.run(RunMode.DEFAULT));
        assertThrows(IllegalStateException.class, () -> closed.timer(() -> {}));
        assertThrows(IllegalStateException.class, () -> closed.immediate(() -> {}));
        closed.post(() -> {});
    }

    @Test
    void aRunningLoopCannotBeClosed() {
        loop.immediate(loop::close);
        var error = assertThrows(IllegalStateException.class, this::run);
        assertTrue(error.getMessage().contains("stop()"), error.getMessage());
    }

    @Test
    void afterTheEndNewWorkCanBeAddedAndRun() {
        loop.immediate(say("first"));
        assertFalse(run());
        loop.immediate(say("second"));
        assertTrue(loop.alive());
        assertFalse(run());
        assertEquals(List.of("first", "second"), log);
    }

    @Test
    void aLoopThatWouldWaitForEverOnVirtualTimeSaysSo() {
        keepAlive();
        var error = assertThrows(IllegalStateException.class, this::run);
        assertTrue(error.getMessage().contains("for ever"), error.getMessage());
    }
}
