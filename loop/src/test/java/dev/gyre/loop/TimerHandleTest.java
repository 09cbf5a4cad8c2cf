package dev.gyre.loop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class TimerHandleTest extends VirtualLoop {
    @Test
    void firesTimersInDeadlineOrder() {
        loop.timer(sayWhen("late")).start(30);
        loop.timer(sayWhen("early")).start(10);
        loop.timer(sayWhen("middle")).start(20);
        assertFalse(run());
        assertEquals(List.of("early@10", "middle@20", "late@30"), log);
    }

    @Test
    void firesEqualDeadlinesInStartOrder() {
        TimerHandle first = loop.timer(say("first"));
        TimerHandle second = loop.timer(say("second"));
        second.start(10);
        first.start(10);
        run();
        assertEquals(List.of("second", "first"), log);
    }

    @Test
    void startingAgainGoesToTheEndOfEqualDeadlines() {
        TimerHandle a = loop.timer(say("a"));
        a.start(10);
        loop.timer(say("b")).start(10);
        a.start(10);
        run();
        assertEquals(List.of("b", "a"), log);
    }

    @Test
    void firesOnceUnlessItRepeats() {
        TimerHandle timer = loop.timer(say("tick"));
        timer.start(5);
        run();
        assertEquals(List.of("tick"), log);
        assertFalse(timer.isActive());
    }

    @Test
    void repeatsUntilItIsStopped() {
        var timer = new TimerHandle[1];
        timer[0] = loop.timer(() -> {
            sayWhen("tick").run();
            if (log.size() == 3) {
                timer[0].stop();
            }
        });
        timer[0].start(10, 5);
        run();
        assertEquals(List.of("tick@10", "tick@15", "tick@20"), log);
    }

    @Test
    void aZeroTimeoutFiresInTheNextTimersPhaseNotInThisOne() {
        loop.timer(() -> {
                    log.add("outer");
                    loop.immediate(say("immediate"));
                    loop.timer(say("inner")).start(0);
                })
                .start(0);
        run();
        assertEquals(List.of("outer", "immediate", "inner"), log);
    }

    @Test
    void aTimerThatRestartsItselfWithZeroDoesNotHoldThePhase() {
        var timer = new TimerHandle[1];
        timer[0] = loop.timer(() -> {
            log.add("timer");
            timer[0].start(0);
        });
        timer[0].start(0);
        loop.immediate(say("immediate"));
        loop.immediate(loop::stop);
        run();
        assertEquals(List.of("timer", "immediate", "timer"), log);
    }

    @Test
    void aTimerStoppedByAnEarlierOneOfTheSamePhaseDoesNotFire() {
        TimerHandle victim = loop.timer(say("victim"));
        loop.timer(victim::stop).start(10);
        victim.start(10);
        assertFalse(run());
        assertEquals(List.of(), log);
    }

    @Test
    void deadlinesCountFromTheCachedTime() {
        loop.immediate(() -> {
            time.advanceMs(50);
            loop.timer(sayWhen("timer")).start(60);
        });
        run();
        assertEquals(List.of("timer@60"), log);
    }

    @Test
    void updateTimeMovesTheCachedTime() {
        loop.immediate(() -> {
            time.advanceMs(50);
            assertEquals(0, loop.nowMs());
            loop.updateTime();
            assertEquals(50, loop.nowMs());
            loop.timer(sayWhen("timer")).start(60);
        });
        run();
        assertEquals(List.of("timer@110"), log);
    }

    @Test
    void aTimerOverdueFiresLateButInOrder() {
        loop.timer(sayWhen("b")).start(20);
        loop.timer(sayWhen("a")).start(10);
        loop.immediate(() -> time.advanceMs(100));
        run();
        assertEquals(List.of("a@100", "b@100"), log);
    }

    @Test
    void callbackTimeIsTakenOffTheWait() {
        loop.timer(() -> time.advanceMs(30)).start(10);
        loop.timer(sayWhen("next")).start(50);
        run();
        assertEquals(List.of("next@50"), log);
        assertEquals(10, time.lastTimeoutMs());
    }

    @Test
    void againRestartsWithTheRepeat() {
        TimerHandle timer = loop.timer(sayWhen("tick"));
        assertThrows(IllegalStateException.class, timer::again);
        timer.start(10, 40);
        timer.again();
        assertEquals(40, timer.dueInMs());
        loop.timer(timer::close).start(50);
        run();
        assertEquals(List.of("tick@40"), log);
    }

    @Test
    void againDoesNothingToATimerWithoutRepeat() {
        TimerHandle timer = loop.timer(sayWhen("tick"));
        timer.start(10);
        timer.again();
        run();
        assertEquals(List.of("tick@10"), log);
    }

    @Test
    void theRepeatCanBeChanged() {
        TimerHandle timer = loop.timer(sayWhen("tick"));
        timer.start(10, 10);
        loop.timer(() -> timer.repeatMs(100)).start(15);
        loop.timer(timer::close).start(130);
        run();
        assertEquals(List.of("tick@10", "tick@20", "tick@120"), log);
        assertEquals(100, timer.repeatMs());
    }

    @Test
    void aTimerIsDueInZeroWhenItIsNotStarted() {
        TimerHandle timer = loop.timer(say("never"));
        assertEquals(0, timer.dueInMs());
        timer.start(7);
        assertEquals(7, timer.dueInMs());
        timer.stop();
        assertEquals(0, timer.dueInMs());
    }

    @Test
    void anEndlessTimeoutDoesNotOverflow() {
        TimerHandle timer = loop.timer(say("never"));
        time.advanceMs(10);
        loop.updateTime();
        timer.start(Long.MAX_VALUE);
        assertTrue(timer.dueInMs() > Long.MAX_VALUE / 2);
        turn();
        assertEquals(List.of(), log);
    }

    @Test
    void refusesNegativeTimesAndNamesThem() {
        TimerHandle timer = loop.timer(say("never"));
        var error = assertThrows(IllegalArgumentException.class, () -> timer.start(-1));
        assertEquals("timeoutMs is -1; it must be 0 or more", error.getMessage());
        assertThrows(IllegalArgumentException.class, () -> timer.start(1, -5));
        assertThrows(IllegalArgumentException.class, () -> timer.repeatMs(-5));
        assertFalse(timer.isActive());
    }

    @Test
    void keepsOrderOverThousandsOfStartsAndStops() {
        var random = new Random(42);
        var timers = new ArrayList<TimerHandle>();
        var deadlines = new ArrayList<Long>();
        for (int i = 0; i < 2000; i++) {
            timers.add(loop.timer(() -> deadlines.add(loop.nowMs())));
        }
        int started = 0;
        for (int i = 0; i < 6000; i++) {
            TimerHandle timer = timers.get(random.nextInt(timers.size()));
            if (random.nextInt(3) == 0) {
                started -= timer.isActive() ? 1 : 0;
                timer.stop();
            } else {
                started += timer.isActive() ? 0 : 1;
                timer.start(random.nextInt(500));
            }
        }
        run();
        assertEquals(started, deadlines.size());
        assertEquals(deadlines.stream().sorted().toList(), deadlines);
    }
}
