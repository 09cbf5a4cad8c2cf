package dev.gyre.loop;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/**
 * A request that somebody outside of loop and pool completes: a thread that waits for a child process, a
 * {@code CompletableFuture}, a driver with threads of its own.
 */
public final class ExternalRequest<T> extends Request<T> {
    private final AtomicBoolean completed = new AtomicBoolean();

    ExternalRequest(Loop loop, Consumer<Outcome<T>> onComplete) {
        super(loop, CallbackKind.REQUEST, onComplete);
    }

    /** Completes the request with a value, which may be null. Any thread may call it. */
    public void succeed(T value) {
        complete(new Outcome.Success<>(value));
    }

    /** Completes the request with an error. Any thread may call it. */
    public void fail(Throwable error) {
        complete(new Outcome.Failure<>(error));
    }

    /** Completes the request as cancelled. Any thread may call it. */
    public void cancel() {
        complete(new Outcome.Cancelled<>());
    }

    private void complete(Outcome<T> outcome) {
        if (!completed.compareAndSet(false, true)) {
            throw new IllegalStateException("the request is completed already; this came too late: " + outcome);
        }
        post(outcome);
    }
}
