package dev.gyre.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** What the documents show runs, and prints what they say. */
class DocsTest {
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
    private static final Pattern CONSOLE = Pattern.compile("```console\\n\\$ \\./gyre (.*)\\n([^`]*)```");
    private static final Pattern SHOWN_FILE = Pattern.compile("<!-- runs: (\\S+) -->\\n```js\\n([^`]*)```");

    @TestFactory
    Stream<DynamicTest> consoleBlocksPrintWhatTheyShow() throws IOException {
        var tests = new ArrayList<DynamicTest>();
        for (Path document : documents()) {
            CONSOLE.matcher(Files.readString(document))
                    .results()
                    .forEach(block -> tests.add(DynamicTest.dynamicTest(
                            ROOT.relativize(document) + ": gyre " + block.group(1),
                            () -> assertEquals(
                                    block.group(2), gyre(block.group(1).split(" "))))));
        }
        assertFalse(tests.isEmpty());
        return tests.stream();
    }

    @TestFactory
    Stream<DynamicTest> shownFilesAreTheFiles() throws IOException {
        var tests = new ArrayList<DynamicTest>();
        for (Path document : documents()) {
            SHOWN_FILE
                    .matcher(Files.readString(document))
                    .results()
                    .forEach(block -> tests.add(DynamicTest.dynamicTest(
                            ROOT.relativize(document) + " shows " + block.group(1),
                            () -> assertEquals(Files.readString(ROOT.resolve(block.group(1))), block.group(2)))));
        }
        assertFalse(tests.isEmpty());
        return tests.stream();
    }

    private static List<Path> documents() throws IOException {
        try (Stream<Path> docs = Files.walk(ROOT.resolve("docs"));
                Stream<Path> top = Files.list(ROOT)) {
            return Stream.concat(top, docs)
                    .filter(file -> file.toString().endsWith(".md"))
                    .sorted()
                    .toList();
        }
    }

    private static String gyre(String... args) throws IOException, InterruptedException {
        var command = new ArrayList<String>(
                List.of(System.getProperty("gyre.command", ROOT.resolve("gyre").toString())));
        command.addAll(List.of(args));
        Process process = new ProcessBuilder(command)
                .directory(ROOT.toFile())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertTrue(process.waitFor(30, TimeUnit.SECONDS));
        assertEquals(0, process.exitValue());
        return out;
    }
}
