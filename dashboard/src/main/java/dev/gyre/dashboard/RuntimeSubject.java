package dev.gyre.dashboard;

import dev.gyre.loop.Telemetry;
import dev.gyre.node.GyreRuntime;
import dev.gyre.node.NodeFigures;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A runtime of this process. */
record RuntimeSubject(int id, String name, GyreRuntime runtime) implements Subject {
    @Override
    public Telemetry telemetry() {
        return runtime.loop().telemetry();
    }

    @Override
    public void post(Runnable task) {
        runtime.loop().post(task);
    }

    @Override
    public boolean hasStarted() {
        return runtime.milestones().loopStartMs() >= 0;
    }

    @Override
    public boolean isEnding() {
        return runtime.isEnding();
    }

    @Override
    public CompletableFuture<double[]> heapStatistics() {
        return runtime.figures().heapStatistics();
    }

    @Override
    public List<NodeFigures> nodes() {
        return runtime.figures().nodes();
    }

    @Override
    public void watchCollections() {
        runtime.figures().watchCollections();
    }

    @Override
    public long[] collections() {
        return runtime.figures().collections();
    }

    @Override
    public boolean canEndCallbacks() {
        return runtime.canEndCallbacks();
    }

    @Override
    public boolean endCallback(long number) {
        return runtime.endCallback(number);
    }

    @Override
    public CompletableFuture<@Nullable Void> heapSnapshot(Consumer<String> onChunk) {
        return runtime.figures().heapSnapshot(onChunk);
    }

    @Override
    public CompletableFuture<@Nullable Void> startCpuProfile() {
        return runtime.figures().startCpuProfile();
    }

    @Override
    public CompletableFuture<String> stopCpuProfile() {
        return runtime.figures().stopCpuProfile();
    }
}
