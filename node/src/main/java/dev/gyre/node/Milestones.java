package dev.gyre.node;

import dev.gyre.loop.Telemetry;
import java.util.Arrays;

/** When the runtime reached what: the numbers behind {@code performance.nodeTiming}. */
public final class Milestones {
    /** In the order JavaScript reads them. */
    enum Milestone {
        NODE_START,
        V8_START,
        ENVIRONMENT,
        BOOTSTRAP_COMPLETE,
        LOOP_START,
        LOOP_EXIT
    }

    private static final double NOT_YET = -1;
    private static final double NS_PER_MS = 1e6;

    private final Telemetry telemetry;
    private final double[] ms = new double[Milestone.values().length];

    Milestones(Telemetry telemetry) {
        this.telemetry = telemetry;
        Arrays.fill(ms, NOT_YET);
        reach(Milestone.NODE_START);
    }

    /** Only the first time counts. */
    void reach(Milestone milestone) {
        if (ms[milestone.ordinal()] == NOT_YET) {
            ms[milestone.ordinal()] = telemetry.nowNs() / NS_PER_MS;
        }
    }

    /** When the loop began to run, or -1. Any thread. */
    public double loopStartMs() {
        return ms[Milestone.LOOP_START.ordinal()];
    }

    /** Milliseconds since the loop was opened, -1 for what was not reached. */
    public double[] toMs() {
        return ms.clone();
    }
}
