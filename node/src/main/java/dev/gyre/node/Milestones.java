package dev.gyre.node;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** When the runtime reached what: the numbers behind {@code performance.nodeTiming}. */
public final class Milestones {
    /** In the order JavaScript reads them. */
    enum Milestone {
        NODE_START("nodeStart"),
        V8_START("v8Start"),
        ENVIRONMENT("environment"),
        BOOTSTRAP_COMPLETE("bootstrapComplete"),
        LOOP_START("loopStart"),
        LOOP_EXIT("loopExit");

        final String script;

        Milestone(String script) {
            this.script = script;
        }
    }

    private static final double NOT_YET = -1;

    private final TimeOrigin origin;
    private final double[] ms = new double[Milestone.values().length];

    /** @param parent those of the runtime that started this one, or null: the first two are of the process */
    Milestones(TimeOrigin origin, @Nullable Milestones parent) {
        this.origin = origin;
        Arrays.fill(ms, NOT_YET);
        if (parent == null) {
            reach(Milestone.NODE_START);
        } else {
            ms[Milestone.NODE_START.ordinal()] = parent.ms[Milestone.NODE_START.ordinal()];
            ms[Milestone.V8_START.ordinal()] = parent.ms[Milestone.V8_START.ordinal()];
        }
    }

    /** The runtime was started ahead, and its own life begins now. */
    void startAnew() {
        double now = origin.nowMs();
        ms[Milestone.ENVIRONMENT.ordinal()] = now;
        ms[Milestone.BOOTSTRAP_COMPLETE.ordinal()] = now;
    }

    /** Only the first time counts. */
    void reach(Milestone milestone) {
        if (ms[milestone.ordinal()] == NOT_YET) {
            ms[milestone.ordinal()] = origin.nowMs();
        }
    }

    public double nodeStartMs() {
        return ms[Milestone.NODE_START.ordinal()];
    }

    /** When the loop began to run, or -1. Any thread. */
    public double loopStartMs() {
        return ms[Milestone.LOOP_START.ordinal()];
    }

    /** The names of {@code performance.nodeTiming} to the times of what was reached. */
    public Map<String, Double> byName() {
        var reached = new LinkedHashMap<String, Double>();
        for (Milestone milestone : Milestone.values()) {
            if (ms[milestone.ordinal()] != NOT_YET) {
                reached.put(milestone.script, ms[milestone.ordinal()]);
            }
        }
        return reached;
    }

    /** Milliseconds since the {@link TimeOrigin}, -1 for what was not reached. */
    public double[] toMs() {
        return ms.clone();
    }
}
