package dev.gyre.node.bridge;

import dev.gyre.engine.Args;
import dev.gyre.engine.Isolate;
import dev.gyre.engine.ScriptException;
import dev.gyre.engine.ScriptTerminatedException;
import dev.gyre.engine.ScriptValue;
import dev.gyre.io.libc.SystemError;
import dev.gyre.loop.Loop;
import dev.gyre.loop.Outcome;
import dev.gyre.node.bridge.Layout.CallOperation;
import dev.gyre.node.bridge.Layout.EventType;
import dev.gyre.node.bridge.limit.CallbackLimit;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The two functions by which JavaScript calls Java: {@code native}, with arguments, and {@code call}, with arguments and
 * answer in shared memory. An exception of Java's does not cross: the function notes it, and JavaScript fetches it as an
 * {@link ErrorRecord}. Loop thread only.
 */
public final class NativeCalls {
    private final Loop loop;
    private final Isolate isolate;
    private final FunctionTable functions;
    private final Runnable[] calls = new Runnable[CallOperation.OPERATIONS];
    private @Nullable Turns turns;
    private @Nullable WorkSlots slots;
    private @Nullable SystemCallMemory systemCallMemory;
    private @Nullable CallbackLimit limit;
    private @Nullable WorkTracer workTracer;
    private @Nullable Exception lastError;
    private String nextSubmittedBy = "";

    private Consumer<String> beforeLongCall = _ -> {};
    private Runnable afterLongCall = () -> {};

    public NativeCalls(Loop loop, Isolate isolate, FunctionTable functions) {
        this.loop = loop;
        this.isolate = isolate;
        this.functions = functions;
    }

    /** The core has started, so that there is memory to exchange data by. */
    public void begin(Turns turns) {
        this.turns = turns;
    }

    private Turns turns() {
        return Objects.requireNonNull(turns, "the core has not started");
    }

    /** Has calls that compute fail, where their callback has overrun this limit. */
    public void limit(CallbackLimit limit) {
        this.limit = limit;
    }

    // ---- native

    /** {@code native(code, ...args)}; with work for the pool, a negative code: {@code native(code, id, ...args)}. */
    public @Nullable Object callNative(Args args) {
        int code = args.integer(0);
        try {
            if (turns != null && turns.submissions().hasSlots()) {
                // The call may take long, and what was submitted before it should not wait.
                turns.submissions().carryOut();
            }
            if (code < 0) {
                submit(-code, args.integer(1), args.skip(2).plain());
                return null;
            }
            Functions.Entry entry = functions.get(code);
            Object result = entry.guard() != null
                    ? callGuarded(entry, entry.guard(), args.skip(1))
                    : entry.isLong() == null
                            ? Objects.requireNonNull(entry.body()).call(args.skip(1))
                            : callLong(entry, args.skip(1).plain());
            if (limit != null && entry.work() != null) {
                limit.check();
            }
            return result;
        } catch (ScriptException e) {
            throw e;
        } catch (ScriptTerminatedException e) {
            // It ended a script that the call has run. Whoever terminated it meant the scripts around it as well.
            isolate.terminate();
            return failed(e);
        } catch (Exception e) {
            return failed(e);
        }
    }

    private static @Nullable Object callGuarded(Functions.Entry entry, Guard guard, Args args) throws Exception {
        if (entry.work() == null) {
            guard.check(Guard.of(args));
            return Objects.requireNonNull(entry.body()).call(args);
        }
        Object[] plain = args.plain();
        guard.check(Guard.of(plain));
        return entry.work().run(plain);
    }

    private @Nullable Object callLong(Functions.Entry entry, Object[] args) throws Exception {
        Functions.Work work = Objects.requireNonNull(entry.work());
        if (!Objects.requireNonNull(entry.isLong()).test(args)) {
            return work.run(args);
        }
        beforeLongCall("");
        try {
            return work.run(args);
        } finally {
            afterLongCall();
        }
    }

    /** Has these run before and after calls that compute for long while JavaScript waits; the first gets a description. */
    public void onLongCall(Consumer<String> before, Runnable after) {
        beforeLongCall = before;
        afterLongCall = after;
    }

    /** Such a call comes. What it is, or an empty text where its name tells. */
    public void beforeLongCall(String what) {
        beforeLongCall.accept(what);
    }

