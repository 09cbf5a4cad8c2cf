package dev.gyre.engine.v8internals;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import dev.gyre.engine.Isolate;
import dev.gyre.engine.ScriptValue;
import dev.gyre.engine.TestEngine;
import org.junit.jupiter.api.Test;

/** Fails where V8 has its extras binding in another slot: then ContinuationSlot has to count anew. */
class ContinuationSlotTest {
    @Test
    void theValueIsCarriedThroughPromisesAndAwaits() {
        TestEngine.start();
        try (Isolate isolate = Isolate.open(null)) {
            ScriptValue extras = isolate.extras();
            assertNotNull(extras);
            isolate.setGlobal("extras", extras);
            isolate.run("""
                    var seen = [];
                    const { getContinuationPreservedEmbedderData: get, setContinuationPreservedEmbedderData: set } = extras;
                    set('kept');
                    Promise.resolve().then(() => seen.push('then ' + get()));
                    (async () => { await 1; seen.push('await ' + get()); })();
                    set('other');
                    %PerformMicrotaskCheckpoint();""", "test.js").close();
            try (ScriptValue seen = isolate.run("seen.join()", "test.js")) {
                assertEquals("then kept,await kept", seen.text());
            }
        }
    }
}
