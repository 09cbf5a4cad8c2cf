package dev.gyre.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.gyre.node.process.EmbeddedProcess;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Random;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a runtime leaves behind, and how it is ended from outside. */
@Timeout(120)
class RuntimeLifeTest {
    private static final Duration SOON = Duration.ofSeconds(30);

    /** Something of everything, all of it open and under way when the runtime ends. */
    private static final String HOLDS_EVERYTHING = """
            const fs = require('fs');
            const net = require('net');
            fs.openSync('/dev/null', 'r');
            fs.open('/dev/null', 'r', () => {});
            fs.opendirSync('/');
            fs.watch('/tmp', () => {});
            fs.createReadStream('/dev/zero').on('data', () => {});
            setInterval(() => {}, 1);
            require('dgram').createSocket('udp4').bind(0, '127.0.0.1');
            require('zlib').createGzip().write('x');
            const hash = require('crypto').createHash('sha256').update('x');
            const child = require('child_process').spawn('sleep', ['100']);
            const http = require('http').createServer((request, response) => response.write('half')).listen(0, '127.0.0.1');
            require('child_process').execFile('true', () => {});
            net.createServer().listen(`/tmp/gyre-life-${process.pid}-${Math.random()}`);
            http.on('listening', () => {
              require('http').get({ port: http.address().port, host: '127.0.0.1' }, (response) => {
                response.on('data', () => {
                  child.kill();
                  child.on('exit', () => process.exit(3));
                });
              });
            });
            """;

    @Test
    void closedRuntimeLeavesNoDescriptorThreadOrChild() throws Exception {
        for (int i = 0; i < 2; i++) { // the first use of a thing opens what stays for the process
            assertEquals(3, TestRuntime.result(HOLDS_EVERYTHING, Map.of()).exitCode());
        }
        awaitQuiet();
        var descriptors = descriptors();
        int threads = threads();
        for (int i = 0; i < 5; i++) {
            var result = TestRuntime.result(HOLDS_EVERYTHING, Map.of());
            assertEquals(3, result.exitCode(), result.err());
        }
        awaitQuiet();
        assertEquals(descriptors, descriptors());
        assertTrue(threads() <= threads, threads + " threads before, " + threads() + " after: " + names());
        assertEquals(0, ProcessHandle.current().children().count());
    }

