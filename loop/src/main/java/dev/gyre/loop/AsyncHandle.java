package dev.gyre.loop;

import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The way into the loop for other threads: {@link #wake} makes the loop call back in poll.
 *
 * <p>Active from its birth, so it keeps the loop running until it is closed or {@linkplain #unref unreferenced}: hold
 * one for as long as a helper thread may have something to say. Wake-ups that come before the callback ran fall into
 * one call.
 */
public final class AsyncHandle extends Handle {
    private final Runnable onWake;
    private final AtomicBoolean woken = new AtomicBoolean();

    AsyncHandle(Loop loop, Runnable onWake) {
        super(loop);
        this.onWake = onWake;
        activate();
    }

    /**
     * Makes the loop call back soon, once, however often this is called until then. Any thread may call it, also after
     * the handle was closed, when it does nothing.
     */
    public void wake() {
        if (woken.compareAndSet(false, true)) {
            loop.phases.inbox.add(this);
        }
    }

    /** Called by the loop in poll. What the waker wrote before {@link #wake} is visible to the callback. */
    void run() {
        if (isActive()) {
            woken.set(false);
            loop.callbacks.call(CallbackKind.ASYNC, onWake);
        }
    }

    @Override
    void release() {
        // Left as woken for good, so that later wake-ups end at the flag.
        woken.set(true);
    }
}
