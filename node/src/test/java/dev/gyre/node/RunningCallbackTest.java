package dev.gyre.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.gyre.loop.CallbackKind;
import dev.gyre.loop.Histogram;
import dev.gyre.loop.Phase;
import dev.gyre.loop.Running;
import dev.gyre.loop.Telemetry;
import dev.gyre.node.process.EmbeddedProcess;
import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Another thread sees which callback of JavaScript's runs, while it runs. */
@Timeout(120)
class RunningCallbackTest {
    private static final long STACK_BYTES = 8 << 20;
    private static final Set<CallbackKind> PARTS =
            Set.of(CallbackKind.NEXT_TICK, CallbackKind.PROMISE_JOB, CallbackKind.MODULE, CallbackKind.UNCAUGHT);

    private final AtomicReference<GyreRuntime> opened = new AtomicReference<>();
    private final Map<String, String> whats = new HashMap<>();
    private final AtomicReference<Telemetry> telemetry = new AtomicReference<>();

    /** Runs a program. Whenever it writes a name, another thread asks which callback runs; the answers, by name. */
    private Map<String, Running> seenBy(String program) throws InterruptedException {
        var seen = new HashMap<String, Running>();
        var err = new ByteArrayOutputStream();
        var out = new OutputStream() {
            @Override
            public void write(int b) {
                throw new UnsupportedOperationException();
            }

            @Override
            public void write(byte[] bytes, int from, int length) {
                String name = new String(bytes, from, length, StandardCharsets.UTF_8).strip();
                Running running =
                        CompletableFuture.supplyAsync(telemetry.get()::running).join();
                seen.put(name, running);
                String what =
                        CompletableFuture.supplyAsync(() -> whatOf(running)).join();
                if (!what.isEmpty()) {
                    whats.put(name, what);
                }
            }
        };
        var code = new CompletableFuture<Integer>();
        var thread = new Thread(
                null,
                () -> {
                    try (GyreRuntime runtime = TestRuntime.open(program, new EmbeddedProcess(Map.of(), out, err))) {
                        opened.set(runtime);
                        telemetry.set(runtime.loop().telemetry());
                        code.complete(runtime.run());
                    } catch (RuntimeException | Error e) {
                        code.completeExceptionally(e);
                    }
                },
                "seen",
                STACK_BYTES);
        thread.start();
        thread.join();
        assertEquals(0, code.join(), err.toString(StandardCharsets.UTF_8));
        Running after = telemetry.get().running();
        assertEquals(CallbackKind.NONE, after.kind(), "after the end");
        return seen;
    }

    private String whatOf(Running running) {
        String what = opened.get().turns().whatOf(running);
        return what == null ? "" : what;
    }

    private static void assertSeen(Map<String, Running> seen, CallbackKind kind, Phase phase, String name) {
        Running running = seen.get(name);
        assertTrue(running != null, name + " was not seen: " + seen.keySet());
        assertEquals(kind, running.kind(), name);
        assertEquals(Optional.of(phase), running.phase(), name);
    }

