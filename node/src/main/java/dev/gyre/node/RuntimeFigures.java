package dev.gyre.node;

import dev.gyre.engine.Isolate;
import dev.gyre.node.process.Usage;
import java.util.ArrayList;
import java.util.List;
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

    RuntimeFigures(GyreRuntime runtime) {
        this.runtime = runtime;
    }

    /** Called when JavaScript is on the stack, and will be until {@link #end}: V8 takes requests meanwhile only. */
    synchronized void begin() {
        isRunning = true;
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
        return new double[] {idleMs, Math.max(0, telemetry.nowNs() / NS_PER_MS - startMs - idleMs)};
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
