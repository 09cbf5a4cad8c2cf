package dev.gyre.node.worker_threads;

import dev.gyre.loop.AsyncHandle;
import dev.gyre.loop.TimerHandle;
import dev.gyre.node.GyreRuntime;
import dev.gyre.node.bridge.Binding;
import dev.gyre.node.bridge.Functions;
import dev.gyre.node.bridge.Layout.TurnPhase;
import org.jspecify.annotations.Nullable;

/** Wakes loops for {@code Atomics.waitAsync}: see {@code internal/atomic_waits.js}. */
public final class AtomicsBinding implements Binding {
    private static final long LOOK_EVERY_MS = 10;

    private final GyreRuntime runtime;
    private @Nullable AsyncHandle wake;
    private @Nullable TimerHandle looking;

    public AtomicsBinding(GyreRuntime runtime) {
        this.runtime = runtime;
    }

    @Override
    public String name() {
        return "atomics";
    }

    @Override
    public void register(Functions f) {
        f.add(
                "setWaiting",
                args -> { // whether promises of Atomics.waitAsync are pending
                    if (args.bool(0)) {
                        waiters().add(handle());
                    } else {
                        waiters().remove(handle());
                    }
                    return null;
                });
        f.add(
                "setLooking",
                args -> { // whether WebAssembly may settle one of them, which tells nobody
                    TimerHandle timer = looking();
                    if (args.bool(0)) {
                        timer.start(LOOK_EVERY_MS, LOOK_EVERY_MS);
                    } else {
                        timer.stop();
                    }
                    return null;
                });
        f.add("notified", _ -> {
            waiters().wakeAll();
            return null;
        });
    }

    @Override
    public void close() {
        if (wake != null) {
            waiters().remove(wake);
        }
    }

    private AsyncWaiters waiters() {
        return Family.of(runtime).asyncWaiters();
    }

    /** As in Node, waiting without blocking does not keep a thread alive. */
    private AsyncHandle handle() {
        AsyncHandle handle = wake;
        if (handle == null) {
            handle = runtime.loop().async(this::runTasks);
            handle.unref();
            wake = handle;
        }
        return handle;
    }

    private TimerHandle looking() {
        TimerHandle timer = looking;
        if (timer == null) {
            timer = runtime.loop().timer(this::runTasks);
            timer.unref();
            looking = timer;
        }
        return timer;
    }

    private void runTasks() {
        runtime.isolate().pumpTasks();
        runtime.turns().run(TurnPhase.TICKS);
    }
}
