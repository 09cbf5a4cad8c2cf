package dev.gyre.conformance;

import static org.junit.jupiter.api.Assertions.fail;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.BiConsumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;

/**
 * Cases as tests, one each. Two cases run at a time: the commands start on a pool of two threads as soon as the tests
 * are listed, and each test waits for its own. JUnit's own parallel mode would do, but Surefire counts wrongly under it.
 */
final class CaseTests {

    static final Duration LIMIT = Duration.ofSeconds(30);
    private static final ExecutorService TWO_AT_A_TIME =
            Executors.newFixedThreadPool(2, Thread.ofPlatform().daemon().factory());

    private CaseTests() {}

    /** {@code -Dgyre.command=…} names another command than the repository's. */
    static Command gyre(Path root) {
        return Command.of(
                System.getProperty("gyre.command", root.resolveSibling("gyre").toString()));
    }

    /** The tests carry no source URI: Surefire drops dynamic tests that have one, failures included. */
    static Stream<DynamicTest> of(List<Case> cases, Command command, BiConsumer<Case, Verdict> check) {
        var verdicts = cases.stream()
                .collect(Collectors.toMap(
                        Case::name,
                        test -> TWO_AT_A_TIME.submit(() -> Verdict.of(command.run(test, LIMIT), test.legal()))));
        return cases.stream()
                .map(test -> DynamicTest.dynamicTest(sentence(test), () -> {
                    try {
                        check.accept(test, verdicts.get(test.name()).get());
                    } catch (ExecutionException e) {
                        fail(test.name() + ": " + e.getCause().getMessage(), e.getCause());
                    }
                }));
    }

    private static String sentence(Case test) {
        return test.name().replaceFirst("\\.js$", "").replace('-', ' ');
    }
}