    @Test
    void everyKindIsSeenWhileItRuns() throws Exception {
        Map<String, Running> seen = seenBy("""
                const fs = require('fs'), http = require('http'), net = require('net'), zlib = require('zlib');
                const { MessageChannel } = require('worker_threads');
                const say = (name) => console.log(name);
                say('main');
                process.nextTick(() => say('tick'));
                Promise.resolve().then(() => say('job'));
                setTimeout(() => say('timer'));
                setImmediate(() => {
                  say('immediate');
                  process.nextTick(() => { process.nextTick(() => process.nextTick(() => say('third tick'))); });
                  setImmediate(() => Promise.resolve().then(() => say('job of immediate')));
                });
                fs.stat('/', () => say('file'));
                fs.rename('/nowhere/a', '/nowhere/b', () => say('rename'));
                require('crypto').pbkdf2('a', 'b', 1, 8, 'sha1', () => say('crypto'));
                zlib.gzip('text', () => say('zlib'));
                require('dns').lookup('localhost', () => say('dns'));
                require('child_process').spawn('true').on('exit', () => say('child'));
                const { port1, port2 } = new MessageChannel();
                port1.on('message', () => { say('message'); port1.close(); });
                port2.postMessage(1);
                const udp = require('dgram').createSocket('udp4', () => { say('datagram'); udp.close(); });
                udp.bind(0, '127.0.0.1', () => udp.send('x', udp.address().port, '127.0.0.1'));
                const echo = net.createServer((socket) => {
                  say('connection');
                  socket.on('data', () => { say('data'); socket.end(); });
                }).listen(0, '127.0.0.1', () => {
                  const socket = net.connect(echo.address().port, '127.0.0.1', () => { say('connected'); socket.end('x'); });
                  socket.on('close', () => { say('closed'); echo.close(); });
                  socket.resume();
                });
                let client;
                const server = http.createServer((req, res) => {
                  say('request');
                  req.on('data', () => say('body'));
                  req.on('end', () => res.end('x'));
                  setImmediate(() => client.end('text')); // when the stream flows: else a tick would tell of the body
                }).listen(0, '127.0.0.1', () => {
                  client = http.request({ port: server.address().port, method: 'POST', path: '/orders?id=7', agent: false }, (res) => {
                    say('response');
                    res.resume().on('end', () => server.close());
                  });
                  client.flushHeaders();
                });
                process.once('beforeExit', () => say('before exit'));
                process.once('exit', () => say('exit'));
                process.on('uncaughtException', () => say('uncaught'));
                setTimeout(() => { throw new Error('caught by the handler'); });
                import('data:text/javascript,console.log("module")');
                """);
        assertEquals(CallbackKind.MAIN_SCRIPT, seen.get("main").kind());
        assertEquals(Optional.empty(), seen.get("main").phase());
        assertEquals(CallbackKind.NEXT_TICK, seen.get("tick").kind());
        assertEquals(CallbackKind.PROMISE_JOB, seen.get("job").kind());
        assertEquals(CallbackKind.MODULE, seen.get("module").kind());
        assertEquals(CallbackKind.EXIT, seen.get("before exit").kind());
        assertEquals(CallbackKind.EXIT, seen.get("exit").kind());
        assertSeen(seen, CallbackKind.TIMER, Phase.TIMERS, "timer");
        assertSeen(seen, CallbackKind.UNCAUGHT, Phase.TIMERS, "uncaught");
        assertEquals(CallbackKind.TIMER, seen.get("uncaught").after());
        assertSeen(seen, CallbackKind.IMMEDIATE, Phase.CHECK, "immediate");
        assertSeen(seen, CallbackKind.NEXT_TICK, Phase.CHECK, "third tick");
        assertEquals(CallbackKind.IMMEDIATE, seen.get("third tick").after());
        assertTrue(seen.get("third tick").ticks() >= 3); // console.log has ticks too
        assertEquals(seen.get("immediate").number(), seen.get("third tick").number());
        assertEquals(0, seen.get("immediate").ticks());
        assertSeen(seen, CallbackKind.PROMISE_JOB, Phase.CHECK, "job of immediate");
        assertEquals(CallbackKind.IMMEDIATE, seen.get("job of immediate").after());
        assertSeen(seen, CallbackKind.FILE, Phase.POLL, "file");
        assertSeen(seen, CallbackKind.FILE, Phase.POLL, "rename");
        assertSeen(seen, CallbackKind.CRYPTO, Phase.POLL, "crypto");
        assertSeen(seen, CallbackKind.ZLIB, Phase.POLL, "zlib");
        assertSeen(seen, CallbackKind.DNS, Phase.POLL, "dns");
        assertSeen(seen, CallbackKind.CHILD, Phase.POLL, "child");
        assertSeen(seen, CallbackKind.MESSAGE, Phase.POLL, "message");
        assertSeen(seen, CallbackKind.DATAGRAM, Phase.POLL, "datagram");
        assertSeen(seen, CallbackKind.SOCKET_CONNECTION, Phase.POLL, "connection");
        assertSeen(seen, CallbackKind.SOCKET_CONNECTION, Phase.POLL, "connected");
        assertSeen(seen, CallbackKind.SOCKET_DATA, Phase.POLL, "data");
        assertSeen(seen, CallbackKind.HTTP_REQUEST, Phase.POLL, "request");
        assertSeen(seen, CallbackKind.HTTP_BODY, Phase.POLL, "body");
        assertSeen(seen, CallbackKind.HTTP_RESPONSE, Phase.POLL, "response");
        assertTrue(seen.containsKey("closed"));
        assertEquals(Map.of("request", "POST /orders?id=7"), whats);
    }

