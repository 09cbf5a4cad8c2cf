package dev.gyre.engine.v8internals;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import dev.gyre.engine.Isolate;
import dev.gyre.engine.ResourceLimits;
import dev.gyre.engine.ScriptValue;
import dev.gyre.engine.TestEngine;
import java.lang.foreign.MemorySegment;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Fails where Javet's runtime has changed its form: then SharedSnapshot has to learn it anew. */
class SharedSnapshotTest {
    private static final ResourceLimits LIMITS = new ResourceLimits(48, 200, 0, 0.5);
    private static byte[] snapshot;

    @BeforeAll
    static void makeSnapshot() {
        TestEngine.start();
        Isolate isolate = Isolate.openForSnapshot();
        isolate.run("globalThis.mark = 'from the snapshot'", "test.js").close();
        snapshot = isolate.snapshot();
    }

    private static String run(Isolate isolate, String source) {
        try (ScriptValue value = isolate.run(source, "test.js")) {
            return value.text();
        }
    }

    @Test
    void isolatesAndTheirNewContextsDoNotNeedTheirOwnCopy() {
        for (int i = 0; i < 3; i++) {
            try (Isolate isolate = Isolate.open(snapshot, LIMITS)) {
                long unused = isolate.takeUnusedMemory();
                if (i > 0) { // the copy of the first may have become the common one
                    assertNotEquals(0, unused);
                }
                if (unused != 0) {
                    MemorySegment.ofAddress(unused).reinterpret(snapshot.length).fill((byte) 0x5a);
                }
                assertEquals("from the snapshot", run(isolate, "mark"));
                isolate.setGlobal("newContext", isolate.function(_ -> isolate.newContext()));
                assertEquals("true", run(isolate, "newContext().Array !== Array"));
            }
        }
    }

    @Test
    void isolatesOfTheProcessesLimitsHaveTheirOwn() {
        try (Isolate isolate = Isolate.open(snapshot)) {
            assertEquals(0, isolate.takeUnusedMemory());
        }
    }
}
