package dev.gyre.engine.icu;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.NavigableMap;
import java.util.TreeMap;

/** The ICU4J jar on the test's class path, and what the build step makes of it: made once, copied for each test. */
final class IcuJar {
    private static NavigableMap<String, byte[]> packaged;

    private IcuJar() {}

    static Path path() {
        try {
            return IcuSource.jarOnClassPath();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A big-endian entry. */
    static byte[] entry(String name) throws IOException {
        return IcuSource.read(path(), name::equals).get(name);
    }

    /** All entries of the package, free to be changed. */
    static synchronized NavigableMap<String, byte[]> packaged() throws IOException {
        if (packaged == null) {
            packaged = IcuPackager.entries(path());
        }
        return new TreeMap<>(packaged);
    }
}
