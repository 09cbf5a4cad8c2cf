package dev.gyre.engine.v8internals.machinecode;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.gyre.engine.Isolate;
import dev.gyre.engine.ScriptValue;
import dev.gyre.engine.TestEngine;
import dev.gyre.engine.v8internals.V8Internals;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Fails where V8 has changed: then Interceptors has to learn its structures anew, as docs/v8-internals.md tells. */
class InterceptorsTest {
    /** An object for each global object, and nothing of V8's where there is none. */
    private static final String FUNCTIONS = """
            'use strict';
            globalThis.objects = new WeakMap();
            globalThis.heard = [];
            const keyOf = (key) => (typeof key === 'number' ? key >>> 0 : key);
            globalThis.functions = {
              get(global, key) {
                const object = objects.get(global);
                return object !== undefined && keyOf(key) in object ? object[keyOf(key)] : functions.get;
              },
              set(global, key, value) {
                const object = objects.get(global);
                if (object === undefined) return functions.set;
                object[keyOf(key)] = value;
                return true;
              },
              query(global, key) {
                const object = objects.get(global);
                return object !== undefined && Object.hasOwn(object, keyOf(key)) ? 0 : functions.query;
              },
              describe(global, key) {
                const object = objects.get(global);
                return object === undefined ? functions.describe :
                  Object.getOwnPropertyDescriptor(object, keyOf(key)) ?? functions.describe;
              },
              delete(global, key) {
                const object = objects.get(global);
                if (object === undefined) return functions.delete;
                return Reflect.deleteProperty(object, keyOf(key)) ? functions.delete : false;
              },
              enumerate(global, ofIndexes) {
                const object = objects.get(global);
                if (object === undefined) return functions.enumerate;
                const keys = Reflect.ownKeys(object);
                return ofIndexes ? keys.filter((key) => key >>> 0 == key).map(Number) : keys.filter((key) => !(key >>> 0 == key));
              },
              define(global, key, flags, value, get, set) {
                const object = objects.get(global);
                if (object === undefined) return functions.define;
                heard.push(flags.toString(2), typeof value, typeof get, typeof set);
                return Reflect.defineProperty(object, keyOf(key), flags & 64 ? { value } : { get, set: flags & 256 ? set : undefined });
              },
            };
            1""";

    private Isolate isolate;

    @BeforeEach
    void open() {
        TestEngine.start();
        isolate = Isolate.open(null);
        assertTrue(begin(isolate), "V8 is not as expected");
    }

    private static boolean begin(Isolate one) {
        one.run(FUNCTIONS, "functions.js").close();
        List<ScriptValue> functions = Stream.of("get", "set", "query", "describe", "delete", "enumerate", "define")
                .map(name -> one.run("functions." + name, "test.js"))
                .toList();
        one.setGlobal("newContext", one.function(_ -> one.newInterceptedContext()));
        return one.interceptBy(functions);
    }

    @AfterEach
    void close() {
        isolate.close();
    }

    private String run(String source) {
        return run(isolate, source);
    }

    private static String run(Isolate one, String source) {
        try (ScriptValue value = one.run(source, "test.js")) {
            return value.text();
        }
    }

    @Test
    void readsAndWritesOfAContextReachItsObject() {
        assertEquals("1 2 3 undefined true,object,undefined", run("""
                const object = { a: 1 };
                var realm = newContext();
                objects.set(realm, object);
                const one = realm.eval('a');
                realm.eval('b = a + 1; var c = 3; globalThis[7] = 5');
                [one, object.b, object.c, typeof b,
                  [realm.eval('new Function("return this")() === globalThis && this === globalThis'), typeof realm.Array.prototype,
                   realm.eval('typeof nobody')]].join(' ')"""));
    }

    @Test
    void everyKindOfAccessIsAsked() {
        run("""
                const object = { a: 1, 0: 'zero', 4294967294: 'last' };
                Object.defineProperty(object, 'fixed', { value: 9 });
                var realm = newContext();
                objects.set(realm, object);
                1""");
        assertEquals("true,false,last,zero", run("['a' in realm, 'q' in realm, realm[4294967294], realm[0]].join()"));
        assertEquals(
                "0,4294967294,a,b,fixed",
                run("realm.b = 2; Object.keys(realm).sort().filter((key) => key !== 'gc').join()"));
        assertEquals("false,true,undefined", run("[delete realm.fixed, delete realm.b, typeof object.b].join()"));
        assertEquals("2", run("object.b = 2; String(Object.getOwnPropertyDescriptor(realm, 'b').value)"));
        run("Object.defineProperty(realm, 'got', { get() { return 6; }, enumerable: true }); 1");
        assertEquals("10000011,number,function,number 6", run("heard.splice(0).join() + ' ' + object.got"));
        run("Object.defineProperty(realm, 'v', { value: 'v', writable: true, configurable: false }); 1");
        assertEquals("1111000,string,number,number v", run("heard.splice(0).join() + ' ' + object.v"));
    }

