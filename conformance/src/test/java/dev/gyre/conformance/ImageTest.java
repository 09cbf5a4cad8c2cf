package dev.gyre.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/** The tests here run the built command: it must be the build of these sources. */
class ImageTest {
    private static final Path ROOT = Path.of("").toAbsolutePath().getParent();

    @Test
    @DisabledIfSystemProperty(named = "gyre.command", matches = ".+", disabledReason = "another command is tested")
    void isNotOlderThanItsSources() throws IOException {
        assertEquals(
                List.of(),
                newerSources(ROOT, ROOT.resolve("cli/target/gyre/ready")),
                "The command is older than these sources: run ./gyre --rebuild, or ./verify.");
    }

    @Test
    void aChangedSourceIsSeen(@TempDir Path root) throws IOException {
        Path source = Files.createDirectories(root.resolve("node/src/main")).resolve("changed.js");
        Files.writeString(source, "");
        Path ready = Files.writeString(root.resolve("ready"), "");
        Files.setLastModifiedTime(ready, FileTime.fromMillis(1_000_000));
        Files.setLastModifiedTime(source, FileTime.fromMillis(900_000));
        assertEquals(List.of(), newerSources(root, ready));
        Files.setLastModifiedTime(source, FileTime.fromMillis(1_100_000));
        assertEquals(List.of(source), newerSources(root, ready));
    }

    private static List<Path> newerSources(Path root, Path ready) throws IOException {
        assertTrue(Files.exists(ready), () -> ready + " is missing: the command was not built");
        FileTime built = Files.getLastModifiedTime(ready);
        var newer = new java.util.ArrayList<Path>();
        try (var modules = Files.newDirectoryStream(root)) {
            for (Path module : modules) {
                Path sources = module.resolve("src/main");
                if (Files.isDirectory(sources)) {
                    try (var files = Files.walk(sources)) {
                        for (Path file : files.filter(Files::isRegularFile).toList()) {
                            if (Files.getLastModifiedTime(file).compareTo(built) > 0) {
                                newer.add(file);
                            }
                        }
                    }
                }
            }
        }
        return newer;
    }
}
