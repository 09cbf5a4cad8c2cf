package dev.gyre.image;

import dev.gyre.io.call.ForeignCalls;
import dev.gyre.io.poll.EpollPoller;
import dev.gyre.loop.Loop;
import dev.gyre.node.CoreSources;
import dev.gyre.node.GyreRuntime;
import dev.gyre.node.RuntimeOptions;
import dev.gyre.node.process.EmbeddedProcess;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Finds out which functions of the core a usual program calls, by running one. V8 compiles a function when it is first
 * called; in a snapshot it keeps what was compiled by then. Compiled there, a few hundred functions take nothing at a start,
 * which otherwise took a tenth of it, and half of a worker's.
 *
 * <p>The program runs three times: V8 can't join what two isolates have compiled, so the second time its worker begins with the
 * functions that the main thread called the first time. That is for main runtimes, which may start workers. For workers it is what
 * the worker from a file called the first time, and the one from a text the third time, which begins with those.
 */
final class Training {
    private static final long STACK_BYTES = 8L << 20;
    private static final List<String> FILES = List.of("training.js", "required.js", "imported.mjs");

    private final Path core;
    private final Path program;

    /** What V8 has compiled of each module of the core, for the two kinds of runtimes. */
    record CodeCaches(Map<String, byte[]> main, Map<String, byte[]> worker) {}

    private Training(Path core, Path program) {
        this.core = core;
        this.program = program;
    }

    /**
     * @param libraries the folder with V8's library
     * @param core the core's JavaScript
     */
    static CodeCaches codeCaches(Path libraries, Path core) throws IOException {
        ForeignCalls.useLibrary(libraries);
        Path folder = Files.createTempDirectory("gyre-training");
        try {
            for (String file : FILES) {
                try (InputStream in = Training.class.getResourceAsStream(file)) {
                    Files.copy(Objects.requireNonNull(in, file), folder.resolve(file));
                }
            }
            var training = new Training(core, folder.resolve(FILES.getFirst()));
            CodeCaches first = training.run(Map.of(), 0);
            return new CodeCaches(training.run(first.main, 0).worker, training.run(first.worker, 1).worker);
        } finally {
            for (String file : FILES) {
                Files.deleteIfExists(folder.resolve(file));
            }
            Files.delete(folder);
        }
    }

    /** @param which of the program's workers, in the order of their ends, counted from 0 */
    private CodeCaches run(Map<String, byte[]> before, int which) {
        var main = new HashMap<String, byte[]>();
        var worker = new HashMap<String, byte[]>();
        var ended = new AtomicInteger();
        var sources = new CoreSources(core, before, (isWorker, compiled) -> {
            if (!isWorker) {
                main.putAll(compiled.get());
            } else if (ended.getAndIncrement() == which) {
                worker.putAll(compiled.get());
            }
        });
        var output = new ByteArrayOutputStream();
        var host = new EmbeddedProcess(System.getenv(), output, output);
        var task = new FutureTask<>(() -> {
            Loop loop = Loop.builder().poller(new EpollPoller(() -> {})).open();
            try (var runtime = new GyreRuntime(options(sources), host, loop)) {
                return runtime.run();
            }
        });
        var thread = new Thread(null, task, "training", STACK_BYTES);
        thread.start();
        try {
            if (task.get() == 0 && !main.isEmpty() && !worker.isEmpty()) {
                return new CodeCaches(main, worker);
            }
        } catch (ExecutionException | InterruptedException e) {
            throw new IllegalStateException("the training program failed", e);
        }
        throw new IllegalStateException("the training program failed: " + output.toString(StandardCharsets.UTF_8));
    }

    private RuntimeOptions options(CoreSources sources) {
        return new RuntimeOptions(
                null,
                null,
                core,
                sources,
                List.of("gyre", program.toString()),
                List.of(),
                "gyre",
                "gyre",
                null,
                Map.of(),
                null);
    }
}
