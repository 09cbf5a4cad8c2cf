package dev.gyre.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class BackingStoreTest {
    private Isolate isolate;
    private BackingStore store;

    @BeforeEach
    void open() {
        TestEngine.start();
        isolate = Isolate.open(null);
        isolate.setGlobal("take", isolate.function(args -> {
            store = BackingStore.takeOut(args, 0, args.longValue(1));
            return null;
        }));
        isolate.setGlobal("put", isolate.function(args -> {
            store.putInto(args, 0);
            return null;
        }));
    }

    @AfterEach
    void close() {
        isolate.close();
    }

    private String textOf(String source) {
        try (ScriptValue value = isolate.run("String(" + source + ")", "test.js")) {
            return value.text();
        }
    }

    @Test
    void memoryGoesFromOneBufferToAnother() {
        textOf("take(new Uint8Array([1, 2, 3]).buffer, -1)");
        assertEquals(3, store.byteLength());
        assertEquals(-1, store.maxByteLength());
        assertEquals("1,2,3", textOf("(b => { put(b); return new Uint8Array(b); })(new ArrayBuffer(3))"));
    }

    @Test
    void memoryIsReceivedOnce() {
        textOf("take(new ArrayBuffer(3), -1)");
        store.close();
        assertThrows(ScriptException.class, () -> textOf("put(new ArrayBuffer(3))"));
    }
}
