package dev.gyre.engine.v8internals;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.gyre.engine.Isolate;
import dev.gyre.engine.ScriptException;
import dev.gyre.engine.ScriptValue;
import dev.gyre.engine.TestEngine;
import org.junit.jupiter.api.Test;

/** Fails where Javet keeps its converter of thrown values elsewhere. */
class ThrownValuesTest {
    @Test
    void gettersOfAThrownObjectAreNotCalled() {
        TestEngine.start();
        assertTrue(ThrownValues.install());
        try (Isolate isolate = Isolate.open(null)) {
            isolate.run("var calls = 0", "test.js").close();
            assertThrows(
                    ScriptException.class,
                    () -> isolate.run("throw { get secret() { calls++; return 1; } }", "test.js")
                            .close());
            try (ScriptValue calls = isolate.run("String(calls)", "test.js")) {
                assertEquals("0", calls.text());
            }
        }
    }

    @Test
    void errorsAreDescribedForTheThreadThatAskedAlone() throws InterruptedException {
        TestEngine.start();
        try (Isolate isolate = Isolate.open(null)) {
            boolean before = isolate.describeErrors(true);
            try {
                assertEquals("mine", thrownIn(isolate, "mine"));
                var other = new String[] {"none"};
                Thread thread = Thread.ofPlatform().start(() -> {
                    try (Isolate second = Isolate.open(null)) {
                        other[0] = thrownIn(second, "other");
                    }
                });
                thread.join();
                assertNull(other[0]);
            } finally {
                isolate.describeErrors(before);
            }
            assertNull(thrownIn(isolate, "mine"));
        }
    }

    private static String thrownIn(Isolate isolate, String text) {
        return assertThrows(
                        ScriptException.class,
                        () -> isolate.run("throw new Error('" + text + "')", "test.js")
                                .close())
                .getMessage();
    }
}
