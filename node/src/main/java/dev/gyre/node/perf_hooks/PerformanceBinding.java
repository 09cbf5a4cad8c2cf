package dev.gyre.node.perf_hooks;

import dev.gyre.loop.Telemetry;
import dev.gyre.node.Binding;
import dev.gyre.node.Functions;
import dev.gyre.node.NodeRuntime;

/** The clock of {@code performance}, and the loop's own figures. */
public final class PerformanceBinding implements Binding {
    private static final long START_NS = System.nanoTime();
    private static final double TIME_ORIGIN_MS = System.currentTimeMillis();

    private final NodeRuntime runtime;

    public PerformanceBinding(NodeRuntime runtime) {
        this.runtime = runtime;
    }

    @Override
    public String name() {
        return "performance";
    }

    @Override
    public void register(Functions f) {
        f.add("now", _ -> (System.nanoTime() - START_NS) / 1e6);
        f.add("timeOrigin", _ -> TIME_ORIGIN_MS);
        f.add("loopIdleTime", _ -> runtime.loop().telemetry().pollWaitNs() / 1e6);
        f.add("milestones", _ -> runtime.milestonesMs(START_NS));
        f.add("loopMetrics", _ -> loopMetrics(runtime.loop().telemetry()));
    }

    /** Turns, callbacks, callbacks that were ready when poll looked. */
    private static double[] loopMetrics(Telemetry telemetry) {
        return new double[] {telemetry.turns(), telemetry.callbacks(), 0};
    }
}
