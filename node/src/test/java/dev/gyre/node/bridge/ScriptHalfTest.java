package dev.gyre.node.bridge;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.gyre.loop.Phase;
import dev.gyre.loop.Telemetry;
import dev.gyre.node.GyreRuntime;
import dev.gyre.node.TestRuntime;
import dev.gyre.node.bridge.Layout.Event;
import dev.gyre.node.bridge.Layout.EventType;
import dev.gyre.node.bridge.Layout.Operation;
import dev.gyre.node.net.Connections;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Both halves of the bridge together, at random but with fixed seeds: JavaScript's is the core's own. {@link SubmissionsTest}
 * and {@link CompletionsTest} test Java's half alone, with more cases.
 */
@Timeout(120)
class ScriptHalfTest {
    private static final int CHANNEL = 1;
    private static final int LAST = 300;
    private static final int ROUNDS = 30;

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void everySubmissionIsCarriedOutOnceInOrderWithItsBytes(int seed) throws IOException {
        var sockets = new ArrayList<SocketLog>();
        String printed = run(
                "submissions.js",
                Map.of("SEED", "" + seed),
                runtime -> runtime.loop().post(() -> record(runtime, sockets)));
        assertEquals(
                sockets.stream().map(SocketLog::toString).collect(Collectors.joining("\n")), printed.stripTrailing());
    }

    /** What was carried out for one socket. */
    private static final class SocketLog {
        private final int id;
        private int bytes;
        private int hash = 1;
        private int commands;

        SocketLog(int id) {
            this.id = id;
        }

        @Override
        public String toString() {
            return id + " " + bytes + " " + hash + " " + commands;
        }
    }

