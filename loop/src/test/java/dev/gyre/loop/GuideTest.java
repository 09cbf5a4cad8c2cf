package dev.gyre.loop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What the guide and the example say is true: every program in them is compiled and run, and prints what they say. */
@Timeout(30)
class GuideTest {
    /** A fenced Java program, and after it the fenced text that it prints. */
    private static final Pattern PROGRAM =
            Pattern.compile("```java\n(.*?)```\n+(?:```text\n(.*?)```)?", Pattern.DOTALL);

    private record Snippet(int line, String source, String output) {}

    @TestFactory
    List<DynamicTest> everyProgramOfTheGuidePrintsWhatTheGuideSays(@TempDir Path folder) throws IOException {
        var tests = new ArrayList<DynamicTest>();
        for (String guide : List.of("loop", "telemetry")) {
            List<Snippet> snippets = snippets(Files.readString(SourceRunner.ROOT.resolve("docs/" + guide + ".md")));
            assertFalse(snippets.isEmpty());
            tests.addAll(testsOf(guide, snippets, folder));
        }
        return tests;
    }

    private static List<DynamicTest> testsOf(String guide, List<Snippet> snippets, Path folder) {
        return snippets.stream()
                .map(snippet -> DynamicTest.dynamicTest(guide + ", line " + snippet.line(), () -> {
                    Path source = folder.resolve(guide + snippet.line() + ".java");
                    Files.writeString(source, snippet.source());
                    assertEquals(snippet.output(), SourceRunner.run(source, folder.resolve("classes")));
                }))
                .toList();
    }

    @Test
    void theExamplePrintsWhatItsReadmeSays(@TempDir Path folder) throws Exception {
        Path example = SourceRunner.ROOT.resolve("examples/java-loop");
        String readme = Files.readString(example.resolve("README.md"));
        String expected = readme.substring(readme.indexOf("```text\n") + 8, readme.lastIndexOf("```"));
        assertEquals(expected, SourceRunner.run(example.resolve("Echo.java"), folder));
    }

    private static List<Snippet> snippets(String guide) {
        var snippets = new ArrayList<Snippet>();
        var matcher = PROGRAM.matcher(guide);
        while (matcher.find()) {
            int line = (int) guide.substring(0, matcher.start()).lines().count() + 1;
            if (matcher.group(2) == null) {
                throw new AssertionError("line " + line + ": the program has no output after it");
            }
            snippets.add(new Snippet(line, matcher.group(1), matcher.group(2)));
        }
        return snippets;
    }
}
