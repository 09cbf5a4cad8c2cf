package dev.gyre;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Several runtimes do the same mixed work at the same time: their bytes must not meet. The script compares what comes back
 * with what it gave away; the test compares the digest of all results with that of a runtime that worked alone.
 */
class ConcurrentRuntimesTest {
    private static final int RUNTIMES = 4;
    private static final int ROUNDS = 8;

    @Test
    @Timeout(200)
    void runtimesAtWorkTogetherGetTheirOwnBytes() throws IOException {
        List<Runtime> runtimes = new ArrayList<>();
        try {
            for (int i = 0; i < RUNTIMES; i++) {
                runtimes.add(open());
            }
            List<CompletableFuture<Object>> together = new ArrayList<>();
            for (int i = 0; i < RUNTIMES; i++) {
                together.add(runtimes.get(i).callAsync("mixedWork", seed(i), ROUNDS));
            }
            List<Object> digests =
                    together.stream().map(CompletableFuture::join).toList();
            List<Object> alone = new ArrayList<>();
            for (int i = 0; i < RUNTIMES; i++) {
                alone.add(runtimes.get(0).call("mixedWork", seed(i), ROUNDS));
            }
            assertEquals(alone, digests);
            assertEquals(RUNTIMES, alone.stream().distinct().count(), "each seed gives a digest of its own");
        } finally {
            runtimes.forEach(Runtime::close);
        }
    }

    private static int seed(int runtime) {
        return 1 + 1000 * runtime;
    }

    private static Runtime open() throws IOException {
        var options = Options.defaults().withOutput(OutputStream.nullOutputStream(), OutputStream.nullOutputStream());
        var runtime = Gyre.open(options);
        try (InputStream script = ConcurrentRuntimesTest.class.getResourceAsStream("mixed_work.js")) {
            assertNotNull(script);
            runtime.eval(new String(script.readAllBytes(), StandardCharsets.UTF_8));
        }
        return runtime;
    }
}