    private Histogram.Snapshot times(Phase phase, CallbackKind kind) {
        return telemetry.get().times(Optional.of(phase), kind);
    }

    @Test
    void countsAreExactAndLongCallbacksAreFoundAmongShortOnes() throws Exception {
        seenBy("""
                const busy = (ms) => { for (const end = performance.now() + ms; performance.now() < end;); };
                for (let i = 0; i < 1000; i++) setImmediate(i === 700 ? () => busy(150) : () => {});
                for (let i = 0; i < 500; i++) setTimeout(i === 499 ? () => busy(80) : () => {}, 1);
                const stat = require('fs').stat;
                for (let i = 0; i < 300; i++) stat('/', i === 150 ? () => busy(60) : () => {});
                for (let i = 0; i < 250; i++) process.nextTick(() => {});
                """);
        Histogram.Snapshot immediates = times(Phase.CHECK, CallbackKind.IMMEDIATE);
        assertEquals(1000, immediates.count());
        Histogram.Snapshot timers = times(Phase.TIMERS, CallbackKind.TIMER);
        assertEquals(500, timers.count());
        Histogram.Snapshot files = times(Phase.POLL, CallbackKind.FILE);
        assertEquals(300, files.count());
        assertEquals(250, telemetry.get().ticks());
        assertEquals(
                1,
                telemetry
                        .get()
                        .times(Optional.empty(), CallbackKind.MAIN_SCRIPT)
                        .count());
        assertLongest(150, immediates);
        assertLongest(80, timers);
        assertLongest(60, files);
    }

    /** One took at least so long, as its callback says, and half of all a fraction of that. */
    private static void assertLongest(long ms, Histogram.Snapshot times) {
        assertTrue(times.maxNs() >= (ms - 2) * 1_000_000, times.toString());
        assertTrue(times.sumNs() >= times.maxNs(), times.toString());
        assertTrue(times.quantileNs(0.5) < times.maxNs() / 4, times.toString());
    }

    /** Timers, immediates, ticks and jobs for a second, while another thread reads all the time. */
    @Test
    void whatIsToldBelongsTogetherUnderStress() throws Exception {
        var wrong = new ConcurrentLinkedQueue<String>();
        var isOver = new AtomicBoolean();
        var reader = new Thread(() -> {
            long last = -1;
            while (!isOver.get()) {
                Telemetry now = telemetry.get();
                Running running = now == null ? null : now.running();
                if (running == null || !running.isCallback()) {
                    continue;
                }
                Phase phase = running.phase().orElse(null);
                boolean fits = switch (running.after()) {
                    case TIMER -> phase == Phase.TIMERS;
                    case IMMEDIATE -> phase == Phase.CHECK;
                    default -> true;
                };
                boolean isPart = PARTS.contains(running.kind());
                if (!fits
                        || running.number() < last
                        || running.ticks() < 0
                        || (!isPart && running.kind() != running.after())) {
                    wrong.add(running + " after number " + last);
                }
                last = running.number();
            }
        });
        reader.start();
        seenBy("""
                const end = performance.now() + 1000;
                const more = () => performance.now() < end;
                (function timers() { process.nextTick(() => {}); if (more()) { setTimeout(timers); setTimeout(() => {}); } })();
                (function immediates() { Promise.resolve().then(() => {}); if (more()) setImmediate(immediates); })();
                """);
        isOver.set(true);
        reader.join();
        assertEquals(List.of(), wrong.stream().limit(3).toList());
    }
}
