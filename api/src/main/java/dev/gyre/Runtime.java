package dev.gyre;

import dev.gyre.loop.Telemetry;
import dev.gyre.node.host.Session;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * One Node runtime. Its methods may be called by any thread; JavaScript runs on the runtime's own, one request after the
 * other, with the event loop going on between them: timers, servers and promises work while nobody asks for anything.
 *
 * <p>What waits for an answer ({@link #eval}, {@link #call}, {@link #run}, {@link #close}) can't be called on the runtime's
 * own thread, that is, by a {@link JavaFunction}: it would wait for itself.
 */
@SuppressWarnings("AvoidCommonTypeNames") // Node's word for it; an import decides
public final class Runtime implements AutoCloseable {
    /** How long {@link #close} waits for a system call that has not returned. */
    private static final Duration CLOSE_LIMIT = Duration.ofSeconds(10);

    private final RuntimeThread thread;
    private final Session session;

    private Runtime(RuntimeThread thread) {
        this.thread = thread;
        this.session = thread.session();
    }

    static Runtime open(Options options) {
        return new Runtime(RuntimeThread.start(options));
    }

    /**
     * Runs a program to its end: until it has nothing left to do, or calls {@code process.exit}. Like a command's, its end
     * is the runtime's end.
     *
     * @param file the script
     * @param arguments {@code process.argv} behind the script
     * @return the exit code
     */
    public int run(Path file, String... arguments) {
        return get(start(file, arguments));
    }

    /** The same without waiting for the end; for a server, say. The future completes with the exit code. */
    public CompletableFuture<Integer> start(Path file, String... arguments) {
        Path absolute = file.toAbsolutePath();
        if (!Files.exists(absolute)) {
            throw new IllegalArgumentException("there is no script " + absolute);
        }
        return session.run(absolute.toString(), List.of(arguments))
                .exceptionally(error -> {
                    if (error instanceof Session.Ended) {
                        return null; // the program was faster than the answer that it has begun
                    }
                    throw translate(error);
                })
                .thenCompose(_ -> thread.ended());
    }

    /**
     * Evaluates a script in the global scope, where {@code require} is defined.
     *
     * @return the value of the script; where that is a promise, what it is fulfilled with
     * @throws JavaScriptException if it throws, or rejects its promise
     */
    public @Nullable Object eval(String source) {
        return get(evalAsync(source));
    }

    /** {@link #eval} without waiting. */
    public CompletableFuture<@Nullable Object> evalAsync(String source) {
        return translated(session.eval(Objects.requireNonNull(source, "source"), "[eval]"));
    }

    /**
     * Calls a function by its name in the global scope, such as {@code JSON.stringify} or one that a script has defined.
     *
     * @param arguments plain Java values
     * @return its result; where that is a promise, what it is fulfilled with
     * @throws JavaScriptException if it throws, or rejects its promise
     * @throws IllegalArgumentException if an argument has no form in JavaScript
     */
    public @Nullable Object call(String function, @Nullable Object... arguments) {
        return get(callAsync(function, arguments));
    }

    /** {@link #call} without waiting. */
    public CompletableFuture<@Nullable Object> callAsync(String function, @Nullable Object... arguments) {
        return translated(session.call(Objects.requireNonNull(function, "function"), Arrays.asList(arguments)));
    }

    /** Defines a function of this name in the global scope, which calls a Java function. */
    public void expose(String name, JavaFunction function) {
        Objects.requireNonNull(function, "function");
        CompletableFuture<@Nullable Object> exposed =
                translated(session.expose(Objects.requireNonNull(name, "name"), function::call));
        if (!thread.isCurrent()) {
            get(exposed);
        }
    }

    /** Runs a task on the runtime's thread, between callbacks of JavaScript. After the runtime's end it does not run. */
    public void post(Runnable task) {
        thread.post(Objects.requireNonNull(task, "task"));
    }

    /**
     * Ends the runtime, also while JavaScript is busy: an endless loop, a regular expression that takes for ever. A system
     * call that JavaScript waits for, such as {@code execSync}, is not interrupted. Does not wait; {@link #close} does.
     */
    public void terminate() {
        thread.terminate();
    }

    /**
     * What the runtime's loop is doing and has done: the callback that runs now, how long callbacks took. Any thread may read
     * it at any time, also while JavaScript is busy and after the end.
     */
    public Telemetry telemetry() {
        return thread.telemetry();
    }

    /** The exit code, once the runtime has ended. */
    public CompletableFuture<Integer> ended() {
        return thread.ended().copy();
    }

    /**
     * Ends the runtime and releases all that it holds: handles, descriptors, watches, memory. Child processes go on. Where
     * a call that the runtime has begun does not return, such as reading from a pipe that nobody writes to, this returns
     * after ten seconds, and the rest is released when the call returns.
     */
    @Override
    public void close() {
        checkThread();
        thread.close(CLOSE_LIMIT);
    }

    private <T extends @Nullable Object> T get(CompletableFuture<T> future) {
        checkThread();
        try {
            return future.get();
        } catch (ExecutionException e) {
            throw translate(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while the runtime was at work", e);
        }
    }

    private void checkThread() {
        if (thread.isCurrent()) {
            throw new IllegalStateException("this was called on the runtime's own thread, "
                    + Thread.currentThread().getName() + ", and would wait for itself; use the Async methods");
        }
    }

    private static CompletableFuture<@Nullable Object> translated(CompletableFuture<@Nullable Object> future) {
        return future.handle((value, error) -> {
            if (error != null) {
                throw translate(error);
            }
            return value;
        });
    }

    private static RuntimeException translate(Throwable error) {
        return switch (error) {
            case ExecutionException wrapped when wrapped.getCause() != null -> translate(wrapped.getCause());
            case CompletionException wrapped when wrapped.getCause() != null -> translate(wrapped.getCause());
            case Session.Thrown thrown ->
                new JavaScriptException(thrown.name(), thrown.getMessage(), thrown.stack(), thrown);
            case Session.Ended ended -> new RuntimeEndedException(ended.exitCode(), ended);
            case RuntimeException other -> other;
            default -> new IllegalStateException(error);
        };
    }
}
