package dev.gyre.engine.v8internals.machinecode;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.gyre.engine.Isolate;
import dev.gyre.engine.ScriptValue;
import dev.gyre.engine.TestEngine;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Fails where V8 has changed: then ImportCallback has to learn its offsets anew, as docs/v8-internals.md tells. */
class ImportCallbackTest {
    private static final String ANSWER = """
            'use strict';
            globalThis.onImport = () => {};
            (function answer(name, specifier, phase, global, count, ...pairs) {
              const value = onImport(name, specifier, phase, global, count, pairs);
              return (async () => value)();
            })""";

    private Isolate isolate;

    @BeforeEach
    void open() {
        TestEngine.start();
        isolate = Isolate.open(null);
        assertTrue(isolate.answerImports(isolate.run(ANSWER, "test.js")), "V8 is not as expected");
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
    void theFunctionIsToldWhoImportsWhat() {
        run("""
                globalThis.told = [];
                onImport = (name, specifier, phase, global, count, pairs) => {
                  told.push([name, specifier, phase, global === globalThis, count, pairs.join('+')].join());
                };
                import('a');
                eval("import('b', { with: { type: 'json' } })");
                new Function("import(5, { with: { a: '1', b: '2' } })")();
                1""");
        assertEquals(
                "test.js,a,2,true,0, test.js,b,2,true,2,type+json test.js,5,2,true,4,a+1+b+2", run("told.join(' ')"));
    }

    @Test
    void noMoreAttributesThanSixteenStringsArePassed() {
        run("""
                onImport = (name, specifier, phase, global, count, pairs) => {
                  globalThis.told = [count, pairs.length, pairs.at(-1)].join();
                };
                const options = (count) => ({ with: Object.fromEntries(Array.from({ length: count }, (_, i) => ['k' + i, 'v' + i])) });
                import('a', options(8));
                globalThis.first = told;
                import('a', options(5000));
                1""");
        assertEquals("16,16,v7 10000,16,v7", run("first + ' ' + told"));
    }

    @Test
    void thePromiseIsThatOfTheFunction() {
        run(
                "onImport = (name, specifier) => specifier + '!'; import('a').then((value) => { globalThis.got = value; }); 1");
        assertEquals("a!", run("got"));
    }

    @Test
    void whatTheFunctionThrowsIsThrownByTheImport() {
        assertEquals(
                "no",
                run(
                        "onImport = () => { throw new Error('no'); }; let told; try { import('a'); } catch (e) { told = e.message; } told"));
    }

    /** Without a call of the function: V8 rejects the promise by itself. */
    @Test
    void aSpecifierThatIsNoStringRejects() {
        run("import(Symbol()).catch((error) => { globalThis.got = error.name; }); 1");
        assertEquals("TypeError", run("got"));
    }

    /** The collector moves contexts, promises and functions meanwhile. */
    @Test
    void garbageIsCollectedInTheFunction() {
        run("""
                onImport = (name, specifier) => {
                  let alive = [];
                  for (let i = 0; i < 200; i++) alive.push(new Array(200).fill({ i }));
                  return alive.length + specifier.length;
                };
                globalThis.sum = 0;
                const load = (text) => {
                  const here = { text };
                  const promise = eval("import(here.text)");
                  if (here.text !== text) throw new Error('another context');
                  return promise;
                };
                for (let i = 0; i < 3000; i++) load('x'.repeat(i % 7)).then((value) => { sum += value; });
                1""");
        assertEquals("608994", run("String(sum)"));
    }

    @Test
    void aStackThatEndsInTheFunctionIsAnErrorOfTheImport() {
        assertEquals("RangeError", run("""
                        let told = 'none';
                        const dive = () => { import('a'); dive(); };
                        try { dive(); } catch (error) { told = error.name; }
                        told"""));
    }
}
