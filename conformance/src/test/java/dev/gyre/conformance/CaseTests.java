package dev.gyre.conformance;

import static org.junit.jupiter.api.Assertions.fail;

import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.RunnableFuture;
import java.util.function.BiConsumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;

/**
 * Cases as tests, one each. Two cases run at a time: the commands start on a pool of two threads as soon as the tests
 * are listed, and each test waits for its own. Cases that read clocks come last and run alone, because another process
 * on the same processor moves their timers. JUnit's own parallel mode would do, but Surefire counts wrongly under it.
 */
final class CaseTests {

    static final Duration LIMIT = Duration.ofSeconds(30);
    static final ExecutorService TWO_AT_A_TIME =
            Executors.newFixedThreadPool(2, Thread.ofPlatform().daemon().factory());

    private CaseTests() {}

    /** {@code -Dgyre.command=…} names another command than the repository's. */
    static Command gyre(Path root) {
        return Command.of(
                System.getProperty("gyre.command", root.resolveSibling("gyre").toString()));
    }

    /** The tests carry no source URI: Surefire drops dynamic tests that have one, failures included. */
    static Stream<DynamicTest> of(List<Case> cases, Command command, BiConsumer<Case, Verdict> check) {
        var byClock = cases.stream().collect(Collectors.partitioningBy(Case::readsClock));
        var pending = new LinkedHashMap<Case, Future<Verdict>>();
        for (Case test : byClock.get(false)) {
            pending.put(test, TWO_AT_A_TIME.submit(() -> Verdict.of(command.run(test, LIMIT), test.legal())));
        }
        // JUnit runs the tests in this order, so all others have ended when the first of these starts.
        for (Case test : byClock.get(true)) {
            pending.put(test, new FutureTask<>(() -> Verdict.of(command.run(test, LIMIT), test.legal())));
        }
        return pending.entrySet().stream()
                .map(entry -> DynamicTest.dynamicTest(
                        sentence(entry.getKey()), () -> check(entry.getKey(), entry.getValue(), check)));
    }

    private static void check(Case test, Future<Verdict> verdict, BiConsumer<Case, Verdict> check)
            throws InterruptedException {
        if (verdict instanceof RunnableFuture<Verdict> task && test.readsClock()) {
            task.run();
        }
        Verdict given;
        try {
            given = verdict.get();
        } catch (ExecutionException e) {
            if (!(e.getCause() instanceof AssertionError still)) {
                fail(test.name() + ": " + e.getCause().getMessage(), e.getCause());
                return;
            }
            given = new Verdict(false, still.getMessage()); // it did not end: a ledger may know why
        }
        check.accept(test, given);
    }

    private static String sentence(Case test) {
        return test.name().replaceFirst("\\.js$", "").replace('-', ' ');
    }
}
