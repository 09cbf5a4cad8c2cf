package dev.gyre.engine.v8internals.machinecode;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.gyre.engine.Isolate;
import dev.gyre.engine.ScriptTerminatedException;
import dev.gyre.engine.ScriptValue;
import dev.gyre.engine.TestEngine;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Fails where V8 has changed: then LoopChecks has to learn its place anew, as docs/v8-internals.md tells. */
@Timeout(120)
class LoopChecksTest {
    /** Not endless, lest the test never ends: without checks the loop runs to its end. */
    private static final String LOOP = """
            globalThis.hasEnded = false;
            function spin(rounds) {
              for (let i = 0; i < rounds; i++) new Array(1000).fill(1);
            }
            %PrepareFunctionForOptimization(spin);
            spin(1000);
            %OptimizeFunctionOnNextCall(spin);
            spin(1000);
            String((%GetOptimizationStatus(spin) & 32) !== 0)""";

    private static String text(Isolate isolate, String source) {
        try (ScriptValue value = isolate.run(source, "test.js")) {
            return value.text();
        }
    }

    @Test
    void anOptimizedLoopAroundAShortOneCanBeEnded() throws InterruptedException {
        TestEngine.start();
        try (Isolate isolate = Isolate.open(null)) {
            var running = new CountDownLatch(1);
            isolate.setGlobal("running", isolate.function(_ -> {
                running.countDown();
                return null;
            }));
            assertEquals("true", text(isolate, LOOP), "the loop is optimized");
            var ending = new Thread(() -> {
                try {
                    running.await();
                    isolate.terminate();
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
            });
            ending.start();
            assertThrows(
                    ScriptTerminatedException.class,
                    () -> isolate.run("running(); spin(20_000_000); hasEnded = true;", "test.js"));
            ending.join();
            isolate.resumeAfterTermination();
            assertEquals("false", text(isolate, "String(hasEnded)"), "the loop ran to its end");
        }
    }
}
