package dev.gyre.loop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

class RequestTest extends VirtualLoop {
    @Test
    void keepsTheLoopUntilItCompletes() {
        ExternalRequest<String> request = loop.request(outcome -> log.add(outcome.orThrow() + "@" + loop.nowMs()));
        time.at(40, () -> request.succeed("done"));
        assertTrue(request.isActive());
        assertFalse(run());
        assertFalse(request.isActive());
        assertEquals(List.of("done@40"), log);
    }

    @Test
    void completesInPollAndNeverAtOnce() {
        loop.defer(() -> {
            ExternalRequest<String> request = loop.request(_ -> log.add("completed"));
            request.succeed("x");
            log.add("pending");
        });
        loop.prepare(say("prepare")).start();
        loop.check(say("check")).start();
        turn();
        assertEquals(List.of("pending", "prepare", "completed", "check"), log);
    }

    @Test
    void completesOnce() {
        ExternalRequest<String> request = loop.request(outcome -> log.add(outcome.toString()));
        request.succeed("x");
        var error = assertThrows(IllegalStateException.class, () -> request.fail(new RuntimeException("late")));
        assertTrue(error.getMessage().contains("late"), error.getMessage());
        assertThrows(IllegalStateException.class, request::cancel);
        run();
        assertThrows(IllegalStateException.class, () -> request.succeed("y"));
        assertEquals(List.of("Success[value=x]"), log);
    }

    @Test
    void carriesFailureAndCancellation() {
        var cause = new RuntimeException("no");
        ExternalRequest<String> failing = loop.request(outcome -> {
            var error = assertThrows(IllegalStateException.class, outcome::orThrow);
            assertSame(cause, error.getCause());
            log.add(outcome.toString());
        });
        ExternalRequest<String> cancelled = loop.request(outcome -> {
            assertThrows(IllegalStateException.class, outcome::orThrow);
            log.add(outcome.toString());
        });
        failing.fail(cause);
        cancelled.cancel();
        run();
        assertEquals(List.of("Failure[error=" + cause + "]", "Cancelled[]"), log);
    }

    @Test
    void aRequestIsNotActiveInItsCallback() {
        var request = new ExternalRequest<?>[1];
        request[0] = loop.<String>request(_ -> log.add("active " + request[0].isActive() + ", alive " + loop.alive()));
        request[0].cancel();
        run();
        assertEquals(List.of("active false, alive false"), log);
    }
}
