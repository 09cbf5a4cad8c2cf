package dev.gyre.node;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What depends on V8's insides stays in the folders for it: docs/v8-internals.md. */
class V8InternalsFolderTest {
    private static final Pattern NATIVE = Pattern.compile("%[A-Z][A-Za-z0-9]+\\(");
    private static final Pattern INSIDES = Pattern.compile("setAccessible|MemorySegment\\.NULL\\.reinterpret");

    /** The one runtime function that may be called elsewhere: natives.js says why. */
    private static final String CHECKPOINT = "%PerformMicrotaskCheckpoint(";

    private static final Path CORE = Path.of("src", "main", "java", "dev", "gyre", "node");
    private static final Path ENGINE = Path.of("..", "engine", "src", "main", "java", "dev", "gyre", "engine");

    private static boolean hasNatives(String line) {
        String code = line.strip();
        return !code.startsWith("//")
                && NATIVE.matcher(code.replace(CHECKPOINT, "(")).find();
    }

    private static boolean hasInsides(String line) {
        return INSIDES.matcher(line).find();
    }

    private static List<String> filesWith(Path folder, String ending, java.util.function.Predicate<String> isFound)
            throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(file -> file.toString().endsWith(ending))
                    .filter(file -> !file.toString().contains("v8internals"))
                    .filter(file -> linesOf(file).stream().anyMatch(isFound))
                    .map(file -> folder.relativize(file).toString())
                    .toList();
        }
    }

    private static List<String> linesOf(Path file) {
        try {
            return Files.readAllLines(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void runtimeFunctionsOfV8AreCalledInOneFolder() throws IOException {
        assertEquals(List.of(), filesWith(CORE, ".js", V8InternalsFolderTest::hasNatives));
    }

    @Test
    void memoryAndPrivateFieldsOfTheEngineAreReadInOnePackage() throws IOException {
        assertEquals(List.of(), filesWith(ENGINE, ".java", V8InternalsFolderTest::hasInsides));
    }

    @Test
    void aViolationIsFound() {
        assertEquals(true, hasNatives("  const same = %HaveSameMap(a, b);"));
        assertEquals(false, hasNatives("  %PerformMicrotaskCheckpoint();"));
        assertEquals(false, hasNatives("  // %HaveSameMap(a, b) is in natives.js"));
        assertEquals(true, hasInsides("        field.setAccessible(true);"));
    }
}
