package dev.gyre.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Fails where V8's heap has changed its form: then HeapStrings has to learn it anew. */
class HeapStringsTest {
    private static final String SETUP = """
            const bytes = new Uint8Array(1024);
            for (let i = 0; i < 256; i++) bytes[256 + i] = i;
            const sample = new Uint8Array(bytes.buffer, 256, 256);
            const words = new Float64Array(bytes.buffer, 0, 6);
            words.set([40, 131, 64, 203, 256, 256]);
            const text = (length) => String.fromCharCode.apply(undefined, sample.subarray(0, length));
            const box = [text(40), text(131), %AllocateByteArray(64), %AllocateByteArray(203), sample];
            function call(name, string, array, offset, length) {
              box[0] = string;
              box[1] = array;
              words[0] = offset;
              words[1] = length;
              words[2] = 0;
              name();
              return words[2] === 1 ? box[0] : undefined;
            }
            """;

    private Isolate isolate;
    private HeapStrings strings;

    @BeforeEach
    void setUp() {
        TestEngine.start();
        isolate = Isolate.open(null);
        isolate.setGlobal("open", isolate.function(args -> {
            strings = HeapStrings.open(args);
            return null;
        }));
        run(SETUP);
    }

    @AfterEach
    void close() {
        isolate.close();
    }

    private void openBox() {
        run("open(box, bytes)");
        assertNotNull(strings);
        isolate.setGlobal("fill", isolate.signal(strings::fill));
        isolate.setGlobal("read", isolate.signal(strings::read));
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
    void bytesBecomeAString() {
        openBox();
        run("var made = call(fill, %AllocateByteArray(200), sample, 30, 200)");
        assertEquals("string 200 true", textOf("typeof made + ' ' + made.length + ' ' + (made === text(230).slice(30))"));
        assertEquals("1", textOf("({ [made]: 1 })[text(230).slice(30)]")); // it has the hash of its characters
    }

    @Test
    void aStringBecomesBytes() {
        openBox();
        run("var into = new Uint8Array(1000); var done = call(read, text(200), into, 700, 199)");
        assertEquals("true 0 0 1 198 0", textOf("`${done !== undefined} ${into[699]} ${into[700]} ${into[701]} ${into[898]} ${into[899]}`"));
    }

    @Test
    void bothHoldWhateverTheGarbageCollectorDoes() {
        openBox();
        run("""
                var wrong = 0;
                const big = new Uint8Array(300_000).map((_, i) => i * 7);
                for (let i = 0; i < 300; i++) {
                  const size = 100 + (i * 997) % 299_000;
                  const made = call(fill, %AllocateByteArray(size), big, big.length - size, size);
                  if (i % 3 === 0) gc({ type: i % 2 ? 'minor' : 'major' });
                  const into = new Uint8Array(size);
                  if (call(read, made, into, 0, size) === undefined) wrong++;
                  for (let k = 0; k < size; k += 101) {
                    const byte = big[big.length - size + k];
                    if (made.charCodeAt(k) !== byte || into[k] !== byte) wrong++;
                  }
                }
                """);
        assertEquals("0", textOf("wrong"));
    }

    @ParameterizedTest
    @ValueSource(strings = {
        "%AllocateByteArray(99), sample, 0, 100", // another length
        "text(100), sample, 0, 100", // a string already
        "%AllocateByteArray(100), sample, 157, 100", // beyond the array's end
        "%AllocateByteArray(8), new Uint8Array(8), 0, 8", // an array with its bytes in the heap
        "%AllocateByteArray(8), new Uint8Array(new ArrayBuffer(8, { maxByteLength: 16 })), 0, 8",
    })
    void nothingIsWrittenToWhatIsNotExpected(String arguments) {
        openBox();
        assertEquals("undefined", textOf("call(fill, " + arguments + ")"));
    }

    @ParameterizedTest
    @ValueSource(strings = {
        "text(99), sample, 0, 100", // too short
        "text(99) + 'x', sample, 0, 100", // made of two
        "text(101).slice(1), sample, 0, 100", // a part of another
        "'\\u20ac'.padEnd(100, text(9)), sample, 0, 100",
        "text(100), sample, 157, 100", // beyond the array's end
    })
    void nothingIsReadFromWhatIsNotExpected(String arguments) {
        openBox();
        assertEquals("undefined", textOf("call(read, " + arguments + ")"));
    }

    @ParameterizedTest
    @ValueSource(strings = {
        "box.push(1)",
        "box[0] = '\\u20ac'.repeat(10)",
        "box[1] = text(130)",
        "box[1] = text(130) + 'x'",
        "box[2] = text(64)",
        "box[3] = %AllocateByteArray(204)",
        "box[4] = new Uint8Array(bytes.buffer, 257, 256)",
        "box[4] = new DataView(bytes.buffer, 256, 256)",
        "box[4] = 1",
        "words[0] = 41",
    })
    void aBoxOfOtherThingsIsRefused(String change) {
        run(change + "; open(box, bytes)");
        assertNull(strings);
    }
}
