package dev.gyre;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.gyre.loop.Running;
import dev.gyre.loop.Telemetry;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
class RuntimeTest {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    private Runtime open() {
        return Gyre.open(Options.defaults().withOutput(out, err));
    }

    private String printed() {
        return out.toString(StandardCharsets.UTF_8) + err.toString(StandardCharsets.UTF_8);
    }

    /** The example of {@link Gyre}. */
    @Test
    void exampleOfTheDocumentationWorks() throws Exception {
        try (Runtime runtime = Gyre.open()) {
            runtime.expose("greet", arguments -> "hello " + arguments.getFirst());
            Object text = runtime.eval("greet('world').toUpperCase()");
            Object sum = runtime.call("Math.max", 1, 2, 3);
            Object file = runtime.eval("require('fs/promises').readFile('/etc/hostname', 'utf8')");
            assertEquals("HELLO WORLD", text);
            assertEquals(3, sum);
            assertEquals(Files.readString(Path.of("/etc/hostname")), file);
        }
    }

    @Test
    void inputIsEmptyOrTheStreamThatWasGiven() {
        String readAll =
                "(async () => { let text = ''; for await (const part of process.stdin) text += part; return text; })()";
        try (Runtime runtime = open()) {
            assertEquals("", runtime.eval(readAll));
        }
        String text = "a line of input ü\n".repeat(20_000);
        var in = new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
        try (Runtime runtime = Gyre.open(Options.defaults().withInput(in).withOutput(out, err))) {
            assertEquals(text, runtime.eval("process.stdin.setEncoding('utf8'); " + readAll));
        }
        assertEquals("", printed());
    }

    @Test
    void callbacksThatHoldTheLoopAreReportedAfterTheChosenTime() throws Exception {
        Options options = Options.defaults().withOutput(out, err);
        String block = "new Promise((done) => setTimeout(() => { %s; done(); }, 1))";
        String spin = "for (const end = Date.now() + 600; Date.now() < end;);";
        try (Runtime runtime = Gyre.open(options.withBlockWarning(Duration.ZERO))) {
            runtime.eval(block.formatted(spin));
        }
        assertEquals("", printed());
        try (Runtime runtime = Gyre.open(options.withBlockWarning(Duration.ofMillis(20)))) {
            for (int i = 0; i < 50 && !printed().contains("is blocked"); i++) { // a busy machine may miss one
                runtime.eval(block.formatted(spin));
            }
        }
        assertTrue(printed().contains("code that runs without a pause"), printed());
        assertThrows(IllegalArgumentException.class, () -> options.withPoolWarning(Duration.ofMillis(-1)));
    }

    @Test
    void valuesCrossAsPlainJavaValues() {
        try (Runtime runtime = open()) {
            assertNull(runtime.eval("undefined"));
            assertNull(runtime.eval("null"));
            assertEquals(true, runtime.eval("true"));
            assertEquals(42, runtime.eval("42"));
            assertEquals(-0.0, runtime.eval("-0"));
            assertEquals(1.5, runtime.eval("1.5"));
            assertEquals(Double.NaN, runtime.eval("NaN"));
            assertEquals("ü🎉", runtime.eval("'ü🎉'"));
            assertEquals(new BigInteger("12345678901234567890"), runtime.eval("12345678901234567890n"));
            assertEquals(Instant.ofEpochMilli(5), runtime.eval("new Date(5)"));
            assertArrayEquals(new byte[] {1, 2}, (byte[]) runtime.eval("Buffer.from([1, 2])"));
            assertArrayEquals(new byte[] {2}, (byte[]) runtime.eval("new Uint8Array([1, 2, 3]).subarray(1, 2)"));
            assertEquals(Arrays.asList(1, null, List.of("x")), runtime.eval("[1, null, ['x']]"));
            assertEquals(Map.of("a", 1, "b", Map.of("c", "d")), runtime.eval("({ a: 1, b: { c: 'd' }, f() {} })"));
        }
    }

