package dev.gyre.cli;

import dev.gyre.engine.icu.IcuData;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.function.Supplier;

/** The files that the build leaves for the command, below one folder, and what the launcher says of itself. */
final class Image {
    private static final Path FOLDER = Path.of(System.getProperty("gyre.home"));

    private Image() {}

    static Path nativeFolder() {
        return FOLDER.resolve("native");
    }

    static Path icuFile() {
        return IcuData.fileFor(FOLDER.resolve("native/icudt77l.dat"), System.getenv());
    }

    static Path snapshotFile() {
        return FOLDER.resolve("core.snapshot");
    }

    static Path packagesFolder() {
        return FOLDER.resolve("packages");
    }

    /** The names of V8's own flags, asked of it at build time. Read only when an option is not one of Node's. */
    static Supplier<Set<String>> v8Flags() {
        return () -> {
            try {
                return Set.copyOf(Files.readAllLines(FOLDER.resolve("v8-flags.txt")));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        };
    }

    /** The source folder of the core JavaScript, where a developer wants it read at every start; otherwise null. */
    static Path coreFolder() {
        String folder = System.getProperty("gyre.core");
        return folder == null ? null : Path.of(folder);
    }

    static String execPath() {
        return System.getProperty("gyre.command");
    }

    static String argv0() {
        return System.getProperty("gyre.argv0", "gyre");
    }

    static String commandName() {
        return execPath();
    }
}
