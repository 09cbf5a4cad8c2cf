package dev.gyre.compat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;

/** Runs tests of Node, each in a process and a folder of its own. */
final class Runner {
    private static final int LIMIT_S = 60;
    private static final Pattern SKIPPED = Pattern.compile("(?m)^1\\.\\.0 # Skipped: ?(.*)$");
    private static final Pattern ERROR_LINE = Pattern.compile("(?m)^\\s*((?:\\w*Error\\b|\\S*: bad option|FAIL).*)$");
    private static final int REASON_CHARS = 160;

    private final String command;
    private final Path root;
    private final AtomicInteger count = new AtomicInteger();

    /** @param root the folder that holds Node's {@code test/} */
    Runner(String command, Path root) {
        this.command = command;
        this.root = root;
    }

    /** {@link Ledger#PASS}, or in one line why the test failed; a failure is tried once more. */
    String run(String name) throws IOException, InterruptedException {
        var test = NodeTest.of(root, name);
        var state = runOnce(test);
        return state.equals(Ledger.PASS) ? state : runOnce(test);
    }

    private String runOnce(NodeTest test) throws IOException, InterruptedException {
        int serial = count.incrementAndGet();
        var folder = Files.createTempDirectory("compat");
        var mark = folder.getFileName().toString();
        try {
            Files.createSymbolicLink(
                    folder.resolve("test"), root.resolve("test")); // some tests name ./test/ from Node's root
            var output = folder.resolve("output.txt");
            List<String> line = new ArrayList<>(List.of(command));
            line.addAll(test.flags());
            line.add(test.file().toString());
            var builder = new ProcessBuilder(line)
                    .directory(folder.toFile())
                    .redirectInput(Path.of("/dev/null").toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(output.toFile());
            var env = builder.environment();
            env.keySet().removeIf(key -> !List.of("LANG", "TZ", "JAVA_HOME").contains(key));
            env.put("PATH", "/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin");
            env.put("HOME", folder.toString());
            env.put("TERM", "xterm");
            env.put("COMPAT_ID", mark);
            env.put("NODE_TEST_DIR", folder.toString());
            env.put("NODE_TEST_KNOWN_GLOBALS", "0");
            env.put("TEST_SERIAL_ID", Integer.toString(serial));
            env.put("TEST_THREAD_ID", "0");
            env.put("TEST_PARALLEL", test.isAlone() ? "0" : "1");
            env.putAll(test.env());
            var process = builder.start();
            boolean isOver = process.waitFor(LIMIT_S, TimeUnit.SECONDS);
            killMarked(mark);
            process.waitFor();
            var text = new String(Files.readAllBytes(output), StandardCharsets.UTF_8);
            return isOver
                    ? stateOf(process.exitValue(), withoutPaths(text, folder))
                    : "still running after " + LIMIT_S + " s";
        } finally {
            delete(folder);
        }
    }

    /** The ledger holds for any machine. */
    private String withoutPaths(String output, Path folder) {
        return output.replace(root + "/", "").replace(folder + "/", "").replace(command, "gyre");
    }

    private static String stateOf(int exitCode, String output) {
        var skipped = SKIPPED.matcher(output);
        if (exitCode == 0) {
            return skipped.find() ? "skips itself: " + skipped.group(1) : Ledger.PASS;
        }
        var error = ERROR_LINE.matcher(output);
        var reason = error.find() ? error.group(1).strip() : "exit code " + exitCode;
        return reason.length() <= REASON_CHARS ? reason : reason.substring(0, REASON_CHARS) + " ...";
    }

    /** Ends what a test has left behind, wherever it stands in the tree of processes: it has our mark in its environment. */
    private static void killMarked(String mark) throws IOException {
        var needle = "COMPAT_ID=" + mark + "\0";
        try (var entries = Files.newDirectoryStream(Path.of("/proc"), "[0-9]*")) {
            for (var entry : entries) {
                try {
                    if (new String(Files.readAllBytes(entry.resolve("environ")), StandardCharsets.ISO_8859_1)
                            .contains(needle)) {
                        ProcessHandle.of(Long.parseLong(entry.getFileName().toString()))
                                .ifPresent(ProcessHandle::destroyForcibly);
                    }
                } catch (IOException e) {
                    // It has ended meanwhile, or belongs to somebody else: then it is not the test's.
                }
            }
        }
    }

    private static void delete(Path folder) throws IOException {
        try (var files = Files.walk(folder)) {
            for (var file : files.sorted(Comparator.reverseOrder()).toList()) {
                file.toFile().setWritable(true);
                Files.deleteIfExists(file);
            }
        }
    }
}
