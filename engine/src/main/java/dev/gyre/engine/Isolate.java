package dev.gyre.engine;

import com.caoccao.javet.enums.V8AwaitMode;
import com.caoccao.javet.exceptions.BaseJavetScriptingException;
import com.caoccao.javet.exceptions.JavetException;
import com.caoccao.javet.exceptions.JavetTerminatedException;
import com.caoccao.javet.interop.V8Host;
import com.caoccao.javet.interop.V8Locker;
import com.caoccao.javet.interop.V8Runtime;
import com.caoccao.javet.interop.callback.IJavetDirectCallable;
import com.caoccao.javet.interop.callback.JavetCallbackContext;
import com.caoccao.javet.interop.callback.JavetCallbackType;
import com.caoccao.javet.interop.options.V8RuntimeOptions;
import com.caoccao.javet.values.V8Value;
import com.caoccao.javet.values.reference.V8Context;
import com.caoccao.javet.values.reference.V8Script;
import com.caoccao.javet.values.reference.V8ValueArray;
import com.caoccao.javet.values.reference.V8ValueArrayBuffer;
import com.caoccao.javet.values.reference.V8ValueFunction;
import com.caoccao.javet.values.reference.V8ValueObject;
import dev.gyre.engine.v8internals.Capability;
import dev.gyre.engine.v8internals.Contexts;
import dev.gyre.engine.v8internals.ContinuationSlot;
import dev.gyre.engine.v8internals.DebugId;
import dev.gyre.engine.v8internals.HeapStrings;
import dev.gyre.engine.v8internals.MicrotaskQueues;
import dev.gyre.engine.v8internals.ScriptFunctions;
import dev.gyre.engine.v8internals.SharedSnapshot;
import dev.gyre.engine.v8internals.SnapshotStream;
import dev.gyre.engine.v8internals.ThrownValues;
import dev.gyre.engine.v8internals.V8Internals;
import dev.gyre.engine.v8internals.WasmMemoryObject;
import dev.gyre.engine.v8internals.machinecode.CompileCalls;
import dev.gyre.engine.v8internals.machinecode.FunctionCopies;
import dev.gyre.engine.v8internals.machinecode.ImportCallback;
import dev.gyre.engine.v8internals.machinecode.Interceptors;
import dev.gyre.engine.v8internals.machinecode.PromiseHooks;
import dev.gyre.engine.v8internals.machinecode.SystemCalls;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One JavaScript heap, used by the thread that opened it; {@link #terminate} alone may be called from any thread.
 *
 * <p>After {@link #close} nothing of the isolate may be used, and the memory of its ArrayBuffers is freed: nobody else may
 * be using that any more.
 */
public final class Isolate implements AutoCloseable {
    private static final V8Value[] NO_VALUES = {};

    private final V8Runtime runtime;
    private final V8Locker locker;
    private final Heap heap;
    private final ScriptForms forms;
    private final List<Callee> callees = new ArrayList<>();
    private boolean isClosed; // guarded by this
    private final Object interrupts = new Object();
    private boolean isInterruptible; // guarded by interrupts
    private boolean isMakingInspector;
    private final List<Runnable> postponed = new ArrayList<>(); // interrupts that came meanwhile
    private @Nullable Inspection inspection;
    private @Nullable Profiles profiles;
    private @Nullable Inspector inspector;
    private Supplier<String> contextName = () -> "node";
    private Heap.@Nullable GarbageCollections collections;
    private @Nullable SharedSnapshot sharedSnapshot;
    private @Nullable Modules modules;
    private @Nullable Contexts contexts;
    private @Nullable MicrotaskQueues microtaskQueues;
    private boolean hasMicrotaskQueues = true; // as far as it is known
    private @Nullable PromiseHooks promiseHooks;
    private @Nullable Interceptors interceptors;
    private @Nullable ImportCallback importCallback;
    private @Nullable SystemCalls systemCalls;
    private @Nullable CompileCalls compileCalls;
    private @Nullable FunctionCopies functionCopies;
    private boolean isNumbered; // a snapshot of it has the number that an inspector gives its context
    private boolean hasContexts = true; // until it turns out that it can't
    private @Nullable ByteBuffer views;

    private Isolate(V8Runtime runtime, V8Locker locker) throws JavetException {
        this.runtime = runtime;
        this.locker = locker;
        heap = new Heap(runtime);
        forms = new ScriptForms(runtime);
        runtime.setLogger(QuietLogger.INSTANCE);
    }

    /** Opens an isolate, from a snapshot made by {@link #snapshot} unless that is null. */
    public static Isolate open(byte @Nullable [] snapshot) {
        return open(snapshot, null, false);
    }

    /** Opens one with limits of its own; from the second on, another thread makes one more for the next. */
    public static Isolate open(byte @Nullable [] snapshot, @Nullable ResourceLimits limits) {
        return open(snapshot, limits, true);
    }

    /**
     * Opens one with limits of its own, or with those of the process's flags where {@code limits} is null. Of the first kind
     * there may be many, so they are made by another thread, and share the snapshot's bytes.
     *
     * @param makesAhead whether one more of these is to be made for the next who wants one
     */
    public static Isolate open(byte @Nullable [] snapshot, @Nullable ResourceLimits limits, boolean makesAhead) {
        if (snapshot == null || limits == null || Engine.isSampled()) {
            var options = new V8RuntimeOptions();
            if (snapshot != null) {
                options.setSnapshotBlob(snapshot);
            }
            return open(options, limits);
        }
        try {
            V8Runtime made = Engine.factory().take(snapshot, limits, makesAhead);
            var isolate = new Isolate(made, Engine.limits().lock(made, limits));
            if (V8Internals.ofProcess().has(Capability.SHARED_SNAPSHOT)) {
                isolate.sharedSnapshot = SharedSnapshot.use(made, snapshot, Engine.access());
            }
            return isolate;
        } catch (JavetException e) {
            throw translate(e);
        }
    }

    /** Whether isolates can be made by another thread than that which uses them. Any thread. */
    public static boolean canBePrepared() {
        return !Engine.isSampled();
    }

    /** Says that an isolate with limits of its own will soon be opened: another thread begins to make it. Any thread. */
    public static void prepare(byte[] snapshot, ResourceLimits limits) {
        if (canBePrepared()) {
            Engine.factory().prepare(snapshot, limits);
        }
    }

    /** Opens an isolate that can end as a {@link #snapshot}. No native function may be alive in it then. */
    public static Isolate openForSnapshot() {
        var options = new V8RuntimeOptions();
        options.setCreateSnapshotEnabled(true);
        try {
            boolean isNumbered = DebugId.isAsExpected(Engine.host());
            Isolate isolate = open(options, null);
            isolate.isNumbered = isNumbered;
            return isolate;
        } catch (JavetException e) {
            throw translate(e);
        }
    }

    private static Isolate open(V8RuntimeOptions options, @Nullable ResourceLimits limits) {
        try {
            V8Runtime made = Engine.limits().create(options, limits);
            return new Isolate(made, Engine.limits().lock(made, limits));
        } catch (JavetException e) {
            throw translate(e);
        }
    }

    /** The heap as bytes. The isolate is of no use afterwards. */
    public byte[] snapshot() {
        Interceptors.allowSnapshot();
        try {
            if (isNumbered) {
                DebugId.write(runtime);
            }
            if (V8Internals.ofProcess().has(Capability.CONTEXTS)) {
                Contexts.addPlain(runtime, Engine.access());
            }
            return SnapshotStream.readable(runtime.createSnapshot());
        } catch (JavetException e) {
            throw translate(e);
        }
    }

    /**
     * The address of memory from the C library's allocator that the isolate does not need any more, or 0. From now on it is
     * the caller's, who has to free it.
     */
    public long takeUnusedMemory() {
        return sharedSnapshot == null ? 0 : sharedSnapshot.takeOwn();
    }

    public Heap heap() {
        return heap;
    }

    public String version() {
        return runtime.getVersion();
    }

    /** Runs a classic script; its completion value, to be closed by the caller. */
    public ScriptValue run(String source, String name) {
        try {
            return new ScriptValue(
                    runtime.getExecutor(source).setResourceName(name).execute());
        } catch (JavetException e) {
            throw translate(e);
        }
    }

    /**
     * Compiles a classic script.
     *
     * @param codeCache functions of it that need no compilation any more, see {@link CachedScript#codeCache}; one that V8
     *     can't use is ignored. Null for none
     */
    public CachedScript compile(String source, String name, byte @Nullable [] codeCache) {
        try {
            return new CachedScript(
                    runtime.getExecutor(source, codeCache).setResourceName(name).compileV8Script());
        } catch (JavetException e) {
            throw translate(e);
        }
    }

    /**
     * Whether a {@link ScriptException} has the thrown error's message and stack. Copying them calls getters of the script,
     * so it is off unless the caller needs them.
     *
     * @return what was set before, to be set again afterwards
     */
    public boolean describeErrors(boolean on) {
        return ThrownValues.describe(on);
    }

    /** Compiles a function body with the given parameters. */
    public ScriptValue compileFunction(String source, @Nullable String name, String... parameters) {
        return compileFunction(source, name, null, parameters);
    }

    /** @param codeCache see {@link #codeCache}; one that V8 can't use is ignored. Null for none */
    public ScriptValue compileFunction(
            String source, @Nullable String name, byte @Nullable [] codeCache, String[] parameters) {
        boolean before = ThrownValues.describe(true);
        try {
            return new ScriptValue(
                    runtime.getExecutor(source, codeCache).setResourceName(name).compileV8ValueFunction(parameters));
        } catch (JavetException e) {
            throw translate(e);
        } finally {
            ThrownValues.describe(before);
        }
    }

    /**
     * What V8 has compiled of a function of {@link #compileFunction} so far, for another process that has the same V8 with
     * the same flags.
     */
    public byte[] codeCache(ScriptValue function) {
        try {
            return ((V8ValueFunction) function.value).getCachedData();
        } catch (JavetException e) {
            throw translate(e);
        }
    }

    /** Compiles without running, to learn whether the syntax is right. */
    public void check(String source, @Nullable String name) {
        boolean before = ThrownValues.describe(true);
        try {
            runtime.getExecutor(source).setResourceName(name).compileV8Script().close();
        } catch (JavetException e) {
            throw translate(e);
        } finally {
            ThrownValues.describe(before);
        }
    }

    /**
     * Compiles a classic script. A function that runs it each time it is called, or null where that can't be had (capability
     * {@code script-functions}).
     */
    public @Nullable ScriptValue compileScript(String source, @Nullable String name) {
        boolean before = ThrownValues.describe(true);
        try (V8Script script = runtime.getExecutor(source).setResourceName(name).compileV8Script()) {
            V8Value function = ScriptFunctions.of(runtime, script);
            return function == null ? null : new ScriptValue(function);
        } catch (JavetException e) {
            throw translate(e);
        } finally {
            ThrownValues.describe(before);
        }
    }

    /** Whether the function at {@code i}, one of {@link #compileScript} that has run, has let, const or class of its own. */
    public boolean hasOwnScope(Args args, int i) {
        try (V8Context context = ((V8ValueFunction) args.value(i)).getContext()) {
            return context == null || context.isScriptContext();
        } catch (JavetException e) {
            throw translate(e);
        }
    }

    /** The JavaScript function by which Java makes arrays and objects, for {@link #makeBy}; to be closed by the caller. */
    public ScriptValue compileMaker() {
        try {
            return new ScriptValue(Maker.compile(runtime));
        } catch (JavetException e) {
            throw translate(e);
        }
    }

    /**
     * Makes arrays and objects by this function from now on, which was compiled before the snapshot was made. Without one,
     * a function is compiled when the first is made.
     */
    public void makeBy(ScriptValue function) {
        forms.makeBy(new Maker(runtime, (V8ValueFunction) function.value));
    }

    /** The global object of a new context, whose built-in objects are its own; null where that is not possible. */
    public @Nullable ScriptValue newContext() {
        try {
            Contexts possible = contexts();
            return possible == null ? null : new ScriptValue(possible.create());
        } catch (JavetException e) {
            throw translate(e);
        }
    }

    /**
     * The same, and the functions of {@link #interceptBy} are asked for its global object.
     *
     * @return null where that is not possible
     */
    public @Nullable ScriptValue newInterceptedContext() {
        Interceptors possible = interceptors;
        ScriptValue global = possible == null ? null : newContext();
        if (possible == null || global == null || possible.intercept((V8ValueObject) global.value)) {
            return global;
        }
        global.close();
        return null;
    }

    /**
     * Has V8 ask the functions for the global objects of further contexts: see {@link Interceptors}. Only those of the first
     * call are ever used.
     *
     * @return whether V8 is as expected
     */
    public boolean interceptBy(List<ScriptValue> functions) {
        if (interceptors == null && V8Internals.ofProcess().has(Capability.INTERCEPTORS)) {
            List<V8ValueFunction> all =
                    functions.stream().map(one -> (V8ValueFunction) one.value).toList();
            interceptors = Interceptors.open(runtime, all, Engine.access());
        }
        return interceptors != null;
    }

    /** Runs {@code body}, which compiles or links, in the context of the function at {@code i}; in ours where none is. */
    public <T> T inContextOf(Args args, int i, Supplier<T> body) {
        try {
            return args.isUndefined(i)
                    ? body.get()
                    : Objects.requireNonNull(contexts).inside((V8ValueFunction) args.value(i), body);
        } catch (JavetException e) {
            throw translate(e);
        }
    }

    /** For microtasks of a script apart from those of the program; null where V8 is not as expected. */
    public @Nullable MicrotaskQueues microtaskQueues() {
        if (microtaskQueues == null && hasMicrotaskQueues) {
            microtaskQueues =
                    V8Internals.ofProcess().has(Capability.MICROTASK_QUEUES) ? MicrotaskQueues.open(runtime) : null;
            hasMicrotaskQueues = microtaskQueues != null;
        }
        return microtaskQueues;
    }

    /**
     * Has V8 call {@code function} for the promises of all contexts: see {@link PromiseHooks}. Only the function of the first
     * call is ever used.
     *
     * @return null where V8 is not as expected, or the function is none
     */
    public @Nullable PromiseHooks promiseHooks(ScriptValue function) {
        if (promiseHooks == null
                && function.value instanceof V8ValueFunction hook
                && V8Internals.ofProcess().has(Capability.PROMISE_HOOKS)) {
            promiseHooks = PromiseHooks.open(runtime, hook, Engine.access(), inspector()::debugFor);
        }
        return promiseHooks;
    }

    /**
     * Has V8 call {@code function} for each {@code import()} that it runs: see {@link ImportCallback}. Only the function of the
     * first call is ever used.
     *
     * @return whether V8 is as expected
     */
    public boolean answerImports(ScriptValue function) {
        if (importCallback == null
                && function.value instanceof V8ValueFunction callback
                && V8Internals.ofProcess().has(Capability.IMPORT_CALLBACK)) {
            importCallback = ImportCallback.open(runtime, callback, Engine.access());
        }
        return importCallback != null;
    }

    private @Nullable Contexts contexts() {
        if (contexts == null && hasContexts) {
            contexts = V8Internals.ofProcess().has(Capability.CONTEXTS) ? Contexts.open(runtime) : null;
            hasContexts = contexts != null;
        }
        return contexts;
    }

    /** Whether eval and the constructors of functions may make code in the main context. */
    public void allowEval(boolean allowed) {
        runtime.allowEval(allowed);
    }

    /** The isolate's ES modules. */
    public Modules modules() {
        if (modules == null) {
            modules = new Modules(runtime);
        }
        return modules;
    }

    /** A JavaScript function that calls {@code body}. */
    public ScriptValue function(NativeFunction body) {
        try {
            var callee = new Call(this, body);
            callees.add(callee);
            return new ScriptValue(runtime.createV8ValueFunction(
                    new JavetCallbackContext("native", JavetCallbackType.DirectCallNoThisAndResult, callee)));
        } catch (JavetException e) {
            throw translate(e);
        }
    }

    /**
     * Where JavaScript writes, before it calls a {@link #function}, which part of its ArrayBuffer each argument is that is a
     * view: two doubles for each argument, offset and length.
     */
    public void viewsIn(ByteBuffer words) {
        views = words.order(ByteOrder.nativeOrder());
    }

    /** A JavaScript function that takes nothing, answers nothing and runs {@code body}: the cheapest way to Java. */
    public ScriptValue signal(Runnable body) {
        try {
            var callee = new Signal(body);
            callees.add(callee);
            return new ScriptValue(runtime.createV8ValueFunction(
                    new JavetCallbackContext("native", JavetCallbackType.DirectCallNoThisAndNoResult, callee)));
        } catch (JavetException e) {
            throw translate(e);
        }
    }

    /**
     * A JavaScript function that makes the system call of which the number and the arguments stand in a block of memory: see
     * {@link SystemCalls}. One for each isolate.
     *
     * @param block its address; nobody may free it as long as scripts run
     * @return null where V8 is not as expected
     */
    public @Nullable ScriptValue systemCall(long block) {
        if (systemCalls != null || !V8Internals.ofProcess().has(Capability.SYSTEM_CALLS)) {
            return null;
        }
        ScriptValue function = signal(() -> {
            throw new IllegalStateException("V8 calls Java instead of the system");
        });
        systemCalls = SystemCalls.open(runtime, (V8ValueFunction) function.value, block, Engine.access());
        if (systemCalls == null) {
            function.close();
            return null;
        }
        return function;
    }

    /**
     * A JavaScript function {@code copy(function, ofContext)} that makes a function of compiled code anew in another context: see
     * {@link FunctionCopies}. One for each isolate.
     *
     * @return null where V8 is not as expected
     */
    public @Nullable ScriptValue functionCopier() {
        if (functionCopies != null || !V8Internals.ofProcess().has(Capability.FUNCTION_COPIES)) {
            return null;
        }
        ScriptValue function = signal(() -> {
            throw new IllegalStateException("V8 calls Java instead of copying a function");
        });
        functionCopies = FunctionCopies.open(runtime, (V8ValueFunction) function.value, Engine.access());
        if (functionCopies == null) {
            function.close();
            return null;
        }
        return function;
    }

    /**
     * A JavaScript function by which V8 compiles others, told by a block of memory: see {@link CompileCalls}. One for each
     * isolate.
     *
     * @param block its address; nobody may free it as long as scripts run
     * @return null where V8 is not as expected
     */
    public @Nullable ScriptValue compileCall(long block) {
        if (compileCalls != null || !V8Internals.ofProcess().has(Capability.COMPILE_CALLS)) {
            return null;
        }
        ScriptValue function = signal(() -> {
            throw new IllegalStateException("V8 calls Java instead of its compiler");
        });
        compileCalls = CompileCalls.open(runtime, (V8ValueFunction) function.value, block, Engine.access());
        if (compileCalls == null) {
            function.close();
            return null;
        }
        return function;
    }

    /**
     * What a JavaScript function calls. Javet's native half keeps a reference to it for as long as V8 has the function, and
     * does not drop the references of an isolate that is closed; so they are emptied then. Classes, not lambdas: Javet's
     * type is serializable, and a serializable lambda is made anew by every start.
     */
    private interface Callee {
        void empty();
    }

    private static final class Signal implements IJavetDirectCallable.NoThisAndNoResult<Exception>, Callee {
        private static final long serialVersionUID = 1L;
        private transient @Nullable Runnable body;

        Signal(Runnable body) {
            this.body = body;
        }

        @Override
        public void call(V8Value... values) {
            Objects.requireNonNull(body).run();
        }

        @Override
        public void empty() {
            body = null;
        }
    }

    private static final class Call implements IJavetDirectCallable.NoThisAndResult<Exception>, Callee {
        private static final long serialVersionUID = 1L;
        private transient @Nullable Isolate isolate;
        private transient @Nullable NativeFunction body;

        Call(Isolate isolate, NativeFunction body) {
            this.isolate = isolate;
            this.body = body;
        }

        @Override
        public V8Value call(V8Value... values) throws Exception {
            Isolate open = Objects.requireNonNull(isolate);
            Object result = Objects.requireNonNull(body).call(new Args(values, 0, open.views));
            try {
                return open.forms.of(result);
            } catch (JavetTerminatedException e) {
                // It hit the function that makes the result. Javet would make an error for JavaScript of it.
                open.terminate();
                return open.runtime.createV8ValueUndefined();
            }
        }

        @Override
        public void empty() {
            isolate = null;
            body = null;
        }
    }

    /** Calls a function; its result, to be closed by the caller. */
    public ScriptValue call(ScriptValue function, @Nullable Object... arguments) {
        V8Value[] values = new V8Value[arguments.length];
        try {
            for (int i = 0; i < values.length; i++) {
                values[i] = forms.of(arguments[i]);
            }
            return new ScriptValue(((V8ValueFunction) function.value).call(null, values));
        } catch (JavetException e) {
            throw translate(e);
        } finally {
            for (int i = 0; i < values.length; i++) {
                if (!(arguments[i] instanceof ScriptValue) && values[i] != null) {
                    new ScriptValue(values[i]).close();
                }
            }
        }
    }

    /** The hot way in: no argument, no result. By this method, since {@code callVoid} makes lists of the arguments. */
    public void enter(ScriptValue function) {
        try {
            ((V8ValueFunction) function.value).callExtended(null, false, NO_VALUES);
        } catch (JavetException e) {
            throw translate(e);
        }
    }

    /** The same for a function that is an argument. */
    public void enter(Args args, int i) {
        enter(new ScriptValue(args.value(i)));
    }

    public ScriptValue global(String name) {
        try (V8ValueObject global = runtime.getGlobalObject()) {
            return new ScriptValue(global.get(name));
        } catch (JavetException e) {
            throw translate(e);
        }
    }

    public void setGlobal(String name, @Nullable Object value) {
        try (V8ValueObject global = runtime.getGlobalObject()) {
            global.set(name, forms.of(value));
        } catch (JavetException e) {
            throw translate(e);
        }
    }

    public ScriptValue get(ScriptValue object, String name) {
        try {
            return new ScriptValue(((V8ValueObject) object.value).get(name));
        } catch (JavetException e) {
            throw translate(e);
        }
    }

    /** The memory of an ArrayBuffer, shared with the script, in native byte order. */
    public static ByteBuffer memory(ScriptValue arrayBuffer) {
        return ((V8ValueArrayBuffer) arrayBuffer.value).getByteBuffer().order(ByteOrder.nativeOrder());
    }

    /**
     * Calls {@code handler(event, promise, value)} whenever a promise is rejected without a handler (0), gets one
     * later (1), or is resolved (2) or rejected (3) again.
     */
    public void onReject(ScriptValue handler) {
        var function = (V8ValueFunction) handler.value;
        runtime.setPromiseRejectCallback((event, promise, value) -> {
            try (var kind = runtime.createV8ValueInteger(event.getCode())) {
                function.callVoid(null, kind, promise, value);
            } catch (JavetTerminatedException _) {
                terminate(); // whoever terminated the handler meant the scripts around it as well
            } catch (JavetException e) {
                // Nobody is there to catch it: V8 goes on with the rejection. It is the stack's end, nearly always.
                System.err.println("Exception in PromiseRejectCallback:\n" + describe(translate(e)));
            }
        });
    }

    private static String describe(RuntimeException e) {
        return e instanceof ScriptException s
                ? s.location().file() + ":" + s.location().line() + "\n"
                        + s.location().sourceLine() + "\n" + s.getMessage()
                : e.toString();
    }

    /** V8's extras binding, see {@link ContinuationSlot}; null where V8 has it elsewhere. */
    public @Nullable ScriptValue extras() {
        try {
            V8ValueObject extras = ContinuationSlot.extras(runtime);
            return extras == null ? null : new ScriptValue(extras);
        } catch (JavetException e) {
            throw translate(e);
        }
    }

    /** For the arguments {@code (box, words, memory)} of {@link HeapStrings#open}. */
    public static boolean openHeapStrings(Args args) {
        try {
            return HeapStrings.open((V8ValueArray) args.value(0), args.requiredBytes(1), args.requiredBytes(2));
        } catch (JavetException e) {
            throw translate(e);
        }
    }

    /** For the arguments {@code (box, memory)} of {@link HeapStrings#widen}. */
    public static boolean widenHeapStrings(Args args) {
        return HeapStrings.widen((V8ValueArray) args.value(0), args.requiredBytes(1));
    }

    /** {@code subtype/class name} of the object at {@code i}, as V8's inspector calls it. */
    public String inspectKind(Args args, int i) {
        try {
            return inspection().kind(args.value(i));
        } catch (JavetException e) {
            throw translate(e);
        }
    }

    /** The entries of the iterator or weak collection at {@code i}: an array of {key, value} or {value}, or null. */
    public @Nullable ScriptValue inspectEntries(Args args, int i) {
        try {
            return inspection().entries(args.value(i));
        } catch (JavetException e) {
            throw translate(e);
        }
    }

    /** Of the promise at {@code i}: its result in an array if it is an object, as text if it is a bigint, else null. */
    public @Nullable Object promiseResult(Args args, int i) {
        try {
            return inspection().promiseResult(args.value(i));
        } catch (JavetException e) {
            throw translate(e);
        }
    }

    /** All objects that have argument {@code i} in their prototype chains, as an array. */
    public ScriptValue instances(Args args, int i) {
        try {
            return inspection().instances(args.value(i));
        } catch (JavetException e) {
            throw translate(e);
        }
    }

    private Inspection inspection() {
        if (inspection == null) {
            inspection = new Inspection(runtime, contextName.get());
        }
        return inspection;
    }

    /** Heap snapshots and CPU profiles. */
    public Profiles profiles() {
        if (profiles == null) {
            profiles = new Profiles(runtime, contextName.get());
        }
        return profiles;
    }

    /** What clients of the debugging protocol see the main context as. */
    public void nameContext(Supplier<String> name) {
        contextName = name;
    }

    /** The debugging protocol. V8 tells its clients of scripts that were compiled since this was first called. */
    public Inspector inspector() {
        if (inspector == null) {
            isMakingInspector = true;
            try {
                inspector = new Inspector(this, runtime, contextName.get());
            } finally {
                isMakingInspector = false;
                postponed.forEach(this::interrupt);
                postponed.clear();
            }
        }
        return inspector;
    }

    /** Who wants to hear of garbage collections is added here. */
    public Heap.GarbageCollections collections() {
        if (collections == null) {
            collections = new Heap.GarbageCollections(runtime);
        }
        return collections;
    }

    /** Takes stacks of running scripts by this function, which answers a text and calls nothing of the program. */
    public StackSampler sampler(ScriptValue capture) {
        return new StackSampler(runtime, (V8ValueFunction) capture.value);
    }

    /** Runs V8's own tasks that are due, such as the end of a WebAssembly compilation. */
    public void pumpTasks() {
        runtime.await(V8AwaitMode.RunNoWait);
    }

    /**
     * Ends the running script with an exception that it can't catch; when none is running, the next one ends at once. Any
     * thread. Does nothing after {@link #close}.
     */
    public void terminate() {
        synchronized (this) {
            if (!isClosed) {
                runtime.terminateExecution();
            }
        }
    }

    /**
     * Says whether other threads may {@link #interrupt}. The isolate's thread, inside of the call into V8 that all scripts run
     * in: before and after it the isolate is not in use, and who asked V8 for an interrupt would wait for the isolate's lock,
     * which its thread keeps to the end.
     */
    public void setInterruptible(boolean isOn) {
        synchronized (interrupts) {
            isInterruptible = isOn;
        }
    }

    /**
     * Runs {@code body} on the isolate's thread in the middle of the running script, at its next call or round of a loop;
     * where none is running, in the next one. Any thread; it never waits for the isolate. What it throws is lost. Does nothing
     * where the isolate is not {@linkplain #setInterruptible interruptible}.
     */
    @SuppressWarnings("FutureReturnValueIgnored") // it is called back
    public void interrupt(Runnable body) {
        synchronized (interrupts) {
            if (isInterruptible) {
                V8Host.interrupt(runtime, _ -> atInterrupt(body));
            }
        }
    }

    /**
     * V8 looks for interrupts also while it makes an inspector. One who asked for the inspector there would have a second one made,
     * and Javet would free the first with sessions that are in use.
     */
    private void atInterrupt(Runnable body) {
        if (isMakingInspector) {
            postponed.add(body);
        } else {
            body.run();
        }
    }

    /** Lets scripts run again after {@link #terminate}. */
    public void resumeAfterTermination() {
        runtime.cancelTerminateExecution();
    }

    /** On the thread that opened it, with no JavaScript of it on the stack. */
    @Override
    public void close() {
        synchronized (this) {
            if (isClosed) {
                return;
            }
            isClosed = true;
        }
        try {
            if (microtaskQueues != null) {
                microtaskQueues.close();
            }
            if (promiseHooks != null) {
                promiseHooks.close();
            }
            if (interceptors != null) {
                interceptors.close();
            }
            if (importCallback != null) {
                importCallback.close();
            }
            if (systemCalls != null) {
                systemCalls.close();
            }
            if (compileCalls != null) {
                compileCalls.close();
            }
            if (functionCopies != null) {
                functionCopies.close();
            }
            if (modules != null) {
                modules.close();
            }
            forms.close();
            if (inspection != null) {
                inspection.close();
            }
            if (profiles != null) {
                profiles.close();
            }
            if (inspector != null) {
                inspector.close();
            }
            if (sharedSnapshot != null) {
                sharedSnapshot.giveBack();
            }
            locker.close();
            WasmMemoryObject.leave(runtime, Engine.access());
            runtime.close(true);
        } catch (JavetException e) {
            throw translate(e);
        } finally {
            callees.forEach(Callee::empty);
            callees.clear();
        }
    }

    static RuntimeException translate(JavetException e) {
        if (e instanceof JavetTerminatedException) {
            return new ScriptTerminatedException(e);
        } else if (e instanceof BaseJavetScriptingException s) {
            var at = s.getScriptingError();
            return new ScriptException(
                    at.getMessage(),
                    at.getStack(),
                    new ScriptException.Location(
                            at.getResourceName(),
                            at.getSourceLine(),
                            at.getLineNumber(),
                            at.getStartColumn(),
                            at.getEndColumn()),
                    e);
        }
        return new IllegalStateException(e.getMessage(), e);
    }
}
