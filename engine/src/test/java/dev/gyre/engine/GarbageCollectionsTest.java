package dev.gyre.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class GarbageCollectionsTest {
    private record Told(int kind, int flags, long beganNs, long endedNs) {}

    @Test
    void listenersHearOfCollectionsUntilTheyAreRemoved() {
        TestEngine.start();
        var told = new ArrayList<Told>();
        Heap.GarbageCollections.Listener listener =
                (kind, flags, beganNs, endedNs) -> told.add(new Told(kind, flags, beganNs, endedNs));
        try (Isolate isolate = Isolate.open(null)) {
            Heap.GarbageCollections collections = isolate.collections();
            collections.add(listener);
            long beforeNs = System.nanoTime();
            isolate.heap().collectGarbage();
            long afterNs = System.nanoTime();
            List<Told> whole = told.stream().filter(one -> one.kind == 4).toList();
            assertTrue(!whole.isEmpty(), told.toString());
            for (Told one : told) {
                assertTrue(one.beganNs >= beforeNs && one.endedNs >= one.beganNs && one.endedNs <= afterNs);
            }
            assertEquals(0, collections.underWaySinceNs());

            isolate.run("gc({ type: 'minor' })", "test.js").close();
            assertTrue(told.stream().anyMatch(one -> one.kind == 1), "the young generation");

            collections.remove(listener);
            int heard = told.size();
            isolate.heap().collectGarbage();
            assertEquals(heard, told.size());
        }
    }
}
