package dev.gyre.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class CodeCacheHeadTest {
    private static final String NAME = "test.js";

    /** A function that is compiled only when it is called, with enough in it to be seen in the size of the code. */
    private static final String SOURCE = "function f(a) { "
            + "a = [a, a + 1, { a, text: 'text' }, () => a].length + a;".repeat(200) + " return a; }";

    @BeforeAll
    static void startEngine() {
        TestEngine.start();
    }

    @Test
    void codeOfAnotherProcessesFlagsIsTakenOnceItIsAdopted() {
        byte[] code = codeWithFunction();
        code[12] ^= 1; // the flags
        assertFalse(isTaken(code.clone()), "V8 looks at the flags");
        try (Isolate isolate = Isolate.open(null)) {
            assertTrue(CodeCacheHead.of(isolate).adopt(code));
        }
        assertTrue(isTaken(code));
    }

    @Test
    void codeOfAnotherVersionOrSnapshotIsNotAdopted() {
        for (int at : new int[] {0, 4, 16}) {
            byte[] code = codeWithFunction();
            byte[] before = code.clone();
            code[at] ^= 1;
            before[at] ^= 1;
            try (Isolate isolate = Isolate.open(null)) {
                assertFalse(CodeCacheHead.of(isolate).adopt(code), "byte " + at);
            }
            assertEquals(
                    java.util.HexFormat.of().formatHex(before),
                    java.util.HexFormat.of().formatHex(code));
        }
    }

    @Test
    void whatIsTooShortIsNotAdopted() {
        try (Isolate isolate = Isolate.open(null)) {
            assertFalse(CodeCacheHead.of(isolate).adopt(new byte[19]));
        }
    }

    private static byte[] codeWithFunction() {
        try (Isolate isolate = Isolate.open(null);
                CachedScript script = isolate.compile(SOURCE, NAME, null)) {
            script.run().close();
            isolate.run("f(1)", "call.js").close();
            return script.codeCache();
        }
    }

    /** Whether the function is compiled although nobody has called it. */
    private static boolean isTaken(byte[] code) {
        try (Isolate isolate = Isolate.open(null);
                CachedScript script = isolate.compile(SOURCE, NAME, code)) {
            return script.codeCache().length > code.length / 2;
        }
    }
}
