package dev.gyre.node;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** The core JavaScript files under one folder, by module id. */
final class CoreFiles {
    static final String LOADER = "internal/core.js";

    private CoreFiles() {}

    static Map<String, Path> in(Path folder) throws IOException {
        var files = new TreeMap<String, Path>();
        try (Stream<Path> walk = Files.walk(folder)) {
            walk.filter(file -> file.toString().endsWith(".js")).forEach(file -> {
                String name = folder.relativize(file).toString().replace('\\', '/');
                if (!name.equals(LOADER)) {
                    files.put(idOf(name.substring(0, name.length() - ".js".length())), file);
                }
            });
        }
        return files;
    }

    /**
     * {@code fs/fs} is {@code fs}, {@code fs/promises} stays, {@code fs/internal/watch} is {@code internal/fs/watch},
     * {@code internal/errors} stays.
     */
    static String idOf(String path) {
        String[] parts = path.split("/", 3);
        if (parts[0].equals("internal")) {
            return path;
        }
        if (parts.length > 2 && parts[1].equals("internal")) {
            return "internal/" + parts[0] + "/" + parts[2];
        }
        return parts.length == 2 && parts[0].equals(parts[1]) ? parts[0] : path;
    }
}
