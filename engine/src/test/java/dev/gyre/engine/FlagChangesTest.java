package dev.gyre.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.gyre.engine.FlagChanges.Outcome;
import org.junit.jupiter.api.Test;

class FlagChangesTest {
    @Test
    void onlyFlagsThatV8ReadsAnewAreChanged() {
        TestEngine.start();
        try (Isolate isolate = Isolate.open(null)) {
            FlagChanges flags = Engine.flagChanges();
            // Natives syntax is on where cores are built, so it is put back as it was.
            boolean wasOn = isSyntax(isolate);
            assertEquals(Outcome.DONE, flags.set("allow-natives-syntax", null));
            isolate.run("%PerformMicrotaskCheckpoint()", "on.js").close();
            assertEquals(Outcome.DONE, flags.set("noallow_natives_syntax", null));
            assertThrows(ScriptException.class, () -> isolate.run("%PerformMicrotaskCheckpoint()", "off.js"));
            flags.set(wasOn ? "allow_natives_syntax" : "no-allow-natives-syntax", null);

            assertEquals(Outcome.VALUE_OF_SWITCH, flags.set("expose-gc", "1"));
            assertEquals(Outcome.NO_NUMBER, flags.set("stack-trace-limit", "many"));
            assertEquals(Outcome.DONE, flags.set("stack-size", "500"));
            assertEquals(Outcome.NOT_CHANGEABLE, flags.set("single-threaded", null));
            assertEquals(Outcome.UNKNOWN, flags.set("no-such-flag", null));
        }
    }

    private static boolean isSyntax(Isolate isolate) {
        try {
            isolate.run("%PerformMicrotaskCheckpoint()", "before.js").close();
            return true;
        } catch (ScriptException e) {
            return false;
        }
    }
}
