package dev.gyre.engine.v8internals;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.gyre.engine.Isolate;
import dev.gyre.engine.ScriptValue;
import dev.gyre.engine.TestEngine;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Fails where V8's heap has changed its form: then HeapStrings has to learn it anew. */
class HeapStringsTest {
    /** The module's {@code peek(address)} answers the 64 bits there, as a number. */
    private static final String SETUP = """
            const bytes = new Uint8Array(512);
            for (let i = 0; i < 256; i++) bytes[256 + i] = i;
            const sample = new Uint8Array(bytes.buffer, 256, 256);
            const words = new Float64Array(bytes.buffer, 0, 6);
            words.set([40, 131, 64, 203, 256, 256]);
            const text = (length) => String.fromCharCode.apply(undefined, sample.subarray(0, length));
            const module = new WebAssembly.Module(new Uint8Array([
              0, 0x61, 0x73, 0x6d, 1, 0, 0, 0, // version 1
              1, 6, 1, 0x60, 1, 0x7c, 1, 0x7c, // type: f64 -> f64
              3, 2, 1, 0,
              5, 4, 1, 5, 1, 2, // a memory with addresses of 64 bits, one page or two
              7, 17, 2, 6, 0x6d, 0x65, 0x6d, 0x6f, 0x72, 0x79, 2, 0, 4, 0x70, 0x65, 0x65, 0x6b, 0, 0, // memory, peek
              10, 11, 1, 9, 0, 0x20, 0, 0xb1, 0x29, 3, 0, 0xba, 0x0b,
            ]));
            const instance = new WebAssembly.Instance(module);
            const memory = new Uint8Array(instance.exports.memory.buffer);
            const box = [text(40), text(131), %AllocateByteArray(64), %AllocateByteArray(203), sample, instance];
            """;

    private Isolate isolate;
    private boolean isOpen;

    @BeforeEach
    void setUp() {
        TestEngine.start();
        isolate = Isolate.open(null);
        isolate.setGlobal("open", isolate.function(args -> isOpen = Isolate.openHeapStrings(args)));
        isolate.setGlobal("widen", isolate.function(Isolate::widenHeapStrings));
        run(SETUP);
    }

    @AfterEach
    void close() {
        isolate.close();
    }

    private void run(String source) {
        isolate.run(source, "test.js").close();
    }

    private String textOf(String source) {
        try (ScriptValue value = isolate.run("String(" + source + ")", "test.js")) {
            return value.text();
        }
    }

    @Test
    void theModuleSeesStringsAndBytesInTheBox() {
        run("open(box, bytes.buffer, memory.buffer)");
        assertTrue(isOpen);
        run("const known = Array.from(new BigInt64Array(memory.buffer, 0, 5), Number)");
        assertEquals("true", textOf("widen(box, memory.buffer)"));
        run("""
                const { peek } = instance.exports;
                const type = (i) => Math.floor(peek(peek(element(i) - 1) + 7) / 2 ** 32) % 65536;
                const element = (i) => peek(peek(peek(known[0]) + 15) + 15 + 8 * i);
                const isText = (i, length) => peek(element(i) - 1) === known[1] &&
                  peek(element(i) + 7) === length * 2 ** 32 + known[3] &&
                  peek(element(i) + 15) === peek(peek(element(4) + 71));
                const isRaw = (i, length) => peek(element(i) - 1) === known[2] && peek(element(i) + 7) === length * 2 ** 32;
                const all = () => [isText(0, 40), isText(1, 131), isRaw(2, 64), isRaw(3, 203)].join();
                """);
        assertEquals("true,true,true,true", textOf("all()"));
        assertEquals("true,false,false", textOf("[4, 0, 5].map((i) => type(i) === known[4])"));
        assertEquals("false", textOf("widen(box, memory.buffer)")); // it is no memory of the module's any more
        run("gc(); gc({ type: 'minor' })"); // they are elsewhere now
        assertEquals("true,true,true,true", textOf("all()"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "box.push(1)",
                "box[0] = '\\u20ac'.repeat(10)",
                "box[1] = text(130)",
                "box[1] = text(130) + 'x'",
                "box[2] = text(64)",
                "box[3] = %AllocateByteArray(204)",
                "box[4] = new Uint8Array(bytes.buffer, 255, 256)",
                "box[4] = new DataView(bytes.buffer, 256, 256)",
                "box[4] = sample.slice()",
                "box[4] = 1",
                "box[5] = new WebAssembly.Instance(module)",
                "words[0] = 41",
            })
    void aBoxOfOtherThingsIsRefused(String change) {
        run(change + "; open(box, bytes.buffer, memory.buffer)");
        assertFalse(isOpen);
        assertEquals("0", textOf("memory[0] + memory[8]"));
        assertEquals(
                "RuntimeError",
                textOf("(() => { try { instance.exports.peek(2 ** 40) } catch (e) { return e.name } })()"));
    }
}
