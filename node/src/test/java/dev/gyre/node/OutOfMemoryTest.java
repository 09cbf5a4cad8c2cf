package dev.gyre.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.gyre.engine.ResourceLimits;
import dev.gyre.node.process.EmbeddedProcess;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * A runtime that reaches its heap limit ends alone. {@code -Dgyre.outOfMemory.times=1000} lets as many runtimes die, two at a
 * time; {@code -Dgyre.outOfMemory.seed} repeats a run.
 */
@Timeout(3600)
class OutOfMemoryTest {
    private static final int TIMES = Integer.getInteger("gyre.outOfMemory.times", 0);
    private static final long SEED = Long.getLong("gyre.outOfMemory.seed", System.nanoTime());
    private static final ResourceLimits SMALL = new ResourceLimits(4, 12, 0, 1);

    /** What each allocates differs in what V8 does for it: bytecode, built-ins, runtime functions, native code of ours. */
    private static final List<String> WAYS = List.of(
            "const a = []; for (;;) a.push({ x: [1, 2, 3] });",
            "const a = []; for (;;) a.push(new Array(1e6).fill(0));",
            "const a = []; for (;;) a.push(new Array(1000).fill(1));",
            "globalThis.kept = new Array(2e7).fill(1.5); for (;;);",
            "const l = []; for (;;) l.push('abc'.repeat(1000) + l.length + 'x'.padEnd(200, l.length));",
            "let s = 'x'; for (;;) { s += s + Math.random(); s.charCodeAt(0); }",
            "const m = new Map(); for (let i = 0; ; i++) m.set(i, i);",
            "const s = new Set(); for (let i = 0; ; i++) s.add('k' + i);",
            "const o = {}; for (let i = 0; ; i++) o['k' + i] = i;",
            "globalThis.kept = JSON.parse('[' + '{\"a\":[1,2,{}]},'.repeat(4e5) + '1]'); for (;;);",
            "globalThis.kept = JSON.stringify(Array(5e6).fill('aaaaaaaaaa')); for (;;);",
            "const r = []; for (;;) r.push('aXb'.repeat(1000).match(/./g));",
            "const r = []; for (let i = 0; ; i++) r.push(new RegExp('(a|b)c' + i), 'a,b,c'.replace(/,/g, i).split('b'));",
            "Array.from({ length: 3e7 }, (_, i) => ({ i }));",
            "const f = []; for (let i = 0; ; i++) f.push(new Function('return ' + i));",
            "const q = []; for (;;) q.push(Promise.resolve().then(() => 1));",
            "const b = []; for (;;) b.push(BigInt(2) ** 100000n);",
            "const b = []; for (;;) b.push(new Uint8Array(10), Buffer.from('x'));",
            "let z = []; for (;;) z = z.concat(z, [1, 2]);",
            "let e; for (;;) e = { e, error: new Error('x'.repeat(100)) };",
            "const w = new WeakMap(), k = []; for (;;) { k.push({}); w.set(k.at(-1), new Array(100).fill(0)); }",
            "const l = []; for (;;) { try { (function f() { l.push(new Array(100).fill(0)); f(); })(); } catch {} }",
            "const l = []; for (;;) { try { for (;;) l.push([]); } catch {} finally { for (;;) l.push({}); } }",
            "const l = []; (async function f() { for (;;) { await 1; l.push(new Array(50)); } })();",
            "const l = []; setInterval(() => { for (let i = 0; i < 1e4; i++) l.push({}); }, 0);",
            "const l = []; process.nextTick(function f() { l.push(new Array(100).fill(0)); process.nextTick(f); });",
            "const l = []; const fs = require('fs'); for (;;) l.push(fs.readdirSync('/proc/self'), fs.statSync('/'));",
            "const l = []; for (;;) l.push(Buffer.alloc(100000, 'é').toString());",
            "const l = []; for (;;) l.push(structuredClone({ a: [1, 2, 3], m: new Map([[1, {}]]) }));",
            "const l = []; for (;;) l.push(require('crypto').randomBytes(300).toString('hex').split('a'));",
            "const l = []; require('vm').runInNewContext('for (;;) l.push({})', { l });",
            "process.on('exit', () => { const l = []; for (;;) l.push({}); });",
            "process.on('uncaughtException', () => {}); setInterval(() => {}, 1); const l = []; for (;;) l.push([[]]);");

