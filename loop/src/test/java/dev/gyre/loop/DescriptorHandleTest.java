package dev.gyre.loop;

import static dev.gyre.loop.DescriptorHandle.HUP;
import static dev.gyre.loop.DescriptorHandle.IN;
import static dev.gyre.loop.DescriptorHandle.OUT;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Descriptors on virtual time: the test says which one is ready. */
class DescriptorHandleTest extends VirtualLoop {
    private static final int FD = 1000;

    @Test
    void callsBackInPollWithTheEventsItAskedFor() {
        DescriptorHandle handle = loop.descriptor(FD);
        handle.start(IN, events -> {
            log.add("ready " + events);
            handle.close();
        });
        time.at(10, () -> time.ready(FD, IN | OUT));
        assertFalse(run());
        assertEquals(List.of("ready " + IN), log);
        assertEquals(10, loop.nowMs());
    }

    @Test
    void aHangUpComesUnaskedButNotWithoutInterest() {
        DescriptorHandle handle = loop.descriptor(FD);
        handle.start(0, events -> {
            log.add("ready " + events);
            handle.close();
        });
        time.at(10, () -> time.ready(FD, HUP));
        time.at(20, () -> handle.interest(OUT));
        assertFalse(run());
        assertEquals(List.of("ready " + HUP), log);
        assertEquals(20, loop.nowMs());
    }

    @Test
    void aCallbackBeforeItsOwnCanStopIt() {
        DescriptorHandle second = loop.descriptor(FD + 1);
        DescriptorHandle first = loop.descriptor(FD);
        first.start(IN, _ -> {
            log.add("first");
            first.stop();
            second.stop();
        });
        second.start(IN, _ -> {
            log.add("second");
            first.stop();
            second.stop();
        });
        time.ready(FD, IN);
        time.ready(FD + 1, IN);
        run();
        assertEquals(1, log.size());
    }

    @Test
    void aSelectorHasNoDescriptors() {
        try (Loop real = Loop.open()) {
            var refusal = assertThrows(UnsupportedOperationException.class, () -> real.descriptor(FD));
            assertEquals(
                    "SelectorPoller knows channels only; descriptor 1000 needs another poller", refusal.getMessage());
        }
    }
}
