package dev.gyre.conformance;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** {@code ledger.txt}: lines {@code case: reason} for what can't pass yet. */
record Ledger(Map<String, String> reasons) {

    static Ledger of(Path file) throws IOException {
        Map<String, String> reasons = new TreeMap<>();
        for (var line : Files.readAllLines(file)) {
            if (!line.isBlank() && !line.startsWith("#")) {
                int colon = line.indexOf(": ");
                if (colon < 0) {
                    throw new IllegalStateException("ledger.txt: no reason in the line '" + line + "'");
                }
                reasons.put(line.substring(0, colon), line.substring(colon + 2));
            }
        }
        return new Ledger(reasons);
    }

    Optional<String> reason(Case test) {
        return Optional.ofNullable(reasons.get(test.name()));
    }
}
