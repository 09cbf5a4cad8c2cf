package dev.gyre.compat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.Executors;

/** {@code compat/run}: runs the tests of the ledger, prints the share of each area and every difference from the ledger. */
final class Compat {
    static final String VERSION = "v26.7.0";

    private Compat() {}

    public static void main(String[] args) throws Exception {
        var here = Path.of(args[0]);
        boolean write = false;
        var command = here.resolveSibling("gyre").toString();
        List<String> chosen = new ArrayList<>();
        for (int i = 1; i < args.length; i++) {
            switch (args[i]) {
                case "--write" -> write = true;
                case "--command" -> command = args[++i];
                default -> chosen.add(args[i]);
            }
        }
        var root = tests().orElseThrow(
                        () -> new IllegalStateException(
                                "Node's tests are not on this machine: run compat/fetch, or set NODE_TESTS to a folder that holds Node's test/"));
        var file = here.resolve("ledger.txt");
        var ledger = Ledger.of(file);
        var names = ledger.entries().keySet().stream()
                .filter(name -> chosen.isEmpty()
                        || chosen.stream().anyMatch(word -> Area.of(name).equals(word) || name.contains(word)))
                .toList();
        var states = run(new Runner(command, root), names);
        printShares(states);
        boolean fell = printDifferences(ledger, states);
        if (write) {
            update(ledger, states).write(file);
        }
        System.exit(fell && !write ? 1 : 0);
    }

    /** The folder that holds Node's {@code test/}, if there is one. */
    static Optional<Path> tests() {
        var named = System.getenv("NODE_TESTS");
        var cache = Optional.ofNullable(System.getenv("XDG_CACHE_HOME"))
                .map(Path::of)
                .orElse(Path.of(System.getProperty("user.home"), ".cache"));
        var root = named != null
                ? Path.of(named).toAbsolutePath()
                : cache.resolve("gyre").resolve("node-" + VERSION);
        return Files.isDirectory(root.resolve("test/parallel")) ? Optional.of(root) : Optional.empty();
    }

    private static Map<String, String> run(Runner runner, List<String> names) throws Exception {
        Map<String, String> states = new ConcurrentSkipListMap<>();
        List<Callable<Void>> together = new ArrayList<>();
        List<String> alone = new ArrayList<>();
        for (var name : names) {
            if (name.startsWith("sequential/")) {
                alone.add(name);
            } else {
                together.add(() -> {
                    put(states, name, runner.run(name), names.size());
                    return null;
                });
            }
        }
        try (var pool = Executors.newFixedThreadPool(Runtime.getRuntime().availableProcessors())) {
            for (var done : pool.invokeAll(together)) {
                done.get();
            }
        }
        for (var name : alone) {
            put(states, name, runner.run(name), names.size());
        }
        return states;
    }

    @SuppressWarnings("SystemConsoleNull") // isTerminal is asked too
    private static void put(Map<String, String> states, String name, String state, int all) {
        states.put(name, state);
        if (System.console() != null && System.console().isTerminal()) {
            System.err.printf("\r%d of %d", states.size(), all);
        }
    }

    private static void printShares(Map<String, String> states) {
        Map<String, int[]> areas = new TreeMap<>();
        var total = new int[2];
        states.forEach((name, state) -> {
            var counts = areas.computeIfAbsent(Area.of(name), _ -> new int[2]);
            for (var each : new int[][] {counts, total}) {
                each[0]++;
                each[1] += state.equals(Ledger.PASS) ? 1 : 0;
            }
        });
        System.out.printf("%n| area | tests | pass | %% |%n|---|--:|--:|--:|%n");
        areas.forEach((area, counts) -> printShare(area, counts));
        printShare("all", total);
    }

    private static void printShare(String area, int[] counts) {
        System.out.printf(
                "| %s | %d | %d | %.1f |%n", area, counts[0], counts[1], 100.0 * counts[1] / Math.max(1, counts[0]));
    }

    /** Whether a test fell from the ledger. */
    private static boolean printDifferences(Ledger ledger, Map<String, String> states) {
        boolean fell = false;
        for (var each : states.entrySet()) {
            boolean passes = each.getValue().equals(Ledger.PASS);
            if (ledger.passes(each.getKey()) && !passes) {
                fell = true;
                System.out.println("FELL   " + each.getKey() + ": " + each.getValue());
            } else if (!ledger.passes(each.getKey()) && passes) {
                System.out.println("PASSES " + each.getKey() + ", and the ledger says: "
                        + ledger.entries().get(each.getKey()));
            }
        }
        return fell;
    }

    /** A reason that stands in the ledger stays: somebody may have made it better. */
    private static Ledger update(Ledger ledger, Map<String, String> states) {
        var entries = new TreeMap<>(ledger.entries());
        states.forEach((name, state) -> {
            var old = entries.get(name);
            if (state.equals(Ledger.PASS) || old.equals(Ledger.PASS) || old.equals("not run yet")) {
                entries.put(name, state);
            }
        });
        return new Ledger(entries);
    }
}
