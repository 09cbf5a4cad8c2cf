package dev.gyre.dashboard;

import dev.gyre.loop.Phase;
import dev.gyre.loop.Running;
import dev.gyre.loop.Telemetry;
import dev.gyre.loop.Telemetry.Depth;
import java.util.ArrayDeque;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * The last 30 seconds of one loop.
 *
 * <p>The delay is measured as whoever waits for the loop has it: at each look a task is posted, and the time until it runs is
 * the delay; while it has not run, the delay is the time so far. So a loop that is pinned shows a delay that grows, and one
 * that sleeps shows what its wake-up takes.
 */
public final class LoopHistory {
    static final int SAMPLES = 300;
    private static final int HEAP_USED = 4;
    private static final int HEAP_TOTAL = 0;
    private static final int EXTERNAL = 7;
    private static final int LOOKS_PER_HEAP_REQUEST = 5;
    private static final int LOOKS_UNTIL_ASKED_AGAIN = 100;
    private static final Phase[] PHASES = Phase.values();
    private static final double NS_PER_MS = 1e6;

    private final Subject subject;
    private final ArrayDeque<Sample> samples = new ArrayDeque<>();
    private final DelayHistogram delays = new DelayHistogram();
    private final KindTimes kinds = new KindTimes();

    private long lastNs = -1;
    private long lastWaitNs;
    private final long[] lastPhaseNs = new long[PHASES.length];
    private long lastTurns;
    private long lastCallbacks;
    private long lastCollectionNs;

    private long probePostedNs = -1;
    private volatile long probeRanNs; // written by the loop's thread

    private @Nullable CompletableFuture<double[]> heapRequest;
    private double @Nullable [] heap;
    private long looks;
    private long heapAskedAt;

    LoopHistory(Subject subject) {
        this.subject = subject;
    }

    public Subject subject() {
        return subject;
    }

    public ArrayDeque<Sample> samples() {
        return samples;
    }

    DelayHistogram delays() {
        return delays;
    }

    /** V8's figures as it told them last, or null. */
    double @Nullable [] heap() {
        return heap;
    }

    /** How long the loop has not run a task that was posted to it; 0 where it is not late. */
    double lateMs(long nowNs) {
        return probePostedNs < 0 || probeRanNs != 0 ? 0 : (nowNs - probePostedNs) / NS_PER_MS;
    }

    Sample look(long nowNs, long timeMs) {
        Telemetry telemetry = subject.telemetry();
        long loopNs = telemetry.nowNs();
        Optional<Phase> phase = telemetry.phase();
        boolean isWaiting = telemetry.isWaiting();
        long sinceNs = Math.max(0, loopNs - telemetry.sinceNs());
        Running running = telemetry.running();
        double delayMs = probe(nowNs);
        double[] phaseMs = new double[PHASES.length];
        for (Phase one : PHASES) {
            boolean isUnderWay = !isWaiting && phase.isPresent() && phase.get() == one;
            long ns = telemetry.phaseNs(one) + (isUnderWay ? sinceNs : 0);
            phaseMs[one.ordinal()] = Math.max(0, ns - lastPhaseNs[one.ordinal()]) / NS_PER_MS;
            lastPhaseNs[one.ordinal()] = Math.max(ns, lastPhaseNs[one.ordinal()]);
        }
        long waitNs = telemetry.pollWaitNs();
        long turns = telemetry.turns() + telemetry.stayedTurns();
        long callbacks = callbacks(telemetry);
        boolean isFirst = lastNs < 0;
        var sample = new Sample(
                timeMs,
                isFirst ? 0 : (nowNs - lastNs) / NS_PER_MS,
                phase.isEmpty() ? 0 : isWaiting ? Sample.WAITING : phase.get().ordinal() + 1,
                sinceNs / NS_PER_MS,
                phaseMs,
                isFirst ? 0 : Math.max(0, waitNs - lastWaitNs) / NS_PER_MS,
                delayMs,
                isFirst ? 0 : turns - lastTurns,
                isFirst ? 0 : Math.max(0, callbacks - lastCallbacks),
                telemetry.depth(Depth.ACTIVE_HANDLES),
                telemetry.depth(Depth.ACTIVE_REQUESTS),
                telemetry.depth(Depth.TIMERS),
                lookAtHeap(),
                lookAtCollections(isFirst),
                running,
                running.isCallback() ? Math.max(0, loopNs - running.beganNs()) / NS_PER_MS : 0,
                kinds.look(telemetry));
        lastNs = nowNs;
        lastWaitNs = waitNs;
        lastTurns = turns;
        lastCallbacks = callbacks;
        samples.add(sample);
        if (samples.size() > SAMPLES) {
            samples.poll();
        }
        return sample;
    }

    /** Those of the program: the loop's own are how they get there. */
    static long callbacks(Telemetry telemetry) {
        long embedded = 0;
        for (Phase phase : PHASES) {
            embedded += telemetry.embeddedCallbacks(phase);
        }
        return embedded == 0 ? telemetry.callbacks() : embedded;
    }

    private double probe(long nowNs) {
        if (!subject.hasStarted() || subject.isEnding()) {
            return 0;
        }
        double delayMs = 0;
        long ranNs = probeRanNs;
        if (probePostedNs >= 0) {
            delayMs = Math.max(0, (ranNs == 0 ? nowNs : ranNs) - probePostedNs) / NS_PER_MS;
        }
        if (probePostedNs < 0 || ranNs != 0) {
            if (ranNs != 0) {
                delays.add(delayMs / 1000);
            }
            probeRanNs = 0;
            probePostedNs = System.nanoTime();
            subject.post(() -> probeRanNs = System.nanoTime());
        }
        return delayMs;
    }

    private double lookAtCollections(boolean isFirst) {
        if (isFirst) {
            subject.watchCollections();
        }
        long ns = subject.collections()[1];
        double ms = (ns - lastCollectionNs) / NS_PER_MS;
        lastCollectionNs = ns;
        return ms;
    }

    /** Asks for the heap's figures twice a second, unless the last question is open. */
    private double[] lookAtHeap() {
        if (heapRequest != null && heapRequest.isDone()) {
            if (heapRequest.state() == CompletableFuture.State.SUCCESS) {
                heap = heapRequest.resultNow();
            }
            heapRequest = null;
        }
        if (heapRequest != null && looks - heapAskedAt > LOOKS_UNTIL_ASKED_AGAIN) {
            heapRequest.cancel(false); // V8 forgets requests when it terminates a script
            heapRequest = null;
        }
        looks++;
        if (heapRequest == null && looks % LOOKS_PER_HEAP_REQUEST == 1 && subject.hasStarted() && !subject.isEnding()) {
            heapRequest = subject.heapStatistics();
            heapAskedAt = looks;
        }
        double[] figures = heap;
        return figures == null
                ? new double[] {-1, -1, -1}
                : new double[] {figures[HEAP_USED], figures[HEAP_TOTAL], figures[EXTERNAL]};
    }
}
