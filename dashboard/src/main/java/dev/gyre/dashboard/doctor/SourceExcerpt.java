package dev.gyre.dashboard.doctor;

import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Lines of a source file around one. */
final class SourceExcerpt {
    private static final int AROUND = 4;
    private static final long MAX_BYTES = 4 << 20;
    private static final int MAX_COLUMNS = 200;

    private SourceExcerpt() {}

    /** @param number counted from 1 */
    record Line(int number, String text) {}

    /** None where the file can't be read: code of an eval, or a file that is gone. */
    static List<Line> around(String file, int line) {
        try {
            Path path = file.startsWith("file:") ? Path.of(URI.create(file)) : Path.of(file);
            if (!Files.isRegularFile(path) || Files.size(path) > MAX_BYTES) {
                return List.of();
            }
            List<String> lines = new String(Files.readAllBytes(path), StandardCharsets.UTF_8)
                    .lines()
                    .toList();
            var excerpt = new ArrayList<Line>();
            for (int i = Math.max(1, line - AROUND); i <= Math.min(lines.size(), line + AROUND); i++) {
                String text = lines.get(i - 1);
                excerpt.add(new Line(i, text.length() > MAX_COLUMNS ? text.substring(0, MAX_COLUMNS) + "…" : text));
            }
            return excerpt;
        } catch (IOException | IllegalArgumentException _) {
            return List.of();
        }
    }
}
