package dev.gyre.node.host;

import dev.gyre.loop.AsyncHandle;
import dev.gyre.node.GyreRuntime;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * What a Java program asks of its runtime, from any thread: each request is an event in the loop, and its answer completes a
 * future. The runtime stays alive until it is told to {@link #run} a program, and then for as long as that has something to
 * do.
 *
 * <p>A request that is under way when the runtime ends, or comes later, fails with {@link Ended}.
 */
public final class Session {
    /** A Java function that JavaScript can call. Arguments and result are plain values, or a CompletionStage of one. */
    @FunctionalInterface
    public interface Function {
        @Nullable
        Object call(List<@Nullable Object> arguments) throws Exception;
    }

    /** The runtime has come to its end. */
    public static final class Ended extends RuntimeException {
        private static final long serialVersionUID = 1L;
        private final int exitCode;

        Ended(int exitCode) {
            super("the runtime has ended with exit code " + exitCode);
            this.exitCode = exitCode;
        }

        public int exitCode() {
            return exitCode;
        }
    }

    /** JavaScript threw, or rejected a promise. */
    public static final class Thrown extends RuntimeException {
        private static final long serialVersionUID = 1L;
        private final @Nullable String name;
        private final @Nullable String stack;

        Thrown(@Nullable String name, @Nullable String message, @Nullable String stack) {
            super(message);
            this.name = name;
            this.stack = stack;
        }

        /** The name of the error, such as {@code TypeError}; what else was thrown has none: null. */
        public @Nullable String name() {
            return name;
        }

        /** JavaScript's own stack, or null. */
        public @Nullable String stack() {
            return stack;
        }
    }

    private record Request(
            int id, String kind, String text, @Nullable Object argument) {}

    private final Queue<Request> requests = new ConcurrentLinkedQueue<>();
    private final Map<Integer, CompletableFuture<@Nullable Object>> answers = new ConcurrentHashMap<>();
    private final Map<String, Function> functions = new ConcurrentHashMap<>();
    private final AtomicInteger lastId = new AtomicInteger();
    private volatile @Nullable Ended ended;

    // The loop's thread.
    private final Map<Integer, AsyncHandle> promised = new HashMap<>();
    private volatile @Nullable GyreRuntime runtime; // any thread; null before it is attached and at the end
    private @Nullable AsyncHandle keepAlive;
    private int channel;
    private int lastPromise;

    /** Before the runtime runs, on its thread. */
    public void attach(GyreRuntime runtime) {
        this.runtime = runtime;
        keepAlive = runtime.loop().async(() -> {});
    }

    // ---- any thread, once attached

    /** Evaluates a script in the global scope: its value, or what its promise is fulfilled with. */
    public CompletableFuture<@Nullable Object> eval(String source, String name) {
        return ask("eval", source, name);
    }

    /** Calls the function under a name in the global scope, such as {@code JSON.stringify}. */
    public CompletableFuture<@Nullable Object> call(String name, List<?> arguments) {
        return ask("call", name, PlainValues.toForm(arguments));
    }

    /** Makes a Java function a function in the global scope. */
    public CompletableFuture<@Nullable Object> expose(String name, Function function) {
        functions.put(name, function);
        return ask("expose", name, null);
    }

    /** Begins the runtime's program: a file and its arguments. The runtime ends when that has nothing left to do. */
    public CompletableFuture<@Nullable Object> run(String file, List<String> arguments) {
        return ask("run", file, PlainValues.toForm(arguments));
    }

    private CompletableFuture<@Nullable Object> ask(String kind, String text, @Nullable Object argument) {
        var answer = new CompletableFuture<@Nullable Object>();
        int id = lastId.incrementAndGet();
        answers.put(id, answer);
        requests.add(new Request(id, kind, text, argument));
        GyreRuntime open = runtime;
        if (open != null) {
            open.loop().post(this::announce);
        }
        Ended end = ended;
        if (end != null) {
            refuseAll(end);
        }
        return answer;
    }

    /** The runtime is over: what waits for an answer fails. */
    public void end(int exitCode) {
        var end = new Ended(exitCode);
        ended = end;
        runtime = null;
        refuseAll(end);
    }

    private void refuseAll(Ended end) {
        for (Integer id : List.copyOf(answers.keySet())) {
            CompletableFuture<@Nullable Object> answer = answers.remove(id);
            if (answer != null) {
                answer.completeExceptionally(end);
            }
        }
    }

    // ---- the loop's thread

    /** Posted tasks don't run any more when the runtime is at its end. */
    private GyreRuntime running() {
        return Objects.requireNonNull(runtime);
    }

    private void announce() {
        if (!running().isEnding()) {
            running().message(channel, null);
        }
    }

    void listen(int channel) {
        this.channel = channel;
    }

    /** [id, kind, text, argument]: the oldest request. */
    List<@Nullable Object> take() {
        Request request = requests.remove();
        if (request.kind.equals("run")) {
            Objects.requireNonNull(keepAlive).unref();
        }
        return Arrays.asList(request.id, request.kind, request.text, request.argument);
    }

    void answer(int id, @Nullable Object form) {
        CompletableFuture<@Nullable Object> answer = answers.remove(id);
        if (answer != null) {
            answer.complete(PlainValues.fromForm(form));
        }
    }

    void fail(int id, @Nullable String name, @Nullable String message, @Nullable String stack) {
        CompletableFuture<@Nullable Object> answer = answers.remove(id);
        if (answer != null) {
            answer.completeExceptionally(new Thrown(name, message, stack));
        }
    }

    /** [true, value], [false, message], or [null, number] of a promise that {@link #settle} keeps. */
    List<@Nullable Object> callJava(String name, @Nullable Object form) {
        try {
            @SuppressWarnings("unchecked")
            var arguments = (List<@Nullable Object>) Objects.requireNonNull(PlainValues.fromForm(form));
            Object result = Objects.requireNonNull(functions.get(name), name).call(arguments);
            return result instanceof CompletionStage<?> stage
                    ? Arrays.asList(null, promise(stage))
                    : Arrays.asList(true, PlainValues.toForm(result));
        } catch (Exception e) {
            return Arrays.asList(false, e.toString());
        }
    }

    private int promise(CompletionStage<?> stage) {
        int number = ++lastPromise;
        promised.put(number, running().loop().async(() -> {})); // somebody waits for it
        stage.whenComplete((value, error) -> {
            GyreRuntime open = runtime;
            if (open != null) {
                open.loop().post(() -> settle(number, value, error));
            }
        });
        return number;
    }

    private void settle(int number, @Nullable Object value, @Nullable Throwable error) {
        if (running().isEnding()) {
            return;
        }
        Objects.requireNonNull(promised.remove(number)).close();
        Object outcome;
        try {
            outcome = error == null
                    ? Arrays.asList(number, true, PlainValues.toForm(value))
                    : Arrays.asList(number, false, error.toString());
        } catch (IllegalArgumentException e) {
            outcome = Arrays.asList(number, false, e.toString());
        }
        running().message(channel, outcome);
    }
}
