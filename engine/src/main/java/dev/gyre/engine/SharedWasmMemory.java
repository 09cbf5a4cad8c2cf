package dev.gyre.engine;

import com.caoccao.javet.values.reference.V8ValueSharedArrayBuffer;
import dev.gyre.engine.v8internals.Capability;
import dev.gyre.engine.v8internals.V8Internals;
import dev.gyre.engine.v8internals.WasmMemoryObject;
import org.jspecify.annotations.Nullable;

/**
 * The memory of a shared WebAssembly.Memory on its way to another isolate. Any thread may hold and close it. It is used up by
 * {@link #putInto} or {@link #close}, whichever comes first.
 */
public final class SharedWasmMemory implements AutoCloseable {
    private WasmMemoryObject.@Nullable Reference reference; // guarded by this

    private SharedWasmMemory(WasmMemoryObject.Reference reference) {
        this.reference = reference;
    }

    /**
     * That of the WebAssembly.Memory at {@code i}, which keeps it.
     *
     * @param buffer where its buffer is
     * @return null where it can't leave its isolate
     */
    public static @Nullable SharedWasmMemory share(Args args, int i, int buffer) {
        if (!V8Internals.ofProcess().has(Capability.BACKING_STORES)
                || !(args.value(buffer) instanceof V8ValueSharedArrayBuffer bytes)) {
            return null;
        }
        WasmMemoryObject.Reference shared = WasmMemoryObject.share(args.value(i), bytes, Engine.access());
        return shared == null ? null : new SharedWasmMemory(shared);
    }

    /** The same memory for one more receiver. */
    public synchronized SharedWasmMemory again() {
        return new SharedWasmMemory(held().again());
    }

    /** How many pages the WebAssembly.Memory has to have at most that gets it. */
    public synchronized int maxPages() {
        return held().maxPages();
    }

    /**
     * Gives it to the WebAssembly.Memory at {@code i}, which was just made for it; nobody has asked for its buffer yet.
     *
     * @return whether it has it; if not, nothing has changed
     */
    public synchronized boolean putInto(Args args, int i) {
        boolean hasMoved = held().moveInto(args.value(i));
        if (hasMoved) {
            reference = null;
        }
        return hasMoved;
    }

    private WasmMemoryObject.Reference held() {
        if (reference == null) {
            throw new IllegalStateException("the memory was received or closed before");
        }
        return reference;
    }

    @Override
    public synchronized void close() {
        if (reference != null) {
            reference.release();
            reference = null;
        }
    }
}
