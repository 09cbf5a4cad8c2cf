package dev.gyre.node.host;

import dev.gyre.loop.AsyncHandle;
import dev.gyre.node.GyreRuntime;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

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
        Object call(List<Object> arguments) throws Exception;
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
        private final String name;
        private final String stack;

        Thrown(String name, String message, String stack) {
            super(message);
            this.name = name;
            this.stack = stack;
        }

        /** The name of the error, such as {@code TypeError}; what else was thrown has none: null. */
        public String name() {
            return name;
        }

        /** JavaScript's own stack, or null. */
        public String stack() {
            return stack;
        }
    }

    private record Request(int id, String kind, String text, Object argument) {}

    private final Queue<Request> requests = new ConcurrentLinkedQueue<>();
    private final Map<Integer, CompletableFuture<Object>> answers = new ConcurrentHashMap<>();
    private final Map<String, Function> functions = new ConcurrentHashMap<>();
    private final AtomicInteger lastId = new AtomicInteger();
    private volatile Ended ended;

    // The loop's thread.
    private final Map<Integer, AsyncHandle> promised = new HashMap<>();
    private volatile GyreRuntime runtime; // any thread; null at the end
    private AsyncHandle keepAlive;
    private int channel;
    private int lastPromise;

    /** Before the runtime runs, on its thread. */
    public void attach(GyreRuntime runtime) {
        this.runtime = runtime;
        keepAlive = runtime.loop().async(() -> {});
    }

    // ---- any thread, once attached

    /** Evaluates a script in the global scope: its value, or what its promise is fulfilled with. */
    public CompletableFuture<Object> eval(String source, String name) {
        return ask("eval", source, name);
    }

    /** Calls the function under a name in the global scope, such as {@code JSON.stringify}. */
    public CompletableFuture<Object> call(String name, List<?> arguments) {
        return ask("call", name, PlainValues.toForm(arguments));
    }

    /** Makes a Java function a function in the global scope. */
    public CompletableFuture<Object> expose(String name, Function function) {
        functions.put(name, function);
        return ask("expose", name, null);
    }

    /** Begins the runtime's program: a file and its arguments. The runtime ends when that has nothing left to do. */
    public CompletableFuture<Object> run(String file, List<String> arguments) {
        return ask("run", file, PlainValues.toForm(arguments));
    }

    private CompletableFuture<Object> ask(String kind, String text, Object argument) {
        var answer = new CompletableFuture<Object>();
        int id = lastId.incrementAndGet();
        answers.put(id, answer);
        requests.add(new Request(id, kind, text, argument));
        GyreRuntime open = runtime;
        if (open != null) {
            open.loop().post(this::announce);
        }
        if (ended != null) {
            refuseAll();
        }
        return answer;
    }

    /** The runtime is over: what waits for an answer fails. */
    public void end(int exitCode) {
        ended = new Ended(exitCode);
        runtime = null;
        refuseAll();
    }

    private void refuseAll() {
        for (Integer id : List.copyOf(answers.keySet())) {
            CompletableFuture<Object> answer = answers.remove(id);
            if (answer != null) {
                answer.completeExceptionally(ended);
            }
        }
    }

    // ---- the loop's thread

    private void announce() {
        if (!runtime.isEnding()) {
            runtime.message(channel, null);
        }
    }

    void listen(int channel) {
        this.channel = channel;
    }

    /** [id, kind, text, argument]: the oldest request. */
    List<Object> take() {
        Request request = requests.remove();
        if (request.kind.equals("run")) {
            keepAlive.unref();
        }
        return Arrays.asList(request.id, request.kind, request.text, request.argument);
    }

    void answer(int id, Object form) {
        CompletableFuture<Object> answer = answers.remove(id);
        if (answer != null) {
            answer.complete(PlainValues.fromForm(form));
        }
    }

    void fail(int id, String name, String message, String stack) {
        CompletableFuture<Object> answer = answers.remove(id);
        if (answer != null) {
            answer.completeExceptionally(new Thrown(name, message, stack));
        }
    }

    /** [true, value], [false, message], or [null, number] of a promise that {@link #settle} keeps. */
    List<Object> callJava(String name, Object form) {
        try {
            @SuppressWarnings("unchecked")
            var arguments = (List<Object>) PlainValues.fromForm(form);
            Object result = functions.get(name).call(arguments);
            return result instanceof CompletionStage<?> stage
                    ? Arrays.asList(null, promise(stage))
                    : Arrays.asList(true, PlainValues.toForm(result));
        } catch (Exception e) {
            return Arrays.asList(false, e.toString());
        }
    }

    private int promise(CompletionStage<?> stage) {
        int number = ++lastPromise;
        promised.put(number, runtime.loop().async(() -> {})); // somebody waits for it
        stage.whenComplete((value, error) -> {
            GyreRuntime open = runtime;
            if (open != null) {
                open.loop().post(() -> settle(number, value, error));
            }
        });
        return number;
    }

    private void settle(int number, Object value, Throwable error) {
        if (runtime.isEnding()) {
            return;
        }
        promised.remove(number).close();
        Object outcome;
        try {
            outcome = error == null
                    ? Arrays.asList(number, true, PlainValues.toForm(value))
                    : Arrays.asList(number, false, error.toString());
        } catch (IllegalArgumentException e) {
            outcome = Arrays.asList(number, false, e.toString());
        }
        runtime.message(channel, outcome);
    }
}
