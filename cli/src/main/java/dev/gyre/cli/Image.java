package dev.gyre.cli;

import dev.gyre.engine.icu.IcuData;
import dev.gyre.node.CoreSources;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The files that the build leaves for the command, below one folder, and what the launcher says of itself. */
final class Image {
    private Image() {}

    static Path folder() {
        return Path.of(System.getProperty("gyre.home"));
    }

    static Path nativeFolder() {
        return folder().resolve("native");
    }

    static Path icuFile() {
        return IcuData.fileFor(folder().resolve("native/icudt77l.dat"), System.getenv());
    }

    static Path snapshotFile() {
        return folder().resolve("core.snapshot");
    }

    static Path workerSnapshotFile() {
        return folder().resolve("worker.snapshot");
    }

    static Path lazySourcesFile() {
        return folder().resolve("core.lazy-sources");
    }

    /** V8's own flags with their types, asked of it at build time. */
    static Map<String, String> v8FlagTypes() {
        try {
            return Files.readAllLines(folder().resolve("v8-flags.txt")).stream()
                    .map(line -> line.split(" "))
                    .collect(Collectors.toMap(words -> words[0], words -> words[1]));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The core JavaScript, where a developer wants it read at every start; otherwise null. */
    static @Nullable CoreSources coreSources() {
        String folder = System.getProperty("gyre.core");
        return folder == null ? null : CoreSources.in(Path.of(folder));
    }

    static String execPath() {
        return System.getProperty("gyre.command");
    }

    static String argv0() {
        return System.getProperty("gyre.argv0", "gyre");
    }
}
