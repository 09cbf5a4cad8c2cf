package dev.gyre.conformance.load;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A few seconds of {@code bench/load}, which runs for minutes. */
class LoadTest {
    private static final Path FOLDER = Path.of("load").toAbsolutePath();
    private static final String GYRE = System.getProperty(
            "gyre.command", FOLDER.getParent().resolveSibling("gyre").toString());

    @Test
    @Timeout(value = 60, unit = TimeUnit.SECONDS)
    void everyAnswerGoesToItsRequest() throws IOException, InterruptedException {
        var load = new Load(
                FOLDER.resolve("server.js"), List.of(GYRE), Duration.ofSeconds(5), new SplittableRandom().nextLong());
        assertEquals(List.of(), load.run(), load::report);
    }
}
