package dev.gyre.engine;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class IsolateTest {
    private Isolate isolate;
    private final List<Object[]> calls = new ArrayList<>();
    private Object answer;

    @BeforeEach
    void open() {
        TestEngine.start();
        isolate = Isolate.open(null);
        isolate.setGlobal("java", isolate.function(args -> {
            calls.add(args.plain());
            return answer;
        }));
    }

    @AfterEach
    void close() {
        isolate.close();
    }

    private void run(String source) {
        isolate.run(source, "test.js").close();
    }

    @Test
    void argumentsArriveAsPlainValues() {
        run("java('text', 1.5, 7, true, null, undefined, 12n, [1, 'a'], new Uint8Array([2, 3]).buffer)");
        Object[] args = calls.getFirst();
        assertEquals(List.of("text", 1.5, 7.0, true), Arrays.asList(args).subList(0, 4));
        assertNull(args[4]);
        assertNull(args[5]);
        assertEquals(12L, args[6]);
        assertEquals(List.of(1.0, "a"), args[7]);
        ByteBuffer bytes = (ByteBuffer) args[8];
        assertEquals(2, bytes.remaining());
        assertEquals(3, bytes.get(1));
    }

    @Test
    void whoInterruptsNeverWaitsForTheIsolate() {
        var interrupts = new AtomicInteger();
        interruptFromAnotherThread(interrupts);
        isolate.setGlobal("interrupt", isolate.function(_ -> {
            isolate.setInterruptible(true);
            interruptFromAnotherThread(interrupts);
            isolate.setInterruptible(false);
            return null;
        }));
        run("interrupt(); for (let i = 0; i < 1e5; i++);");
        interruptFromAnotherThread(interrupts);
        assertEquals(1, interrupts.get(), "the interrupts of a call that was under way");
    }

    private void interruptFromAnotherThread(AtomicInteger interrupts) {
        Thread other = Thread.ofPlatform().daemon().start(() -> isolate.interrupt(interrupts::incrementAndGet));
        try {
            assertTrue(other.join(Duration.ofSeconds(20)), "it waits for the isolate");
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void bytesAreTheArraysOwnMemory() {
        run("globalThis.array = new Uint8Array(4); java(array.buffer)");
        ((ByteBuffer) calls.getFirst()[0]).put(2, (byte) 42);
        run("java(array[2])");
        assertEquals(42.0, calls.get(1)[0]);
    }

    @Test
    void whichPartOfTheirMemoryViewsAreIsSaidInWordsAndChecked() {
        ByteBuffer words = ByteBuffer.allocateDirect(64);
        isolate.viewsIn(words);
        words.putDouble(0, 1).putDouble(8, 2);
        run("java(new Uint8Array([1, 2, 3]).buffer)");
        ByteBuffer part = (ByteBuffer) calls.getFirst()[0];
        assertEquals(2, part.remaining());
        assertEquals(3, part.get(1));
        words.putDouble(8, 3);
        assertThrows(RuntimeException.class, () -> run("java(new Uint8Array([1, 2, 3]).buffer)"));
    }

    @Test
    void resultsAreMadeWithoutAskingTheProgram() {
        answer = Map.of(
                "list", List.of(1, "two"), "bytes", new byte[] {5}, "more", java.util.Collections.nCopies(600, 7));
        run("java()"); // before the program has replaced anything
        run("""
                globalThis.seen = 0;
                const spy = function () { seen++; };
                Array.prototype.push = spy;
                Array.prototype[Symbol.iterator] = spy;
                Object.defineProperty(Array.prototype, 0, { set: spy, configurable: true });
                Object.defineProperty(Object.prototype, 'list', { set: spy, configurable: true });
                Object.defineProperty(Object.getPrototypeOf(Uint8Array.prototype), 'buffer', { get: spy });
                globalThis.Uint8Array = spy;
                const r = java();
                java(seen, r.list.length, r.list[1], r.bytes[0], r.more.length, r.more[599]);
                """);
        assertArrayEquals(new Object[] {0.0, 2.0, "two", 5.0, 600.0, 7.0}, calls.get(2));
    }

    @Test
    void resultsBecomeJavaScriptValues() {
        answer = Map.of("list", List.of(1, "two", true), "bytes", new byte[] {5});
        run("const r = java(); java(JSON.stringify(r.list), r.bytes[0], r.bytes.constructor.name)");
        assertArrayEquals(new Object[] {"[1,\"two\",true]", 5.0, "Uint8Array"}, calls.get(1));
        answer = new double[] {0.5, 2};
        run("const d = java(); java(d[0] + d[1], d instanceof Float64Array)");
        assertArrayEquals(new Object[] {2.5, true}, calls.get(3));
    }

    @Test
    void whatIsThrownTellsWhere() {
        var thrown = assertThrows(ScriptException.class, () -> run("const e = new Error('x');\n  throw e;"));
        assertEquals("test.js", thrown.location().file());
        assertEquals(2, thrown.location().line());
        assertEquals("  throw e;", thrown.location().sourceLine());
        assertEquals(2, thrown.location().startColumn());
    }

    @Test
    void syntaxErrorsTellTheirMessageAndPlace() {
        var thrown = assertThrows(ScriptException.class, () -> isolate.compileFunction("\nlet a = ;", "f.js", "x"));
        assertEquals("Unexpected token ';'", thrown.getMessage());
        assertEquals(2, thrown.location().line());
        assertEquals(8, thrown.location().startColumn());
    }

    @Test
    void compiledFunctionsTakeTheirParameters() {
        try (ScriptValue add = isolate.compileFunction("return java(a + b)", "f.js", "a", "b")) {
            isolate.call(add, 1, 2).close();
        }
        assertEquals(3.0, calls.getFirst()[0]);
    }

    @Test
    void gettersOfThrownValuesAreLeftAlone() {
        assertThrows(ScriptException.class, () -> run("throw { get a() { java('called'); } }"));
        assertTrue(calls.isEmpty());
    }

    @Test
    void rejectionsAreTold() {
        try (ScriptValue handler =
                isolate.compileFunction("return java(event, value)", "h.js", "event", "promise", "value")) {
            isolate.onReject(handler);
            run("const p = Promise.reject('why'); p.catch(() => {})");
        }
        assertArrayEquals(new Object[] {0.0, "why"}, calls.get(0));
        assertEquals(1.0, calls.get(1)[0]);
    }

    @Test
    void anEndlessLoopCanBeTerminatedAndTheIsolateWorksOn() throws InterruptedException {
        var running = new CountDownLatch(1);
        isolate.setGlobal("running", isolate.function(_ -> {
            running.countDown();
            return null;
        }));
        var killer = new Thread(() -> {
            try {
                running.await();
                isolate.terminate();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
        killer.start();
        assertThrows(ScriptTerminatedException.class, () -> run("running(); while (true);"));
        killer.join();
        isolate.resumeAfterTermination();
        run("java(1 + 1)");
        assertEquals(2.0, calls.getFirst()[0]);
    }

    @Test
    void endlessRecursionThrowsARangeError() {
        run("function f() { f(); } try { f(); } catch (e) { java(e.constructor.name, e.message); }");
        assertArrayEquals(new Object[] {"RangeError", "Maximum call stack size exceeded"}, calls.getFirst());
    }

    @Test
    void aSnapshotKeepsWhatWasLoaded() {
        Isolate builder = Isolate.openForSnapshot();
        builder.run("globalThis.kept = new Map([['answer', () => 42]])", "build.js")
                .close();
        byte[] snapshot = builder.snapshot();
        Isolate started = Isolate.open(snapshot);
        try {
            started.setGlobal("java", started.function(args -> calls.add(args.plain())));
            started.run("java(kept.get('answer')())", "run.js").close();
        } finally {
            started.close();
        }
        assertEquals(42.0, calls.getFirst()[0]);
    }

    @Test
    void heapStatisticsComeWhileTheScriptRuns() {
        isolate.setGlobal("ask", isolate.function(_ -> {
            isolate.heap().requestStatistics();
            return null;
        }));
        isolate.setGlobal("answer", isolate.function(_ -> isolate.heap().statistics()));
        run("ask(); let s; do s = answer(); while (s === undefined); java(s[0] > 0, s[4] > 0)");
        assertArrayEquals(new Object[] {true, true}, calls.getFirst());
    }
}
