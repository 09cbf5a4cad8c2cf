package dev.gyre.engine.v8internals;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.gyre.engine.Isolate;
import dev.gyre.engine.ScriptValue;
import dev.gyre.engine.TestEngine;
import org.junit.jupiter.api.Test;

class ScriptFunctionsTest {
    private static final String RUN = """
            globalThis.thrown = {};
            globalThis.run = (text) => {
              const script = compile(text, 'some script');
              if (typeof script !== 'function') return typeof script;
              try {
                return String(%Call(script, globalThis));
              } catch (error) {
                return error === thrown ? 'thrown' : error.stack.split('\\n', 2).join();
              }
            };
            """;

    @Test
    void aScriptsFunctionRunsItAsV8Does() {
        TestEngine.start();
        try (Isolate isolate = Isolate.open(null)) {
            isolate.setGlobal(
                    "compile", isolate.function(args -> isolate.compileScript(args.requiredString(0), args.string(1))));
            isolate.run(RUN, "run.js").close();
            assertEquals("1", run(isolate, "let a = 1; const b = 2; var c = 3; function f() { return a; } a"));
            assertEquals("7", run(isolate, "a + b + c + f()"));
            assertEquals("number", run(isolate, "typeof globalThis.c"));
            assertEquals("undefined", run(isolate, "typeof globalThis.a"));
            assertEquals("true", run(isolate, "'use strict'; this === globalThis"));
            assertEquals("thrown", run(isolate, "throw thrown"));
            assertEquals("ReferenceError: missing is not defined,    at some script:2:1", run(isolate, "\nmissing"));
            assertEquals(
                    "SyntaxError: Identifier 'a' has already been declared",
                    run(isolate, "let a").replaceFirst(",.*", ""));
            assertEquals("1", run(isolate, "a"));
        }
    }

    private static String run(Isolate isolate, String text) {
        isolate.setGlobal("text", text);
        try (ScriptValue value = isolate.run("run(text)", "test.js")) {
            return value.text();
        }
    }
}
