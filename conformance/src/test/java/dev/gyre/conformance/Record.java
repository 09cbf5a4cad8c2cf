package dev.gyre.conformance;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The program behind {@code conformance/record} and {@code conformance/check}: runs every chosen case
 * several times under the given command, and either writes down what it did or says where it differs.
 *
 * <p>A case whose outcome changes from run to run is refused, unless it has a folder {@code expected-any}:
 * then every order seen is added to those recorded.
 */
@SuppressWarnings("AvoidCommonTypeNames") // nothing here is a record of Java's
final class Record {

    private static final Duration LIMIT = Duration.ofSeconds(30);

    private final Command command;
    private final int runs;
    private int failures;

    private Record(Command command, int runs) {
        this.command = command;
        this.runs = runs;
    }

    /** Arguments: root, "record" or "check", command line, number of runs, then parts of case names. */
    public static void main(String[] args) throws IOException {
        var root = Path.of(args[0]).toRealPath();
        var program = new Record(Command.of(args[2]), Integer.parseInt(args[3]));
        var parts = List.of(args).subList(4, args.length);
        // Only those who ask for the programs of packages/ need npm.
        var programs =
                parts.stream().anyMatch(part -> part.startsWith("packages")) ? Packages.cases(root) : List.<Case>of();
        var cases = Stream.concat(Case.all(root).stream(), programs.stream())
                .filter(test -> parts.isEmpty() || parts.stream().anyMatch(test.name()::contains))
                .toList();
        boolean recording = args[1].equals("record");
        for (var test : cases) {
            if (!recording) {
                program.check(test);
            } else if (test.isFolder()) {
                program.record(test);
            }
        }
        System.out.printf("%d cases, %d %s%n", cases.size(), program.failures, recording ? "unstable" : "failed");
        System.exit(program.failures == 0 ? 0 : 1);
    }

    private void check(Case test) {
        try {
            for (int run = 0; run < runs; run++) {
                var verdict = Verdict.of(command.run(test, LIMIT), test.legal());
                if (!verdict.passed()) {
                    report(test, verdict.difference());
                    return;
                }
            }
        } catch (AssertionError e) {
            report(test, e.getMessage());
        }
    }

    private void record(Case test) throws IOException {
        Files.createDirectories(test.dir()); // a mode of a new program
        Set<Outcome> seen = new LinkedHashSet<>();
        for (int run = 0; run < runs; run++) {
            seen.add(command.run(test, LIMIT));
        }
        var first = seen.iterator().next();
        var any = test.dir().resolve("expected-any");
        if (Files.isDirectory(any)) {
            Set<String> orders = new LinkedHashSet<>(
                    test.legal().stream().map(Outcome::stdout).toList());
            seen.forEach(outcome -> orders.add(outcome.stdout()));
            int number = 0;
            for (var order : orders) {
                Files.writeString(any.resolve(++number + ".txt"), order);
            }
        } else if (seen.size() > 1) {
            List<Outcome> outcomes = new ArrayList<>(seen);
            report(test, "changes from run to run: " + outcomes.get(1).differenceFrom(outcomes.get(0)));
            return;
        } else {
            Files.writeString(test.dir().resolve("expected.txt"), first.stdout());
        }
        writeUnless(first.stderr().isEmpty(), test.dir().resolve("expected-stderr.txt"), first.stderr());
        writeUnless(first.exitCode() == 0, test.dir().resolve("expected-exit"), first.exitCode() + "\n");
    }

    private static void writeUnless(boolean isDefault, Path file, String text) throws IOException {
        if (isDefault) {
            Files.deleteIfExists(file);
        } else {
            Files.writeString(file, text);
        }
    }

    private void report(Case test, String text) {
        failures++;
        System.out.println("== " + test.name() + "\n" + text);
    }
}
