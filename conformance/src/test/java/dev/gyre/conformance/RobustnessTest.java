package dev.gyre.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * What can't be recorded from Node: kills, hanging calls, races, and promises that go further than Node's. Each script
 * in {@code robust/} checks one of them by itself and prints {@code ok}.
 */
class RobustnessTest {
    private static final Path FOLDER = Path.of("robust").toAbsolutePath();
    private static final int LIMIT_S = 60;
    private static final String GYRE = System.getProperty(
            "gyre.command", FOLDER.getParent().resolveSibling("gyre").toString());

    @TestFactory
    Stream<DynamicTest> holds() throws IOException {
        try (var files = Files.list(FOLDER)) {
            return files
                    .map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith(".js") && !name.equals("support.js"))
                    .sorted()
                    .toList()
                    .stream()
                    .map(name -> DynamicTest.dynamicTest(
                            name.replaceFirst("\\.js$", "").replace('-', ' '), () -> run(name)));
        }
    }

    private static void run(String name) throws IOException, InterruptedException {
        var output = Files.createTempFile("robust", ".txt");
        try {
            var process = new ProcessBuilder(GYRE, name)
                    .directory(FOLDER.toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(output.toFile())
                    .start();
            boolean over = process.waitFor(LIMIT_S, TimeUnit.SECONDS);
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
            assertEquals("ok\n", Files.readString(output));
            assertTrue(over, "still running after " + LIMIT_S + " s");
            assertEquals(0, process.exitValue());
        } finally {
            Files.delete(output);
        }
    }
}
