package dev.gyre.engine;

import com.caoccao.javet.interop.V8Host;
import com.caoccao.javet.interop.V8Runtime;
import com.caoccao.javet.interop.callback.IJavetNearHeapLimitCallback;
import com.caoccao.javet.interop.monitoring.V8HeapStatistics;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Learns that a heap has reached its limit, and keeps V8 from ending the process for it.
 *
 * <p>V8 asks for more inside the allocation that found no room, and takes the process down where it gets none. It asks also
 * when an array's memory can't be had from the system, however small the heap is, and throws a RangeError afterwards; it does
 * not say which it is, and tells no figures just then. So it gets more at once, and is asked for its figures, which come at
 * the next place where the script can be interrupted. If the heap is full then, that is its end; otherwise the limit is put
 * back.
 *
 * <p>What V8 gets has to be enough for all that one built-in function allocates before it can be interrupted: see
 * docs/decisions/out-of-memory.md.
 *
 * <p>V8 does not ask for the object that makes the heap too large: it collects garbage, and allocates the object beyond the
 * limit. It asks at the next collection, and a script that allocates nothing any more has none. So somebody else has to
 * {@link #check} a script that runs for long.
 */
final class HeapLimitWatch implements IJavetNearHeapLimitCallback {
    /** One string or array has at most 1 GiB; what JSON.parse makes is a dozen times its text. */
    private static final long ALLOWANCE_BYTES = 4L << 30;

    private final V8Runtime runtime;
    private final BooleanSupplier goesOn;
    private long limitBytes;

    /** While V8 was asked for its figures. */
    private @Nullable CompletableFuture<Void> judgement;

    /** @param goesOn called at the limit; whether the script goes on with a little more, and is to be stopped at that */
    HeapLimitWatch(V8Runtime runtime, BooleanSupplier goesOn) {
        this.runtime = runtime;
        this.goesOn = goesOn;
    }

    @Override
    public long callback(long currentBytes, long initialBytes) {
        limitBytes = initialBytes;
        if (judgement == null) {
            judgement = runtime.getV8HeapStatistics().thenAccept(this::judge);
        }
        return currentBytes + ALLOWANCE_BYTES;
    }

    private void judge(V8HeapStatistics figures) {
        judgement = null;
        if (figures.getUsedHeapSize() < limitBytes / 4 * 3 || goesOn.getAsBoolean()) {
            runtime.setNearHeapLimitCallback(
                    null); // puts the limit back; V8 leaves a fourth of what is in use on top of that
            runtime.setNearHeapLimitCallback(this);
        }
    }

    /**
     * Ends the script if its heap is beyond the limit, also without its garbage. Any thread, while a call into the isolate is
     * under way.
     */
    @SuppressWarnings("FutureReturnValueIgnored") // nobody waits for it
    void check() {
        V8Host.interrupt(runtime, figures -> {
            if (isBeyond(figures)) {
                runtime.lowMemoryNotification(); // V8 may collect garbage at an interrupt, as it does by itself
                V8Host.interrupt(runtime, this::judgeCollected);
            }
        });
    }

    private void judgeCollected(V8HeapStatistics figures) {
        if (isBeyond(figures)) {
            boolean _ = goesOn.getAsBoolean(); // if so, it is checked again later
        }
    }

    /** Where V8 has asked and was given more, {@link #judge} decides. */
    private static boolean isBeyond(V8HeapStatistics figures) {
        return figures.getUsedHeapSize() > figures.getHeapSizeLimit();
    }

    /** The limit that is put back. */
    @Override
    public long getDefaultHeapLimit() {
        return limitBytes;
    }
}
