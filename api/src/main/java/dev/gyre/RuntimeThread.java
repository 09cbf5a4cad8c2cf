package dev.gyre;

import dev.gyre.engine.Engine;
import dev.gyre.engine.icu.IcuData;
import dev.gyre.image.UnpackedImage;
import dev.gyre.io.call.ForeignCalls;
import dev.gyre.io.poll.EpollPoller;
import dev.gyre.loop.Loop;
import dev.gyre.loop.Telemetry;
import dev.gyre.node.Core;
import dev.gyre.node.GyreRuntime;
import dev.gyre.node.PoolAlarm;
import dev.gyre.node.RuntimeOptions;
import dev.gyre.node.bridge.limit.CallbackLimit;
import dev.gyre.node.host.Session;
import dev.gyre.node.process.EmbeddedProcess;
import dev.gyre.node.watch.WatchedRuntime;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;

/** The thread of one runtime: it opens it, runs it and closes it. */
final class RuntimeThread {
    /** V8 takes about one megabyte of stack; a script at its deepest may call into Java. */
    private static final long STACK_BYTES = 8L << 20;

    private final Options options;
    private final Session session = new Session();
    private final CompletableFuture<Void> opened = new CompletableFuture<>();
    private final CompletableFuture<Integer> ended = new CompletableFuture<>();
    private final Thread thread = new Thread(null, this::live, "gyre-loop", STACK_BYTES);

    /** Of the runtime's loop, from when it is open. */
    private volatile @Nullable Telemetry telemetry;

    /** The runtime while it is open. */
    private volatile @Nullable GyreRuntime current;

    private RuntimeThread(Options options) {
        this.options = options;
        thread.setDaemon(true);
        thread.setName("gyre-loop-" + thread.threadId());
    }

    /** Returns when the runtime is open. */
    static RuntimeThread start(Options options) {
        var runtime = new RuntimeThread(options);
        runtime.thread.start();
        try {
            runtime.opened.join();
        } catch (CompletionException e) {
            throw e.getCause() instanceof RuntimeException cause ? cause : e;
        }
        return runtime;
    }

    private void live() {
        int exitCode = 1;
        Throwable failure = null;
        try (GyreRuntime runtime = open()) {
            session.attach(runtime);
            current = runtime;
            telemetry = runtime.loop().telemetry();
            opened.complete(null);
            exitCode = runtime.run();
        } catch (RuntimeException | Error e) {
            failure = e;
        }
        current = null; // the JVM may keep this thread's object, which must not keep the runtime
        session.end(exitCode);
        if (failure == null) {
            ended.complete(exitCode);
        } else {
            opened.completeExceptionally(failure);
            ended.completeExceptionally(failure);
        }
    }

    private GyreRuntime open() {
        Path image = options.image() == null ? UnpackedImage.folder() : options.image();
        Path libraries = image.resolve("native");
        ForeignCalls.useLibrary(libraries);
        Path icu = IcuData.fileFor(libraries.resolve("icudt77l.dat"), Map.of());
        String guard = options.hasRegexpGuard() ? " " + Core.REGEXP_GUARD_FLAGS : "";
        Engine.start(new Engine.Options(libraries, icu, Core.RUN_FLAGS + guard));
        var runtimeOptions = new RuntimeOptions(
                () -> read(image.resolve("core.snapshot")),
                () -> read(image.resolve("worker.snapshot")),
                image.resolve("core.lazy-sources"),
                null,
                List.of("gyre"),
                List.of(),
                "gyre",
                "gyre",
                session,
                runtimeOptionsOf(options),
                null);
        var host = new EmbeddedProcess(options.environment(), input(options.in()), options.out(), options.err());
        Loop loop = Loop.builder().poller(new EpollPoller(() -> {})).open();
        return new GyreRuntime(runtimeOptions, host, loop);
    }

    /** As the command has them. What nobody has set is left to the runtime, which then spares the start of a program. */
    private static Map<String, Object> runtimeOptionsOf(Options options) {
        var chosen = new HashMap<String, Object>(Map.of("--embedded-session", true));
        if (!options.blockWarning().equals(Options.USUAL_BLOCK_WARNING)) {
            chosen.put(WatchedRuntime.WARN_OPTION, milliseconds(options.blockWarning()));
        }
        chosen.put(PoolAlarm.OPTION, milliseconds(options.poolWarning()));
        chosen.put(CallbackLimit.OPTION, milliseconds(options.blockLimit()));
        return chosen;
    }

    /** What is shorter than a millisecond is one. */
    private static String milliseconds(Duration limit) {
        return String.valueOf(limit.isZero() ? 0 : Math.max(1, limit.toMillis()));
    }

    private static EmbeddedProcess.Input input(Options.Input in) {
        // Not a pattern switch: linking one costs milliseconds.
        if (in instanceof Options.Input.From from) {
            return new EmbeddedProcess.Input.From(from.stream());
        }
        return in instanceof Options.Input.Inherited
                ? new EmbeddedProcess.Input.Inherited()
                : new EmbeddedProcess.Input.Empty();
    }

    private static byte[] read(Path file) {
        try {
            return Files.readAllBytes(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    Session session() {
        return session;
    }

    Telemetry telemetry() {
        return Objects.requireNonNull(telemetry, "the runtime is not open");
    }

    boolean isCurrent() {
        return Thread.currentThread().equals(thread);
    }

    CompletableFuture<Integer> ended() {
        return ended;
    }

    void post(Runnable task) {
        GyreRuntime runtime = current;
        if (runtime != null && !runtime.isEnding()) {
            runtime.loop().post(task);
        }
    }

    void terminate() {
        GyreRuntime runtime = current;
        if (runtime != null) {
            runtime.terminate();
        }
    }

    void close(Duration limit) {
        terminate();
        try {
            thread.join(limit);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
