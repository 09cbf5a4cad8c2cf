package dev.gyre.regexp.lint;

import dev.gyre.regexp.source.Language;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The files below some paths that may have regular expressions, in order of their names, each once. */
final class ScriptFiles {
    /** A file that can't be read, and why. */
    record Problem(Path file, String reason) {}

    private final boolean withNodeModules;
    private final List<Path> files = new ArrayList<>();
    private final List<Problem> problems = new ArrayList<>();
    private final Set<Object> seen = new HashSet<>(); // real paths: a link may lead back to a folder above it

    ScriptFiles(boolean withNodeModules) {
        this.withNodeModules = withNodeModules;
    }

    List<Path> files() {
        return files;
    }

    List<Problem> problems() {
        return problems;
    }

    /** A path that was named: any file, and any folder. */
    void add(Path path) {
        if (Files.isDirectory(path)) {
            addFolder(path);
        } else {
            addFile(path);
        }
    }

    private void addFolder(Path folder) {
        try {
            if (!seen.add(folder.toRealPath())) {
                return;
            }
            var entries = new ArrayList<Path>();
            try (DirectoryStream<Path> stream = Files.newDirectoryStream(folder)) {
                stream.forEach(entries::add);
            }
            entries.sort(null);
            for (Path entry : entries) {
                String name = entry.getFileName().toString();
                if (Files.isDirectory(entry)) {
                    if (!name.startsWith(".") && (withNodeModules || !name.equals("node_modules"))) {
                        addFolder(entry);
                    }
                } else if (Language.ofFile(name).isPresent()) {
                    addFile(entry);
                }
            }
        } catch (IOException | java.nio.file.DirectoryIteratorException e) {
            problems.add(new Problem(folder, "can't be read: " + e.getMessage()));
        }
    }

    private void addFile(Path file) {
        try {
            if (!Files.isRegularFile(file)) {
                boolean isLink = Files.exists(file, LinkOption.NOFOLLOW_LINKS) && !Files.exists(file);
                problems.add(new Problem(file, isLink ? "a link that leads nowhere" : "not a file"));
            } else if (seen.add(file.toRealPath())) {
                files.add(file);
            }
        } catch (IOException e) {
            problems.add(new Problem(file, "can't be read: " + e.getMessage()));
        }
    }
}
