package dev.gyre.node;

import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** The core JavaScript files under one folder, by module id. */
final class CoreFiles {
    static final String LOADER = "internal/core.js";

    private static final String PACKAGES = "internal/deps";

    private CoreFiles() {}

    static Map<String, Path> in(Path folder) throws IOException {
        var files = new TreeMap<String, Path>();
        try (Stream<Path> walk = Files.walk(folder)) {
            walk.filter(file -> file.toString().endsWith(".js")).forEach(file -> {
                String name = folder.relativize(file).toString().replace('\\', '/');
                if (!name.equals(LOADER)) {
                    add(files, idOf(name.substring(0, name.length() - ".js".length())), file);
                }
            });
        }
        addPackages(files, folder);
        return files;
    }

    /** Packages of others are not in the source tree: for a developer's start they are taken from the last build. */
    private static void addPackages(Map<String, Path> files, Path folder) throws IOException {
        if (!folder.getFileSystem().equals(FileSystems.getDefault()) || Files.isDirectory(folder.resolve(PACKAGES))) {
            return;
        }
        Path built = folder.resolve("../../../../../../target/classes/dev/gyre/node")
                .normalize()
                .resolve(PACKAGES);
        if (Files.isDirectory(built)) {
            try (Stream<Path> list = Files.list(built)) {
                list.forEach(file -> add(
                        files, PACKAGES + "/" + file.getFileName().toString().replaceFirst("\\.js$", ""), file));
            }
        }
    }

    /** Whether the module is a package of others. */
    static boolean isPackage(String id) {
        return id.startsWith(PACKAGES + "/");
    }

    private static void add(Map<String, Path> files, String id, Path file) {
        Path other = files.put(id, file);
        if (other != null) {
            throw new IllegalStateException("Two core files have the id " + id + ": " + other + " and " + file);
        }
    }

    /**
     * {@code fs/fs} is {@code fs}, {@code fs/promises} stays, {@code internal/errors} stays. {@code fs/internal/watch} is
     * {@code internal/fs/watch}, and so would be {@code fs/shared/watch}. {@code http/_http_agent} is
     * {@code _http_agent}: Node gives such parts of a module a name of their own.
     */
    static String idOf(String path) {
        String[] parts = path.split("/", 3);
        if (parts[0].equals("internal")) {
            return path;
        }
        if (parts.length > 2 && (parts[1].equals("internal") || parts[1].equals("shared"))) {
            return "internal/" + parts[0] + "/" + parts[2];
        }
        if (parts.length == 2 && parts[1].startsWith("_")) {
            return parts[1];
        }
        return parts.length == 2 && parts[0].equals(parts[1]) ? parts[0] : path;
    }
}