    public void afterLongCall() {
        afterLongCall.run();
    }

    private @Nullable Object failed(Exception error) {
        lastError = error;
        turns().memory().failed();
        return null;
    }

    /** What the call threw that failed last; once. */
    public List<Object> takeLastError() {
        @Nullable Exception error = lastError;
        lastError = null;
        return ErrorRecord.of(error);
    }

    private void submit(int code, int id, Object[] args) {
        Functions.Entry entry = functions.get(code);
        var named = new NativeWork(functions.bindingOf(code), entry, args);
        named.submittedBy(nextSubmittedBy);
        nextSubmittedBy = "";
        Callable<@Nullable Object> work = named;
        Guard guard = entry.guard();
        if (guard != null) {
            try {
                guard.check(Guard.of(args));
            } catch (ScriptError denied) {
                work = () -> { // its callback is called in the poll phase, as for every other failure
                    throw denied;
                };
            }
        }
        if (workTracer != null) {
            work = workTracer.around(functions.bindingOf(code), work);
        }
        loop.submit(Objects.requireNonNull(entry.kind()), work, outcome -> complete(id, outcome));
    }

    /** Says by which line of a program the next piece of work is submitted. */
    public void submittedBy(String place) {
        nextSubmittedBy = place;
    }

    /** Says by which line of a program the work in this slot is submitted. */
    public void slotSubmittedBy(int slot, String place) {
        Objects.requireNonNull(slots).submittedBy(slot, place);
    }

    /** Has work that is submitted from now on run inside the tracer's; null ends that. */
    public void traceWork(@Nullable WorkTracer tracer) {
        workTracer = tracer;
    }

    private void complete(int id, Outcome<Object> outcome) {
        Object result;
        if (outcome instanceof Outcome.Success<Object> success) {
            result = success.value();
        } else if (outcome instanceof Outcome.Failure<Object> failure) {
            result = failure.error();
        } else {
            result = new SystemError("ECANCELED", null, null, null);
        }
        turns().post(EventType.COMPLETE, id, result);
    }

    // ---- call

    /** The function {@code call}; made when it is first needed. */
    public ScriptValue openCall() {
        return isolate.signal(this::call);
    }

    /** Says what {@code call} does for an operation, one of {@link CallOperation}. */
    public void onCall(int operation, Runnable body) {
        calls[operation] = body;
    }

    private void call() {
        try {
            int operation = turns().memory().callOperation();
            Submissions submissions = turns().submissions();
            if (operation == CallOperation.CARRY_OUT || submissions.hasSlots()) {
                submissions.carryOut();
            }
            if (operation != CallOperation.CARRY_OUT) {
                calls[operation].run();
            }
        } catch (Exception e) {
            failed(e);
        }
    }

    // ---- system calls without Java

    /**
     * (memory, function) of internal/system_calls.js: the function makes the call that the memory describes. Behind them the
     * function of internal/direct_compiler.js, if there is one. Null where V8 is not as expected. To be called once.
     */
    public @Nullable Object openSystemCalls() {
        SystemCallMemory opened = SystemCallMemory.allocate();
        ScriptValue function = isolate.systemCall(opened.address());
        if (function == null) {
            return null;
        }
        systemCallMemory = opened;
        ScriptValue compile = opened.compileCall(isolate);
        return compile == null ? List.of(opened.bytes(), function) : List.of(opened.bytes(), function, compile);
    }

    /** The memory of {@link #openSystemCalls}, if it was opened. */
    public @Nullable SystemCallMemory systemCallMemory() {
        return systemCallMemory;
    }

    // ---- slots

    /** The memory of internal/slots.js; made when it is first needed. */
    public Object openSlots() {
        var opened = new WorkSlots(loop, functions, turns().submissions(), this::slotsDone);
        slots = opened;
        turns().slots(opened);
        onCall(CallOperation.SLOT, opened::callNow);
        return opened.memory();
    }

    private void slotsDone() {
        if (Objects.requireNonNull(slots).hasDone()) {
            turns().post(EventType.SLOTS, 0, null);
        }
    }

    public @Nullable Object takeSlotResult(int slot) {
        return ErrorRecord.ofResult(Objects.requireNonNull(slots).takeResult(slot));
    }
}
