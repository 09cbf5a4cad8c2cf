package dev.gyre.node.watch;

import dev.gyre.engine.StackSampler;
import dev.gyre.io.libc.InterruptedCalls;
import dev.gyre.io.libc.ThreadClock;
import dev.gyre.loop.CallbackKind;
import dev.gyre.loop.Running;
import dev.gyre.loop.watch.Cause;
import dev.gyre.loop.watch.Frame;
import dev.gyre.loop.watch.JavaStack;
import dev.gyre.loop.watch.Watched.Evidence;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * What is found out about one callback that holds the loop. It begins when the callback is first seen, so that figures of
 * the time since then can be told.
 *
 * <p>Where JavaScript's stack comes from depends on what the thread does: a script answers a request by itself; a system
 * call is interrupted for it; a computation in Java has left the stack before it began. Some functions of V8 do none of
 * that; then the report goes out without a stack.
 */
final class Inquiry {
    /** How long a sample is waited for. */
    private static final long PATIENCE_NS = TimeUnit.SECONDS.toNanos(1);

    /**
     * For how long samples are taken, to find one with code of the program in it and the share of collections: CPU time of the
     * thread, and the whole time.
     */
    private static final long SAMPLING_NS = TimeUnit.MILLISECONDS.toNanos(100);

    private static final long MAX_SAMPLING_NS = TimeUnit.SECONDS.toNanos(1);

    /** For how long the collector is looked at each time. */
    private static final long METER_NS = TimeUnit.MILLISECONDS.toNanos(8);

    /** How much CPU time is between two samples. */
    private static final long BETWEEN_NS = TimeUnit.MILLISECONDS.toNanos(3);

    /** How many times the limit a callback has that had no CPU. */
    private static final int NO_CPU_FACTOR = 3;

    /** Between the samples that tell whether promise jobs go on. */
    private static final long BETWEEN_JOBS_NS = TimeUnit.MILLISECONDS.toNanos(30);

    private final Samples samples;
    private final CollectionMeter meter;
    private final Thread thread;
    private final int threadId;
    private final long limitNs;
    private final int ticksBefore;
    private final @Nullable ThreadFigures figuresBefore;
    private final long beganNs = System.nanoTime();
    private final long ranBeforeNs;

    /** The share of the time in which it was ready to run, but had no CPU. */
    private double waitShare;

    /** The CPU time of the thread: now, when it was first asked, when it last answered. */
    private long ranNs;

    /** How long the thread was seen to be ready without running, and when that was last looked at. */
    private long readyNs;

    private long lookedNs = beganNs;
    private long firstRanNs;
    private long sampledRanNs;
    private long firstAskedNs;
    private boolean isToAskAgain;
    private boolean isInterrupted;
    private @Nullable String first;
    private @Nullable String last;
    private long firstNs;
    private String what = "";

    /**
     * @param elapsedNs how long the callback has run
     * @param limitNs how long it may run
     */
    Inquiry(StackSampler sampler, Thread thread, int threadId, Running running, long elapsedNs, long limitNs) {
        samples = new Samples(sampler);
        meter = new CollectionMeter(sampler, threadId);
        this.thread = thread;
        this.threadId = threadId;
        this.limitNs = limitNs;
        ranBeforeNs = elapsedNs;
        ticksBefore = running.ticks();
        figuresBefore = figuresOfThread();
        ranNs = threadId == 0 ? 0 : ThreadClock.ranNs(threadId);
    }

    /** Null while something may still come. */
    @Nullable
    Evidence look(Running running, long elapsedNs, WatchedRuntime.@Nullable LongCall longCall) {
        long nowNs = System.nanoTime();
        ThreadFigures figures = figuresOfThread();
        long waitedNs = waitedNs(figures, nowNs);
        long wholeNs = nowNs - beganNs + ranBeforeNs;
        waitShare = (double) waitedNs / wholeNs;
        boolean hasRun = Math.min(elapsedNs, wholeNs - waitedNs) >= limitNs;
        if (!hasRun && !isStarved(waitedNs)) {
            return null; // others have the CPU: it can't be blamed yet
        }
        if (!samples.isAsked()) {
            firstAskedNs = nowNs;
            firstRanNs = ranNs;
            samples.ask();
        }
        meter.measure(METER_NS); // also while no answer comes: the collector gives none
        if (isToAskAgain) {
            if (ranNs - sampledRanNs < BETWEEN_NS && nowNs - firstAskedNs < MAX_SAMPLING_NS) {
                return null;
            }
            isToAskAgain = false;
            samples.askInARow();
        }
        String taken = samples.take();
        if (taken == null && longCall != null && longCall.number() == running.number()) {
            taken = longCall.stack();
            what = longCall.what();
        }
        if (taken == null && nowNs - samples.askedNs() < PATIENCE_NS) {
            interruptCall();
            return null;
        }
        if (taken != null && isToRepeat(running, taken, nowNs)) {
            last = taken;
            isToAskAgain = true;
            sampledRanNs = ranNs;
            return null;
        }
        samples.cancel();
        return judge(running, taken == null ? last : taken, figures);
    }

