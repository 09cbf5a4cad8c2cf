package dev.gyre.node.watch;

import dev.gyre.engine.StackSampler;
import dev.gyre.io.libc.InterruptedCalls;
import dev.gyre.loop.CallbackKind;
import dev.gyre.loop.Running;
import dev.gyre.loop.Telemetry;
import dev.gyre.loop.watch.Cause;
import dev.gyre.loop.watch.Watched;
import dev.gyre.node.GyreRuntime;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A runtime's loop under the watch. Its methods are for the watch's thread, except where they say otherwise.
 *
 * <p>A callback that holds the loop is looked into by an {@link Inquiry}.
 */
public final class WatchedRuntime implements Watched {
    /** Option of the command, in milliseconds. */
    public static final String WARN_OPTION = "--block-warn";

    private static final long WARN_DEFAULT_MS = 500;

    /**
     * How many times the limit the main script has, where the option was given. It loads the program's modules, and mostly
     * nobody waits for it, so that without the option it is not reported: many command-line tools do all their work there.
     */
    private static final int START_FACTOR = 10;

    private static final int STDERR = 2;

    /** When a callback's heap is looked at first; then after twice the time, and so on. */
    private static final long FIRST_HEAP_CHECK_NS = 1_000_000_000;

    private final GyreRuntime runtime;
    private final StackSampler sampler;
    private final Thread thread = Thread.currentThread();
    private final Duration warnAfter;
    private final Duration warnStartAfter;

    /** The system's number of the thread, once that has told it. */
    private volatile int threadId;

    /** A call that is known to take long, while it is under way. */
    private volatile @Nullable LongCall longCall;

    private @Nullable Inquiry inquiry;

    /** The callback whose heap was looked at last, and when it will be next. */
    private long checkedNumber;

    private long nextHeapCheckNs;

    /** On the loop's thread. */
    public WatchedRuntime(GyreRuntime runtime, StackSampler sampler, @Nullable Object option) {
        this.runtime = runtime;
        this.sampler = sampler;
        warnAfter = warnAfter(option);
        warnStartAfter = option == null ? Duration.ZERO : warnAfter.multipliedBy(START_FACTOR);
    }

    /** Whether it is a value of the option: a number of milliseconds. */
    public static boolean isWarnOption(String value) {
        return value.matches("[0-9]{1,9}");
    }

    /** What the option says, where it was given; zero where the watch is off. */
    public static Duration warnAfter(@Nullable Object option) {
        boolean isGiven = option instanceof String ms && isWarnOption(ms); // a worker's options are not checked
        return Duration.ofMillis(isGiven ? Long.parseLong((String) option) : WARN_DEFAULT_MS);
    }

    /** Measures what only the loop's thread can measure from now on. On the loop's thread, before it blocks. */
    public void begin() {
        threadId = InterruptedCalls.threadId();
        InterruptedCalls.register(runtime::onInterruptedCall);
    }

    /** On the loop's thread. */
    public void end() {
        InterruptedCalls.forget(thread);
    }

    /**
     * JavaScript has called something that computes for long on the loop's thread, where no stack can be taken meanwhile. On
     * the loop's thread; {@link #afterLongCall} has to follow.
     */
    public void beforeLongCall(String what) {
        String stack = sampler.capture();
        longCall = stack == null
                ? null
                : new LongCall(stack, what, telemetry().running().number());
    }

    public void afterLongCall() {
        longCall = null;
    }

    /**
     * A call during which no stack can be taken.
     *
     * @param stack as it was when it began
     * @param what it does, empty where the name of the function tells
     * @param number of the callback
     */
    record LongCall(String stack, String what, long number) {}

    @Override
    public String name() {
        return runtime.options().worker() == null
                ? "main"
                : thread.getName().replaceFirst("^gyre-", "").replaceFirst("-", " ");
    }

    @Override
    public Thread thread() {
        return thread;
    }

    @Override
    public Telemetry telemetry() {
        return runtime.loop().telemetry();
    }

    @Override
    public Duration warnAfter() {
        return warnAfter;
    }

    @Override
    public Duration warnAfter(Running running) {
        boolean isStart = running.after() == CallbackKind.MAIN_SCRIPT || running.after() == CallbackKind.MODULE;
        return isStart ? warnStartAfter : warnAfter;
    }

    /** A runtime with limits of its own that is beyond them, and allocates nothing any more, hears nothing of it from V8. */
    @Override
    public void busy(Running running, long elapsedNs) {
        if (runtime.options().limits() == null) {
            return;
        }
        if (running.number() != checkedNumber) {
            checkedNumber = running.number();
            nextHeapCheckNs = FIRST_HEAP_CHECK_NS;
        }
        if (elapsedNs >= nextHeapCheckNs) {
            nextHeapCheckNs *= 2;
            runtime.isolate().heap().checkLimit();
        }
    }

    @Override
    public void seen(Running running, long elapsedNs) {
        long limitNs = warnAfter(running).toNanos();
        inquiry = new Inquiry(sampler, thread, threadId, running, elapsedNs, limitNs);
    }

    @Override
    public @Nullable Evidence evidence(Running running, long elapsedNs) {
        if (runtime.isHeldByDebugger()) {
            LongCall call = longCall;
            return new Evidence(
                    call == null ? List.of() : ScriptEvidence.frames(call.stack()),
                    Cause.DEBUGGER,
                    "inspector.waitForDebugger() waits for a client");
        }
        Inquiry current = inquiry;
        return current == null ? null : current.look(running, elapsedNs, longCall);
    }

    @Override
    public boolean isStarved() {
        Inquiry current = inquiry;
        return current != null && current.isStarved();
    }

    @Override
    public @Nullable String what(Running running) {
        return runtime.turns().whatOf(running);
    }

    @Override
    public boolean isQuiet() {
        return runtime.isDebugged();
    }

    @Override
    public boolean canEnd() {
        return runtime.canEndCallbacks();
    }

    @Override
    public boolean end(Running running) {
        return runtime.endCallback(running.number());
    }

    @Override
    public void print(String report) {
        runtime.host().write(STDERR, ByteBuffer.wrap(report.getBytes(StandardCharsets.UTF_8)));
    }
}
