package dev.gyre.io.sqlite;

import java.util.concurrent.Semaphore;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A thread that runs operations of a connection whose SQL may call functions in JavaScript. JavaScript is never entered from
 * inside a native call, so the operation stops where SQLite calls such a function: the thread waits, the native call of
 * JavaScript returns with a {@link Request}, and JavaScript comes back with the answer, by {@link #resume}.
 *
 * <pre>
 *   JavaScript   step ─┐                ┌─ calls the function ── resume ─┐                 ┌─ has the row
 *   loop's thread      └─ start, waits ─┘                                └─ waits ─────────┘
 *   this thread             sqlite3_step ── function, waits ───────────────  goes on ── row
 * </pre>
 *
 * SQLite's connections may be used by any thread, one at a time: of the two, one always waits for the other.
 */
final class Suspension {
    private final Semaphore forThread = new Semaphore(0);
    private final Semaphore forCaller = new Semaphore(0);

    private @Nullable Supplier<@Nullable Object> operation;
    private @Nullable Object outcome;
    private @Nullable Throwable failure;
    private byte @Nullable [] answer;
    private boolean isDone;
    private boolean isEnding;

    Suspension() {
        var thread = new Runner(this);
        thread.setDaemon(true);
        thread.start();
    }

    /** The suspension whose thread this is, or null. */
    static @Nullable Suspension ofThread() {
        return Thread.currentThread() instanceof Runner runner ? runner.suspension : null;
    }

    private static final class Runner extends Thread {
        private final Suspension suspension;

        Runner(Suspension suspension) {
            super("gyre-sqlite");
            this.suspension = suspension;
        }

        @Override
        public void run() {
            suspension.runOperations();
        }
    }

    private void runOperations() {
        while (true) {
            forThread.acquireUninterruptibly();
            Supplier<@Nullable Object> next = operation;
            if (next == null) {
                return; // end()
            }
            try {
                outcome = next.get();
            } catch (RuntimeException | Error e) {
                failure = e;
            }
            operation = null;
            isDone = true;
            forCaller.release();
        }
    }

    /** Runs an operation until it ends or asks: its result, or a {@link Request}. */
    @Nullable
    Object start(Supplier<@Nullable Object> operation) {
        this.operation = operation;
        isDone = false;
        return go();
    }

    /** Goes on with the operation: see {@link #start}. Null as the answer makes it end with an error. */
    @Nullable
    Object resume(byte @Nullable [] answer) {
        this.answer = answer;
        return go();
    }

    private @Nullable Object go() {
        forThread.release();
        forCaller.acquireUninterruptibly();
        if (failure != null) {
            Throwable thrown = failure;
            failure = null;
            throw new IllegalStateException("an operation of SQLite failed", thrown);
        }
        Object result = outcome;
        outcome = null;
        return result;
    }

    /** Whether the operation has ended. */
    boolean isDone() {
        return isDone;
    }

    /** Called on the thread: asks, and waits for the answer. */
    byte @Nullable [] ask(Request request) {
        if (isEnding) {
            return null;
        }
        outcome = request;
        forCaller.release();
        forThread.acquireUninterruptibly();
        byte[] got = answer;
        answer = null;
        return got;
    }

    /** Ends the thread; an operation that is under way ends with an error first. */
    void end() {
        isEnding = true;
        if (!isDone && operation != null) {
            resume(null);
        }
        operation = null;
        forThread.release();
    }
}
