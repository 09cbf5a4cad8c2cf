package dev.gyre.loop.watch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.gyre.loop.CallbackKind;
import dev.gyre.loop.Phase;
import dev.gyre.loop.Running;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ReportTest {
    private static final Frame OWN = new Frame("down", "/srv/app.js", 3, 10, true);

    private static Block block(CallbackKind kind, CallbackKind after, @Nullable String what, List<Frame> stack) {
        var running = new Running(1, Optional.of(Phase.POLL), kind, after, 0, 0);
        return new Block("main", running, what, 507_000_000, stack, Cause.COMPUTATION, "", false, false);
    }

    @Test
    void namesTheRequestInASentence() {
        Block block = block(CallbackKind.HTTP_REQUEST, CallbackKind.HTTP_REQUEST, "GET /a", List.of(OWN));
        assertEquals("""
                gyre: the event loop is blocked: an HTTP request (GET /a) has been running for 507 ms (poll phase)
                  where: down (/srv/app.js:3:10)
                  cause: code that runs without a pause
                """, Report.of(block));
    }

    @Test
    void speaksOfPromiseJobsInThePlural() {
        Block block = block(CallbackKind.PROMISE_JOB, CallbackKind.TIMER, null, List.of(OWN));
        assertTrue(Report.of(block).contains("promise jobs after a timer callback have been running for"));
    }

    @Test
    void countsCallsAtOnePlaceInsteadOfRepeatingThem() {
        Block block = block(CallbackKind.TIMER, CallbackKind.TIMER, null, List.of(OWN, OWN, OWN));
        assertTrue(Report.of(block).endsWith("    at down (/srv/app.js:3:10), 3 times\n"));
    }
}
