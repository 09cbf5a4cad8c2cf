package dev.gyre.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.gyre.engine.ResourceLimits;
import dev.gyre.node.process.EmbeddedProcess;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What one thread may ask about the runtime of another. */
@Timeout(120)
class RuntimeFiguresTest {
    private static final ResourceLimits LIMITS = new ResourceLimits(12, 50, 0, 4);
    private static final int HEAP_LIMIT = 5;
    private static final long SOON_S = 30;

    /** A program on a thread of its own, which has printed something. */
    private static final class Running implements AutoCloseable {
        final GyreRuntime runtime;
        private final Thread thread;

        Running(String program) throws Exception {
            var out = new ByteArrayOutputStream();
            var opened = new CompletableFuture<GyreRuntime>();
            thread = new Thread(
                    null,
                    () -> {
                        var host = new EmbeddedProcess(Map.of(), out, out);
                        try (GyreRuntime open = TestRuntime.open(program, host, LIMITS)) {
                            opened.complete(open);
                            open.run();
                        }
                    },
                    "asked",
                    LIMITS.threadStackBytes());
            thread.start();
            runtime = opened.get(SOON_S, TimeUnit.SECONDS);
            long untilNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(SOON_S);
            while (out.toString(StandardCharsets.UTF_8).isEmpty()) {
                assertTrue(System.nanoTime() < untilNs, "the program does not start");
                Thread.onSpinWait();
            }
        }

        @Override
        public void close() {
            runtime.terminate();
            try {
                thread.join();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private static <T> T soon(CompletableFuture<T> answer) throws Exception {
        return answer.get(SOON_S, TimeUnit.SECONDS);
    }

    @Test
    void figuresAreToldByASleepingAndByABusyRuntime() throws Exception {
        for (String program : new String[] {
            "setInterval(() => {}, 1e9); console.log('runs')", "console.log('runs'); for (;;);",
        }) {
            try (var running = new Running(program)) {
                assertEquals((50 + 12) << 20, soon(running.runtime.figures().heapStatistics())[HEAP_LIMIT]);
                var micros = soon(running.runtime.figures().threadCpuMicros());
                assertTrue(micros[0] + micros[1] > 0); // user and system; the kernel may put a short run into either
            }
        }
    }

    @Test
    void loopTellsHowLongItWasIdle() throws Exception {
        try (var running = new Running("setTimeout(() => console.log('runs'), 20); setInterval(() => {}, 1e9);")) {
            double[] ms = running.runtime.figures().loopIdleAndActiveMs();
            assertTrue(ms[0] > 10 && ms[1] >= 0, ms[0] + " " + ms[1]);
        }
    }

    @Test
    void snapshotAndProfileAreJson() throws Exception {
        String program = "class Marked { x = 'q\\u00e4\\\"\\\\' }; globalThis.m = new Marked();"
                + "setInterval(function busy() { for (let i = 0; i < 1e5; i++); }, 1); console.log('runs')";
        try (var running = new Running(program)) {
            var text = new StringBuilder();
            soon(running.runtime.figures().heapSnapshot(text::append));
            assertTrue(text.toString().startsWith("{\"snapshot\":{\"meta\":"), text.substring(0, 40));
            assertTrue(text.indexOf("\"Marked\"") > 0
                    && text.toString().stripTrailing().endsWith("]}"));
            soon(running.runtime.figures().startCpuProfile());
            String profile = soon(running.runtime.figures().stopCpuProfile());
            assertTrue(profile.startsWith("{\"nodes\":[") && profile.endsWith("}"), profile);
            String check = "JSON.parse(" + Json.of(text.toString()) + ").strings.includes('Marked')" + " && JSON.parse("
                    + Json.of(profile) + ").endTime > 0";
            assertEquals("true", TestRuntime.valueOf(check));
        }
    }

    @Test
    void nothingIsToldAfterTheEnd() throws Exception {
        GyreRuntime ended;
        try (var running = new Running("console.log('runs')")) {
            ended = running.runtime;
        }
        assertTrue(ended.figures().heapStatistics().isCancelled());
        assertTrue(ended.figures().heapSnapshot(_ -> {}).isCancelled());
    }

    @Test
    void questionsAtTheEndAreAnsweredOrCancelled() throws Exception {
        for (int i = 0; i < 10; i++) {
            CompletableFuture<double[]> answer;
            try (var running = new Running("console.log('runs'); setTimeout(() => {}, 1)")) {
                answer = running.runtime.figures().heapStatistics();
            }
            assertTrue(answer.isDone());
        }
    }
}
