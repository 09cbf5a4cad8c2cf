package dev.gyre.loop;

import java.util.function.Consumer;

/** The one place where the loop calls out: runs a callback, sees to what it throws, runs the hook after it. */
final class Callbacks {
    static final Runnable NOTHING = () -> {};

    private final Telemetry telemetry;
    private Consumer<Throwable> onError = Callbacks::rethrow;
    private Runnable afterCallback = NOTHING;

    /** True between a callback and its hook, so still true when an error came out of run in between. */
    private boolean owesHook;

    Callbacks(Telemetry telemetry) {
        this.telemetry = telemetry;
    }

    void onError(Consumer<Throwable> handler) {
        onError = handler;
    }

    void afterCallback(Runnable hook) {
        afterCallback = hook;
    }

    void call(CallbackKind kind, Runnable callback) {
        telemetry.callback(kind);
        owesHook = true;
        try {
            callback.run();
        } catch (Throwable error) {
            report(error);
        }
        settle();
    }

    /**
     * Runs the hook if a callback ran that it didn't follow yet. A hook that throws is run again until it returns: what
     * it has left to do comes before the next callback all the same.
     */
    void settle() {
        while (owesHook) {
            try {
                afterCallback.run();
                owesHook = false;
            } catch (Throwable error) {
                report(error);
            }
        }
    }

    void report(Throwable error) {
        onError.accept(error);
    }

    private static void rethrow(Throwable error) {
        if (error instanceof RuntimeException unchecked) {
            throw unchecked;
        }
        if (error instanceof Error fatal) {
            throw fatal;
        }
        throw new IllegalStateException("a callback threw " + error, error);
    }
}
