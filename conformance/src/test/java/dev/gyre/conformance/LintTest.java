package dev.gyre.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** The rules for the core's JavaScript, checked by ESLint: see {@code lint/}. npm installs it the first time. */
class LintTest {
    private static final Path LINT = Path.of("../lint").toAbsolutePath().normalize();
    private static final int LIMIT_S = 240;

    @Test
    void theCoreKeepsTheRules() throws IOException, InterruptedException {
        run("");
    }

    @Test
    void theRulesFindPlantedViolations() throws IOException, InterruptedException {
        assertEquals("ok\n", run("--test"));
    }

    private static String run(String option) throws IOException, InterruptedException {
        var output = Files.createTempFile("lint", ".txt");
        try {
            var command = option.isEmpty() ? List.of("./run") : List.of("./run", option);
            var builder = new ProcessBuilder(command)
                    .directory(LINT.toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(output.toFile());
            Command.withoutReports(builder);
            var process = builder.start();
            boolean over = process.waitFor(LIMIT_S, TimeUnit.SECONDS);
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
            var text = Files.readString(output);
            assertTrue(over, "still running after " + LIMIT_S + " s:\n" + text);
            assertEquals(0, process.waitFor(), text);
            return text;
        } finally {
            Files.delete(output);
        }
    }
}
