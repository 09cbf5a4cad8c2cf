package dev.gyre.engine;

import com.caoccao.javet.enums.V8AllocationSpace;
import com.caoccao.javet.interop.V8Runtime;
import com.caoccao.javet.interop.monitoring.V8HeapSpaceStatistics;
import com.caoccao.javet.interop.monitoring.V8HeapStatistics;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** An isolate's heap: its limit and its figures. Used by the isolate's thread. */
public final class Heap {
    private final V8Runtime runtime;
    private @Nullable CompletableFuture<V8HeapStatistics> statistics;
    private @Nullable List<CompletableFuture<V8HeapSpaceStatistics>> spaces;

    Heap(V8Runtime runtime) {
        this.runtime = runtime;
    }

    /**
     * Calls {@code atLimit} when the heap has reached its limit: on the isolate's thread, at the next place where the script
     * can be interrupted. The heap may still grow then, far enough for a tidy end.
     */
    public void onLimit(Runnable atLimit) {
        runtime.setNearHeapLimitCallback(new HeapLimitWatch(runtime, atLimit));
    }

    /** Asks V8 for its figures; it answers when the script next comes by a loop or a call. */
    public void requestStatistics() {
        statistics = runtime.getV8HeapStatistics();
    }

    /**
     * The answer to {@link #requestStatistics}, or null while there is none. Total, total executable, total
     * physical, total available, used, limit, malloced, external, peak malloced: in bytes; contexts, detached contexts,
     * whether freed memory is overwritten; global handles total and used in bytes.
     */
    public double @Nullable [] statistics() {
        V8HeapStatistics answer = Objects.requireNonNull(statistics).getNow(null);
        return answer == null ? null : figuresOf(answer);
    }

    /**
     * Hands these figures to {@code onFigures} on the isolate's thread, when the script next comes by a loop or a call. Any
     * thread, while a call into the isolate is under way: otherwise it would wait for the isolate.
     *
     * @return to be cancelled where the isolate is closed before
     */
    public CompletableFuture<Void> figures(Consumer<double[]> onFigures) {
        return runtime.getV8HeapStatistics().thenAccept(answer -> onFigures.accept(figuresOf(answer)));
    }

    private static double[] figuresOf(V8HeapStatistics s) {
        return new double[] {
            s.getTotalHeapSize(),
            s.getTotalHeapSizeExecutable(),
            s.getTotalPhysicalSize(),
            s.getTotalAvailableSize(),
            s.getUsedHeapSize(),
            s.getHeapSizeLimit(),
            s.getMallocedMemory(),
            s.getExternalMemory(),
            s.getPeakMallocedMemory(),
            s.getNumberOfNativeContexts(),
            s.getNumberOfDetachedContexts(),
            s.getDoesZapGarbage(),
            s.getTotalGlobalHandlesSize(),
            s.getUsedGlobalHandlesSize(),
        };
    }

    /**
     * The same of single spaces: asks, and answers with a list of name, size, used, available, physical size of each; null
     * while V8 has not answered for all. Javet asks by number, for the first eight of V8's spaces only.
     */
    public void requestSpaces() {
        var asked = new ArrayList<CompletableFuture<V8HeapSpaceStatistics>>();
        for (V8AllocationSpace space : V8AllocationSpace.getDistinctValues()) {
            asked.add(runtime.getV8HeapSpaceStatistics(space));
        }
        spaces = asked;
    }

    public @Nullable List<Object> spaces() {
        var figures = new ArrayList<>();
        for (var future : Objects.requireNonNull(spaces)) {
            V8HeapSpaceStatistics s = future.getNow(null);
            if (s == null) {
                return null;
            }
            figures.addAll(List.of(
                    s.getSpaceName(),
                    (double) s.getSpaceSize(),
                    (double) s.getSpaceUsedSize(),
                    (double) s.getSpaceAvailableSize(),
                    (double) s.getPhysicalSpaceSize()));
        }
        return figures;
    }

    public void collectGarbage() {
        runtime.lowMemoryNotification();
    }
}
