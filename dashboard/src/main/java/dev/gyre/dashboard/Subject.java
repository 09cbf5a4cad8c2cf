package dev.gyre.dashboard;

import dev.gyre.loop.Telemetry;
import dev.gyre.node.NodeFigures;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A loop that is recorded. Any thread may call every method, and none waits for the loop: answers come when it has time, or
 * are cancelled when it ends first.
 */
public interface Subject {
    /** 0 for the main runtime, 1, 2, … for workers. */
    int id();

    /** What the page calls it. */
    String name();

    Telemetry telemetry();

    /** Has the loop run a task soon: how long that takes is the loop's delay. */
    void post(Runnable task);

    /** Whether the main script is done and the loop has begun to turn. */
    boolean hasStarted();

    boolean isEnding();

    /** V8's figures, in the order of {@link dev.gyre.engine.Heap#statistics}. */
    CompletableFuture<double[]> heapStatistics();

    /** The nodes of clusters that its pools use. */
    List<NodeFigures> nodes();

    /** Has garbage collections counted from now on. */
    void watchCollections();

    /** How many there were, and the nanoseconds that they took. */
    long[] collections();

    /** Whether {@link #endCallback} can end callbacks at all. */
    boolean canEndCallbacks();

    /**
     * Ends the callback of this number, if it still runs.
     *
     * @return whether it was told to end
     */
    boolean endCallback(long number);

    CompletableFuture<@Nullable Void> heapSnapshot(Consumer<String> onChunk);

    CompletableFuture<@Nullable Void> startCpuProfile();

    CompletableFuture<String> stopCpuProfile();
}
