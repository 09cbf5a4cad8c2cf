package dev.gyre.engine.v8internals;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.gyre.engine.Heap;
import dev.gyre.engine.Isolate;
import dev.gyre.engine.TestEngine;
import java.util.ArrayList;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Fails where V8's isolate has changed its form: then HeapFigures has to learn it anew. */
class HeapFiguresTest {
    private static final int USED = 4;

    @Test
    void figuresAreThoseOfTheMomentInsideACollection() {
        TestEngine.start();
        var used = new ArrayList<Double>();
        try (Isolate isolate = Isolate.open(null)) {
            var opened = new Heap.@Nullable Moments[1];
            var listener = new Heap.GarbageCollections.Listener() {
                @Override
                public void began(int kind, long nowNs) {
                    used.add(Objects.requireNonNull(opened[0]).take().statistics()[USED]);
                }

                @Override
                public void ended(int kind, int flags, long beganNs, long endedNs) {
                    used.add(Objects.requireNonNull(opened[0]).take().statistics()[USED]);
                }
            };
            isolate.setGlobal("listen", isolate.function(_ -> {
                opened[0] = isolate.heap().moments();
                assertNotNull(opened[0]);
                assertEquals(13 * 5, opened[0].take().spaces().size());
                isolate.collections().add(listener);
                return null;
            }));
            isolate.run("""
                    listen();
                    globalThis.garbage = Array.from({ length: 1e5 }, (_, i) => ({ i }));
                    globalThis.garbage = null;
                    gc();""", "test.js").close();
            isolate.collections().remove(listener);
            Objects.requireNonNull(opened[0]).close();
        }
        assertTrue(used.size() >= 2 && used.size() % 2 == 0, used.toString());
        assertTrue(used.get(used.size() - 2) - used.getLast() > 1e6, used.toString());
    }
}
