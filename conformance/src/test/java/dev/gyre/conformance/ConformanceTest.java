package dev.gyre.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.fail;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/**
 * Every case is a test of its own. {@code -Dgyre.command=…} names another command than the repository's,
 * {@code -Dgyre.cases=order/next-tick} runs only cases whose name holds that text.
 */
class ConformanceTest {

    private static final Path ROOT = Path.of("").toAbsolutePath();
    private static final Command GYRE = CaseTests.gyre(ROOT);
    private static final String IMMEDIATE_FIRST = "order/immediate-runs-before-timeout-inside-io";
    /** The oldest Node whose order is that of the recorded one. */
    private static final int OLDEST_COMPARABLE_NODE = 24;

    private static Stream<Case> cases() {
        var chosen = System.getProperty("gyre.cases", "");
        return Case.all(ROOT).stream().filter(test -> test.name().contains(chosen));
    }

    @TestFactory
    Stream<DynamicTest> behavesAsNodeWasRecorded() throws IOException {
        var ledger = Ledger.of(ROOT.resolve("ledger.txt"));
        return CaseTests.of(cases().toList(), GYRE, (test, verdict) -> {
            ledger.reason(test).ifPresent(reason -> {
                if (verdict.passed()) {
                    fail(test.name() + " passes now: take it out of ledger.txt (" + reason + ")");
                }
                Assumptions.abort(reason);
            });
            if (!verdict.passed()) {
                fail(test.name() + "\n" + verdict.difference());
            }
        });
    }

    /**
     * A live Node keeps the records honest. Messages change from one major version to the next, the order
     * doesn't: other majors than the recorded one are asked for the order alone.
     */
    @TestFactory
    Stream<DynamicTest> nodeOnThisMachineBehavesAsRecorded() throws IOException {
        var recordedMajor =
                Files.readString(ROOT.resolve("recorded-with.txt")).strip().replaceAll("^v(\\d+).*", "$1");
        Optional<Command> found = Command.nodeOnPath(OLDEST_COMPARABLE_NODE);
        if (found.isEmpty()) {
            return Stream.empty();
        }
        var node = found.get();
        boolean sameMajor = node.majorVersion() == Integer.parseInt(recordedMajor);
        var comparable = cases().filter(
                        test -> test.isFolder() && (sameMajor || test.name().startsWith("order/")))
                .toList();
        return CaseTests.of(comparable, node, (test, verdict) -> {
            if (!verdict.passed()) {
                fail(test.name() + " is recorded otherwise\n" + verdict.difference());
            }
        });
    }

    @Test
    @EnabledIfSystemProperty(
            named = "gyre.slow",
            matches = "true",
            disabledReason = "1,000 processes; -Dgyre.slow=true")
    void immediateRunsBeforeTimeoutInsideIoInAThousandProcesses() {
        var test = Case.ofFolder(ROOT, ROOT.resolve(IMMEDIATE_FIRST));
        IntStream.rangeClosed(1, 1000)
                .forEach(run -> assertEquals(
                        "",
                        Verdict.of(GYRE.run(test, CaseTests.LIMIT), test.legal())
                                .difference(),
                        "run " + run));
    }

    @Test
    void ledgerNamesOnlyCasesThatExist() throws IOException {
        List<String> names = Case.all(ROOT).stream().map(Case::name).toList();
        var unknown = Ledger.of(ROOT.resolve("ledger.txt")).reasons().keySet().stream()
                .filter(name -> !names.contains(name));
        assertEquals(List.of(), unknown.toList());
    }
}
