package dev.gyre.engine;

import com.caoccao.javet.exceptions.JavetException;
import com.caoccao.javet.exceptions.JavetTerminatedException;
import com.caoccao.javet.interop.V8Host;
import com.caoccao.javet.interop.V8Runtime;
import com.caoccao.javet.values.V8Value;
import com.caoccao.javet.values.reference.V8ValueFunction;
import dev.gyre.engine.v8internals.Capability;
import dev.gyre.engine.v8internals.V8Internals;
import dev.gyre.engine.v8internals.VmState;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Takes the stack of a script while it runs, for another thread that asks.
 *
 * <p>A JavaScript function of the core takes it, on the isolate's thread. It is called where V8 lets an embedder run code in
 * the middle of a script: at an interrupt. V8 looks for one at every call and every round of a loop, when a regular
 * expression backtracks, and while it waits in {@code Atomics.wait}. Functions of V8's own that do none of that, such as
 * {@code JSON.parse}, can't be seen.
 *
 * <p>docs/decisions/stacks-of-busy-scripts.md tells more.
 */
public final class StackSampler {
    private static final V8Value[] NO_VALUES = {};

    private final V8Runtime runtime;
    private final V8ValueFunction capture;
    private final Thread thread = Thread.currentThread();

    private volatile @Nullable Consumer<String> wanted;
    private boolean isSampling;
    private boolean isWithCollections;
    private long collectionBeganNs;
    private volatile long collectionNs;
    private volatile long collections;

    /** For one other thread. */
    private @Nullable VmState state;

    private boolean isStateLookedUp;

    StackSampler(V8Runtime runtime, V8ValueFunction capture) {
        this.runtime = runtime;
        this.capture = capture;
    }

    /**
     * Hands the running script's stack, as the function makes a text of it, to {@code onStack} on the isolate's thread, at
     * the next occasion. Any thread, while a call into the isolate is under way. A request that is open is replaced.
     */
    @SuppressWarnings("FutureReturnValueIgnored") // it is called back
    public void request(Consumer<String> onStack) {
        wanted = onStack;
        V8Host.interrupt(runtime, _ -> sample());
    }

    /** Takes the open request back. It may be under way. Any thread. */
    public void cancel() {
        wanted = null;
    }

    /**
     * Nanoseconds spent collecting garbage since {@link #watchCollections}, the present collection not included. Any thread.
     */
    public long collectionNs() {
        return collectionNs;
    }

    /** How many collections that were. Any thread. */
    public long collections() {
        return collections;
    }

    /**
     * Measures collections from now on: those that Javet tells of, which begin while V8 has a current context. The isolate's
     * thread.
     */
    public void watchCollections() {
        if (isWithCollections) {
            return;
        }
        isWithCollections = true;
        runtime.addGCPrologueCallback((_, _) -> collectionBeganNs = System.nanoTime());
        runtime.addGCEpilogueCallback((_, _) -> endCollection());
    }

    @SuppressWarnings("NonAtomicVolatileUpdate") // one thread writes
    private void endCollection() {
        if (collectionBeganNs != 0) {
            collectionNs += System.nanoTime() - collectionBeganNs;
            collections++;
            collectionBeganNs = 0;
        }
    }

    /** Whether {@link #isCollecting} can be told. One thread, any, while the isolate is open. */
    public boolean knowsCollections() {
        if (!isStateLookedUp) {
            isStateLookedUp = true;
            state = V8Internals.ofProcess().has(Capability.VM_STATE) ? VmState.open(runtime) : null;
        }
        return state != null && state.isKnown();
    }

    /** Whether the isolate's thread collects garbage at this moment. The thread that {@link #knowsCollections} is for. */
    public boolean isCollecting() {
        return knowsCollections() && state != null && state.isCollecting();
    }

    /** Answers the open request, if there is one. The isolate's thread, with a script on its stack. */
    public void sample() {
        Consumer<String> request = wanted;
        if (request == null || !Thread.currentThread().equals(thread)) {
            return;
        }
        wanted = null;
        String stack = capture();
        if (stack != null) {
            request.accept(stack);
        }
    }

    /** The stack now, null where it can't be had. The isolate's thread, with a script on its stack. */
    public @Nullable String capture() {
        if (isSampling) {
            return null;
        }
        isSampling = true;
        try (V8Value text = capture.callExtended(null, true, NO_VALUES)) {
            return text.asString();
        } catch (JavetTerminatedException _) {
            runtime.terminateExecution(); // whoever terminated it meant the scripts around it
            return null;
        } catch (JavetException _) {
            return null; // the stack's end, mostly
        } finally {
            isSampling = false;
        }
    }
}
