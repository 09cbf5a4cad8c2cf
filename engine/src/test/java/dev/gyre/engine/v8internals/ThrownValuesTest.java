package dev.gyre.engine.v8internals;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
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
        assertTrue(ThrownValues.open().isOn());
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
    void offItChangesNothing() {
        ThrownValues off = ThrownValues.off();
        off.copy(0);
        assertFalse(off.isOn());
    }
}
