package dev.gyre.engine.v8internals;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.gyre.engine.Isolate;
import dev.gyre.engine.ScriptValue;
import dev.gyre.engine.StackSampler;
import dev.gyre.engine.TestEngine;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Fails where V8's isolate or Javet's runtime has changed its form: then VmState has to learn it anew. */
@Timeout(60)
class VmStateTest {
    /** Much is alive, and each collection looks at it. The number of rounds grows until enough was seen. */
    private static final String COLLECT = """
            globalThis.alive ??= Array.from({ length: 100000 }, (_, i) => ({ i, a: [{ i }] }));
            for (let i = 0; i < 5; i++) gc();""";

    private static final String COMPUTE =
            "for (let i = 0, end = Date.now() + 50; i % 1000 !== 0 || Date.now() < end; i++);";

    @BeforeAll
    static void start() {
        TestEngine.start();
    }

    private record Seen(int collecting, int all) {}

    /** Has another thread look while the script runs. */
    private static Seen look(Isolate isolate, StackSampler sampler, String script) throws InterruptedException {
        var isOver = new AtomicBoolean();
        int[] counts = new int[2];
        Thread looking = Thread.ofPlatform().start(() -> {
            while (!isOver.get()) {
                counts[0] += sampler.isCollecting() ? 1 : 0;
                counts[1]++;
                Thread.onSpinWait();
            }
        });
        isolate.run(script, "test.js").close();
        isOver.set(true);
        looking.join();
        return new Seen(counts[0], counts[1]);
    }

    @Test
    void anotherThreadSeesWhenGarbageIsCollected() throws InterruptedException {
        try (Isolate isolate = Isolate.open(null);
                ScriptValue capture = isolate.run("(() => '')", "test.js")) {
            StackSampler sampler = isolate.sampler(capture);
            assertTrue(sampler.knowsCollections());
            assertFalse(sampler.isCollecting());
            boolean wasSeen = false;
            for (int round = 0; round < 20 && !wasSeen; round++) {
                Seen collecting = look(isolate, sampler, COLLECT);
                wasSeen = collecting.collecting > 0.2 * collecting.all && collecting.all > 10;
            }
            assertTrue(wasSeen, "V8's collector was never seen at work");
            Seen computing = look(isolate, sampler, COMPUTE);
            assertTrue(
                    computing.collecting <= 0.5 * computing.all, () -> "seen while nothing is allocated: " + computing);
            assertTrue(sampler.knowsCollections());
        }
    }
}
