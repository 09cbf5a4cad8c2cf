package dev.gyre.node.napi;

import dev.gyre.io.call.ErrnoMemory;
import dev.gyre.io.call.ForeignCalls;
import dev.gyre.io.libc.NativeMemory;
import dev.gyre.loop.Loop;
import dev.gyre.loop.Outcome;
import dev.gyre.loop.WorkKind;
import dev.gyre.loop.WorkRequest;
import java.lang.foreign.Arena;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/**
 * What add-ons see of libuv's event loop: one for each runtime, on the runtime's own loop. Handles and work are those of that
 * loop. When one of them has something to tell, the add-on's function waits here, and JavaScript is told to call it: so it
 * runs where all callbacks run, may use Node-API, and is followed by ticks and microtasks.
 *
 * <p>When the environments end the loop does not run any more. From then on JavaScript takes callbacks until there are none
 * ({@link #end}): hooks that close handles, and those that wait for a handle to be closed, are served.
 *
 * <p>Loop thread only, except {@link #send} and {@link #addAtEnd}.
 */
final class LibuvLoop {
    private static final int BYTES = 848; // of a uv_loop_t, whose first field is the add-on's
    private static final int CANCELLED = -125;

    // Fields of a uv_work_t.
    private static final int KIND_AT = 8;
    private static final int LOOP_AT = 64;
    private static final int WORK_KIND = 7;

    /** Instead of a handle's generation: the handle is closed. */
    static final int CLOSED = -1;

    /**
     * A function that waits to be called, with its three words.
     *
     * @param handle null for that of a request
     */
    record Callback(@Nullable LibuvHandle handle, int generation, long function, long a, long b, long c) {}

    private static final Map<Long, LibuvLoop> ALL = new ConcurrentHashMap<>();
    private static final List<LibuvLoop> IN_ORDER = new CopyOnWriteArrayList<>();

    /** The handles of all loops: any thread may send. */
    private static final Map<Long, LibuvHandle> HANDLES = new ConcurrentHashMap<>();

    private final AddonHost host;
    private final long address =
            NativeMemory.in(Arena.global(), BYTES).address(); // threads of the add-on may have it for longer
    private final int channel;
    private final Map<Long, WorkRequest<?>> work = new HashMap<>();
    private final ArrayDeque<Callback> waiting = new ArrayDeque<>(); // guarded by this
    private boolean isEnding; // guarded by this

    LibuvLoop(AddonHost host, int channel) {
        this.host = host;
        this.channel = channel;
        ALL.put(address, this);
        IN_ORDER.add(this);
    }

    static @Nullable LibuvLoop at(long address) {
        LibuvLoop found = ALL.get(address);
        return found != null && found.host.isThisThread() ? found : null;
    }

    /** The loop of the runtime whose thread calls; on other threads that of the runtime that loaded the first add-on. */
    static long defaultLoop() {
        for (LibuvLoop loop : IN_ORDER) {
            if (loop.host.isThisThread()) {
                return loop.address;
            }
        }
        return IN_ORDER.isEmpty() ? 0 : IN_ORDER.getFirst().address;
    }

    /** An initialised handle of this thread's loop. */
    static @Nullable LibuvHandle handle(long address) {
        LibuvHandle found = HANDLES.get(address);
        return found != null && at(found.loopAddress()) != null ? found : null;
    }

    static void send(long address) {
        LibuvHandle found = HANDLES.get(address);
        if (found != null && found.kind() == LibuvHandle.Kind.ASYNC) {
            found.send();
        }
    }

    long address() {
        return address;
    }

    Loop loop() {
        return host.loop();
    }

    void open(LibuvHandle.Kind kind, long handle, long callback, int descriptor) {
        HANDLES.put(handle, new LibuvHandle(this, kind, handle, callback, descriptor));
    }

    // ---- work

    void submit(long request, long function, long after) {
        NativeMemory memory = NativeMemory.at(request, LOOP_AT + 3 * Long.BYTES);
        memory.putInt(KIND_AT, WORK_KIND);
        memory.putLong(LOOP_AT, address);
        memory.putLong(LOOP_AT + Long.BYTES, function);
        memory.putLong(LOOP_AT + 2 * Long.BYTES, after);
        work.put(
                request,
                loop().submit(
                                WorkKind.CPU,
                                () -> ForeignCalls.six(function, ErrnoMemory.ofThread(), request, 0, 0, 0, 0, 0),
                                outcome -> {
                                    work.remove(request);
                                    int status = outcome instanceof Outcome.Cancelled ? CANCELLED : 0;
                                    add(new Callback(null, 0, after, request, status, 0));
                                }));
    }

    boolean cancel(long request) {
        WorkRequest<?> found = work.get(request);
        return found != null && found.cancel();
    }

    // ---- callbacks

    void add(Callback callback) {
        synchronized (this) {
            waiting.add(callback);
        }
        host.message(channel);
    }

    /** Adds it where the loop does not run any more; otherwise answers false. Any thread. */
    boolean addAtEnd(Callback callback) {
        synchronized (this) {
            if (!isEnding) {
                return false;
            }
            waiting.add(callback);
        }
        AsyncHooks.wake();
        return true;
    }

    /** The next function that is to be called, if there is one: what was stopped or closed meanwhile is left out. */
    @Nullable
    Callback take() {
        while (true) {
            Callback next;
            synchronized (this) {
                next = waiting.poll();
            }
            if (next == null) {
                return null;
            }
            LibuvHandle handle = next.handle;
            if (handle == null) {
                if (next.function != 0) {
                    return next;
                }
            } else if (next.generation == CLOSED) {
                // Before the callback, which may use the memory for another one; and once.
                if (HANDLES.remove(handle.address, handle) && next.function != 0) {
                    return next;
                }
            } else if (next.generation == handle.generation() && next.function != 0) {
                handle.goOn();
                return next;
            }
        }
    }

    synchronized boolean isWaiting() {
        return !waiting.isEmpty();
    }

    /** The loop does not run any more. Handles that were closed, but not told yet, wait to be. */
    void end() {
        synchronized (this) {
            isEnding = true;
        }
        for (LibuvHandle handle : HANDLES.values()) {
            if (handle.loopAddress() == address && handle.isClosing()) {
                addAtEnd(new Callback(handle, CLOSED, handle.closeCallback(), handle.address, 0, 0));
            }
        }
    }

    /** The runtime is over: the addresses of its handles mean nothing any more. */
    void close() {
        HANDLES.values().removeIf(handle -> handle.loopAddress() == address);
        ALL.remove(address);
        IN_ORDER.remove(this);
    }
}
