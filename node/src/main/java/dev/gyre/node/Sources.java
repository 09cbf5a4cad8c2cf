package dev.gyre.node;

import dev.gyre.io.libc.NativePath;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Source lines for the report of an error whose place V8 has forgotten. */
final class Sources {
    private Sources() {}

    /**
     * Line {@code number}, from 1, of a script file, or null where there is no such file or line.
     *
     * @param mayRead whether a path may be read: a program can name any in {@code //# sourceURL=}
     */
    static @Nullable String line(String file, int number, Predicate<NativePath> mayRead) {
        try {
            Path path = file.startsWith("file://") ? Path.of(URI.create(file)) : Path.of(file);
            if (!path.isAbsolute() || !mayRead.test(NativePath.of(path.toString())) || !Files.isRegularFile(path)) {
                return null;
            }
            try (Stream<String> lines = Files.lines(path)) {
                return lines.skip(number - 1L).findFirst().orElse(null);
            }
        } catch (IOException | RuntimeException e) {
            return null; // unreadable, or no UTF-8: the report goes without the line
        }
    }
}
