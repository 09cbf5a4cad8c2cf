package dev.gyre.io.process;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.gyre.io.libc.SystemError;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class ProcessSignalsTest {
    private static final int SIGKILL = 9;
    private static final int SIGSEGV = 11;
    private static final int SIGURG = 23;
    private static final int KILLED = 128;
    private static final int SIGABRT = 6;

    @Test
    void listenersHearEverySignalOfThatNumber() throws InterruptedException {
        var urgent = new Semaphore(0);
        ProcessSignals.listen(SIGURG, _ -> urgent.release());
        try {
            for (int i = 0; i < 1000; i++) {
                ProcessSignals.raise(SIGURG);
            }
            assertTrue(urgent.tryAcquire(1000, 20, TimeUnit.SECONDS));
        } finally {
            ProcessSignals.unlisten(SIGURG);
        }
        ProcessSignals.raise(SIGURG); // ignored by default
        assertEquals(0, urgent.availablePermits());
    }

    @Test
    void aSentFaultSignalIsHeardAndTheJvmStillHasItsOwn() throws InterruptedException {
        var faults = new Semaphore(0);
        ProcessSignals.listen(SIGSEGV, _ -> faults.release());
        try {
            ProcessSignals.raise(SIGSEGV);
            assertTrue(faults.tryAcquire(20, TimeUnit.SECONDS));
            for (int i = 0; i < 100_000; i++) { // compiled, its null check is a fault
                Object nothing = i == 99_999 ? null : this;
                if (nothing == null) {
                    assertThrows(NullPointerException.class, () -> hash(nothing));
                } else {
                    hash(nothing);
                }
            }
            assertThrows(StackOverflowError.class, () -> deeper(0));
            assertEquals(0, faults.availablePermits());
        } finally {
            ProcessSignals.unlisten(SIGSEGV);
        }
    }

    private static int hash(Object object) {
        return object.getClass().hashCode();
    }

    @SuppressWarnings("InfiniteRecursion") // until the stack ends
    private static int deeper(int depth) {
        return deeper(depth + 1) + 1;
    }

    @Test
    void whatCannotBeHandledIsRefused() {
        var refused = assertThrows(SystemError.class, () -> ProcessSignals.listen(SIGKILL, _ -> {}));
        assertEquals("EINVAL", refused.code());
    }

    @Test
    void aCrashIsReportedToStderrAndToTheFileOfTheOptions(@TempDir Path folder) throws Exception {
        Path stdout = folder.resolve("stdout");
        Path stderr = folder.resolve("stderr");
        Process crash = java(folder, stdout, stderr, "crash");
        assertEquals(KILLED + SIGABRT, crash.exitValue());
        assertEquals("crashing\n", Files.readString(stdout));
        assertTrue(Files.readString(stderr).contains("A fatal error has been detected"), Files.readString(stderr));
        assertTrue(Files.exists(folder.resolve("crash-" + crash.pid() + ".log")));
    }

    @Test
    void aSentFaultSignalEndsTheProcessAsAnySignal(@TempDir Path folder) throws Exception {
        Path output = folder.resolve("output");
        Process sent = java(folder, output, output, "sent");
        assertEquals(KILLED + SIGSEGV, sent.exitValue());
        assertEquals("", Files.readString(output));
    }

    private static Process java(Path folder, Path stdout, Path stderr, String how)
            throws IOException, InterruptedException {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "--enable-native-access=ALL-UNNAMED",
                        "-Xrs",
                        "-XX:ErrorFile=" + folder.resolve("crash-%p.log"),
                        "-cp",
                        System.getProperty("java.class.path"),
                        Ending.class.getName(),
                        how)
                .redirectOutput(stdout.toFile())
                .redirectError(stderr.toFile())
                .start();
        assertTrue(process.waitFor(40, TimeUnit.SECONDS));
        return process;
    }

    /** A process of its own, which does not live long. */
    static final class Ending {
        private Ending() {}

        public static void main(String[] args) {
            ProcessSignals.filterFaults();
            if (args[0].equals("sent")) {
                ProcessSignals.raise(SIGSEGV);
            } else {
                System.out.println("crashing");
                MemorySegment.ofAddress(8).reinterpret(8).get(ValueLayout.JAVA_BYTE, 0);
            }
        }
    }
}
