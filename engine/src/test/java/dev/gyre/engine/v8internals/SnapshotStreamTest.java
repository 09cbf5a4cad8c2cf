package dev.gyre.engine.v8internals;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.gyre.engine.Isolate;
import dev.gyre.engine.ScriptValue;
import dev.gyre.engine.TestEngine;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class SnapshotStreamTest {
    /** Arrays of each kind, two of each, at the ends of lists of all lengths up to 80. */
    private static final String DEEP_ARRAYS = """
            globalThis.lists = [];
            for (let depth = 0; depth < 80; depth++) {
              const kinds = [Float64Array, Uint8Array, Int32Array, BigInt64Array, Uint16Array];
              const Kind = kinds[depth % kinds.length];
              let list = new Kind(100).fill(Kind === BigInt64Array ? BigInt(depth) : depth);
              if (depth % 7 === 0) list = list.buffer;
              for (let i = 0; i < depth; i++) list = { next: list };
              lists.push(list);
            }
            """;

    private static final String SUM_OF_ARRAYS = """
            {
            let sum = 0;
            for (let list of lists) {
              while (list.next !== undefined) list = list.next;
              if (list instanceof ArrayBuffer) sum += list.byteLength;
              else if (list.length !== 100 || list.some((one) => one !== list[0])) throw new Error('a wrong array');
              else sum += Number(list[7]);
            }
            globalThis.total = String(sum);
            }
            total;
            """;

    @BeforeAll
    static void start() {
        TestEngine.start();
    }

    private static String text(Isolate isolate, String source) {
        try (ScriptValue value = isolate.run(source, "test.js")) {
            return value.text();
        }
    }

    @Test
    void arraysAnywhereInTheHeapAreReadAgain() {
        Isolate writer = Isolate.openForSnapshot();
        writer.run(DEEP_ARRAYS, "arrays.js").close();
        String sum = text(writer, SUM_OF_ARRAYS);
        try (Isolate reader = Isolate.open(writer.snapshot())) {
            assertEquals(sum, text(reader, SUM_OF_ARRAYS));
        }
    }

    @Test
    void snapshotsOfAnotherVersionStayAsTheyAre() {
        byte[] snapshot = new byte[200];
        snapshot[0] = 1;
        snapshot[16] = 'x';
        assertArrayEquals(snapshot, SnapshotStream.readable(snapshot.clone()));
    }
}
