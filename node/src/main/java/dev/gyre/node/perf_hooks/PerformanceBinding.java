package dev.gyre.node.perf_hooks;

import dev.gyre.engine.Heap.GarbageCollections;
import dev.gyre.loop.AsyncHandle;
import dev.gyre.loop.Telemetry;
import dev.gyre.node.GyreRuntime;
import dev.gyre.node.bridge.Binding;
import dev.gyre.node.bridge.Functions;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The clock of {@code performance}, the loop's own figures and delays, and V8's garbage collections. */
public final class PerformanceBinding implements Binding {
    private static final double NS_PER_MS = 1e6;

    private final GyreRuntime runtime;
    private final List<LoopDelay> delays = new ArrayList<>();
    private @Nullable Collections collections;

    public PerformanceBinding(GyreRuntime runtime) {
        this.runtime = runtime;
    }

    @Override
    public String name() {
        return "performance";
    }

    @Override
    public void register(Functions f) {
        f.add("now", _ -> runtime.timeOrigin().nowMs());
        f.add("timeOrigin", _ -> runtime.timeOrigin().wallMs());
        f.add("loopIdleTime", _ -> telemetry().pollWaitNs() / NS_PER_MS);
        f.add("milestones", _ -> runtime.milestones().toMs());
        f.add("loopMetrics", _ -> loopMetrics());
        f.add("openDelay", args -> {
            delays.add(new LoopDelay(runtime.loop(), (long) args.number(0), args.bool(1)));
            return delays.size() - 1;
        });
        f.add("startDelay", args -> {
            delays.get(args.integer(0)).start();
            return null;
        });
        f.add("stopDelay", args -> {
            delays.get(args.integer(0)).stop();
            return null;
        });
        f.add("resetDelay", args -> {
            delays.get(args.integer(0)).reset();
            return null;
        });
        f.add(
                "shareDelay",
                args -> { // (number, memory that JavaScript keeps)
                    delays.get(args.integer(0)).share(args.requiredBytes(1));
                    return null;
                });
        f.add("takeDelay", args -> delays.get(args.integer(0)).take());
        f.add("watchCollections", args -> {
            watchCollections(args.bool(0), args.integer(1));
            return null;
        });
    }

    @Override
    public void close() {
        delays.forEach(LoopDelay::close);
        watchCollections(false, 0);
    }

    private Telemetry telemetry() {
        return runtime.loop().telemetry();
    }

    /** Turns, callbacks, callbacks that wait. */
    private double[] loopMetrics() {
        Telemetry telemetry = telemetry();
        return new double[] {telemetry.turns(), telemetry.callbacks(), telemetry.depth(Telemetry.Depth.INBOX)};
    }

    private void watchCollections(boolean isWanted, int channel) {
        if (collections != null) {
            runtime.isolate().collections().remove(collections);
            collections.wake.close();
            collections = null;
        }
        if (isWanted) {
            collections = new Collections(channel);
            runtime.isolate().collections().add(collections);
        }
    }

    /** Garbage collections on their way to JavaScript, which hears of them in the next poll phase. */
    private final class Collections implements GarbageCollections.Listener {
        private final int channel;
        private final AsyncHandle wake;
        private List<double[]> waiting = new ArrayList<>();

        Collections(int channel) {
            this.channel = channel;
            wake = runtime.loop().async(this::deliver);
            wake.unref();
        }

        @Override
        public void ended(int kind, int flags, long beganNs, long endedNs) {
            double[] one = {kind, flags, runtime.timeOrigin().msOf(beganNs), (endedNs - beganNs) / NS_PER_MS};
            waiting.add(one);
            wake.wake();
        }

        /** Making the message can't collect garbage of V8's, so nothing is added meanwhile; it would be kept all the same. */
        private void deliver() {
            List<double[]> told = waiting;
            waiting = new ArrayList<>();
            for (double[] one : told) {
                runtime.message(channel, one);
            }
        }
    }
}
