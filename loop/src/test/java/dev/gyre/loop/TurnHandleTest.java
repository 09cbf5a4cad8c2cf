package dev.gyre.loop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

class TurnHandleTest extends VirtualLoop {
    @Test
    void callsIdlePrepareAndCheckOnceATurnInThatOrder() {
        loop.check(say("check")).start();
        loop.prepare(say("prepare")).start();
        loop.idle(say("idle")).start();
        turn();
        turn();
        assertEquals(List.of("idle", "prepare", "check", "idle", "prepare", "check"), log);
    }

    @Test
    void callsHandlesOfOnePhaseInStartOrder() {
        CheckHandle a = loop.check(say("a"));
        CheckHandle b = loop.check(say("b"));
        b.start();
        a.start();
        turn();
        assertEquals(List.of("b", "a"), log);
    }

    @Test
    void startingTwiceIsAsGoodAsOnce() {
        CheckHandle check = loop.check(say("check"));
        check.start();
        check.start();
        turn();
        assertEquals(List.of("check"), log);
        check.stop();
        assertFalse(loop.alive());
    }

    @Test
    void pollDoesNotWaitWhileAnIdleHandleIsStarted() {
        loop.timer(say("timer")).start(100);
        IdleHandle idle = loop.idle(say("idle"));
        idle.start();
        loop.run(RunMode.ONCE);
        assertEquals(0, time.lastTimeoutMs());
        idle.stop();
        loop.run(RunMode.ONCE);
        assertEquals(100, time.lastTimeoutMs());
        assertEquals(List.of("idle", "timer"), log);
    }

    @Test
    void anUnreferencedIdleHandleKeepsPollFromWaitingToo() {
        keepAlive();
        IdleHandle idle = loop.idle(() -> {});
        idle.start();
        idle.unref();
        loop.run(RunMode.ONCE);
        assertEquals(0, time.lastTimeoutMs());
    }

    @Test
    void prepareRunsBeforeTheWaitAndCheckAfterIt() {
        loop.prepare(() -> log.add("prepare@" + time.nowMs())).start();
        loop.check(() -> log.add("check@" + time.nowMs())).start();
        loop.timer(() -> {}).start(20);
        loop.run(RunMode.ONCE);
        assertEquals(List.of("prepare@0", "check@20"), log);
    }

    @Test
    void aHandleStoppedByAnEarlierOneIsNotCalled() {
        CheckHandle victim = loop.check(say("victim"));
        CheckHandle killer = loop.check(victim::stop);
        killer.start();
        victim.start();
        loop.check(say("last")).start();
        turn();
        assertEquals(List.of("last"), log);
    }

    @Test
    void aHandleThatStopsItselfIsNotCalledAgainAndOthersAre() {
        var self = new CheckHandle[1];
        self[0] = loop.check(() -> {
            log.add("self");
            self[0].stop();
        });
        self[0].start();
        loop.check(say("other")).start();
        turn();
        turn();
        assertEquals(List.of("self", "other", "other"), log);
    }

    @Test
    void aHandleStartedInItsOwnPhaseWaitsForTheNextTurn() {
        CheckHandle late = loop.check(say("late"));
        CheckHandle early = loop.check(() -> {
            log.add("early");
            late.start();
        });
        early.start();
        turn();
        assertEquals(List.of("early"), log);
        turn();
        assertEquals(List.of("early", "early", "late"), log);
    }

    @Test
    void aHandleRestartedInItsOwnPhaseGoesToTheEndAndIsNotCalledTwice() {
        var self = new CheckHandle[1];
        self[0] = loop.check(() -> {
            log.add("self");
            self[0].stop();
            self[0].start();
        });
        self[0].start();
        loop.check(say("other")).start();
        turn();
        turn();
        assertEquals(List.of("self", "other", "other", "self"), log);
        assertTrue(loop.alive());
    }

    @Test
    void checksRunBeforeImmediates() {
        loop.immediate(say("immediate"));
        loop.check(say("check")).start();
        turn();
        assertEquals(List.of("check", "immediate"), log);
    }
}
