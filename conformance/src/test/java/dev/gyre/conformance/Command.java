package dev.gyre.conformance;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A runtime's command line, which runs cases in processes of their own. */
record Command(List<String> words) {

    /** Variables that change what a runtime prints; a case sets those it needs in its env.txt. */
    private static final List<String> CLEARED = List.of(
            "NODE_OPTIONS",
            "NODE_PATH",
            "NODE_DEBUG",
            "NODE_NO_WARNINGS",
            "NODE_DISABLE_COLORS",
            "FORCE_COLOR",
            "NO_COLOR");

    /** Files in {@code line} are made absolute, since each case runs in its own folder. */
    static Command of(String line) {
        return new Command(
                Stream.of(line.strip().split("\\s+")).map(Command::absolute).toList());
    }

    private static String absolute(String word) {
        return word.contains("/") && Files.isExecutable(Path.of(word))
                ? Path.of(word).toAbsolutePath().normalize().toString()
                : word;
    }

    /** The {@code node} of the PATH if its major version is at least {@code major}. */
    static Optional<Command> nodeOnPath(int major) {
        for (var entry : System.getenv().getOrDefault("PATH", "").split(":")) {
            var file = Path.of(entry.isEmpty() ? "." : entry, "node");
            if (Files.isExecutable(file)) {
                var node = new Command(List.of(file.toString()));
                return node.majorVersion() >= major ? Optional.of(node) : Optional.empty();
            }
        }
        return Optional.empty();
    }

    /** The number after the {@code v} of {@code --version}; 0 if there is none. */
    int majorVersion() {
        var outcome = run(List.of("--version"), Path.of("").toAbsolutePath(), Duration.ofSeconds(20));
        var version = outcome.stdout().strip();
        return version.matches("v\\d+\\..*") ? Integer.parseInt(version.substring(1, version.indexOf('.'))) : 0;
    }

    Outcome run(Case test, Duration limit) {
        var builder =
                builder(test.args(), test.dir()).redirectInput(test.stdin().toFile());
        builder.environment().putAll(test.env());
        return run(builder, test.dir(), limit);
    }

    Outcome run(List<String> args, Path dir, Duration limit) {
        return run(builder(args, dir), dir, limit);
    }

    private ProcessBuilder builder(List<String> args, Path dir) {
        List<String> line = new ArrayList<>(words);
        line.addAll(args);
        var builder = new ProcessBuilder(line).directory(dir.toFile());
        CLEARED.forEach(builder.environment()::remove);
        builder.environment().put("TZ", "UTC");
        withoutReports(builder);
        return builder;
    }

    /** On a loaded machine any callback or task may take long. Tests of the reports give the options. */
    static void withoutReports(ProcessBuilder builder) {
        builder.environment().put("GYRE_BLOCK_WARN", "0");
        builder.environment().put("GYRE_POOL_WARN", "0");
    }

    private static Outcome run(ProcessBuilder builder, Path dir, Duration limit) {
        try (var readers = Executors.newVirtualThreadPerTaskExecutor()) {
            var process = builder.start();
            process.getOutputStream().close();
            var stdout = CompletableFuture.supplyAsync(() -> drain(process.getInputStream()), readers);
            var stderr = CompletableFuture.supplyAsync(() -> drain(process.getErrorStream()), readers);
            if (!process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS)) {
                process.descendants().forEach(ProcessHandle::destroyForcibly);
                process.destroyForcibly();
                throw new AssertionError("still running after %d s\n--- stdout so far:\n%s\n--- stderr so far:\n%s"
                        .formatted(limit.toSeconds(), stdout.join(), stderr.join()));
            }
            return Outcome.of(stdout.join(), stderr.join(), process.exitValue(), dir);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    private static String drain(InputStream stream) {
        try (stream) {
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
