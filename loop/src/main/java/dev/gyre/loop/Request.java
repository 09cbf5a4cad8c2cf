package dev.gyre.loop;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Something asked for that completes once: its callback is called exactly one time, in poll, with the
 * {@link Outcome}. Until then it keeps the loop running.
 */
public abstract sealed class Request<T> permits WorkRequest, ExternalRequest {
    final Loop loop;
    private final CallbackKind kind;
    private final Consumer<Outcome<T>> onComplete;

    /** Written before the request goes into the inbox, read by the loop thread after. */
    private @Nullable Outcome<T> outcome;

    /** Loop thread only. */
    private boolean active = true;

    Request(Loop loop, CallbackKind kind, Consumer<Outcome<T>> onComplete) {
        this.loop = loop;
        this.kind = kind;
        this.onComplete = onComplete;
    }

    /** Whether the callback is still to come. Loop thread only. */
    public final boolean isActive() {
        loop.checkThread();
        return active;
    }

    /** Hands the outcome to the loop thread. Any thread, once; the caller made sure of that. */
    final void post(Outcome<T> outcome) {
        this.outcome = outcome;
        loop.phases.inbox.add(this);
    }

    /** Called by the loop in poll. */
    final void run() {
        active = false;
        loop.phases.countRequest(-1);
        completed();
        loop.callbacks.call(kind, () -> onComplete.accept(outcome));
    }

    /** Called on the loop thread before the callback. */
    void completed() {}
}
