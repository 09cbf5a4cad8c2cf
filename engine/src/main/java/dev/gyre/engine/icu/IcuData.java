package dev.gyre.engine.icu;

import java.io.File;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;

/**
 * Which file V8 is given as its ICU data.
 *
 * <p>V8 reads the file that it is given into memory as a whole, before anything runs: the bigger the data, the
 * later the start and the more memory every process has, though a script that uses no {@code Intl} never looks at
 * it. ICU itself is more frugal. What it doesn't find in the data it was given, it looks for in a file of the same
 * name as the package in the folder that the environment variable {@code ICU_DATA} names, and that file it maps: only
 * what is touched becomes resident, and all processes share it.
 *
 * <p>So a launcher that starts the JVM with {@code ICU_DATA} set to the folder of our data gets by with an empty
 * package; ICU then maps the full one at the first use of {@code Intl}. (The JVM can't change its own environment
 * except through the FFM API, whose first call takes longer than reading the file.) Without the variable, as in a
 * program that embeds us, V8 reads the whole file.
 */
public final class IcuData {
    /** The variable that ICU reads, once, when it misses an entry. */
    public static final String VARIABLE = "ICU_DATA";

    /** The package with no entries, beside the full one. */
    static final String EMPTY = "icudt-empty.dat";

    private IcuData() {}

    /**
     * The file to give to V8.
     *
     * @param full the data file, {@code icudt77l.dat}, with the empty one beside it
     * @param environment what this process was started with
     */
    public static Path fileFor(Path full, Map<String, String> environment) {
        var folder = Objects.requireNonNull(full.toAbsolutePath().getParent());
        boolean mapped = folder.toString().equals(environment.get(VARIABLE)) && isOneFolder(folder);
        return mapped ? folder.resolve(EMPTY) : full;
    }

    /** ICU takes the variable for a list of folders. */
    private static boolean isOneFolder(Path folder) {
        return folder.toString().indexOf(File.pathSeparatorChar) < 0;
    }
}