    /** Line by line, as a terminal would: JavaScript answers each before the next one comes. */
    @Test
    void inputOfAStreamComesAsItIsWritten() throws Exception {
        var out = new ByteArrayOutputStream();
        try (var in = new PipedInputStream();
                var writer = new PipedOutputStream(in)) {
            var host = new EmbeddedProcess(Map.of(), new EmbeddedProcess.Input.From(in), out, out);
            var ended = new CompletableFuture<Integer>();
            String program = "const lines = require('readline').createInterface({ input: process.stdin });"
                    + "lines.on('line', (line) => { console.log('got ' + line); if (line === 'bye') lines.close(); })"
                    + ".on('close', () => process.stdin.destroy())";
            var thread = new Thread(
                    null,
                    () -> {
                        try (GyreRuntime runtime = TestRuntime.open(program, host)) {
                            ended.complete(runtime.run());
                        } catch (Throwable e) {
                            ended.completeExceptionally(e);
                        }
                    },
                    "reads-input",
                    8 << 20);
            thread.start();
            for (String line : new String[] {"hello", "bye"}) {
                writer.write((line + "\n").getBytes(StandardCharsets.UTF_8));
                writer.flush();
                long endNs = System.nanoTime() + 30_000_000_000L;
                while (!out.toString(StandardCharsets.UTF_8).contains("got " + line)) {
                    assertTrue(System.nanoTime() < endNs, () -> "no answer to " + line + ": " + out);
                    Thread.onSpinWait();
                }
            }
            assertEquals(0, ended.get(30, TimeUnit.SECONDS)); // although the stream has not ended
            thread.join();
        }
        assertEquals("got hello\ngot bye\n", out.toString(StandardCharsets.UTF_8));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "started(); while (true);",
                "started(); /^(a|a)*$/.test('a'.repeat(40) + 'b')",
                "started(); for (;;) try { for (;;); } catch {} finally { for (;;); }",
                "started(); setInterval(() => {}, 1 << 30)",
                "started(); Promise.resolve().then(function again() { return Promise.resolve().then(again); })",
                "process.nextTick(() => { started(); while (true); })",
                "setImmediate(function again() { started(); setImmediate(again); })",
                "started(); Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)",
                "started(); require('vm').runInThisContext('while (true);', { timeout: 1e6 })",
                "started(); require('child_process').spawnSync('sleep', ['1000'])",
                "started(); require('child_process').execSync('exec sleep 1000')",
                "started(); require('child_process').spawnSync('sh', ['-c', 'trap \"\" TERM; exec sleep 1000'], { timeout: 1 })",
                "require('http').createServer().listen(0, '127.0.0.1', started)",
                "process.on('exit', () => { while (true); }); started(); process.exit(0)",
                "started(); require('zlib').gzip(Buffer.alloc(1 << 28), () => {})",
                "started(); for (;;) require('fs').readdirSync('/')",
                "started(); for (;;) JSON.parse('[' + '[],'.repeat(1e5) + '1]')",
                "const fs = require('fs'); (function again() { fs.stat('/', again); started(); })()",
            })
    void terminatedWhileBusyEndsAndCloses(String source) throws Exception {
        String program = "let told = false; function started() { if (!told) { told = true; console.log('started'); } } "
                + source;
        var out = new ByteArrayOutputStream();
        var host = new EmbeddedProcess(Map.of(), out, out);
        var opened = new CompletableFuture<GyreRuntime>();
        var ended = new CompletableFuture<Integer>();
        var thread = new Thread(
                null,
                () -> {
                    try (GyreRuntime runtime = TestRuntime.open(program, host)) {
                        opened.complete(runtime);
                        ended.complete(runtime.run());
                    } catch (Throwable e) {
                        ended.completeExceptionally(e);
                    }
                },
                "busy",
                8 << 20);
        thread.start();
        GyreRuntime runtime = opened.get(SOON.toMillis(), TimeUnit.MILLISECONDS);
        await(
                "the program has started",
                () -> out.toString(StandardCharsets.UTF_8).contains("started"));
        runtime.terminate();
        ended.get(SOON.toMillis(), TimeUnit.MILLISECONDS);
        assertTrue(thread.join(SOON), "the runtime does not close");
        runtime.terminate(); // does nothing any more
        assertEquals("started\n", out.toString(StandardCharsets.UTF_8));
    }

    /** Also while it opens, and by two threads at once. */
    @Test
    void terminatedAtAnyMomentItEndsAndCloses() throws Exception {
        long seed = System.nanoTime();
        var random = new Random(seed);
        for (int i = 0; i < 20; i++) {
            var opened = new CompletableFuture<GyreRuntime>();
            var host = new EmbeddedProcess(Map.of(), new ByteArrayOutputStream(), new ByteArrayOutputStream());
            String program = "const fs = require('fs'); fs.readFile('/proc/self/maps', () => {}); for (;;);";
            var failure = new CompletableFuture<Throwable>();
            var thread = new Thread(
                    null,
                    () -> {
                        try (GyreRuntime runtime = TestRuntime.open(program, host)) {
                            opened.complete(runtime);
                            runtime.run();
                        } catch (Throwable e) {
                            failure.complete(e);
                        }
                    },
                    "ended-early",
                    8 << 20);
            thread.start();
            GyreRuntime runtime = opened.get(SOON.toMillis(), TimeUnit.MILLISECONDS);
            LockSupport.parkNanos(random.nextInt(12_000_000));
            var other = new Thread(runtime::terminate);
            other.start();
            runtime.terminate();
            other.join();
            assertTrue(thread.join(SOON), "the runtime does not close, seed " + seed);
            assertFalse(failure.isDone(), () -> "seed " + seed + ": " + failure.join());
        }
    }

    /** Threads and children end by themselves a moment after the runtime. */
    private static void awaitQuiet() throws InterruptedException {
        await(
                "helpers have ended",
                () -> Thread.getAllStackTraces().keySet().stream()
                        .noneMatch(thread -> thread.getName().matches("gyre-inotify|gyre-channels|test-runtime|libc")));
        System.gc(); // channels of java.nio that nobody closed
    }

    interface Condition {
        boolean holds();
    }

    private static void await(String what, Condition condition) throws InterruptedException {
        long untilNs = System.nanoTime() + SOON.toNanos();
        while (!condition.holds()) {
            assertTrue(System.nanoTime() < untilNs, "not within " + SOON + ": " + what);
            Thread.sleep(1);
        }
    }

    /** Without the worker pool's: it belongs to the process, and starts its threads when it first needs as many. */
    private static int threads() {
        return (int) Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> !thread.getName().startsWith("gyre-pool-"))
                .count();
    }

    private static String names() {
        return Thread.getAllStackTraces().keySet().stream()
                .map(Thread::getName)
                .sorted()
                .toList()
                .toString();
    }

    /** What each open descriptor leads to, without its number. */
    private static SortedSet<String> descriptors() throws IOException {
        try (Stream<Path> list = Files.list(Path.of("/proc/self/fd"))) {
            return list.map(RuntimeLifeTest::target)
                    .filter(target -> !target.endsWith("/fd"))
                    .collect(Collectors.toCollection(TreeSet::new));
        }
    }

    private static String target(Path descriptor) {
        try {
            return descriptor.getFileName() + " " + Files.readSymbolicLink(descriptor);
        } catch (IOException e) {
            return "/fd"; // the one that lists the folder
        }
    }
}
