package dev.gyre.compat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** One of Node's test files, with what its first lines ask for. */
record NodeTest(String name, Path file, List<String> flags, Map<String, String> env) {
    private static final Pattern FLAGS = Pattern.compile("(?m)^//\\s+Flags:(.*)$");
    private static final Pattern ENV = Pattern.compile("(?m)^//\\s+Env:(.*)$");

    /** @param name as the ledger has it: {@code parallel/test-x.js} */
    static NodeTest of(Path root, String name) throws IOException {
        var file = root.resolve("test").resolve(name);
        var source = new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1);
        List<String> flags = new ArrayList<>();
        for (var word : words(FLAGS, source)) {
            flags.add(word.startsWith("./test/") ? root + word.substring(1) : word);
        }
        Map<String, String> env = new TreeMap<>();
        for (var word : words(ENV, source)) {
            int equals = word.indexOf('=');
            env.put(word.substring(0, equals), word.substring(equals + 1));
        }
        return new NodeTest(name, file, flags, env);
    }

    /** Tests of this folder share ports and files with others, so Node runs them alone. */
    boolean isAlone() {
        return name.startsWith("sequential/");
    }

    private static List<String> words(Pattern pattern, String source) {
        var matcher = pattern.matcher(source);
        return matcher.find() && !matcher.group(1).isBlank()
                ? List.of(matcher.group(1).strip().split("\\s+"))
                : List.of();
    }
}
