package dev.gyre.engine.v8internals;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.gyre.engine.Isolate;
import dev.gyre.engine.ScriptValue;
import dev.gyre.engine.TestEngine;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Fails where Javet's runtime or V8's native context have changed their form: then Contexts has to learn it anew. */
class ContextsTest {
    private Isolate isolate;

    @BeforeEach
    void open() {
        TestEngine.start();
        isolate = Isolate.open(null);
        isolate.setGlobal("newContext", isolate.function(_ -> isolate.newContext()));
    }

    @AfterEach
    void close() {
        isolate.close();
    }

    private String run(String source) {
        try (ScriptValue value = isolate.run(source, "test.js")) {
            return value.text();
        }
    }

    @Test
    void aContextHasItsOwnGlobalObjectAndBuiltIns() {
        assertNotNull(isolate.newContext());
        assertEquals("outside undefined false true true", run("""
                var name = 'outside';
                var realm = newContext();
                [name, typeof realm.name, realm.Array === Array, realm.eval('this') === realm,
                    realm.Function('return this')() === realm].join(' ')"""));
    }

    /** Else a context would be made from the main one, with all that is in it, in eight times the time. */
    @Test
    void aSnapshotHasAContextWithoutItsScripts() {
        byte[] snapshot;
        try (Isolate made = Isolate.openForSnapshot()) {
            made.run("var core = 1; Array.changed = true", "core.js").close();
            snapshot = made.snapshot();
        }
        assertEquals(2, ByteBuffer.wrap(snapshot).order(ByteOrder.LITTLE_ENDIAN).getInt());
        try (Isolate read = Isolate.open(snapshot)) {
            read.setGlobal("newContext", read.function(_ -> read.newContext()));
            try (ScriptValue value = read.run("""
                    var realms = [newContext(), newContext()];
                    [core, Array.changed, typeof realms[0].core, realms[0].Array.changed, typeof realms[1].core,
                        realms[0].Array === realms[1].Array, realms[1].eval('[] instanceof Array')].join(' ')""", "test.js")) {
                assertEquals("1 true undefined  undefined false true", value.text());
            }
        }
    }

    /** The fallback: node:vm runs in the main context then. */
    @Test
    void withTheCapabilityOffThereIsNoContext() {
        System.setProperty(V8Internals.PROPERTY, "contexts");
        try (Isolate other = isolate) {
            assertNull(other.newContext());
        } finally {
            System.clearProperty(V8Internals.PROPERTY);
            isolate = Isolate.open(null); // for close()
        }
    }

    @Test
    void theMainContextStaysTheOneThatJavaKnows() {
        run("var mark = 1; newContext(); newContext()");
        assertEquals("1 true", run("mark + ' ' + ([] instanceof Array)"));
        isolate.setGlobal("list", java.util.List.of(1, 2));
        assertEquals("true", run("String(list instanceof Array)"));
    }

    @Test
    void contextsThatNobodyUsesAreCollected() {
        run("for (let i = 0; i < 200; i++) newContext().big = new Array(100_000).fill(i); 1");
        isolate.heap().collectGarbage();
        isolate.heap().requestStatistics();
        run("1");
        double[] figures = isolate.heap().statistics();
        assertNotNull(figures);
        assertEquals(true, figures[9] < 10, "contexts left: " + figures[9]);
    }

    @Test
    void promisesOfAContextAreRejectedLikeOurs() {
        run("var told = []; function onReject(event) { told.push(event); }");
        isolate.onReject(isolate.global("onReject"));
        run("newContext().eval('Promise.reject(new Error()); 1')");
        assertEquals("0", run("told.join()"));
    }
}