    @Test
    void whatAFunctionThrowsIsThrownWhereThePropertyWasLookedFor() {
        assertEquals("Error: mine,Error: mine,1", run("""
                var realm = newContext();
                objects.set(realm, { get x() { throw new Error('mine'); }, set x(value) { throw new Error('mine'); }, y: 1 });
                [realm.eval('try { x; } catch (e) { String(e); }'), realm.eval('try { x = 1; } catch (e) { String(e); }'),
                  realm.eval('y')].join()"""));
    }

    /** The collector moves keys, values, functions and contexts meanwhile. */
    @Test
    void garbageIsCollectedInTheFunctions() {
        assertEquals("4950,100", run("""
                var realm = newContext();
                let alive = [];
                objects.set(realm, new Proxy({}, {
                  has: (target, key) => { if (key === 'gc') return false; alive.push({ key }); gc({ type: 'minor' }); return key in target; },
                  get: (target, key) => { if (alive.length % 50 === 0) { alive = []; gc(); } return target[key]; },
                  set: (target, key, value) => { gc({ type: 'minor' }); target[key] = value; return true; },
                }));
                realm.eval(`
                  var sum = 0;
                  var count = 0;
                  for (let i = 0; i < 100; i++) { sum = sum + i; globalThis['k' + i] = [i]; count += globalThis['k' + i].length; }
                  [sum, count].join()`)"""));
    }

    @Test
    void compiledCodeAsksToo() {
        assertEquals("30000,30001", run("""
                const object = { n: 1 };
                var realm = newContext();
                objects.set(realm, object);
                realm.eval('function add() { let sum = 0; for (let i = 0; i < 10000; i++) sum += n; return sum; }');
                const f = realm.eval('add');
                let sum = f() + f() + f();
                object.n = 3.0001;
                [sum, Math.round(f())].join()"""));
    }

    @Test
    void theEndOfTheStackIsAnError() {
        assertEquals("RangeError", run("""
                var realm = newContext();
                objects.set(realm, { get deep() { return realm.eval('deep'); } });
                realm.eval('try { deep } catch (e) { e.name }')"""));
    }

    @Test
    void contextsWithoutAnObjectAreV8s() {
        assertEquals("1,number", run("var realm = newContext(); [realm.eval('var q = 1; q'), typeof realm.q].join()"));
    }

    @Test
    void otherIsolatesOfTheProcessAreInterceptedByTheirOwnFunctions() {
        try (Isolate other = Isolate.open(null)) {
            assertTrue(begin(other));
            run("var realm = newContext(); objects.set(realm, { name: 'first' })");
            run(other, "var realm = newContext(); objects.set(realm, { name: 'second' })");
            assertEquals("first", run("realm.eval('name')"));
            assertEquals("second", run(other, "realm.eval('name')"));
        }
        assertEquals("first", run("realm.eval('name')"));
    }

    /** V8 ends a process that writes a snapshot with functions in its interceptors. */
    @Test
    void snapshotsAreMadeWhereNoIsolateIsIntercepted() {
        try (Isolate made = Isolate.openForSnapshot()) {
            assertThrows(IllegalStateException.class, made::snapshot);
        }
        isolate.close();
        try (Isolate made = Isolate.openForSnapshot()) {
            assertTrue(made.snapshot().length > 0);
        }
        open();
        assertEquals("1", run("var realm = newContext(); objects.set(realm, { a: '1' }); realm.eval('a')"));
    }

    /** The fallback: node:vm uses proxies then. */
    @Test
    void withTheCapabilityOffThereIsNoInterceptor() {
        System.setProperty(V8Internals.PROPERTY, "interceptors");
        try (Isolate other = Isolate.open(null)) {
            assertFalse(begin(other));
        } finally {
            System.clearProperty(V8Internals.PROPERTY);
        }
    }
}
