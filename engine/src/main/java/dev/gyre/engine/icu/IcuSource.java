package dev.gyre.engine.icu;

import java.io.IOException;
import java.net.JarURLConnection;
import java.nio.file.Path;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.zip.ZipFile;

/** Where the data comes from: the jar of ICU4J, which has ICU's data big-endian, a file for each entry. */
final class IcuSource {
    private static final String FOLDER = "com/ibm/icu/impl/data/icudata/";

    private IcuSource() {}

    /** The ICU4J jar on the class path. */
    static Path jarOnClassPath() throws IOException {
        var root = IcuSource.class.getClassLoader().getResource(FOLDER + "root.res");
        if (root == null || !(root.openConnection() instanceof JarURLConnection jar)) {
            throw new IcuDataException("no ICU4J jar on the class path: name it as the first argument");
        }
        try (var file = jar.getJarFile()) {
            return Path.of(file.getName());
        }
    }

    /** The big-endian entries that {@code wanted} accepts, by name. */
    static NavigableMap<String, byte[]> read(Path icu4jJar, Predicate<String> wanted) throws IOException {
        var entries = new TreeMap<String, byte[]>();
        try (var zip = new ZipFile(icu4jJar.toFile())) {
            for (var files = zip.entries(); files.hasMoreElements(); ) {
                var file = files.nextElement();
                if (!file.isDirectory() && file.getName().startsWith(FOLDER)) {
                    var name = file.getName().substring(FOLDER.length());
                    if (wanted.test(name)) {
                        try (var in = zip.getInputStream(file)) {
                            entries.put(name, in.readAllBytes());
                        }
                    }
                }
            }
        }
        if (entries.isEmpty()) {
            throw new IcuDataException(icu4jJar + " has no ICU data in " + FOLDER);
        }
        return entries;
    }
}