    @Test
    void argumentsArriveAsJavaScriptValues() {
        try (Runtime runtime = open()) {
            runtime.eval(
                    "globalThis.show = (...args) => require('util').inspect(args, { depth: 9, compact: 9, breakLength: Infinity })");
            assertEquals(
                    "[ null, true, 1, 1.5, 'x', 9007199254740993n, <Buffer 01>, [ 'a', null ], { k: [ 1 ] } ]",
                    runtime.call(
                            "show",
                            null,
                            true,
                            1,
                            1.5,
                            "x",
                            9007199254740993L,
                            new byte[] {1},
                            Arrays.asList("a", null),
                            Map.of("k", List.of(1))));
            var refused = assertThrows(IllegalArgumentException.class, () -> runtime.call("show", new Object()));
            assertTrue(refused.getMessage().contains("java.lang.Object has no form"), refused.getMessage());
        }
    }

    @Test
    void errorsHaveNameMessageAndStack() {
        try (Runtime runtime = open()) {
            var error =
                    assertThrows(JavaScriptException.class, () -> runtime.eval("(function thrower() { null.x })()"));
            assertEquals(Optional.of("TypeError"), error.name());
            assertEquals("Cannot read properties of null (reading 'x')", error.getMessage());
            assertTrue(
                    error.scriptStack().orElseThrow().contains("at thrower ([eval]:1:"),
                    error.scriptStack().get());
            error = assertThrows(JavaScriptException.class, () -> runtime.eval("Promise.reject(5)"));
            assertEquals("5", error.getMessage());
            assertEquals(Optional.empty(), error.name());
            error = assertThrows(JavaScriptException.class, () -> runtime.eval("let let = 1"));
            assertEquals(Optional.of("SyntaxError"), error.name());
            error = assertThrows(JavaScriptException.class, () -> runtime.call("no.such.function"));
            assertTrue(error.getMessage().contains("no.such.function"), error.getMessage());
            error = assertThrows(JavaScriptException.class, () -> runtime.eval("const o = {}; o.o = o"));
            assertTrue(error.getMessage().contains("contains itself"), error.getMessage());
            assertEquals(2, runtime.eval("1 + 1"), "the runtime goes on");
        }
    }

    @Test
    void javaFunctionsAnswerThrowAndPromise() {
        try (Runtime runtime = open()) {
            var later = new CompletableFuture<Object>();
            runtime.expose("fails", _ -> {
                throw new IllegalStateException("not now");
            });
            runtime.expose("later", _ -> later);
            runtime.expose("release", _ -> later.complete(List.of("done")));
            assertEquals(
                    "Error: java.lang.IllegalStateException: not now",
                    runtime.eval("try { fails() } catch (error) { String(error) }"));
            assertEquals(List.of("done"), runtime.eval("{ const p = later(); setTimeout(() => release(), 1); p }"));
            runtime.expose("self", _ -> runtime.eval("1"));
            var error = assertThrows(JavaScriptException.class, () -> runtime.eval("self()"));
            assertTrue(error.getMessage().contains("would wait for itself"), error.getMessage());
        }
    }

    @Test
    void postedTasksRunOnTheRuntimesThread() throws Exception {
        try (Runtime runtime = open()) {
            var thread = new CompletableFuture<String>();
            runtime.post(() -> thread.complete(Thread.currentThread().getName()));
            assertTrue(thread.get(30, TimeUnit.SECONDS).startsWith("gyre-loop-"));
        }
    }

    @Test
    void programRunsToItsEndAndGivesItsExitCode(@TempDir Path folder) throws Exception {
        Path script = Files.writeString(
                folder.resolve("program.js"),
                "setTimeout(() => { console.log(process.argv.slice(2)); process.exitCode = 4; }, 5);"
                        + "process.on('exit', (code) => console.log('exit', code))");
        try (Runtime runtime = open()) {
            assertEquals(4, runtime.run(script, "a", "b"));
            assertEquals("[ 'a', 'b' ]\nexit 4\n", printed());
            var ended = assertThrows(RuntimeEndedException.class, () -> runtime.eval("1"));
            assertEquals(4, ended.exitCode());
        }
    }

    @Test
    void missingScriptIsAClearError() {
        try (Runtime runtime = open()) {
            var error = assertThrows(IllegalArgumentException.class, () -> runtime.run(Path.of("/no/such.js")));
            assertEquals("there is no script /no/such.js", error.getMessage());
        }
    }

