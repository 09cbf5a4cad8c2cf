package dev.gyre.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import org.junit.jupiter.api.Test;

class GyreRuntimeTest {
    @Test
    void runsAProgramAndGivesItsOutput() {
        assertEquals("hello\n", TestRuntime.run("console.log('hello')"));
    }

    @Test
    void secondRuntimeFromTheSameSnapshotIsWhole() {
        for (int i = 0; i < 3; i++) {
            assertEquals("function", TestRuntime.valueOf("typeof require('http').createServer"));
        }
    }

    @Test
    void processExitEndsTheRuntimeOnlyAndNothingBehindItRuns() {
        var result = TestRuntime.result(
                "const seen = [1]; process.on('exit', () => console.log(seen)); process.exit(7); seen[0] = 2;"
                        + " console.log('after')",
                Map.of());
        assertEquals(new TestRuntime.Result(7, "[ 1 ]\n", ""), result);
    }

    @Test
    void uncaughtErrorIsReportedAndGivesItsCode() {
        var result = TestRuntime.result("setTimeout(() => { throw new RangeError('too far'); }, 1)", Map.of());
        assertEquals(1, result.exitCode());
        assertTrue(result.err().contains("RangeError: too far"), result.err());
    }

    @Test
    void environmentIsTheRuntimesOwn() {
        var result = TestRuntime.result(
                "process.env.B = '2'; console.log(process.env.A, process.env.B, process.env.PATH)", Map.of("A", "1"));
        assertEquals("1 2 undefined\n", result.out());
    }
}
