package dev.gyre.dashboard;

import dev.gyre.loop.AsyncHandle;
import dev.gyre.loop.Loop;
import dev.gyre.loop.RunMode;
import dev.gyre.loop.Telemetry;
import dev.gyre.node.NodeFigures;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;

/** A loop of Java's on a thread of its own, which can be pinned. */
final class LoopSubject implements Subject, AutoCloseable {
    static final String PROFILE = "{\"nodes\":[]}";

    private final int id;
    private final String name;
    private final CompletableFuture<Loop> opened = new CompletableFuture<>();
    private final Thread thread;
    private CountDownLatch pin = new CountDownLatch(0);
    volatile boolean isEnding;
    volatile List<NodeFigures> nodes = List.of();

    LoopSubject(int id, String name) {
        this.id = id;
        this.name = name;
        thread = new Thread(() -> {
            try (Loop loop = Loop.open()) {
                AsyncHandle keeper = loop.async(() -> {});
                opened.complete(loop);
                loop.run(RunMode.DEFAULT);
                keeper.close();
            }
        });
        thread.start();
    }

    private Loop loop() {
        return opened.join();
    }

    /** Holds the loop until {@link #free}. */
    void hold() throws InterruptedException {
        var begun = new CountDownLatch(1);
        var end = new CountDownLatch(1);
        pin = end;
        loop().post(() -> {
            begun.countDown();
            await(end);
        });
        begun.await();
    }

    void free() {
        pin.countDown();
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public int id() {
        return id;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public Telemetry telemetry() {
        return loop().telemetry();
    }

    @Override
    public void post(Runnable task) {
        loop().post(task);
    }

    @Override
    public boolean hasStarted() {
        return true;
    }

    @Override
    public boolean isEnding() {
        return isEnding;
    }

    @Override
    public CompletableFuture<double[]> heapStatistics() {
        double[] figures = new double[14];
        Arrays.fill(figures, 1 << 20);
        return CompletableFuture.completedFuture(figures);
    }

    @Override
    public List<NodeFigures> nodes() {
        return nodes;
    }

    @Override
    public void watchCollections() {}

    @Override
    public long[] collections() {
        return new long[] {2, 1_000_000};
    }

    @Override
    public boolean canEndCallbacks() {
        return true;
    }

    @Override
    public boolean endCallback(long number) {
        if (telemetry().running().number() != number) {
            return false;
        }
        free();
        return true;
    }

    @Override
    public CompletableFuture<Void> heapSnapshot(Consumer<String> onChunk) {
        var done = new CompletableFuture<Void>();
        loop().post(() -> {
            onChunk.accept("{\"snapshot\":");
            onChunk.accept("{}}");
            done.complete(null);
        });
        return done;
    }

    @Override
    public CompletableFuture<Void> startCpuProfile() {
        return CompletableFuture.completedFuture(null);
    }

    @Override
    public CompletableFuture<String> stopCpuProfile() {
        return CompletableFuture.completedFuture(PROFILE);
    }

    @Override
    public void close() {
        free();
        Loop loop = loop();
        loop.post(loop::stop);
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
