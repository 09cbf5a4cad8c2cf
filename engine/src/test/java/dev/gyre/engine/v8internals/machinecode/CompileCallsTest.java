package dev.gyre.engine.v8internals.machinecode;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.gyre.engine.Isolate;
import dev.gyre.engine.ScriptValue;
import dev.gyre.engine.TestEngine;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Fails where V8 has changed: then CompileCalls has to learn its offsets anew, as docs/v8-internals.md tells. */
class CompileCallsTest {
    private static final String NAMES = "Object, 5, 'exports', 'require', 'module', '__filename', '__dirname'";
    private static final int CODE_AT = 1024;

    private final ByteBuffer memory = ByteBuffer.allocateDirect(1 << 20).order(ByteOrder.nativeOrder());
    private final long address = MemorySegment.ofBuffer(memory).address();
    private Isolate isolate;

    @BeforeEach
    void open() {
        TestEngine.start();
        isolate = Isolate.open(null);
        ScriptValue function = isolate.compileCall(address);
        assertNotNull(function, "V8 is not as expected");
        isolate.setGlobal("compile", function);
        isolate.setGlobal("other", isolate.newContext());
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
    void theFunctionHasItsParametersNameAndPlace() {
        assertEquals(
                "12,5,exports,file.js:2",
                run("(() => { const f = compile('return [exports + require + module, arguments.length,\\n"
                        + "new Error().stack.match(/file.js:[0-9]+/)]', 'file.js', " + NAMES + ");"
                        + "const [sum, length, line] = f(3, 4, 5, 6, 7);"
                        + "return [sum, length, /[(](\\w+)/.exec(f.toString())[1], line]; })()"));
    }

    @Test
    void textsOfTwoBytesAreSources() {
        assertEquals("日本é", run("compile('return \"日本é\"', '名.js', " + NAMES + ")()"));
    }

    @Test
    void aFunctionHasAsManyParametersAsAreGiven() {
        assertEquals("7", run("compile('return 7', 'x.js', Object, 0)()"));
        assertEquals("16", run("compile('', 'x.js', Object, 16, ...'abcdefghijklmnop').length"));
        assertEquals("p", run("compile('return p', 'x.js', Object, 16, ...'abcdefghijklmnop')(...'abcdefghijklmnop')"));
        assertEquals("undefined", run("compile('', '', Object, 1, '} {')")); // V8 throws nothing
    }

    @Test
    void aFunctionBelongsToTheContext() {
        assertEquals("true", run("compile('return []', 'x.js', other.Object, 0)() instanceof other.Array"));
        assertEquals("true", run("compile('return []', 'x.js', Reflect.apply, 0)() instanceof Array"));
        assertEquals("undefined", run("(() => { let a = 1; return compile('', '', () => a, 0); })()"));
        assertEquals(
                "true",
                run(
                        "(() => { try { compile('(', '', other.Object, 0); } catch (e) { return e instanceof other.SyntaxError; } })()"));
    }

    @Test
    void aSyntaxErrorIsThrown() {
        assertEquals(
                "SyntaxError: Unexpected end of input, then 3",
                run("(() => { let told; try { compile('a(', 'b.js', " + NAMES + ") } catch (e) { told = e; }"
                        + "return told + ', then ' + compile('return 3', 'c.js', " + NAMES + ")(); })()"));
    }

    @Test
    void manyAreCompiledWhileGarbageIsCollected() {
        assertEquals(
                "199990000",
                run("(() => { let sum = 0; const kept = []; for (let i = 0; i < 20_000; i++) {"
                        + "kept[i % 100] = compile(`const a = [${i}]; return () => a[0]`, `file${i}.js`, " + NAMES
                        + ")();"
                        + "sum += kept[i % 100](); } return sum; })()"));
    }

    /** As V8 runs it, not as it keeps it: a source that tells that it was not compiled again. */
    @Test
    void whatWasCompiledIsUsedWhereItIsOfThatSource() {
        byte[] code;
        try (ScriptValue function = isolate.compileFunction("return 'kept'", "file.js", parameters())) {
            code = isolate.codeCache(function);
        }
        assertEquals("kept", useCode(code, "return 'kept'"));
        assertEquals(0, memory.getInt(CompileCalls.CODE_IS_REJECTED_AT));
        assertEquals("kept", useCode(code, "return 'keep'"), "V8 compares the length only, so others have to look");
        assertEquals("others", useCode(code, "return 'others'"));
        assertNotEquals(0, memory.getInt(CompileCalls.CODE_IS_REJECTED_AT));
    }

    private String useCode(byte[] code, String source) {
        memory.put(CODE_AT, code);
        memory.putLong(CompileCalls.CODE_ADDRESS_AT, address + CODE_AT);
        memory.putInt(CompileCalls.CODE_LENGTH_AT, code.length);
        memory.putInt(CompileCalls.CODE_IS_REJECTED_AT, 0);
        memory.putLong(CompileCalls.USES_CODE_AT, 1);
        // V8 has the function of the first one in memory, unless the name is another.
        return run("compile(\"" + source + "\", 'other.js', " + NAMES + ")()");
    }

    private static String[] parameters() {
        return NAMES.replace("Object, 5, ", "").replace("'", "").split(", ");
    }

    @Test
    void anIsolateHasOneSuchFunction() {
        assertNull(isolate.compileCall(address));
    }
}
