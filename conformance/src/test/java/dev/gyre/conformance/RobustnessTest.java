package dev.gyre.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * What can't be recorded from Node: kills, hanging calls, races, and promises that go further than Node's. Each script
 * in {@code robust/} checks one of them by itself and prints {@code ok}, or {@code skipped:} and why it can't be checked here.
 */
class RobustnessTest {
    private static final Path FOLDER = Path.of("robust").toAbsolutePath();
    private static final int LIMIT_S = 60;
    private static final String GYRE = System.getProperty(
            "gyre.command", FOLDER.getParent().resolveSibling("gyre").toString());

    /** A script that measures times or memory: another process beside it would change its figures. */
    private static final Pattern MEASURES =
            Pattern.compile("hrtime|performance|Date\\.now|memoryUsage|setTimeout|computing");

    /** Two scripts run at a time; those that measure come last and run alone. */
    @TestFactory
    Stream<DynamicTest> holds() throws IOException {
        Map<Boolean, List<String>> byMeasuring;
        try (var files = Files.list(FOLDER)) {
            byMeasuring = files.map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith(".js") && !name.equals("support.js"))
                    .sorted()
                    .collect(Collectors.partitioningBy(RobustnessTest::measures));
        }
        var pending = new LinkedHashMap<String, FutureTask<Void>>();
        for (String name : byMeasuring.get(false)) {
            var task = taskOf(name);
            pending.put(name, task);
            CaseTests.TWO_AT_A_TIME.execute(task);
        }
        byMeasuring.get(true).forEach(name -> pending.put(name, taskOf(name)));
        return pending.entrySet().stream()
                .map(entry -> DynamicTest.dynamicTest(
                        entry.getKey().replaceFirst("\\.js$", "").replace('-', ' '),
                        () -> outcome(entry.getKey(), entry.getValue())));
    }

    private static boolean measures(String name) {
        try {
            return MEASURES.matcher(name + Files.readString(FOLDER.resolve(name)))
                    .find();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static FutureTask<Void> taskOf(String name) {
        return new FutureTask<>(() -> {
            run(name);
            return null;
        });
    }

    private static void outcome(String name, FutureTask<Void> task) throws Throwable {
        if (measures(name)) {
            task.run();
        }
        try {
            task.get();
        } catch (ExecutionException e) {
            throw e.getCause();
        }
    }

    private static void run(String name) throws IOException, InterruptedException {
        var output = Files.createTempFile("robust", ".txt");
        try {
            var builder = new ProcessBuilder(GYRE, name)
                    .directory(FOLDER.toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(output.toFile());
            Command.withoutReports(builder);
            var process = builder.start();
            boolean over = process.waitFor(LIMIT_S, TimeUnit.SECONDS);
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
            String text = Files.readString(output);
            assumeFalse(text.startsWith("skipped: "), text);
            assertTrue(over, name + " still runs after " + LIMIT_S + " s: " + text);
            assertEquals("ok\n", text, name);
            assertEquals(0, process.exitValue());
        } finally {
            Files.delete(output);
        }
    }
}
