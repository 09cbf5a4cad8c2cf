package dev.gyre.io.process;

import dev.gyre.io.libc.Utf8;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The command line and the environment that the process was started with, as UTF-8. The JVM reads them in the locale's
 * encoding; in a locale that has only ASCII, such as "C", it has lost the rest by now, and the kernel is asked again.
 */
public final class StartText {
    private static final boolean JVM_IS_EXACT = "UTF-8".equals(System.getProperty("sun.jnu.encoding"));

    private StartText() {}

    /** Whether what the JVM tells of the outside, the working directory for one, is to be trusted. */
    public static boolean isExact() {
        return JVM_IS_EXACT;
    }

    /** @param args what {@code main} was given: the end of the command line */
    public static String[] arguments(String[] args) {
        if (JVM_IS_EXACT || args.length == 0) {
            return args;
        }
        List<String> all = strings("/proc/self/cmdline");
        return all.subList(all.size() - args.length, all.size()).toArray(String[]::new);
    }

    public static Map<String, String> environment() {
        if (JVM_IS_EXACT) {
            return System.getenv();
        }
        return variables(strings("/proc/self/environ"));
    }

    /** The variables of a block as the kernel keeps it: "name=value", each with a zero behind it. */
    public static Map<String, String> variables(byte[] block) {
        return variables(strings(block));
    }

    private static Map<String, String> variables(List<String> strings) {
        var variables = new LinkedHashMap<String, String>();
        for (String variable : strings) {
            int equals = variable.indexOf('=', 1);
            if (equals > 0) {
                variables.putIfAbsent(variable.substring(0, equals), variable.substring(equals + 1));
            }
        }
        return variables;
    }

    private static List<String> strings(String file) {
        try {
            return strings(Files.readAllBytes(Path.of(file)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<String> strings(byte[] bytes) {
        var strings = new ArrayList<String>();
        int start = 0;
        for (int i = 0; i < bytes.length; i++) {
            if (bytes[i] == 0) {
                strings.add(Utf8.decode(Arrays.copyOfRange(bytes, start, i)));
                start = i + 1;
            }
        }
        return strings;
    }
}
