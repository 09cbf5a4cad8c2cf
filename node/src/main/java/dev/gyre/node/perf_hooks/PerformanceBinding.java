package dev.gyre.node.perf_hooks;

import dev.gyre.loop.Telemetry;
import dev.gyre.node.GyreRuntime;
import dev.gyre.node.bridge.Binding;
import dev.gyre.node.bridge.Functions;
import java.time.Instant;

/** The clock of {@code performance}, whose zero is when the runtime's loop was opened, and the loop's own figures. */
public final class PerformanceBinding implements Binding {
    private static final double NS_PER_MS = 1e6;

    private final GyreRuntime runtime;

    public PerformanceBinding(GyreRuntime runtime) {
        this.runtime = runtime;
    }

    @Override
    public String name() {
        return "performance";
    }

    @Override
    public void register(Functions f) {
        f.add("now", _ -> nowMs());
        f.add("timeOrigin", _ -> wallMs() - nowMs());
        f.add("loopIdleTime", _ -> telemetry().pollWaitNs() / NS_PER_MS);
        f.add("milestones", _ -> runtime.milestones().toMs());
        f.add("loopMetrics", _ -> loopMetrics());
    }

    private Telemetry telemetry() {
        return runtime.loop().telemetry();
    }

    private double nowMs() {
        return telemetry().nowNs() / NS_PER_MS;
    }

    private static double wallMs() {
        Instant now = Instant.now();
        return now.getEpochSecond() * 1e3 + now.getNano() / NS_PER_MS;
    }

    /** Turns, callbacks, callbacks that wait. */
    private double[] loopMetrics() {
        Telemetry telemetry = telemetry();
        return new double[] {telemetry.turns(), telemetry.callbacks(), telemetry.depth(Telemetry.Depth.INBOX)};
    }
}
