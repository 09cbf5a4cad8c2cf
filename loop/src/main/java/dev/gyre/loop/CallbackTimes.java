package dev.gyre.loop;

import java.lang.invoke.VarHandle;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A {@link Histogram} for each phase and kind that had callbacks. The loop thread writes. */
final class CallbackTimes {
    private static final Phase[] PHASES = Phase.values();
    private static final CallbackKind[] KINDS = CallbackKind.values();

    private static volatile long longNs = Long.MAX_VALUE;
    private static volatile Consumer<Telemetry.LongCallback> onLong = _ -> {};

    /** By phase, 0 for none, then kind; made when the first callback has run. */
    private final @Nullable Histogram[] histograms = new Histogram[(PHASES.length + 1) * KINDS.length];

    /** @param phaseCode 0 for none, else the phase's ordinal + 1 */
    void add(int phaseCode, int kind, long ns, long count) {
        int at = phaseCode * KINDS.length + kind;
        Histogram histogram = histograms[at];
        if (histogram == null) {
            histogram = new Histogram();
            VarHandle.releaseFence();
            histograms[at] = histogram;
        }
        histogram.add(ns, count);
        if (ns >= longNs) {
            onLong.accept(new Telemetry.LongCallback(phaseOf(phaseCode), KINDS[kind], ns));
        }
    }

    static void onLong(Duration limit, Consumer<Telemetry.LongCallback> listener) {
        onLong = listener;
        longNs = limit.isZero() ? Long.MAX_VALUE : limit.toNanos();
    }

    private static Optional<Phase> phaseOf(int phaseCode) {
        return phaseCode == 0 ? Optional.empty() : Optional.of(PHASES[phaseCode - 1]);
    }

    Histogram.Snapshot get(Optional<Phase> phase, CallbackKind kind) {
        VarHandle.acquireFence();
        int phaseCode = phase.map(p -> p.ordinal() + 1).orElse(0);
        Histogram histogram = histograms[phaseCode * KINDS.length + kind.ordinal()];
        return histogram == null ? Histogram.Snapshot.EMPTY : histogram.snapshot();
    }

    List<CallbackTime> all() {
        VarHandle.acquireFence();
        var all = new ArrayList<CallbackTime>();
        for (int i = 0; i < histograms.length; i++) {
            Histogram histogram = histograms[i];
            if (histogram != null) {
                int phaseCode = i / KINDS.length;
                all.add(new CallbackTime(phaseOf(phaseCode), KINDS[i % KINDS.length], histogram.snapshot()));
            }
        }
        return all;
    }
}
