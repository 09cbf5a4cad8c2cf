package dev.gyre.node.worker_threads;

import dev.gyre.engine.Args;
import dev.gyre.engine.ResourceLimits;
import dev.gyre.loop.AsyncHandle;
import dev.gyre.loop.TimerHandle;
import dev.gyre.node.GyreRuntime;
import dev.gyre.node.RuntimeFigures;
import dev.gyre.node.bridge.Binding;
import dev.gyre.node.bridge.Functions;
import dev.gyre.node.bridge.limit.CallbackLimit;
import dev.gyre.node.options.NodeOption;
import dev.gyre.node.permission.PermissionOptions;
import dev.gyre.node.process.Usage;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** The native half of {@code worker_threads}: the workers that this runtime has started, and what it is itself. */
public final class WorkerBinding implements Binding {
    /** A worker and what keeps this runtime alive for it; null before it is started. */
    private static final class Child {
        final WorkerThread thread;

        @Nullable
        AsyncHandle alive;

        /** From its termination to its end. */
        @Nullable
        TimerHandle blockedCalls;

        Child(WorkerThread thread) {
            this.thread = thread;
        }
    }

    private final GyreRuntime runtime;
    private final Map<Integer, Child> children = new HashMap<>();
    private @Nullable SharedEnvironment environment;
    private @Nullable SpareWorkers spares; // the main runtime's

    public WorkerBinding(GyreRuntime runtime) {
        this.runtime = runtime;
    }

    @Override
    public String name() {
        return "worker";
    }

    @Override
    public void register(Functions f) {
        boolean isMain = runtime != null && runtime.options().worker() == null;
        spares = isMain ? new SpareWorkers(runtime) : null;
        f.add("self", _ -> self(own()));
        f.add("create", this::create);
        // What is wrong with these words of execArgv, with this text of NODE_OPTIONS.
        f.add(
                "checkWords",
                args -> new ArrayList<Object>(
                        WorkerOptions.ofWords(texts(args.requiredList(0))).complaints()));
        f.add(
                "checkNodeOptions",
                args -> new ArrayList<Object>(
                        WorkerOptions.ofEnvironment(args.requiredString(0)).complaints()));
        f.add("start", args -> {
            start(args.integer(0), args.integer(1), args.integer(2));
            return null;
        });
        f.add("giveChannel", args -> {
            Objects.requireNonNull(child(args)).thread.giveChannel(args.integer(1));
            return null;
        });
        f.add("takeChannel", _ -> own().takeChannel());
        f.add("terminate", args -> {
            Child child = child(args);
            if (child != null) {
                terminate(child);
            }
            return null;
        });
        f.add("reference", args -> {
            Child child = child(args);
            if (child != null && child.alive != null) {
                reference(child.alive, args.bool(1));
            }
            return null;
        });
        f.add("ask", args -> {
            Child child = child(args);
            return child != null && ask(child.thread, args.requiredString(1), args.integer(2));
        });
        f.add("loopTimes", args -> {
            Child child = child(args);
            return child == null ? null : loopTimes(child.thread);
        });
        f.add("folderChanges", _ -> Family.of(runtime).folderChanges());
        f.add("watchDescriptors", args -> {
            int channel = args.integer(0);
            runtime.descriptors().onSurprise(text -> runtime.loop().post(() -> runtime.message(channel, text)));
            return null;
        });
        registerEnvironment(f);
    }

    private void registerEnvironment(Functions f) {
        f.add("sharesEnvironment", _ -> {
            environment = own().sharedEnvironment();
            return environment != null;
        });
        f.add("shareEnvironment", args -> {
            environment = new SharedEnvironment(args.requiredList(0));
            return null;
        });
        f.add("getVariable", args -> environment().get(args.requiredString(0)));
        f.add("setVariable", args -> {
            environment().set(args.requiredString(0), args.requiredString(1));
            return null;
        });
        f.add("deleteVariable", args -> {
            environment().delete(args.requiredString(0));
            return null;
        });
        f.add("variableNames", _ -> environment().names());
    }