    private static void record(GyreRuntime runtime, List<SocketLog> sockets) {
        Connections connections = runtime.shared(Connections.class);
        connections.all().forEach(connection -> sockets.add(new SocketLog(connection.id())));
        Submissions submissions = runtime.submissions();
        submissions.on(Operation.SOCKET_WRITE, (id, at, length) -> {
            SocketLog log = sockets.get(id);
            byte[] copy = connections.memory().copy(at, length);
            for (int i = 0; i < length; i++) {
                log.hash = 31 * log.hash + (copy[i] & 0xff);
            }
            log.bytes += length;
        });
        var isReading = new boolean[sockets.size()];
        submissions.on(Operation.SOCKET_READ, (id, _, _) -> {
            sockets.get(id).commands++;
            isReading[id] = true;
        });
        submissions.on(Operation.SOCKET_STOP_READING, (id, _, _) -> {
            assertTrue(isReading[id], "a socket that does not read stops");
            sockets.get(id).commands++;
            isReading[id] = false;
        });
        runtime.message(CHANNEL, null);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void everyEventArrivesOnceInOrderAlsoWhenCallbacksThrow(int seed) throws IOException {
        var random = new Random(seed);
        var posted = new ArrayList<String>();
        var telemetry = new AtomicReference<Telemetry>();
        String printed = run("events.js", Map.of(), runtime -> {
            telemetry.set(runtime.loop().telemetry());
            postLater(runtime, random, posted, ROUNDS);
        });
        posted.add("true " + posted.size());
        List<String> arrived = printed.lines().toList();
        for (int i = 0; i < Math.min(posted.size(), arrived.size()); i++) {
            assertEquals(posted.get(i), arrived.get(i), "event " + i + " of " + posted.size());
        }
        assertEquals(posted.size(), arrived.size());
        long counted =
                telemetry.get().embeddedCallbacks(Phase.POLL) + telemetry.get().embeddedCallbacks(Phase.PENDING);
        assertEquals(posted.size(), counted, "callbacks that telemetry has counted");
    }

    private static void postLater(GyreRuntime runtime, Random random, List<String> posted, int rounds) {
        runtime.loop().post(() -> {
            int count = random.nextInt(8) == 0 ? Event.MAX_EVENTS + random.nextInt(500) : random.nextInt(60);
            for (int i = 0; i < count; i++) {
                posted.add(postOne(runtime, random, posted.size()));
            }
            if (rounds > 0) {
                postLater(runtime, random, posted, rounds - 1);
            } else {
                runtime.post(EventType.DATAGRAM, -1, null); // the last
            }
        });
    }

    private static String postOne(GyreRuntime runtime, Random random, int id) {
        return switch (random.nextInt(6)) {
            case 0 -> {
                runtime.message(CHANNEL, null);
                yield "message undefined undefined";
            }
            case 1 -> {
                int number = random.nextInt();
                runtime.message(CHANNEL, number);
                yield "message number " + number;
            }
            case 2 -> {
                byte[] bytes = new byte[random.nextInt(random.nextInt(100) == 0 ? 200_000 : 300)];
                random.nextBytes(bytes);
                runtime.message(CHANNEL, bytes);
                yield "message bytes " + bytes.length + " " + Arrays.hashCode(bytes);
            }
            case 3 -> {
                double[] numbers =
                        random.ints(random.nextInt(20)).asDoubleStream().toArray();
                runtime.message(CHANNEL, numbers);
                yield "message doubles " + numbers.length + " "
                        + Arrays.stream(numbers).mapToObj(n -> "" + (int) n).collect(Collectors.joining(","));
            }
            case 4 -> {
                runtime.message(CHANNEL, "text " + id); // fetched by a call of its own
                yield "message string text " + id;
            }
            default -> {
                int number = random.nextInt(1000);
                runtime.post(EventType.DATAGRAM, id, number);
                yield "datagram " + id + " " + Layout.ResultKind.NUMBER + " 0 0 " + number + " 0";
            }
        };
    }

    /** A callback that leads to the next one of its kind may run at once, but not while the inbox has something. */
    @ParameterizedTest
    @ValueSource(strings = {"immediates", "slots"})
    void theInboxIsReadWhileJavaScriptIsBusyWithItsOwn(String kind) throws Exception {
        var posters = new ArrayList<Thread>();
        String printed = run("inbox.js", Map.of("KIND", kind, "LAST", "" + LAST), runtime -> {
            var thread = new Thread(() -> {
                for (int i = 1; i <= LAST; i++) {
                    int number = i;
                    runtime.loop().post(() -> runtime.message(CHANNEL, number));
                    Thread.onSpinWait();
                }
            });
            posters.add(thread);
            runtime.loop().post(thread::start);
        });
        for (Thread thread : posters) {
            thread.join();
        }
        assertEquals("true", printed.lines().distinct().collect(Collectors.joining()));
    }

    private static String run(String resource, Map<String, String> environment, Consumer<GyreRuntime> prepare)
            throws IOException {
        try (InputStream in = ScriptHalfTest.class.getResourceAsStream("/bridge/" + resource)) {
            String source = new String(in.readAllBytes(), StandardCharsets.UTF_8);
            TestRuntime.Result result = TestRuntime.inCore(source, environment, prepare);
            assertEquals("", result.err());
            assertEquals(0, result.exitCode());
            return result.out();
        }
    }

    @Test
    void callbacksThatRunWithoutAReturnToTheLoopAreCounted() {
        var telemetry = new AtomicReference<Telemetry>();
        TestRuntime.Result result = TestRuntime.result(
                "let n = 0; setImmediate(function again() { if (++n < 500) setImmediate(again); else console.log(n); })",
                Map.of(),
                runtime -> telemetry.set(runtime.loop().telemetry()));
        assertEquals("500\n", result.out());
        long stayed = telemetry.get().stayedCallbacks();
        assertTrue(stayed > 0, "callbacks that ran at once");
        assertEquals(stayed, telemetry.get().stayedTurns());
        assertEquals(500, telemetry.get().embeddedCallbacks(Phase.CHECK));
    }
}
