package dev.gyre.node;

import dev.gyre.engine.ResourceLimits;
import dev.gyre.io.poll.EpollPoller;
import dev.gyre.loop.Loop;
import dev.gyre.node.process.EmbeddedProcess;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Runs JavaScript in a runtime inside the test's JVM. A runtime opens from the snapshot in a few milliseconds, so that a
 * binding can be tested as a unit:
 *
 * <pre>
 *   assertEquals("4\n", TestRuntime.print("2 + 2"));
 * </pre>
 *
 * Each call has a runtime and a thread of its own, which are closed when it returns.
 */
public final class TestRuntime {
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final long STACK_BYTES = 8 << 20;

    /** A public module that is not in the snapshot, and that nothing else requires. */
    private static final String CORE_MODULE = "constants";

    private TestRuntime() {}

    /** How a program ended, and what it has written. */
    public record Result(int exitCode, String out, String err) {}

    /** What this program prints. It fails the test if it writes to stderr or leaves another exit code than 0. */
    public static String run(String source) {
        Result result = result(source, Map.of());
        if (result.exitCode != 0 || !result.err.isEmpty()) {
            throw new AssertionError("exit code " + result.exitCode + "\n" + result.out + result.err);
        }
        return result.out;
    }

    /** What {@code console.log} prints of the value of an expression, without the end of the line. */
    public static String valueOf(String expression) {
        return run("Promise.resolve((async () => (" + expression + "))()).then(console.log)")
                .stripTrailing();
    }

    /** Runs a program to its end, which must come within a minute. */
    public static Result result(String source, Map<String, String> environment) {
        return result(source, environment, _ -> {});
    }

    /**
     * As above.
     *
     * @param prepare called with the runtime before it runs, on its thread
     */
    public static Result result(String source, Map<String, String> environment, Consumer<GyreRuntime> prepare) {
        return result(source, TestImage.lazySources(), environment, prepare);
    }

    /** Runs a program as a module of the core: it can require the core's internal modules, and has {@code binding}. */
    public static Result inCore(String source, Map<String, String> environment, Consumer<GyreRuntime> prepare) {
        Path lazySources = TestImage.lazySourcesWith(CORE_MODULE, source);
        try {
            return result("require('" + CORE_MODULE + "')", lazySources, environment, prepare);
        } finally {
            delete(lazySources);
        }
    }

    private static void delete(Path file) {
        try {
            Files.delete(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Result result(
            String source, Path lazySources, Map<String, String> environment, Consumer<GyreRuntime> prepare) {
        var out = new ByteArrayOutputStream();
        var err = new ByteArrayOutputStream();
        var host = new EmbeddedProcess(environment, out, err);
        var opened = new CompletableFuture<GyreRuntime>();
        var ended = new CompletableFuture<Integer>();
        Thread thread = new Thread(
                null,
                () -> live(() -> open(source, lazySources, host), prepare, opened, ended),
                "test-runtime",
                STACK_BYTES);
        thread.start();
        try {
            int code = await(opened, ended);
            thread.join();
            return new Result(code, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static int await(CompletableFuture<GyreRuntime> opened, CompletableFuture<Integer> ended)
            throws InterruptedException {
        try {
            return ended.get(LIMIT.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            opened.join().terminate();
            throw new AssertionError("the program did not end within " + LIMIT, e);
        } catch (ExecutionException e) {
            throw new AssertionError(e.getCause());
        }
    }

    private static void live(
            Supplier<GyreRuntime> open,
            Consumer<GyreRuntime> prepare,
            CompletableFuture<GyreRuntime> opened,
            CompletableFuture<Integer> ended) {
        int code;
        try (GyreRuntime runtime = open.get()) {
            prepare.accept(runtime);
            opened.complete(runtime);
            code = runtime.run();
        } catch (RuntimeException | Error e) {
            opened.completeExceptionally(e);
            ended.completeExceptionally(e);
            return;
        }
        ended.complete(code);
    }

    /** A runtime on the calling thread, not run yet. */
    static GyreRuntime open(String source, HostProcess host) {
        return open(source, TestImage.lazySources(), host);
    }

    /** The same, with limits of heap and stack. */
    static GyreRuntime open(String source, HostProcess host, ResourceLimits limits) {
        return open(source, TestImage.lazySources(), host, limits);
    }

    private static GyreRuntime open(String source, Path lazySources, HostProcess host) {
        return open(source, lazySources, host, null);
    }

    private static GyreRuntime open(
            String source, Path lazySources, HostProcess host, @Nullable ResourceLimits limits) {
        var options = new RuntimeOptions(
                TestImage::snapshot,
                TestImage::snapshot,
                lazySources,
                null,
                List.of("gyre"),
                List.of(),
                "gyre",
                "gyre",
                null,
                Map.of("--eval", source),
                limits);
        return new GyreRuntime(
                options, host, Loop.builder().poller(new EpollPoller(() -> {})).open());
    }
}
