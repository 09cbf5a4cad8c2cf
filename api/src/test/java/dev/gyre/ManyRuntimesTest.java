package dev.gyre;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Opens and closes runtimes by the hundred, and looks at what they leave behind. */
class ManyRuntimesTest {
    private static final int RUNTIMES = 200;
    private static final int THREADS = 4;

    /**
     * What the allocators of V8, the C library and the JVM may keep in each half: 0.3 MiB a runtime. An isolate alone takes
     * 3 MiB, with the runtime's other memory more than 5. One of the halves has to stay below: a leak shows in both, a heap
     * or an allocator's pool that grows once in one.
     */
    private static final long RESIDENT_NOISE_BYTES = 30L << 20;

    /** A file, timers, a server that answers a request; all of it left as it is at the end. */
    private static final String WORK = """
            new Promise((resolve, reject) => {
              const fs = require('fs');
              const http = require('http');
              fs.openSync('/dev/null', 'r');
              setInterval(() => {}, 1000);
              const server = http.createServer((request, response) => response.end(request.url)).listen(0, '127.0.0.1', () => {
                http.get({ port: server.address().port, host: '127.0.0.1', path: '/answer' }, (response) => {
                  response.setEncoding('utf8').on('data', (text) => {
                    fs.readFile('/proc/self/status', () => setTimeout(resolve, 1, text));
                  });
                }).on('error', reject);
              });
            })
            """;

    private static final String CHILD = """
            new Promise((resolve) => require('child_process').execFile('echo', ['child'], (error, out) => resolve(out)))
            """;

    private static int live(int number) {
        Options options =
                Options.defaults().withOutput(OutputStream.nullOutputStream(), OutputStream.nullOutputStream());
        try (Runtime runtime = Gyre.open(options)) {
            assertEquals("/answer", runtime.eval(WORK));
            if (number % 8 == 0) {
                assertEquals("child\n", runtime.eval(CHILD));
            }
            return number;
        }
    }

    private static void liveMany(ExecutorService threads, int count) throws Exception {
        List<Future<Integer>> lives = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            int number = i;
            lives.add(threads.submit(() -> live(number)));
        }
        for (int i = 0; i < count; i++) {
            assertEquals(i, lives.get(i).get());
        }
    }

    @Test
    @Timeout(400)
    void twoHundredRuntimesOnFourThreadsLeaveNothingBehind() throws Exception {
        try (ExecutorService threads = Executors.newFixedThreadPool(THREADS)) {
            liveMany(threads, 40); // what stays with the process is there after this: pool threads, libraries, heap
            System.gc();
            int descriptorsBefore = descriptors();
            List<String> threadsBefore = threads();
            long residentBefore = residentBytes();
            liveMany(threads, RUNTIMES / 2);
            System.gc();
            long residentBetween = residentBytes();
            liveMany(threads, RUNTIMES / 2);
            System.gc();
            int descriptorsAfter = descriptors();
            List<String> threadsAfter = threads();
            long residentAfter = residentBytes();
            System.out.printf(
                    "%d runtimes: descriptors %d -> %d, threads %d -> %d, resident %d -> %d -> %d MiB%n",
                    RUNTIMES,
                    descriptorsBefore,
                    descriptorsAfter,
                    threadsBefore.size(),
                    threadsAfter.size(),
                    residentBefore >> 20,
                    residentBetween >> 20,
                    residentAfter >> 20);
            assertEquals(descriptorsBefore, descriptorsAfter);
            assertEquals(threadsBefore, threadsAfter);
            long leastGrowth = Math.min(residentBetween - residentBefore, residentAfter - residentBetween);
            assertTrue(
                    leastGrowth < RESIDENT_NOISE_BYTES,
                    () -> (leastGrowth >> 20) + " MiB more are resident after each half, at least");
            assertEquals(0, ProcessHandle.current().children().count());
        }
    }

    private static int descriptors() throws IOException {
        try (Stream<Path> list = Files.list(Path.of("/proc/self/fd"))) {
            return (int) list.count();
        }
    }

    /** The JVM's own threads, such as compilers, are not listed; the pool's are the process's. */
    private static List<String> threads() {
        return Thread.getAllStackTraces().keySet().stream()
                .map(Thread::getName)
                .filter(name -> !name.startsWith("gyre-pool-"))
                .sorted()
                .toList();
    }

    private static long residentBytes() throws IOException {
        return Long.parseLong(Files.readString(Path.of("/proc/self/statm")).split(" ")[1]) * 4096;
    }
}
