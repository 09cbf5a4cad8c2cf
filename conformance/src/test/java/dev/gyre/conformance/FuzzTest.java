package dev.gyre.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Runs the random cases of each subject in {@code fuzz/} and compares their hashes with those recorded from Node. */
class FuzzTest {
    private static final Path FOLDER = Path.of("fuzz").toAbsolutePath();
    private static final Command GYRE = CaseTests.gyre(FOLDER.getParent());
    private static final Duration LIMIT = Duration.ofMinutes(2);

    @TestFactory
    Stream<DynamicTest> doesWhatNodeDidWithRandomCases() throws IOException {
        return subjects().stream().map(subject -> DynamicTest.dynamicTest(subject, () -> compare(subject)));
    }

    @Test
    void everySubjectIsRecorded() throws IOException {
        try (var files = Files.list(FOLDER.resolve("recorded"))) {
            assertEquals(
                    subjects(),
                    files.map(file -> file.getFileName().toString().replace(".txt", ""))
                            .sorted()
                            .toList());
        }
    }

    private static List<String> subjects() throws IOException {
        try (var files = Files.list(FOLDER.resolve("subjects"))) {
            return files.map(file -> file.getFileName().toString().replace(".js", ""))
                    .sorted()
                    .toList();
        }
    }

    private static void compare(String subject) throws IOException {
        var recorded = Files.readAllLines(FOLDER.resolve("recorded").resolve(subject + ".txt"));
        assertTrue(!recorded.isEmpty(), "nothing is recorded for " + subject);
        var outcome = GYRE.run(List.of("run.js", subject), FOLDER, LIMIT);
        assertEquals(0, outcome.exitCode(), () -> subject + " failed:\n" + outcome.stderr());
        var lines = outcome.stdout().lines().toList();
        assertEquals(recorded.size(), lines.size(), "blocks of " + subject);
        var different = IntStream.range(0, lines.size())
                .filter(i -> !lines.get(i).equals(recorded.get(i)))
                .toArray();
        if (different.length > 0) {
            var first = recorded.get(different[0]).split(" ")[0];
            fail(
                    "%s: %d of %d blocks of cases differ from Node's, the first at case %s. To see what differs: conformance/fuzz/compare NODE ./gyre %s --seed=1 --cases=%d"
                            .formatted(subject, different.length, lines.size(), first, subject, lines.size() * 100));
        }
    }
}
