package dev.gyre.engine.v8internals.machinecode;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import dev.gyre.engine.Isolate;
import dev.gyre.engine.ScriptValue;
import dev.gyre.engine.TestEngine;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Fails where V8 has changed: then PromiseHooks has to learn its offsets anew, as docs/v8-internals.md tells. */
class PromiseHooksTest {
    private static final String HEAR = """
            globalThis.heard = [];
            globalThis.onPromise = () => {};
            (function hear(kind, promise, other, context) {
              'use strict';
              onPromise(kind, promise, other);
              return context;
            })""";

    private Isolate isolate;
    private PromiseHooks hooks;

    @BeforeEach
    void open() {
        TestEngine.start();
        isolate = Isolate.open(null);
        hooks = isolate.promiseHooks(isolate.run(HEAR, "test.js"));
        assertNotNull(hooks, "V8 is not as expected");
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
    void theFunctionHearsOfPromisesUntilItIsStopped() {
        run("""
                onPromise = (kind, promise, other) => heard.push(kind,
                    promise instanceof Promise, other === undefined ? '-' : other instanceof Promise ? 'p' : other);
                1""");
        hooks.start();
        run("(async () => { await new Promise((resolve) => resolve(7)); })(); 1");
        hooks.stop();
        run("Promise.resolve(); 1");
        assertEquals(
                "0,true,-,0,true,-,1,true,7,0,true,p,2,true,-,1,true,-,1,true,-,3,true,-",
                run("heard.join().replaceAll('undefined', '-')"));
    }

    @Test
    void compiledCodeIsHeardToo() {
        run("""
                globalThis.count = 0;
                onPromise = () => { count++; };
                globalThis.make = () => { for (let i = 0; i < 20000; i++) new Promise((resolve) => resolve(1)); };
                make(); make(); make();""");
        hooks.start();
        run("make()");
        hooks.stop();
        assertEquals("40000", run("String(count)"));
    }

    /** The collector moves the promises, the function and the contexts meanwhile. */
    @Test
    void garbageIsCollectedInTheFunction() {
        run("""
                globalThis.count = 0;
                let alive = [];
                onPromise = (kind, promise) => {
                  promise.number = count++;
                  alive.push({ promise });
                  if (count % 50 === 0) gc({ type: 'minor' });
                  if (count % 1000 === 0) { alive = []; gc(); }
                };
                globalThis.sum = 0;
                1""");
        hooks.start();
        run("""
                (async () => {
                  for (let i = 0; i < 1000; i++) {
                    const inner = async (value) => { await undefined; return [value]; };
                    sum += (await inner(i))[0];
                  }
                })(); 1""");
        hooks.stop();
        assertEquals("499500", run("String(sum)"));
    }

    @Test
    void anOverflowInTheFunctionIsThrownWhereThePromiseIsMade() {
        hooks.start();
        assertEquals("RangeError", run("""
                function deep() { new Promise(() => {}); deep(); }
                let name;
                try { deep(); } catch (error) { name = error.name; }
                name"""));
        hooks.stop();
    }
}
