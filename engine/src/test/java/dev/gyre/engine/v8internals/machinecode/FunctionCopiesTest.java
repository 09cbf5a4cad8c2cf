package dev.gyre.engine.v8internals.machinecode;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.gyre.engine.Isolate;
import dev.gyre.engine.ScriptValue;
import dev.gyre.engine.TestEngine;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Fails where V8 has changed: then FunctionCopies has to learn its offsets anew, as docs/v8-internals.md tells. */
class FunctionCopiesTest {
    private Isolate isolate;

    @BeforeEach
    void open() {
        TestEngine.start();
        isolate = Isolate.open(null);
        ScriptValue function = isolate.functionCopier();
        assertNotNull(function, "V8 is not as expected");
        isolate.setGlobal("copy", function);
        isolate.setGlobal("other", isolate.newContext());
        isolate.setGlobal(
                "compiled",
                isolate.compileFunction(
                        "let n = 0; return () => [n++, a, [] instanceof Array, this]", "x.js", "a", "b"));
    }

    @AfterEach
    void close() {
        isolate.close();
    }

    private String run(String script) {
        try (ScriptValue value = isolate.run("String(" + script + ")", "test.js")) {
            return value.text();
        }
    }

    @Test
    void aCopyBelongsToTheOtherContext() {
        assertEquals("true", run("copy(compiled, other.Object).constructor === other.Function"));
        assertEquals("true", run("copy(compiled, other.Object).call(7)()[3] instanceof other.Number"));
        assertEquals("true", run("copy(compiled, Reflect.apply) instanceof Function"));
        assertEquals("2", run("copy(compiled, other.Object).length"));
    }

    @Test
    void copiesShareNothingButTheirCode() {
        assertEquals("false", run("copy(compiled, other.Object) === copy(compiled, other.Object)"));
        assertEquals(
                "0,1,0",
                run("(() => { const one = copy(compiled, other.Object)(), two = copy(compiled, Object)();"
                        + " return [one()[0], one()[0], two()[0]]; })()"));
    }

    /** V8 compiles callers, and what the copies do is optimized for each context alone. */
    @Test
    void optimizedCodeMakesTheSameCopies() {
        assertEquals(
                "true",
                run("(() => { let ok = true; for (let i = 0; i < 100_000; i++) {"
                        + " const to = i % 2 === 0 ? Object : other.Object;"
                        + " const inner = copy(compiled, to)(i);"
                        + " ok &&= inner()[1] === i && inner()[0] === 1 && inner.constructor === to.constructor; }"
                        + " return ok; })()"));
    }

    @Test
    void aFunctionInsideOfOthersNamesNoContext() {
        assertEquals("undefined", run("(() => { let a = 1; return copy(compiled, () => a); })()"));
    }

    @Test
    void anIsolateHasOneSuchFunction() {
        assertNull(isolate.functionCopier());
    }
}