    private record End(int code, boolean isOutOfMemory, String output) {}

    private static End run(String source, ResourceLimits limits) throws InterruptedException {
        var out = new ByteArrayOutputStream();
        var ended = new CompletableFuture<End>();
        var thread = new Thread(
                null,
                () -> {
                    try (GyreRuntime runtime =
                            TestRuntime.open(source, new EmbeddedProcess(Map.of(), out, out), limits)) {
                        int code = runtime.run();
                        ended.complete(new End(code, runtime.isOutOfMemory(), out.toString(StandardCharsets.UTF_8)));
                    } catch (RuntimeException | Error e) {
                        ended.completeExceptionally(e);
                    }
                },
                "small-runtime",
                limits.threadStackBytes());
        thread.start();
        thread.join();
        return ended.join();
    }

    @Test
    void runtimeAtItsLimitEndsAlone() throws InterruptedException {
        // Those that differ most; the others are for the long run.
        for (int way : new int[] {0, 2, 4, 8, 20, 25}) {
            assertEquals(new End(1, true, ""), run(WAYS.get(way), SMALL), WAYS.get(way));
        }
    }

    /** V8 allocates the string beyond the limit, and asks for nothing, because nothing is allocated afterwards. */
    @Test
    void scriptWhoseLastObjectWasTooLargeEnds() throws InterruptedException {
        String source = "globalThis.kept = 'x'.repeat(46e6); kept.charCodeAt(3); for (;;);";
        assertEquals(new End(1, true, ""), run(source, new ResourceLimits(3, 24, 0, 1)));
    }

    /** Half of what is in use when the script is looked at can be collected. */
    @Test
    void scriptBeyondItsLimitByGarbageGoesOn() throws InterruptedException {
        String source = """
                globalThis.kept = JSON.stringify('x'.repeat(25e6));
                for (const end = Date.now() + 2500; Date.now() < end;);
                console.log(kept.length)""";
        assertEquals(new End(0, false, "25000002\n"), run(source, new ResourceLimits(3, 38, 0, 1)));
    }

    @Test
    void arrayThatCanNotBeHadIsAnErrorAndNotTheEnd() throws InterruptedException {
        String source = """
                for (let i = 0; i < 3; i++) {
                  try { new ArrayBuffer(2 ** 45); } catch (e) { console.log(e.name); }
                }
                const l = []; for (let i = 0; i < 1e4; i++) l.push({});
                console.log(l.length, require('v8').getHeapStatistics().heap_size_limit >> 20)""";
        assertEquals(
                new End(0, false, "RangeError\nRangeError\nRangeError\n10000 106\n"),
                run(source, new ResourceLimits(4, 100, 0, 1)));
    }

    @Test
    void memoryOutsideTheHeapDoesNotCount() throws InterruptedException {
        String source =
                "const l = []; for (let i = 0; i < 100; i++) l.push(new ArrayBuffer(1e6)); console.log(l.length)";
        assertEquals(new End(0, false, "100\n"), run(source, SMALL));
    }

    @Test
    void manyRuntimesDieTwoAtATime() throws InterruptedException {
        var left = new ConcurrentLinkedQueue<Integer>();
        for (int i = 0; i < TIMES; i++) {
            left.add(i);
        }
        var failures = new ConcurrentLinkedQueue<String>();
        Runnable killer = () -> {
            for (Integer i = left.poll(); i != null; i = left.poll()) {
                var random = new Random(SEED + i);
                String way = WAYS.get(i % WAYS.size());
                var limits =
                        new ResourceLimits(1 + random.nextInt(12), 8 + random.nextInt(32), 0, 1 + random.nextInt(3));
                try {
                    End end = run(way, limits);
                    if (!end.isOutOfMemory) {
                        failures.add(way + " " + limits + " " + end);
                    }
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            }
        };
        var threads = List.of(new Thread(killer), new Thread(killer));
        threads.forEach(Thread::start);
        for (Thread thread : threads) {
            thread.join();
        }
        assertTrue(failures.isEmpty(), () -> "seed " + SEED + ": " + failures);
        assertFalse(left.iterator().hasNext());
    }
}