    @Test
    void uncaughtErrorOfAProgramIsReportedWithItsCode(@TempDir Path folder) throws Exception {
        Path script = Files.writeString(folder.resolve("program.js"), "throw new RangeError('too far')");
        try (Runtime runtime = open()) {
            assertEquals(1, runtime.run(script));
            assertTrue(printed().contains("RangeError: too far\n    at Object.<anonymous>"), printed());
        }
    }

    @Test
    void runtimeStartsWorkersAndEndsThemWhenItIsClosed() throws Exception {
        try (Runtime runtime = Gyre.open()) {
            Object answer = runtime.eval("""
                    new Promise((resolve, reject) => {
                      const { Worker } = require('worker_threads');
                      const worker = new Worker(`
                        const { parentPort, workerData } = require('worker_threads');
                        parentPort.postMessage(workerData + 1);
                        for (;;);
                      `, { eval: true, workerData: 41, name: 'of-a-java-program' });
                      worker.on('message', resolve);
                      worker.on('error', reject);
                    })
                    """);
            assertEquals(42, ((Number) answer).intValue());
            assertTrue(workerThreads() > 0);
        }
        assertEquals(0, workerThreads()); // close has waited for it
    }

    private static long workerThreads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().endsWith(" of-a-java-program"))
                .count();
    }

    @Test
    void processExitEndsTheRuntimeAlone() {
        try (Runtime runtime = open()) {
            var ended = assertThrows(RuntimeEndedException.class, () -> runtime.eval("process.exit(9)"));
            assertEquals(9, ended.exitCode());
            assertEquals(9, runtime.ended().join());
        }
    }

    @Test
    void terminatedWhileBusyAnswersAndCloses() throws Exception {
        Runtime runtime = open();
        var isBusy = new CompletableFuture<Object>();
        runtime.expose("busy", isBusy::complete);
        CompletableFuture<Object> endless = runtime.evalAsync("busy(1); while (true);");
        isBusy.get(30, TimeUnit.SECONDS);
        runtime.terminate();
        var failure = assertThrows(ExecutionException.class, () -> endless.get(30, TimeUnit.SECONDS));
        assertTrue(failure.getCause() instanceof RuntimeEndedException, failure.toString());
        runtime.close();
        runtime.close();
        assertThrows(RuntimeEndedException.class, () -> runtime.eval("1"));
        runtime.terminate();
        runtime.post(() -> {});
    }

    @Test
    void tellsWhatItDoesWhileJavaScriptIsBusy() {
        Telemetry telemetry;
        try (Runtime runtime = open()) {
            telemetry = runtime.telemetry();
            CompletableFuture<?> busy = runtime.evalAsync("for (;;);");
            Running running = telemetry.running();
            // Short callbacks come first; this thread may have to wait for a core between two readings of one of them.
            while (!running.isCallback()
                    || telemetry.nowNs() - running.beganNs() < 50_000_000
                    || telemetry.running().number() != running.number()) {
                running = telemetry.running();
            }
            runtime.terminate();
            assertThrows(ExecutionException.class, busy::get);
        }
        assertFalse(telemetry.running().isCallback());
        assertFalse(telemetry.times().isEmpty());
    }

    @Test
    void processIsNotTheRuntimes() {
        try (Runtime runtime = open()) {
            for (String call : List.of("chdir('/')", "umask(0)", "setuid(0)", "abort()", "kill(process.pid)")) {
                var error = assertThrows(JavaScriptException.class, () -> runtime.eval("process." + call), call);
                assertTrue(
                        error.scriptStack().orElseThrow().startsWith("TypeError [ERR_WORKER_UNSUPPORTED_OPERATION]: "),
                        error.scriptStack().get());
            }
            assertEquals(System.getProperty("user.dir"), runtime.eval("process.cwd()"));
            assertNull(runtime.eval("process.on('SIGINT', () => {}) && null"));
            runtime.eval("process.title = 'other'");
            assertEquals("other", runtime.eval("process.title"));
        }
    }
}
