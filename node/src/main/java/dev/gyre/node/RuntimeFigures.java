package dev.gyre.node;

import dev.gyre.engine.Isolate;
import dev.gyre.engine.StackSampler;
import dev.gyre.loop.CallbackTime;
import dev.gyre.loop.Running;
import dev.gyre.node.process.Usage;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * What other threads may ask a runtime: how its heap and its thread are doing, heap snapshots and profiles. Every method may
 * be called by any thread. Answers are completed on the runtime's thread, so whoever waits for one must not block there; they
 * are cancelled where the runtime ends first.
 *
 * <p>Figures are told also while JavaScript is busy, at its next loop or call. Snapshots and profiles are made between
 * callbacks.
 */
public final class RuntimeFigures {
    private static final double NS_PER_MS = 1e6;

    /** Something that lets V8 look for interrupts. */
    private static final String PAUSE = "for (let i = 0; i < 2; i++);";

    private final GyreRuntime runtime;
    private final List<CompletableFuture<?>> open = new ArrayList<>(); // guarded by this
    private boolean isRunning; // guarded by this
    private volatile boolean isProfiledFromStart;
    private volatile boolean isAskedForNodes;
    private volatile List<NodeFigures> nodes = List.of();

    RuntimeFigures(GyreRuntime runtime) {
        this.runtime = runtime;
    }

    /** Called when JavaScript is on the stack, and will be until {@link #end}: V8 takes requests meanwhile only. */
    synchronized void begin() {
        isRunning = true;
        if (isProfiledFromStart) {
            isolate().profiles().startCpuProfile();
        }
    }

    void end() {
        List<CompletableFuture<?>> unanswered;
        synchronized (this) {
            isRunning = false;
            unanswered = List.copyOf(open);
            open.clear();
        }
        unanswered.forEach(answer -> answer.cancel(false));
    }

    /** The nodes that pools use. They are told about once a second, from the first question on. */
    public List<NodeFigures> nodes() {
        isAskedForNodes = true;
        return nodes;
    }

    public boolean isAskedForNodes() {
        return isAskedForNodes;
    }

    public void nodes(List<NodeFigures> figures) {
        nodes = figures;
    }

    /** The figures of {@link dev.gyre.engine.Heap#statistics}. */
    public CompletableFuture<double[]> heapStatistics() {
        return atInterrupt(figures -> figures);
    }

    /** The time that its thread has computed: for the program, and in the system, in microseconds. */
    public CompletableFuture<double[]> threadCpuMicros() {
        return atInterrupt(_ -> Usage.threadCpuMicros());
    }

    /** Milliseconds that its loop was idle, and was active, since it began to run; zeros before that. */
    public double[] loopIdleAndActiveMs() {
        var telemetry = runtime.loop().telemetry();
        double startMs = runtime.milestones().loopStartMs();
        if (startMs <= 0) {
            return new double[] {0, 0};
        }
        double idleMs = telemetry.pollWaitNs() / NS_PER_MS;
        return new double[] {idleMs, Math.max(0, runtime.timeOrigin().nowMs() - startMs - idleMs)};
    }

    /** The callback that runs now. */
    public Running running() {
        return runtime.loop().telemetry().running();
    }

    /** What it is about, such as {@code GET /orders}, while it runs; empty where there is nothing to tell. */
    public Optional<String> whatOf(Running running) {
        return Optional.ofNullable(runtime.turns().whatOf(running));
    }

    /** How long callbacks took, by phase and kind. */
    public List<CallbackTime> callbackTimes() {
        return runtime.loop().telemetry().times();
    }

    /** Has garbage collections counted from now on. */
    public void watchCollections() {
        runtime.loop().post(() -> {
            StackSampler sampler = runtime.sampler();
            if (sampler != null) {
                sampler.watchCollections();
            }
        });
    }

    /** How many collections there were since {@link #watchCollections}, and the nanoseconds that they took. */
    public long[] collections() {
        StackSampler sampler = runtime.sampler();
        return sampler == null ? new long[2] : new long[] {sampler.collections(), sampler.collectionNs()};
    }

    /**
     * Takes a heap snapshot.
     *
     * @param onChunk gets its JSON in parts, on the runtime's thread
     * @return completed at its end
     */
    public CompletableFuture<@Nullable Void> heapSnapshot(Consumer<String> onChunk) {
        return betweenCallbacks(() -> {
            isolate().profiles().heapSnapshot(onChunk);
            return null;
        });
    }

    /** Has V8 collect all garbage. */
    public CompletableFuture<@Nullable Void> collectGarbage() {
        return betweenCallbacks(() -> {
            isolate().heap().collectGarbage();
            return null;
        });
    }

    /** Has a CPU profile begin before the main script runs. Before the runtime runs. */
    public void profileFromStart() {
        isProfiledFromStart = true;
    }

    /** Begins a CPU profile, of which there is one at a time. */
    public CompletableFuture<@Nullable Void> startCpuProfile() {
        return betweenCallbacks(() -> {
            isolate().profiles().startCpuProfile();
            return null;
        });
    }

    /** Ends it; its JSON. */
    public CompletableFuture<String> stopCpuProfile() {
        return betweenCallbacks(() -> isolate().profiles().stopCpuProfile());
    }

    /** Begins to sample allocations; {@code options} are the inspector's, as JSON. There is one such profile at a time. */
    public CompletableFuture<@Nullable Void> startHeapProfile(String options) {
        return betweenCallbacks(() -> {
            isolate().profiles().startHeapProfile(options);
            return null;
        });
    }

    /** Ends it; its JSON. */
    public CompletableFuture<String> stopHeapProfile() {
        return betweenCallbacks(() -> isolate().profiles().stopHeapProfile());
    }

    private Isolate isolate() {
        return runtime.isolate();
    }

    private CompletableFuture<double[]> atInterrupt(UnaryOperator<double[]> body) {
        var answer = new CompletableFuture<double[]>();
        synchronized (this) {
            if (!isRunning) {
                answer.cancel(false);
                return answer;
            }
            open.add(answer);
            open.add(isolate().heap().figures(figures -> complete(answer, () -> body.apply(figures))));
        }
        // The loop may be asleep, or come by no interrupt check for long.
        runtime.loop().post(() -> isolate().run(PAUSE, "node:internal/figures").close());
        return answer;
    }

    private <T> CompletableFuture<T> betweenCallbacks(Supplier<T> body) {
        var answer = new CompletableFuture<T>();
        synchronized (this) {
            if (!isRunning) {
                answer.cancel(false);
                return answer;
            }
            open.add(answer);
        }
        runtime.loop().post(() -> complete(answer, body));
        return answer;
    }

    private <T> void complete(CompletableFuture<T> answer, Supplier<T> body) {
        try {
            answer.complete(body.get());
        } catch (RuntimeException e) {
            answer.completeExceptionally(e);
        }
        synchronized (this) {
            open.removeIf(CompletableFuture::isDone);
        }
    }
}
