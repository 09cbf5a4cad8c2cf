package dev.gyre.compat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** {@code ledger.txt}: a line for each listed test, {@code name: pass} or {@code name: reason why not}. */
record Ledger(Map<String, String> entries) {
    static final String PASS = "pass";

    private static final String HEAD = """
      # Node's tests by name: pass, or the reason why not. Written by compat/run --write; reasons may be made better by hand.
      """;

    static Ledger of(Path file) throws IOException {
        Map<String, String> entries = new TreeMap<>();
        for (var line : Files.readAllLines(file)) {
            if (!line.isBlank() && !line.startsWith("#")) {
                int colon = line.indexOf(": ");
                if (colon < 0) {
                    throw new IllegalStateException(file + ": neither 'pass' nor a reason in the line '" + line + "'");
                }
                entries.put(line.substring(0, colon), line.substring(colon + 2));
            }
        }
        return new Ledger(entries);
    }

    boolean passes(String test) {
        return PASS.equals(entries.get(test));
    }

    /** The part that {@code ./verify} runs: one in {@code n} of those that pass. */
    List<String> sample(int n) {
        var passing = entries.keySet().stream()
                .filter(test -> passes(test) && !test.startsWith("sequential/"))
                .toList();
        return java.util.stream.IntStream.range(0, passing.size())
                .filter(i -> i % n == 0)
                .mapToObj(passing::get)
                .toList();
    }

    void write(Path file) throws IOException {
        var text = new StringBuilder(HEAD);
        entries.forEach(
                (test, state) -> text.append(test).append(": ").append(state).append('\n'));
        Files.writeString(file, text);
    }
}
