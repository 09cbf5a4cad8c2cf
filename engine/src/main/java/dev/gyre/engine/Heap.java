package dev.gyre.engine;

import com.caoccao.javet.enums.V8AllocationSpace;
import com.caoccao.javet.enums.V8GCCallbackFlags;
import com.caoccao.javet.enums.V8GCType;
import com.caoccao.javet.interfaces.IEnumBitset;
import com.caoccao.javet.interop.V8Host;
import com.caoccao.javet.interop.V8Runtime;
import com.caoccao.javet.interop.callback.IJavetGCCallback;
import com.caoccao.javet.interop.monitoring.V8HeapSpaceStatistics;
import com.caoccao.javet.interop.monitoring.V8HeapStatistics;
import dev.gyre.engine.v8internals.Capability;
import dev.gyre.engine.v8internals.HeapFigures;
import dev.gyre.engine.v8internals.V8Internals;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** An isolate's heap: its limit and its figures. Used by the isolate's thread, where nothing else is said. */
public final class Heap {
    private final V8Runtime runtime;
    private volatile @Nullable HeapLimitWatch limitWatch;
    private @Nullable CompletableFuture<V8HeapStatistics> statistics;
    private @Nullable List<CompletableFuture<V8HeapSpaceStatistics>> spaces;

    Heap(V8Runtime runtime) {
        this.runtime = runtime;
    }

    /**
     * Calls {@code goesOn} when the heap has reached its limit: on the isolate's thread, at the next place where the script
     * can be interrupted. The heap may still grow then, far enough for a tidy end; or, where it answers true, by a fourth
     * before it is called again.
     */
    public void onLimit(BooleanSupplier goesOn) {
        var made = new HeapLimitWatch(runtime, goesOn);
        limitWatch = made;
        runtime.setNearHeapLimitCallback(made);
    }

    /**
     * Looks whether the heap is beyond its limit, which V8 does not tell of a script that allocates nothing any more: what was
     * given to {@link #onLimit} is called then. A heap that is too large for its garbage only is collected. Any thread, while
     * a call into the isolate is under way.
     */
    public void checkLimit() {
        HeapLimitWatch watch = limitWatch;
        if (watch != null) {
            watch.check();
        }
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
        return V8Host.interrupt(runtime, answer -> onFigures.accept(figuresOf(answer)));
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
     * while V8 has not answered for all. Javet's own list has the first eight of V8's spaces only: V8AllocationSpace.
     */
    public void requestSpaces() {
        spaces = askForSpaces();
    }

    public @Nullable List<Object> spaces() {
        return figuresOf(Objects.requireNonNull(spaces));
    }

    private List<CompletableFuture<V8HeapSpaceStatistics>> askForSpaces() {
        var asked = new ArrayList<CompletableFuture<V8HeapSpaceStatistics>>();
        for (V8AllocationSpace space : V8AllocationSpace.getDistinctValues()) {
            asked.add(runtime.getV8HeapSpaceStatistics(space));
        }
        return asked;
    }

    private static @Nullable List<Object> figuresOf(List<CompletableFuture<V8HeapSpaceStatistics>> asked) {
        var figures = new ArrayList<>();
        for (var future : asked) {
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

    /** Figures of one moment: those of {@link #statistics} and those of {@link #spaces}. */
    public record Moment(double[] statistics, List<Object> spaces) {}

    /**
     * Gets ready for {@link Moments#take}, inside a native call; null where V8's insides are not known, or not to be used. To
     * be closed by the isolate's thread.
     */
    public @Nullable Moments moments() {
        HeapFigures figures = V8Internals.ofProcess().has(Capability.HEAP_FIGURES)
                ? HeapFigures.open(runtime, Engine.access())
                : null;
        return figures == null ? null : new Moments(figures);
    }

    /** The heap's figures at once, also inside a garbage collection. */
    public final class Moments implements AutoCloseable {
        private final HeapFigures figures;

        private Moments(HeapFigures figures) {
            this.figures = figures;
        }

        public Moment take() {
            return figures.now(() -> new Moment(
                    figuresOf(runtime.getV8HeapStatistics().join()),
                    Objects.requireNonNull(figuresOf(askForSpaces()))));
        }

        @Override
        public void close() {
            figures.close();
        }
    }

    public void collectGarbage() {
        runtime.lowMemoryNotification();
    }

    /**
     * V8's garbage collections: V8 calls at their begin and end, on the isolate's thread, as long as somebody listens. Listeners
     * are added and removed on that thread, when no collection runs.
     *
     * <p>Javet passes on only those that begin while V8 has a current context: when the program asks for one, and from most of
     * V8's own functions. Compiled code calls the allocator without a context, and a collection that begins there is not told.
     */
    public static final class GarbageCollections {
        /** Hears of collections, inside of them: it can't use V8, and nothing goes on until it returns. */
        public interface Listener {
            /** @param kind of V8's collector, see {@link #ended} */
            default void began(int kind, long nowNs) {}

            /**
             * @param kind 1 young generation, 2 the same by mark and sweep, 4 whole heap, 8 incremental marking, 16 weak
             *     callbacks
             * @param flags V8's: 4 is a collection that the program asked for
             * @param beganNs by {@link System#nanoTime}
             */
            void ended(int kind, int flags, long beganNs, long endedNs);
        }

        /** The one kind that Javet does not know: its set is empty then. */
        private static final int WEAK_CALLBACKS = 16;

        private static final long NONE = 0;

        private final V8Runtime runtime;
        private final List<Listener> listeners = new CopyOnWriteArrayList<>();
        private final IJavetGCCallback atBegin = this::begin;
        private final IJavetGCCallback atEnd = this::end;
        private volatile long beganNs = NONE;
        private int beganKind;

        GarbageCollections(V8Runtime runtime) {
            this.runtime = runtime;
        }

        public void add(Listener listener) {
            if (listeners.isEmpty()) {
                runtime.addGCPrologueCallback(atBegin);
                runtime.addGCEpilogueCallback(atEnd);
            }
            listeners.add(listener);
        }

        public void remove(Listener listener) {
            if (listeners.remove(listener) && listeners.isEmpty()) {
                runtime.removeGCPrologueCallback(atBegin);
                runtime.removeGCEpilogueCallback(atEnd);
                beganNs = NONE;
            }
        }

        /** Since when a collection runs, by {@link System#nanoTime}; 0 if none does, or nobody listens. Any thread. */
        public long underWaySinceNs() {
            return beganNs;
        }

        private void begin(@Nullable EnumSet<V8GCType> type, @Nullable EnumSet<V8GCCallbackFlags> flags) {
            if (beganNs != NONE) {
                return; // a part of the one that runs
            }
            beganKind = kindOf(type);
            beganNs = System.nanoTime();
            for (Listener listener : listeners) {
                listener.began(beganKind, beganNs);
            }
        }

        private void end(@Nullable EnumSet<V8GCType> type, @Nullable EnumSet<V8GCCallbackFlags> flags) {
            long sinceNs = beganNs;
            if (sinceNs == NONE || kindOf(type) != beganKind) {
                return; // a part of the one that runs has ended
            }
            beganNs = NONE;
            long nowNs = System.nanoTime();
            int flagBits = flags == null ? 0 : IEnumBitset.getValue(flags);
            for (Listener listener : listeners) {
                listener.ended(beganKind, flagBits, sinceNs, nowNs);
            }
        }

        private static int kindOf(@Nullable EnumSet<V8GCType> type) {
            return type == null || type.isEmpty() ? WEAK_CALLBACKS : IEnumBitset.getValue(type);
        }
    }
}
