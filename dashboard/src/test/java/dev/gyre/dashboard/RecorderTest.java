package dev.gyre.dashboard;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What is kept of the loops. */
@Timeout(60)
class RecorderTest {
    @Test
    void delayGrowsWhileTheLoopIsPinnedAndEndsWithIt() throws Exception {
        try (var main = new LoopSubject(0, "main")) {
            var recorder = new Recorder(() -> List.of(main));
            recorder.look();
            main.hold();
            double delayMs = 0;
            double phaseMs = 0;
            long untilNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
            while (delayMs < 50) {
                recorder.look();
                Sample last = last(recorder);
                delayMs = last.delayMs();
                phaseMs += last.phaseMs()[4];
                assertTrue(System.nanoTime() < untilNs, "delay " + delayMs);
                Thread.onSpinWait();
            }
            assertTrue(phaseMs > 10, "the time in poll counts while the callback runs: " + phaseMs);
            assertEquals(5, last(recorder).phase(), "in poll, and not waiting");
            assertEquals(1, last(recorder).utilization(), 0.01);
            main.free();
            while (last(recorder).delayMs() > 40 || recorder.loops().getFirst().lateMs(System.nanoTime()) > 0) {
                recorder.look();
                assertTrue(System.nanoTime() < untilNs);
            }
        }
    }

    private static Sample last(Recorder recorder) {
        return recorder.loops().getFirst().samples().getLast();
    }

    @Test
    void thirtySecondsAreKeptAndWorkersThatEndedAreNot() throws Exception {
        try (var main = new LoopSubject(0, "main");
                var worker = new LoopSubject(1, "worker")) {
            var live = new ArrayList<LoopSubject>(List.of(main, worker));
            var recorder = new Recorder(() -> live);
            for (int i = 0; i < LoopHistory.SAMPLES + 10; i++) {
                recorder.look();
            }
            assertEquals(2, recorder.loops().size());
            assertEquals(
                    LoopHistory.SAMPLES, recorder.loops().getFirst().samples().size());
            live.remove(worker);
            recorder.look();
            assertEquals(1, recorder.loops().size());
            assertTrue(recorder.historyJson().startsWith("{\"loops\":[{\"id\":0,"), recorder.historyJson());
        }
    }
}