    /** The worker that this runtime is. A runtime that was started ahead learns late which. */
    private WorkerThread own() {
        return Objects.requireNonNull(runtime.options().worker());
    }

    private SharedEnvironment environment() {
        return Objects.requireNonNull(environment, "the environment is not shared");
    }

    private void terminate(Child child) {
        child.thread.terminate();
        if (child.blockedCalls == null) {
            long limitMs = WorkerThread.BLOCKED_CALL_LIMIT.toMillis();
            child.blockedCalls = runtime.loop().timer(child.thread::endBlockedCall);
            child.blockedCalls.unref();
            child.blockedCalls.start(limitMs, limitMs);
        }
    }

    /** Ends all workers, and waits for their ends. */
    @Override
    public void close() {
        for (Child child : children.values()) {
            child.thread.terminate();
        }
        for (Child child : children.values()) {
            child.thread.join();
        }
        children.clear();
        if (spares != null) {
            spares.close();
        }
    }

    private static void reference(AsyncHandle alive, boolean wanted) {
        if (wanted) {
            alive.ref();
        } else {
            alive.unref();
        }
    }

    /** Null if the worker has ended: JavaScript may not have heard of it yet. */
    private @Nullable Child child(Args args) {
        return children.get(args.integer(0));
    }

    /** Number, name, port of the channel to the parent, limits. */
    private List<Object> self(WorkerThread own) {
        return Arrays.asList(own.threadId(), own.name(), own.takePort().attach(runtime), figures(own.limits()));
    }

    /**
     * Makes a worker, which does not run yet; its number and limits. The arguments: its name; its variables, undefined to share the parent's;
     * execArgv, undefined for the parent's options; NODE_OPTIONS; limits; whether it keeps descriptors; its script's URL.
     */
    private Object create(Args args) {
        boolean shares = args.isUndefined(1);
        Map<String, String> variables = shares ? environment().copy() : variables(args.requiredString(1));
        boolean inherits = args.isUndefined(2);
        List<String> execArgv = inherits ? runtime.options().execArgv() : texts(args.requiredList(2));
        Map<String, Object> parents = runtime.options().options();
        Map<String, Object> options = inherits ? WorkerOptions.inherited(parents) : WorkerOptions.ofProcess(parents);
        if (!inherits) {
            options.putAll(WorkerOptions.ofEnvironment(args.requiredString(3)).options());
            NodeOption.VARIABLES.forEach((variable, option) -> {
                if ("1".equals(variables.get(variable))) {
                    options.put(option, true);
                }
            });
            WorkerOptions own = WorkerOptions.ofWords(execArgv);
            options.putAll(own.options());
            Object limit = parents.get(CallbackLimit.OPTION);
            if (limit != null) {
                options.putIfAbsent(CallbackLimit.OPTION, limit); // the same by default
            }
            execArgv = List.copyOf(execArgv.subList(0, own.wordsRead()));
        }
        if (!inherits) {
            PermissionOptions.inherit(parents, options); // a worker may not do what its parent may not
        }
        options.put("--worker-thread", true);
        options.put(WorkerThread.URL_OPTION, args.requiredString(6));
        var plan = new WorkerThread.Plan(
                args.requiredString(0),
                variables,
                shares ? environment : null,
                options,
                execArgv,
                limits(args.requiredList(4)).orElse(Usage.defaultLimits()),
                args.bool(5));
        var thread = new WorkerThread(runtime, plan, spares != null);
        children.put(thread.threadId(), new Child(thread));
        if (spares == null || !spares.hasOneFor(thread)) {
            thread.prepare();
        }
        var created = new ArrayList<Object>();
        created.add(thread.threadId());
        created.addAll(figures(thread.limits()));
        return created;
    }

