package dev.gyre.node.trace_events;

import dev.gyre.engine.Args;
import dev.gyre.engine.Heap.GarbageCollections;
import dev.gyre.io.libc.NativePath;
import dev.gyre.node.GyreRuntime;
import dev.gyre.node.Json;
import dev.gyre.node.bridge.Binding;
import dev.gyre.node.bridge.Functions;
import dev.gyre.node.permission.Permission;
import dev.gyre.node.permission.Scope;
import dev.gyre.node.worker_threads.Family;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/** The native half of {@code trace_events}: see trace_events/shared/tracing.js. */
public final class TraceEventsBinding implements Binding {
    private static final String COLLECTIONS = "devtools.timeline,v8";
    private static final String BOOTSTRAP = "node,node.bootstrap";
    private static final String POOL_WORK = "node,node.threadpoolwork,node.threadpoolwork.sync";
    private static final double US_PER_MS = 1e3;
    private static final long NS_PER_US = 1000;
    private static final int YOUNG = 1;
    private static final int YOUNG_BY_MARKING = 2;

    private final @Nullable GyreRuntime maybeRuntime;
    private final TraceLog log;
    private final GarbageCollections.Listener collections = this::collected;
    private boolean watchesCollections;
    private String firstFile = "";

    public TraceEventsBinding(@Nullable GyreRuntime runtime) {
        maybeRuntime = runtime;
        log = runtime == null ? new TraceLog() : Family.of(runtime).member(TraceLog.class, TraceLog::new);
    }

    /** There is none while the image is built, when nothing is traced. */
    private GyreRuntime runtime() {
        return Objects.requireNonNull(maybeRuntime);
    }

    @Override
    public String name() {
        return "trace_events";
    }

    @Override
    public void register(Functions f) {
        f.add("begin", args -> {
            begin(args);
            return null;
        });
        f.add("enable", args -> {
            requireFile();
            return log.enable(
                    args.requiredList(0).stream().map(String.class::cast).toList());
        });
        f.add("disable", args -> {
            log.disable(args.integer(0));
            return null;
        });
        f.add("isMain", _ -> runtime().options().worker() == null);
        f.add("onChange", args -> {
            int channel = args.integer(0);
            log.onChange(() -> runtime().loop().post(() -> runtime().message(channel, null)));
            return null;
        });
        f.add("categories", _ -> log.categories());
        f.add("isEnabled", args -> log.isEnabled(args.requiredString(0)));
        f.add("nameThread", args -> {
            log.nameThread(args.requiredString(0));
            return null;
        });
        f.add("emit", args -> {
            log.add(
                    args.requiredString(0).charAt(0),
                    args.requiredString(1),
                    args.requiredString(2),
                    args.string(3),
                    args.requiredString(4));
            return null;
        });
        f.add("emitAt", args -> {
            addAt(args);
            return null;
        });
        f.add("watchCollections", args -> {
            watchCollections(args.bool(0));
            return null;
        });
        f.add("watchWork", args -> {
            runtime().traceWork(args.bool(0) ? this::traced : null);
            return null;
        });
    }

    @Override
    public void close() {
        watchCollections(false);
    }

    /** The main runtime's: pattern of the file's name, process name, version, metadata. */
    private void begin(Args args) {
        firstFile = args.requiredString(0).replace("${rotation}", "1");
        log.of(new TraceLog.Origin(
                args.requiredString(0),
                args.requiredString(1),
                args.requiredString(2),
                args.requiredString(3),
                Path.of(runtime().host().cwd())));
        runtime().beforeEnd(this::end);
    }

    /** A program that enables categories has a file written; one that was told to by its command line may. */
    private void requireFile() {
        Permission permission = runtime().permission();
        if (permission != null && !runtime().options().options().containsKey("--trace-event-categories")) {
            permission.requirePath(Scope.FILE_SYSTEM_WRITE, NativePath.of(firstFile));
        }
    }

    /** What was reached when, and how long V8 took to open its heap from the snapshot; then the file is complete. */
    private void end() {
        Map<String, Double> reached = runtime().milestones().byName();
        reached.forEach((name, ms) -> log.add('I', BOOTSTRAP, name, null, "{}", timeUs(ms), 0));
        long openedUs = timeUs(reached.getOrDefault("environment", 0.0));
        long fromUs = timeUs(reached.getOrDefault("v8Start", 0.0));
        log.add('X', "v8", "V8.DeserializeIsolate", null, "{}", fromUs, openedUs - fromUs);
        log.add('e', "node,node.environment", "Environment", "0x1", "{}");
        log.close();
    }

    /** A time of {@code performance.now()} as events have it. */
    private long timeUs(double ms) {
        return TraceLog.nowUs() - (long) ((runtime().timeOrigin().nowMs() - ms) * US_PER_MS);
    }

    /** Phase, categories, name, when it began by {@code performance.now()}, how long it took. */
    private void addAt(Args args) {
        log.add(
                args.requiredString(0).charAt(0),
                args.requiredString(1),
                args.requiredString(2),
                null,
                "{}",
                timeUs(args.number(3)),
                (long) (args.number(4) * US_PER_MS));
    }

    private void watchCollections(boolean isWanted) {
        if (isWanted == watchesCollections) {
            return;
        }
        watchesCollections = isWanted;
        if (isWanted) {
            runtime().isolate().collections().add(collections);
        } else {
            runtime().isolate().collections().remove(collections);
        }
    }

    private void collected(int kind, int flags, long beganNs, long endedNs) {
        boolean isYoung = kind == YOUNG || kind == YOUNG_BY_MARKING;
        String name = isYoung ? "MinorGC" : "MajorGC";
        String step = isYoung ? "V8.GCScavenger" : "V8.GCFinalizeMC";
        long fromUs = beganNs / NS_PER_US;
        long tookUs = (endedNs - beganNs) / NS_PER_US;
        log.add('B', COLLECTIONS, name, null, Json.of(Map.of("kind", kind, "flags", flags)), fromUs, 0);
        log.add('X', "v8", step, null, "{}", fromUs, tookUs);
        log.add('E', COLLECTIONS, name, null, "{}", fromUs + tookUs, 0);
    }

    private Callable<@Nullable Object> traced(String binding, Callable<@Nullable Object> work) {
        return new Callable<>() {
            @Override
            public @Nullable Object call() throws Exception {
                log.add('B', POOL_WORK, binding, null, "{}");
                try {
                    return work.call();
                } finally {
                    log.add('E', POOL_WORK, binding, null, "{}");
                }
            }

            @Override
            public String toString() {
                return work.toString();
            }
        };
    }
}
