package dev.gyre.cli;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What {@code --env-file} and {@code --env-file-if-exists} name. The files are read before the options are, because one may
 * have NODE_OPTIONS in it, and before the permission model is there, as in Node. The format is that of {@code util.parseEnv}.
 */
final class EnvFiles {
    private EnvFiles() {}

    /** A file, and whether it has to be there. */
    record Named(String file, boolean isNeeded) {}

    /** All variables; those of a later file win. */
    static Map<String, String> read(List<Named> files) throws BadOption {
        var variables = new LinkedHashMap<String, String>();
        var missing = new ArrayList<String>();
        for (Named named : files) {
            if (add(named.file(), variables)) {
                continue;
            }
            if (named.isNeeded()) {
                missing.add(named.file() + ": not found");
            } else {
                System.err.println(named.file() + " not found. Continuing without it.");
            }
        }
        if (!missing.isEmpty()) {
            throw new BadOption(String.join("\n" + Image.argv0() + ": ", missing));
        }
        return variables;
    }

    private static boolean add(String file, Map<String, String> variables) {
        try {
            byte[] bytes = Files.readAllBytes(Path.of(file));
            variables.putAll(parse(new String(bytes, StandardCharsets.UTF_8)));
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    static Map<String, String> parse(String content) {
        var values = new TreeMap<String, String>();
        String rest = trim(content.replace("\r", ""));
        while (!rest.isEmpty()) {
            boolean isSkipped = rest.charAt(0) == '\n' || rest.charAt(0) == '#';
            int newline = rest.indexOf('\n');
            int equals = isSkipped ? -1 : rest.indexOf('=');
            if (equals < 0 || (newline >= 0 && newline < equals)) { // no assignment
                String after = newline < 0 ? "" : rest.substring(newline + 1);
                rest = isSkipped ? after : trim(after);
                continue;
            }
            String key = trim(rest.substring(0, equals));
            rest = rest.substring(equals + 1);
            if (rest.isEmpty() || rest.charAt(0) == '\n') {
                values.put(key, "");
                continue;
            }
            rest = trim(rest);
            if (!key.isEmpty()) {
                String name = key.startsWith("export ") ? trim(key.substring("export ".length())) : key;
                rest = readValue(rest, name, values);
            }
        }
        return values;
    }

    /** Reads the value at the beginning of the text; answers the text after its line. */
    private static String readValue(String text, String key, Map<String, String> values) {
        char quote = text.isEmpty() ? 0 : text.charAt(0);
        boolean isQuote = quote == '"' || quote == '\'' || quote == '`';
        int closing = isQuote ? text.indexOf(quote, 1) : -1;
        int newline = text.indexOf('\n', Math.max(0, closing));
        if (closing >= 0) {
            String value = text.substring(1, closing);
            values.put(key, quote == '"' ? value.replace("\\n", "\n") : value);
            return newline < 0 ? "" : text.substring(newline + 1);
        }
        String line = newline < 0 ? text : text.substring(0, newline);
        int hash = isQuote ? -1 : line.indexOf('#');
        values.put(key, isQuote ? line : trim(hash < 0 ? line : line.substring(0, hash)));
        return newline < 0 ? "" : trim(text.substring(newline + 1));
    }

    private static String trim(String text) {
        int from = 0;
        int to = text.length();
        while (from < to && " \t\n".indexOf(text.charAt(from)) >= 0) {
            from++;
        }
        while (to > from && " \t\n".indexOf(text.charAt(to - 1)) >= 0) {
            to--;
        }
        return text.substring(from, to);
    }
}