    /** Names and values in turn, in the form that {@code packed} in {@code handle.js} gives them. */
    static Map<String, String> variables(String packed) {
        var variables = new LinkedHashMap<String, String>();
        int end = packed.indexOf('\n');
        int at = end + 1;
        String name = null;
        for (int digits = 0; digits < end; ) {
            int space = packed.indexOf(' ', digits);
            int until = space < 0 || space > end ? end : space;
            int length = Integer.parseInt(packed, digits, until, 10);
            String text = packed.substring(at, at + length);
            if (name == null) {
                name = text;
            } else {
                variables.put(name, text);
                name = null;
            }
            at += length;
            digits = until + 1;
        }
        return variables;
    }

    private static List<String> texts(List<?> list) {
        return list.stream().map(String.class::cast).toList();
    }

    private static ResourceLimits limits(List<?> figures) {
        return new ResourceLimits(
                (Double) figures.get(0), (Double) figures.get(1), (Double) figures.get(2), (Double) figures.get(3));
    }

    private static List<Object> figures(ResourceLimits limits) {
        return List.of(
                limits.maxYoungGenerationSizeMb(),
                limits.maxOldGenerationSizeMb(),
                limits.codeRangeSizeMb(),
                limits.stackSizeMb());
    }

    private void start(int id, int port, int channel) {
        Child child = Objects.requireNonNull(children.get(id), "no such worker");
        AsyncHandle alive = runtime.loop().async(() -> ended(id, channel));
        child.alive = alive;
        child.thread.give(runtime.ports().release(port), alive::wake);
        if (spares == null) {
            child.thread.start();
        } else {
            spares.start(child.thread);
        }
    }

    private void ended(int id, int channel) {
        Child child = Objects.requireNonNull(children.remove(id));
        child.thread.join();
        Objects.requireNonNull(child.alive).close();
        if (child.blockedCalls != null) {
            child.blockedCalls.close();
        }
        WorkerThread.End end = Objects.requireNonNull(child.thread.end());
        var report = new ArrayList<Object>();
        report.add(end.exitCode());
        report.add(end.error());
        report.add(end.reason());
        runtime.message(channel, report);
    }

    /** How long the worker's loop was idle and active, in milliseconds; null if it does not run. */
    private static double @Nullable [] loopTimes(WorkerThread thread) {
        synchronized (thread) {
            GyreRuntime running = thread.runtime();
            return running == null ? null : running.figures().loopIdleAndActiveMs();
        }
    }

    /**
     * Asks a worker for one of its {@link RuntimeFigures}. The channel gets the parts of a long answer as strings, then a
     * list: whether there is an answer, and what it is or why there is none.
     *
     * @return whether the worker runs
     */
    private boolean ask(WorkerThread thread, String question, int channel) {
        synchronized (thread) {
            GyreRuntime running = thread.runtime();
            if (running == null) {
                return false;
            }
            RuntimeFigures figures = running.figures();
            int space = question.indexOf(' '); // before the options of some
            CompletableFuture<?> answer = switch (space < 0 ? question : question.substring(0, space)) {
                case "heapStatistics" -> figures.heapStatistics();
                case "cpuUsage" -> figures.threadCpuMicros();
                case "heapSnapshot" -> figures.heapSnapshot(part -> tell(channel, part));
                case "startCpuProfile" -> figures.startCpuProfile();
                case "stopCpuProfile" -> figures.stopCpuProfile();
                case "startHeapProfile" -> figures.startHeapProfile(question.substring(space + 1));
                case "stopHeapProfile" -> figures.stopHeapProfile();
                default -> throw new IllegalArgumentException(question);
            };
            var _ = answer.whenComplete((value, error) -> {
                boolean isCancelled = error instanceof CancellationException;
                tell(
                        channel,
                        Arrays.asList(error == null, error == null ? value : isCancelled ? null : error.getMessage()));
            });
            return true;
        }
    }

    /** Any thread. */
    private void tell(int channel, Object message) {
        runtime.loop().post(() -> runtime.message(channel, message));
    }
}
