package dev.gyre.loop;

/**
 * Calls back in the timers phase once its deadline is reached, once or again and again.
 *
 * <p>Deadlines count from the loop's cached time ({@link Loop#nowMs}), not from the clock: timers started by one
 * callback with one timeout fall due together, in the order they were started.
 */
public final class TimerHandle extends Handle {
    private final Runnable onTimer;

    /** Place in the loop's heap, -1 when not in it. */
    int heapIndex = -1;

    long deadlineMs;

    /** Number of the start, which orders equal deadlines. */
    long startNumber;

    private long repeatMs;

    TimerHandle(Loop loop, Runnable onTimer) {
        super(loop);
        this.onTimer = onTimer;
    }

    /** Starts the timer for one call; a timer that is started already is started anew. */
    public void start(long timeoutMs) {
        start(timeoutMs, 0);
    }

    /**
     * Starts the timer; a timer that is started already is started anew.
     *
     * @param timeoutMs from the loop's cached time to the first call; 0 means the next timers phase
     * @param repeatMs from one call to the next, 0 for a single call
     */
    public void start(long timeoutMs, long repeatMs) {
        checkOpen();
        checkNotNegative("timeoutMs", timeoutMs);
        checkNotNegative("repeatMs", repeatMs);
        stop();
        this.repeatMs = repeatMs;
        long sum = loop.nowMs() + timeoutMs;
        deadlineMs = sum < 0 ? Long.MAX_VALUE : sum;
        loop.phases.timers.add(this);
        activate();
    }

    /**
     * Starts a repeating timer anew, its repeat as the timeout; stops nothing and starts nothing if it doesn't repeat.
     *
     * @throws IllegalStateException when the timer was never started
     */
    public void again() {
        checkOpen();
        if (startNumber == 0) {
            throw new IllegalStateException(this + " was never started; call start(timeoutMs, repeatMs) first");
        }
        if (repeatMs > 0) {
            start(repeatMs, repeatMs);
        }
    }

    /** Stops the timer; it can be started again. */
    public void stop() {
        loop.checkThread();
        release();
        deactivate();
    }

    /** Time between calls, 0 for a single call. */
    public long repeatMs() {
        return repeatMs;
    }

    /** Changes the time between calls, from the next time the timer is rearmed on. */
    public void repeatMs(long repeatMs) {
        loop.checkThread();
        checkNotNegative("repeatMs", repeatMs);
        this.repeatMs = repeatMs;
    }

    /** Time from the loop's cached time to the deadline; 0 when it is due or the timer isn't started. */
    public long dueInMs() {
        return isActive() ? Math.max(0, deadlineMs - loop.nowMs()) : 0;
    }

    /** Called by the loop when the deadline is reached. Rearmed before the call, so that the call may stop it. */
    void fire() {
        stop();
        again();
        loop.callbacks.call(CallbackKind.TIMER, onTimer);
    }

    @Override
    void release() {
        loop.phases.timers.remove(this);
    }

    private static void checkNotNegative(String name, long valueMs) {
        if (valueMs < 0) {
            throw new IllegalArgumentException(name + " is " + valueMs + "; it must be 0 or more");
        }
    }
}
