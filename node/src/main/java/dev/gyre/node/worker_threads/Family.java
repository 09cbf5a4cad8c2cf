package dev.gyre.node.worker_threads;

import dev.gyre.node.GyreRuntime;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.lang.ref.SoftReference;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What a main runtime and its workers share. Whoever makes the runtime of a worker gives it the family of its parent
 * ({@code worker.share(Family.class, Family.of(parent))}), before it runs. Any thread may use it.
 */
public final class Family {
    private static final VarHandle INT = MethodHandles.byteBufferViewVarHandle(int[].class, ByteOrder.nativeOrder());

    private final Map<String, PortGroup> broadcasts = new HashMap<>(); // guarded by this

    private final AtomicInteger lastThread = new AtomicInteger();
    private final ByteBuffer folderChanges =
            ByteBuffer.allocateDirect(Integer.BYTES).order(ByteOrder.nativeOrder());

    private final AsyncWaiters asyncWaiters = new AsyncWaiters();
    private final Locks locks = new Locks();
    private @Nullable SoftReference<byte[]> snapshot; // guarded by this
    private final Map<WorkerThread, GyreRuntime> workers = new LinkedHashMap<>(); // guarded by this

    private final Map<Class<?>, Object> members = new HashMap<>(); // guarded by this

    private final List<Consumer<GyreRuntime>> endListeners = new ArrayList<>(); // guarded by this
    private @Nullable GyreRuntime main; // guarded by this

    public Family() {}

    /** The one object of a type that all runtimes of the family use; made by the first that asks. */
    public synchronized <T> T member(Class<T> type, Supplier<T> make) {
        return type.cast(members.computeIfAbsent(type, _ -> make.get()));
    }

    Locks locks() {
        return locks;
    }

    /** The family of a runtime: a new one where it has none. On the runtime's thread. */
    public static Family of(GyreRuntime runtime) {
        Family family = runtime.sharedIfAny(Family.class);
        if (family == null) {
            family = new Family();
            runtime.share(Family.class, family);
        }
        return family;
    }

    /** The workers that run now, the oldest first. A runtime may end at any moment; what it offers other threads then does nothing. */
    public synchronized Map<WorkerThread, GyreRuntime> workers() {
        return new LinkedHashMap<>(workers);
    }

    synchronized void begun(WorkerThread worker, GyreRuntime runtime) {
        workers.put(worker, runtime);
    }

    void ended(WorkerThread worker) {
        GyreRuntime runtime;
        List<Consumer<GyreRuntime>> listeners;
        synchronized (this) {
            runtime = workers.remove(worker);
            listeners = List.copyOf(endListeners);
        }
        if (runtime != null) {
            listeners.forEach(listener -> listener.accept(runtime));
        }
    }

    /** Calls this with the runtime of each worker that has run its last, on the worker's thread. */
    public synchronized void onWorkerEnd(Consumer<GyreRuntime> listener) {
        endListeners.add(listener);
    }

    /** The runtime that all workers descend from; null before the first of them was made. */
    public synchronized @Nullable GyreRuntime main() {
        return main;
    }

    synchronized void mayBeMain(GyreRuntime parent) {
        if (parent.options().worker() == null) {
            main = parent;
        }
    }

    /** A new port of the broadcast channel of this name. */
    synchronized Port broadcastPort(String name) {
        broadcasts.values().removeIf(PortGroup::isEmpty);
        return Port.in(broadcasts.computeIfAbsent(name, PortGroup::new));
    }

    /**
     * The snapshot that workers start from. It is read once, since each reading would leave megabytes of garbage, which
     * Java's collector lets grow while several threads are inside native calls.
     */
    synchronized byte[] snapshot(Supplier<byte[]> read) {
        byte[] bytes = snapshot == null ? null : snapshot.get();
        if (bytes == null) {
            bytes = read.get();
            snapshot = new SoftReference<>(bytes);
        }
        return bytes;
    }

    AsyncWaiters asyncWaiters() {
        return asyncWaiters;
    }

    /** The number of a new worker: 1, 2, ...; the main runtime has 0. */
    int nextThreadId() {
        return lastThread.incrementAndGet();
    }

    /** The main runtime has changed the working folder: see {@link #folderChanges}. */
    public void folderChanged() {
        INT.getAndAdd(folderChanges, 0, 1);
    }

    /**
     * A number that changes whenever the working folder does, so that a worker knows without a call whether what it has
     * noted still holds. It is memory of this object, which every runtime of the family holds for its whole life.
     */
    ByteBuffer folderChanges() {
        return folderChanges;
    }
}