    /** Whether others have had the CPU for so long that this is worth a report. */
    boolean isStarved() {
        return isStarved(waitedNs(figuresOfThread(), System.nanoTime()));
    }

    private boolean isStarved(long waitedNs) {
        long wholeNs = System.nanoTime() - beganNs + ranBeforeNs;
        return wholeNs >= NO_CPU_FACTOR * limitNs && waitedNs >= wholeNs * ScriptEvidence.MOST;
    }

    /** The system counts a wait when it is over, so that a thread that gets no CPU at all seems not to wait. */
    private long waitedNs(@Nullable ThreadFigures figures, long nowNs) {
        if (figures == null || figuresBefore == null) {
            return 0;
        }
        long ranBeforeLookNs = ranNs;
        ranNs = ThreadClock.ranNs(threadId);
        if (ThreadFigures.isReady(threadId)) {
            readyNs += Math.max(0, nowNs - lookedNs - (ranNs - ranBeforeLookNs));
        }
        lookedNs = nowNs;
        return Math.max(readyNs, figures.waitedNs() - figuresBefore.waitedNs());
    }

    /** Whether another sample may tell more: a later one whether promise jobs go on, any one where the program is. */
    private boolean isToRepeat(Running running, String taken, long nowNs) {
        if (!what.isEmpty()) {
            return false;
        }
        if (first == null && running.kind() == CallbackKind.PROMISE_JOB) {
            first = taken;
            firstNs = nowNs;
            return true;
        }
        if (first != null && nowNs - firstNs < BETWEEN_JOBS_NS) {
            return true;
        }
        boolean isEnough = ranNs - firstRanNs >= SAMPLING_NS && meter.hasEnough();
        if (isEnough || nowNs - firstAskedNs >= MAX_SAMPLING_NS) {
            return false;
        }
        // Whether code that computes collects garbage is told by many samples, and how large a JSON text is by a later
        // one.
        ScriptEvidence seen = evidence(running, taken, "");
        Cause cause = seen.judgeScript(running).cause();
        return seen.frames().stream().noneMatch(Frame::isOwn)
                || cause == Cause.COMPUTATION
                || cause == Cause.JSON
                || cause == Cause.GARBAGE_COLLECTION;
    }

    private @Nullable ThreadFigures figuresOfThread() {
        return threadId == 0 ? null : ThreadFigures.of(threadId);
    }

    /** A thread that waits in a system call of Java's does not come by an interrupt of V8's. */
    private void interruptCall() {
        if (!isInterrupted && threadId != 0 && BlockedThread.isInSystemCall(thread)) {
            isInterrupted = true;
            InterruptedCalls.interrupt(threadId);
        }
    }

    private Evidence judge(Running running, @Nullable String taken, @Nullable ThreadFigures figures) {
        String why = whyNoCpu(figures);
        String deepest = samples.deepest();
        if (deepest != null) {
            ScriptEvidence deep = evidence(running, deepest, why);
            if (deep.isRecursive()) {
                return deep.judge(running);
            }
        }
        return evidence(running, taken, why).judge(running);
    }

    private ScriptEvidence evidence(Running running, @Nullable String taken, String whyNoCpu) {
        boolean areJobsRunning =
                first != null && taken != null && ScriptEvidence.jobs(taken) > ScriptEvidence.jobs(first);
        return new ScriptEvidence(
                taken == null ? List.of() : ScriptEvidence.frames(taken),
                areJobsRunning,
                running.ticks() > ticksBefore + 1,
                meter.share(),
                waitShare,
                whyNoCpu,
                BlockedThread.nativeCall(JavaStack.of(thread)),
                what);
    }

    private String whyNoCpu(@Nullable ThreadFigures now) {
        return now == null || figuresBefore == null ? "" : now.whyWaited(figuresBefore);
    }
}
