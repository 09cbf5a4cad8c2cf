package dev.gyre.node.process;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.gyre.node.TestRuntime;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ProcessBindingTest {
    @Test
    void whatChangesTheProcessIsRefusedToARuntimeThatSharesIt() {
        assertEquals(
                "ERR_WORKER_UNSUPPORTED_OPERATION: process.chdir() is not supported in workers",
                TestRuntime.valueOf(
                        "(() => { try { process.chdir('/'); } catch (e) { return e.code + ': ' + e.message; } })()"));
        assertEquals(
                "number ERR_WORKER_UNSUPPORTED_OPERATION",
                TestRuntime.valueOf("(() => { try { process.umask(0); } catch (e)"
                        + " { return typeof process.umask() + ' ' + e.code; } })()"));
    }

    @Test
    void processIsTheJvms() {
        assertEquals(
                ProcessHandle.current().pid() + " true true true",
                TestRuntime.valueOf("[process.pid, process.uptime() > 0, process.memoryUsage().rss > 1e6,"
                        + " process.hrtime.bigint() > 0n].join(' ')"));
    }

    @Test
    void outputAndErrorsGoToTheStreamsOfTheHost() {
        var result = TestRuntime.result("process.stdout.write('out'); process.stderr.write('err')", Map.of());
        assertEquals(new TestRuntime.Result(0, "out", "err"), result);
    }

    @Test
    void inputIsEmpty() {
        assertEquals(
                "end",
                TestRuntime.valueOf("new Promise((done) => process.stdin.on('end', () => done('end')).resume())"));
    }
}
