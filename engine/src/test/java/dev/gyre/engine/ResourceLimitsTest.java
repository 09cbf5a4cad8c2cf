package dev.gyre.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.caoccao.javet.interop.V8Runtime;
import com.caoccao.javet.interop.options.V8RuntimeOptions;
import dev.gyre.engine.v8internals.V8Internals;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Function;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Fails where V8's table of flags has changed its form: then FlagValues has to learn it anew. */
class ResourceLimitsTest {
    private static final String DEPTH = """
            var depth = 0;
            function down() { depth++; down(); }
            try { down(); } catch {}
            depth""";

    private static final int HEAP_LIMIT = 5; // in the list of Heap.statistics

    @BeforeAll
    static void start() {
        TestEngine.start();
    }

    @Test
    void anIsolateHasItsOwnHeapLimit() throws InterruptedException {
        // as Node's heap_size_limit for these: the old generation and three semi-spaces of a power of two
        assertEquals(22 << 20, within(new ResourceLimits(4, 16, 0, 1), ResourceLimitsTest::heapLimitBytes));
        assertEquals(50 << 20, within(new ResourceLimits(5.5, 43.5, 0, 1), ResourceLimitsTest::heapLimitBytes));
    }

    @Test
    void anIsolateHasItsOwnStack() throws InterruptedException {
        double small = within(new ResourceLimits(48, 100, 0, 1), isolate -> number(isolate, DEPTH));
        double large = within(new ResourceLimits(48, 100, 0, 4), isolate -> number(isolate, DEPTH));
        assertTrue(large > 3.5 * small && large < 6 * small, small + " " + large);
    }

    /** Such isolates are made by another thread, and ahead. */
    @Test
    void isolatesFromASnapshotHaveTheirOwnStackToo() throws InterruptedException {
        Isolate core = Isolate.openForSnapshot();
        core.run("globalThis.mark = 1", "test.js").close();
        byte[] snapshot = core.snapshot();
        for (int i = 0; i < 3; i++) {
            var one = new ResourceLimits(48, 100, 0, 1);
            double small = within(one, snapshot, isolate -> number(isolate, DEPTH));
            double large = within(new ResourceLimits(48, 100, 0, 4), snapshot, isolate -> number(isolate, DEPTH));
            assertTrue(large > 3.5 * small && large < 6 * small, small + " " + large);
            assertEquals(148 << 20, within(one, snapshot, ResourceLimitsTest::heapLimitBytes));
        }
    }

    /** Those with the same limits are made and locked side by side, the others wait; some are made by the threads themselves. */
    @Test
    void isolatesMadeAtTheSameTimeHaveTheirOwnLimits() throws InterruptedException {
        Isolate core = Isolate.openForSnapshot();
        core.run("globalThis.mark = 1", "test.js").close();
        byte[] snapshot = core.snapshot();
        double ofProcess = within(null, ResourceLimitsTest::heapLimitBytes);
        var wrong = new ConcurrentLinkedQueue<String>();
        var threads = new ArrayList<Thread>();
        for (int i = 0; i < 8; i++) {
            int oldMb = 40 + 20 * (i % 3);
            boolean isOfProcess = i == 7;
            ResourceLimits limits = isOfProcess ? null : new ResourceLimits(6, oldMb, 0, 1 + i % 2);
            double expected = isOfProcess ? ofProcess : (oldMb + 6) << 20;
            threads.add(Thread.startVirtualThread(() -> {
                for (int round = 0; round < 6; round++) {
                    double found = unchecked(() -> within(limits, snapshot, ResourceLimitsTest::heapLimitBytes));
                    if (found != expected) {
                        wrong.add(limits + " " + found);
                    }
                }
            }));
        }
        for (Thread thread : threads) {
            thread.join();
        }
        assertEquals(List.of(), List.copyOf(wrong));
        assertEquals(ofProcess, within(null, ResourceLimitsTest::heapLimitBytes));
    }

    private static <T> T unchecked(Callable<T> body) {
        try {
            return body.call();
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void theLimitsOfOneAreNotThoseOfTheNext() throws InterruptedException {
        double before = within(null, ResourceLimitsTest::heapLimitBytes);
        within(new ResourceLimits(4, 16, 0, 1), ResourceLimitsTest::heapLimitBytes);
        assertEquals(before, within(null, ResourceLimitsTest::heapLimitBytes));
    }

    @Test
    void withTheCapabilityOffAllHaveTheLimitsOfTheProcess() throws Exception {
        double ofProcess = within(null, ResourceLimitsTest::heapLimitBytes);
        System.setProperty(V8Internals.PROPERTY, "flag-values");
        try {
            var limits = new IsolateLimits(Engine.libraryFolder());
            V8Runtime made = limits.create(new V8RuntimeOptions(), new ResourceLimits(4, 16, 0, 1));
            assertEquals(ofProcess, (double) made.getV8HeapStatistics().join().getHeapSizeLimit());
            made.close(true);
        } finally {
            System.clearProperty(V8Internals.PROPERTY);
        }
    }

    @Test
    void defaultsAreThoseOfNode() {
        long gib = 1L << 30;
        assertEquals(new ResourceLimits(96, 4096, 0, 4), ResourceLimits.byDefault(24 * gib));
        assertEquals(new ResourceLimits(48, 2048, 0, 4), ResourceLimits.byDefault(8 * gib));
        assertEquals(
                new ResourceLimits(7, 2048, 3, 4),
                new ResourceLimits(7, 0, 3, -1).orElse(ResourceLimits.byDefault(8 * gib)));
    }

    private static double heapLimitBytes(Isolate isolate) {
        isolate.heap().requestStatistics();
        double[] statistics = isolate.heap().statistics();
        while (statistics == null) {
            isolate.run("for (let i = 0; i < 10; i++);", "test.js").close();
            statistics = isolate.heap().statistics();
        }
        return statistics[HEAP_LIMIT];
    }

    private static double number(Isolate isolate, String source) {
        try (ScriptValue value = isolate.run(source, "test.js")) {
            return Double.parseDouble(value.text());
        }
    }

    /** On a thread whose stack is large enough. */
    private static double within(ResourceLimits limits, Function<Isolate, Double> body) throws InterruptedException {
        return within(limits, null, body);
    }

    private static double within(ResourceLimits limits, byte[] snapshot, Function<Isolate, Double> body)
            throws InterruptedException {
        double[] result = {Double.NaN};
        var thread = new Thread(
                null,
                () -> {
                    try (Isolate isolate = Isolate.open(snapshot, limits)) {
                        result[0] = body.apply(isolate);
                    }
                },
                "isolate",
                new ResourceLimits(48, 100, 0, 8).threadStackBytes());
        thread.start();
        thread.join();
        return result[0];
    }
}
