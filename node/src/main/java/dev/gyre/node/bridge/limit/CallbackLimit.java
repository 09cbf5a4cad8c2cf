package dev.gyre.node.bridge.limit;

import dev.gyre.engine.Isolate;
import dev.gyre.engine.ScriptTerminatedException;
import dev.gyre.engine.ScriptValue;
import dev.gyre.loop.CallbackKind;
import dev.gyre.loop.Running;
import dev.gyre.loop.Telemetry;
import dev.gyre.node.bridge.ScriptError;
import dev.gyre.node.bridge.SharedMemory;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Ends callbacks of JavaScript's that run longer than the limit, or that somebody wants ended ({@link #end}). Without a limit
 * its thread is started by the first who wants that.
 *
 * <pre>
 *   thread gyre-limit                          the loop's thread, in JavaScript
 *   sees the same callback for too long
 *   asks V8 for an interrupt  ──────────────>  at its next call or round of a loop: {@link #judge}
 *                                                is it still that callback?  is it the program's code?
 *                                                yes: V8 is told to end what runs
 *                                              at the call or round after that: V8 unwinds all of JavaScript
 *                                              {@link dev.gyre.node.bridge.Turns} finds {@link #takeEnded}, has the core put
 *                                              in order and report it, and goes on with the next callback
 * </pre>
 *
 * <p>The other thread only asks. Which callback is ended is decided by the loop's own thread, so no callback can end between
 * the question and the answer, and what comes after it is not hit. And it is decided with the stack at hand: where the core's
 * own code runs, which may be in the middle of a change, the thread asks again a moment later. Only what stays in the core for
 * {@link #MAX_TRIES} questions is ended there.
 */
public final class CallbackLimit implements AutoCloseable {
    /** Option of the command, in milliseconds. */
    public static final String OPTION = "--block-limit";

    private static final long NONE = -1;

    /** How often the thread looks within the limit. */
    private static final int LOOKS_PER_LIMIT = 10;

    private static final long FASTEST_LOOK_NS = TimeUnit.MILLISECONDS.toNanos(1);
    private static final long SLOWEST_LOOK_NS = TimeUnit.MILLISECONDS.toNanos(100);

    /** How soon it asks again where a callback was not ended. */
    private static final long ASK_AGAIN_NS = TimeUnit.MICROSECONDS.toNanos(300);

    /** V8 forgets interrupts when it ends a script, until another one is asked for. */
    private static final long LOST_NS = TimeUnit.MILLISECONDS.toNanos(20);

    /** How often it is tried to find the program's code on top of the stack. Tries, not time: the thread may have no CPU. */
    private static final int MAX_TRIES = 300;

    /** {@link Long#MAX_VALUE} for none. */
    private final long limitNs;

    private final Telemetry telemetry;
    private final Isolate isolate;
    private final SharedMemory memory;
    private final ScriptValue isUserCode;
    private final Runnable interruptCall;
    private final BooleanSupplier isRuntimeEnding;
    private final BooleanSupplier isDebugged;
    private final Thread loopThread = Thread.currentThread();
    private final @Nullable ThreadDelay delay;

    private @Nullable Thread thread; // guarded by this

    private volatile boolean isClosed;

    /** The callback that somebody wants ended whatever the limit is. */
    private volatile long wanted = NONE;

    /** The callback that has overrun its limit; {@link #NONE} before it has. */
    private volatile long overdue = NONE;

    /** When it was first seen, and how long the loop's thread had waited for a CPU by then. Written before it. */
    private volatile long overdueSinceNs;

    private volatile long overdueDelayNs;

    /** Whether V8 was asked for an interrupt that has not come. */
    private volatile boolean isAsked;

    /** When it was. The thread gyre-limit. */
    private long interruptAskedNs;

    /** How many callbacks were ended. Written by the loop's thread alone. */
    private volatile long ended;

    /** How often the core's code was found instead, and in which callback. The loop's thread. */
    private int tries;

    private long triedNumber = NONE;

    /** Whether V8 was told to end what runs. The loop's thread. */
    private boolean isEnding;

    /**
     * Begins to watch. On the loop's thread.
     *
     * @param limit zero for none
     * @param isUserCode the core's function that tells whether the program's own code is on top of the stack, and takes down
     *     what is needed for the report
     * @param interruptCall ends a call that blocks the loop's thread outside of JavaScript, where that is possible
     * @param isRuntimeEnding whether somebody has ended the whole runtime
     * @param isDebugged whether a debugger is attached, or holds a script: then nothing is ended, and the time does not count
     */
    public CallbackLimit(
            Duration limit,
            Telemetry telemetry,
            Isolate isolate,
            SharedMemory memory,
            ScriptValue isUserCode,
            Runnable interruptCall,
            BooleanSupplier isRuntimeEnding,
            BooleanSupplier isDebugged) {
        this.limitNs = limit.isZero() ? Long.MAX_VALUE : limit.toNanos();
        this.telemetry = telemetry;
        this.isolate = isolate;
        this.memory = memory;
        this.isUserCode = isUserCode;
        this.interruptCall = interruptCall;
        this.isRuntimeEnding = isRuntimeEnding;
        this.isDebugged = isDebugged;
        delay = hasLimit() ? new ThreadDelay() : null;
        if (hasLimit()) {
            start();
        }
    }

    private boolean hasLimit() {
        return limitNs != Long.MAX_VALUE;
    }

    private synchronized void start() {
        if (thread == null && !isClosed) {
            thread = new Thread(null, this::watch, "gyre-limit", 0, false);
            thread.setDaemon(true);
            thread.start();
        }
    }

    /**
     * Ends the callback of this number ({@link Running#number}), if it still runs and is one that can be ended. Any thread.
     *
     * @return whether it is going to be ended
     */
    public boolean end(long number) {
        Running running = telemetry.running();
        if (running.number() != number || !isLimited(running) || isDebugged.getAsBoolean()) {
            return false;
        }
        wanted = number;
        start();
        synchronized (this) {
            LockSupport.unpark(thread);
        }
        return !isClosed;
    }

    /** Whether it is a value of the option: a number of milliseconds. */
    public static boolean isOption(String value) {
        return value.matches("[0-9]{1,9}");
    }

    /** What is said of another value. */
    public static String complaint(String value) {
        return OPTION + " must be a number of milliseconds, 0 for no limit. Got: " + value;
    }

    /** What the option says, zero for no limit. */
    public static Duration of(@Nullable Object option) {
        return Duration.ofMillis(option instanceof String ms ? Long.parseLong(ms) : 0);
    }

    /** Ends the watching. When it returns, no interrupt will be asked for. Any thread. */
    @Override
    public void close() {
        Thread started;
        synchronized (this) {
            isClosed = true;
            started = thread;
        }
        try {
            if (started != null) {
                LockSupport.unpark(started);
                started.join();
            }
            if (delay != null) {
                delay.close();
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    // ---- the thread gyre-limit

    private void watch() {
        long stepNs = Math.clamp(limitNs / LOOKS_PER_LIMIT, FASTEST_LOOK_NS, SLOWEST_LOOK_NS);
        long number = NONE;
        long endedBefore = 0;
        long sinceNs = 0;
        long delayNs = 0;
        long askedNs = 0;
        long plannedNs = System.nanoTime();
        while (!isClosed) {
            long nowNs = System.nanoTime();
            Running running = telemetry.running();
            if (!isLimited(running) || isDebugged.getAsBoolean()) {
                number = NONE;
            } else if (running.number() != number || ended != endedBefore) {
                number = running.number();
                endedBefore = ended;
                sinceNs = nowNs;
                delayNs = delayNs();
                askedNs = 0;
            } else if (nowNs - plannedNs > stepNs && number != wanted) {
                sinceNs += nowNs - plannedNs; // the process was stopped, or had no CPU
            } else if (nowNs - sinceNs >= limitNs || number == wanted) {
                askedNs = askedNs == 0 ? nowNs : askedNs;
                overdueSinceNs = sinceNs;
                overdueDelayNs = delayNs;
                overdue = number;
                ask(number, endedBefore);
            }
            if (number != wanted && running.number() != wanted) {
                wanted = NONE;
            }
            long waitNs = number != NONE && (askedNs != 0 || number == wanted) ? ASK_AGAIN_NS : stepNs;
            plannedNs = nowNs + waitNs;
            if (hasLimit() || wanted != NONE) {
                LockSupport.parkNanos(this, waitNs);
            } else {
                LockSupport.park(this); // until somebody wants a callback ended
            }
        }
    }

    /** The program's start takes as long as it takes: modules are loaded, and mostly nobody waits for it. */
    private static boolean isLimited(Running running) {
        return running.isCallback()
                && running.after() != CallbackKind.MAIN_SCRIPT
                && running.after() != CallbackKind.MODULE
                && running.kind() != CallbackKind.MODULE;
    }

    private void ask(long number, long endedBefore) {
        // An interrupted call is lost, so it has to fail in check(): once this is true of a callback, it stays true.
        if (number == wanted || isOverdueNow()) {
            interruptCall.run();
        }
        long nowNs = System.nanoTime();
        if (!isAsked || nowNs - interruptAskedNs >= LOST_NS) {
            isAsked = true;
            interruptAskedNs = nowNs;
            isolate.interrupt(() -> {
                isAsked = false;
                if (Thread.currentThread().equals(loopThread)) { // else it came while it was still being asked for
                    judge(number, endedBefore);
                }
            });
        }
    }

    // ---- the loop's thread

    /** At an interrupt, with JavaScript on the stack. */
    private void judge(long number, long endedBefore) {
        if (isClosed || isEnding || ended != endedBefore || telemetry.running().number() != number) {
            return; // it has come to its end meanwhile
        }
        boolean isWanted = number == wanted;
        if (!isWanted && !isOverdueNow()) {
            return; // it had no CPU, and is asked again
        }
        if (number != triedNumber) {
            triedNumber = number;
            tries = 0;
        }
        if (isUserCode(isWanted) || ++tries > MAX_TRIES) {
            isEnding = true;
            memory.ending(true);
            isolate.terminate();
        }
    }

    /** Whether the limit has passed also without the time in which the loop's thread was ready to run but had no CPU. */
    private boolean isOverdueNow() {
        return System.nanoTime() - overdueSinceNs - (delayNs() - overdueDelayNs) >= limitNs;
    }

    private long delayNs() {
        return delay == null ? 0 : delay.ns();
    }

    private boolean isUserCode(boolean isWanted) {
        try (ScriptValue answer = isolate.call(isUserCode, isWanted)) {
            return answer.isTrue();
        } catch (ScriptTerminatedException _) {
            isolate.terminate(); // whoever terminated it meant the scripts around it
            return false;
        } catch (RuntimeException _) {
            return false; // the end of the stack
        }
    }

    /**
     * For a call outside of JavaScript that has come to its end: fails it where its callback has overrun the limit meanwhile,
     * which V8 could not see. The core can clean up then as after any error; a program that catches it is ended the other way.
     */
    public void check() {
        if (isClosed || overdue == NONE || overdue != telemetry.running().number()) {
            return;
        }
        boolean isWanted = overdue == wanted;
        if (isWanted || isOverdueNow()) {
            overdue = NONE;
            throw isWanted
                    ? ScriptError.coded(
                            "Error", "ERR_GYRE_CALLBACK_ENDED", "The call was ended, because its callback was")
                    : ScriptError.coded(
                            "Error",
                            "ERR_GYRE_CALLBACK_TIMEOUT",
                            "The call was ended, because its callback has run longer than " + limitNs / 1_000_000
                                    + " ms, the limit set by " + OPTION);
        }
    }

    /**
     * JavaScript was left. Whether that was because its callback was ended here; then it can be entered again. Otherwise it
     * has come to its end before V8 could end it, which is forgotten: it must not hit the next one.
     *
     * @param isTerminated whether V8 has unwound it
     */
    @SuppressWarnings("NonAtomicVolatileUpdate") // one thread writes
    public boolean takeEnded(boolean isTerminated) {
        if (!isEnding) {
            return false;
        }
        isEnding = false;
        isAsked = false;
        triedNumber = NONE;
        memory.ending(false);
        isolate.resumeAfterTermination();
        if (isRuntimeEnding.getAsBoolean()) {
            isolate.terminate(); // that may have been taken back with the other
            return false;
        }
        if (isTerminated) {
            wanted = NONE;
            ended++;
        }
        return isTerminated;
    }
}
