package dev.gyre.compat;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** A fixed part of the tests that pass by the ledger, where Node's tests are on the machine; and the runner itself. */
class CompatTest {
    private static final Path HERE = Path.of("").toAbsolutePath();
    private static final String GYRE = HERE.resolveSibling("gyre").toString();
    private static final int ONE_IN = 20;

    @TestFactory
    Stream<DynamicTest> passesWhatTheLedgerSays() throws IOException {
        var root = Compat.tests();
        if (root.isEmpty()) {
            return Stream.of(DynamicTest.dynamicTest(
                    "needs Node's tests",
                    () -> Assumptions.abort("Node's tests are not on this machine: compat/fetch brings them")));
        }
        var runner = new Runner(GYRE, root.get());
        return Ledger.of(HERE.resolve("ledger.txt")).sample(ONE_IN).stream()
                .map(name -> DynamicTest.dynamicTest(name, () -> assertEquals(Ledger.PASS, runner.run(name))));
    }

    @Test
    void tellsFailuresFromPasses(@TempDir Path root) throws IOException, InterruptedException {
        var folder = Files.createDirectories(root.resolve("test/parallel"));
        var runner = new Runner(GYRE, root);
        for (var each : List.of(
                List.of("pass", ""),
                List.of("Error: wrong", "throw new Error('wrong')"),
                List.of("exit code 3", "process.exitCode = 3"),
                List.of("skips itself: no reason", "console.log('1..0 # Skipped: no reason')"),
                List.of(
                        "pass",
                        "// Flags: --expose-gc\n// Env: A_VALUE=1\nif (!gc || process.env.A_VALUE !== '1') throw 1"))) {
            Files.writeString(folder.resolve("test-x.js"), each.get(1));
            assertEquals(each.get(0), runner.run("parallel/test-x.js"), each.get(1));
        }
    }

    @Test
    void endsWhatATestLeavesBehind(@TempDir Path root) throws IOException, InterruptedException {
        var folder = Files.createDirectories(root.resolve("test/parallel"));
        var pid = root.resolve("pid");
        Files.writeString(folder.resolve("test-x.js"), """
        const child = require('child_process').spawn('sleep', ['600'], { detached: true, stdio: 'ignore' });
        require('fs').writeFileSync('%s', String(child.pid));
        child.unref();
        """.formatted(pid));
        assertEquals(Ledger.PASS, new Runner(GYRE, root).run("parallel/test-x.js"));
        var left = ProcessHandle.of(Long.parseLong(Files.readString(pid)));
        left.ifPresent(process -> process.onExit().join());
        assertTrue(left.isEmpty() || !left.get().isAlive());
    }

    @Test
    void ledgerHasAStateForEveryTest() throws IOException {
        Ledger.of(HERE.resolve("ledger.txt")).entries().forEach((name, state) -> assertTrue(!state.isBlank(), name));
    }
}
