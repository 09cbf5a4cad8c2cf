package dev.gyre.node;

import dev.gyre.engine.Args;
import dev.gyre.engine.Isolate;
import dev.gyre.engine.ScriptException;
import dev.gyre.engine.ScriptTerminatedException;
import dev.gyre.engine.ScriptValue;
import dev.gyre.engine.v8internals.V8Internals;
import dev.gyre.io.libc.ScarceDescriptors;
import dev.gyre.io.libc.SparseMemory;
import dev.gyre.io.libc.SystemError;
import dev.gyre.io.process.PosixProcess;
import dev.gyre.loop.CheckHandle;
import dev.gyre.loop.IdleHandle;
import dev.gyre.loop.Loop;
import dev.gyre.loop.Outcome;
import dev.gyre.loop.RunMode;
import dev.gyre.loop.TimerHandle;
import dev.gyre.loop.WorkerPool;
import dev.gyre.node.Milestones.Milestone;
import dev.gyre.node.bridge.Completions;
import dev.gyre.node.bridge.ErrorRecord;
import dev.gyre.node.bridge.Layout.CallOperation;
import dev.gyre.node.bridge.Layout.Event;
import dev.gyre.node.bridge.Layout.EventType;
import dev.gyre.node.bridge.Layout.TurnPhase;
import dev.gyre.node.bridge.SharedMemory;
import dev.gyre.node.bridge.Submissions;
import dev.gyre.node.process.Usage;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One Node runtime: an isolate with the core in it, on an event loop. It owns both, and all that its bindings hold, and
 * releases them in {@link #close}. All of it belongs to the thread that calls {@link #run}, except for what says that any
 * thread may call it.
 *
 * <p>This is the dispatcher, the one place where Java enters JavaScript. The loop's phases become {@link #turn}s:
 * timers when the nearest deadline has come, after poll one for its events, and one for immediates. What
 * JavaScript wants (nearest deadline, waiting immediates) it leaves in the {@link SharedMemory}; {@link #afterTurn}
 * reads that and sets the handles accordingly.
 */
public final class GyreRuntime implements AutoCloseable {
    private static final int EXIT_HANDLER_THREW = 7;
    private static final int EXIT_ABORTED = 134;

    /** What a worker of Node's that was terminated leaves. */
    private static final int EXIT_TERMINATED = 1;

    /** How far computing threads stand back behind the loop's and those that do I/O: see docs/worker-pool.md. */
    private static final int CPU_WORK_NICE = 10;

    /** How often in one turn of the loop the consequences of events are run at once: libuv's number. */
    private static final int MAX_AT_ONCE = 8;

    /** How often V8's own tasks are run: finalizers, and what its threads have finished. */
    private static final long PUMP_EVERY_MS = 10;

    /** What the two languages exchange data by, once the core has started, and the function by which Java enters it. */
    private record Bridge(SharedMemory memory, Completions events, Submissions submissions, ScriptValue turn) {}

    private final RuntimeOptions options;
    private final HostProcess host;
    private final Loop loop;
    private final Bindings bindings = new Bindings(this);
    private final Map<Class<?>, Object> shared = new HashMap<>();

    private final OpenDescriptors descriptors;
    private final Milestones milestones;
    private final TimerHandle deadline;
    private final IdleHandle immediatesWait;
    private final CheckHandle check;

    private volatile @Nullable Isolate isolate;
    private volatile boolean isEnding;
    private int exitCode = EXIT_TERMINATED;
    private boolean isClosed; // guarded by this
    private @Nullable Bridge bridge;
    private @Nullable WorkSlots slots;
    private volatile @Nullable LazySources lazySources;
    private @Nullable Exception lastError;
    private boolean isInJavaScript;
    private boolean isInTurn;
    private boolean isAfterPoll;
    private final BooleanSupplier hasMail;
    private final Runnable[] calls = new Runnable[CallOperation.OPERATIONS];
    private long armedMs;
    private long pumpedMs;
    private ScriptException.@Nullable Location thrownAt;
    private @Nullable RuntimeException failure;
    private final Runnable scarcity = this::descriptorsAreScarce;

    /** @param loop the loop it runs on, which it owns from now on */
    public GyreRuntime(RuntimeOptions options, HostProcess host, Loop loop) {
        this.options = options;
        this.loop = loop;
        this.host = host;
        descriptors = new OpenDescriptors(!host.isOwn());
        WorkerPool.onCpuThreadStart(() -> PosixProcess.lowerThreadPriority(CPU_WORK_NICE));
        milestones = new Milestones(loop.telemetry());
        deadline = loop.timer(() -> turn(TurnPhase.TIMERS));
        immediatesWait = loop.idle(() -> {});
        hasMail = loop::hasMail;
        loop.onPollEnd(this::runPolled);
        check = loop.check(this::runCheck);
        check.unref();
        check.start();
    }

    public RuntimeOptions options() {
        return options;
    }

    /** What the runtime may do to the process it is in. */
    public HostProcess host() {
        return host;
    }

    public Loop loop() {
        return loop;
    }

    public OpenDescriptors descriptors() {
        return descriptors;
    }

    public Milestones milestones() {
        return milestones;
    }

    /** Makes an object of one binding available to the others, by its type. */
    public <T> void share(Class<T> type, T object) {
        shared.put(type, object);
    }

    /** The object that another binding shares; it is an error to ask before it exists. */
    public <T> T shared(Class<T> type) {
        return type.cast(Objects.requireNonNull(shared.get(type), type.getName()));
    }

    public Isolate isolate() {
        return Objects.requireNonNull(isolate, "the runtime has not been opened");
    }

    private Bridge bridge() {
        return Objects.requireNonNull(bridge, "the core has not started");
    }

    private SharedMemory memory() {
        return bridge().memory;
    }

    private Completions events() {
        return bridge().events;
    }

    public String v8Version() {
        return isolate().version();
    }

    /**
     * Runs the script that the options name, and the loop until nothing is left, the script calls {@code process.exit} or
     * {@link #terminate} is called. In a command the process ends with it, and this does not return.
     *
     * @return the exit code
     */
    public int run() {
        open();
        // The loop runs inside a call into V8, so that no turn is the outermost one: V8 would run the microtasks by
        // itself at the end of that, before the nextTick queue and before the handlers of an uncaught exception.
        try (ScriptValue runsLoop = isolate().function(_ -> {
            runLoop();
            return null;
        })) {
            isolate().enter(runsLoop);
        } catch (RuntimeException e) {
            if (!isEnding || failure != null) {
                throw failure == null ? e : failure;
            }
            // terminated: V8 unwinds its frames with an exception
        }
        return exitCode;
    }

    private void open() {
        milestones.reach(Milestone.V8_START);
        Supplier<byte[]> snapshot = options.snapshot();
        Isolate opened = Isolate.open(snapshot == null ? null : snapshot.get());
        isolate = opened;
        try {
            if (snapshot == null) {
                Core.load(opened, Objects.requireNonNull(options.coreFolder()));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        milestones.reach(Milestone.ENVIRONMENT);
        start(opened);
        milestones.reach(Milestone.BOOTSTRAP_COMPLETE);
        if (isEnding) {
            opened.terminate(); // by somebody who did not find the isolate
        }
    }

    /**
     * Ends the runtime, also while JavaScript is busy or the loop waits: {@link #run} returns soon. Any thread. A system
     * call that JavaScript waits for, such as {@code execSync}, is not interrupted.
     */
    public void terminate() {
        isEnding = true;
        loop.stop();
        Isolate running = isolate;
        if (running != null) {
            running.terminate();
        }
    }

    /** Whether the runtime is coming to its end. Any thread. */
    public boolean isEnding() {
        return isEnding;
    }

    /**
     * Releases all that the runtime holds: work of the pool that has not begun is taken back, and what has begun is waited
     * for, since it uses memory of the isolate; then bindings, loop and isolate are closed, in this order. On the thread
     * that ran it, when {@link #run} has returned. Where it hangs is a call of the pool that never returns, such as the open
     * of a FIFO nobody writes to.
     */
    @Override
    public void close() {
        synchronized (this) {
            if (isClosed) {
                return;
            }
            isClosed = true; // from now on descriptorsAreScarce leaves the isolate's memory alone
        }
        isEnding = true;
        ScarceDescriptors.forget(scarcity);
        loop.abandonWork();
        bindings.close();
        descriptors.closeAll();
        loop.close();
        if (bridge != null) {
            bridge.memory.close(); // other threads may still post to the loop
        }
        Isolate opened = isolate;
        if (opened != null) {
            opened.close();
        }
        SparseMemory.trim();
    }

    private void start(Isolate isolate) {
        String v8Internals = System.getProperty(V8Internals.PROPERTY);
        if (v8Internals != null) {
            turnOff(isolate, V8Internals.parse(v8Internals));
        }
        try (ScriptValue core = isolate.global(Core.GLOBAL);
                ScriptValue start = isolate.get(core, "start");
                ScriptValue nativeCalls = isolate.function(this::callNative);
                ScriptValue parts = isolate.call(start, nativeCalls);
                ScriptValue buffer = isolate.get(parts, "0")) {
            var memory = new SharedMemory(Isolate.memory(buffer));
            bridge = new Bridge(
                    memory, new Completions(memory), new Submissions(memory.ints()), isolate.get(parts, "1"));
            loop.onMail(memory::mailCame);
            isolate.viewsIn(memory.views());
            ScarceDescriptors.prepare(scarcity);
            isolate.onHeapLimit(Usage::rssBytes, this::outOfMemory);
            isolate.onReject(isolate.get(core, "onReject"));
            isolate.makeBy(isolate.get(core, "maker"));
            isolate.run("delete globalThis." + Core.GLOBAL, "node:internal/start")
                    .close();
        }
    }

    private static void turnOff(Isolate isolate, V8Internals internals) {
        try (ScriptValue core = isolate.global(Core.GLOBAL);
                ScriptValue turnOff = isolate.get(core, "turnOff")) {
            isolate.call(turnOff, String.join(",", internals.off())).close();
        }
    }

    // ---- the loop

    private void runLoop() {
        try {
            runToTheEnd();
        } catch (ScriptTerminatedException e) {
            if (!isEnding) {
                throw e;
            }
        } catch (RuntimeException e) {
            failure = e; // V8 would make an error of JavaScript's of it
            throw e;
        }
    }

    private void runToTheEnd() {
        turn(TurnPhase.MAIN);
        turn(TurnPhase.TICKS);
        do {
            milestones.reach(Milestone.LOOP_START);
            loop.run(RunMode.DEFAULT);
            if (isEnding) {
                return;
            }
            turn(TurnPhase.BEFORE_EXIT);
        } while (loop.alive());
        milestones.reach(Milestone.LOOP_EXIT);
        turn(TurnPhase.EXIT);
    }

    private void runCheck() {
        if (memory().immediates() > 0) {
            turn(TurnPhase.CHECK);
        } else {
            loop.updateTime();
        }
        if (loop.nowMs() - pumpedMs >= PUMP_EVERY_MS) {
            pumpedMs = loop.nowMs();
            isolate().pumpTasks();
            turn(TurnPhase.TICKS);
        }
    }

    /**
     * At the end of the poll phase: runs the I/O callbacks that poll has found, and a few times what these have led to at
     * once (the end of a stream that had nothing more to send). As in libuv, they come before the check and closing phases of
     * the same turn of the loop.
     */
    private void runPolled() {
        isAfterPoll = true;
        try {
            for (int i = 0; i <= MAX_AT_ONCE && !events().isEmpty(); i++) {
                runEvents();
            }
        } finally {
            isAfterPoll = false;
        }
        deferLeftEvents();
    }

    private void deferLeftEvents() {
        if (!events().isEmpty()) {
            loop.defer(this::runLeftEvents); // poll must not wait before they have run
        }
    }

    private void runLeftEvents() {
        if (!events().isEmpty()) {
            runEvents();
        }
    }

    /** Has turns run until what waits behind the ring now is in it; what these turns add to it waits for later ones. */
    private void runWaiting() {
        for (int left = events().waiting(); left > 0; left -= Event.MAX_EVENTS) {
            turn(TurnPhase.POLL);
        }
    }

    private void turn(int phase) {
        if (isInJavaScript) {
            throw new IllegalStateException("phase " + phase + " would enter JavaScript from inside a native call");
        }
        SharedMemory memory = memory();
        isInTurn = true;
        try {
            events().refill();
            loop.updateTime();
            long wallMs = wallMs();
            memory.beginTurn(loop.nowMs(), wallMs, loop.channels());
            memory.beginMail(hasMail);
            enter(phase);
            loop.telemetry().embedded(memory.takeCallbacks(), memory.takeStayedTurns(), memory.takeStayedCallbacks());
            afterTurn();
        } finally {
            isInTurn = false;
        }
    }

    /**
     * The wall clock when the loop looked at its own. Within the turn JavaScript tells the loop's time by it: if it were
     * read later, timers would be started in the past, and fire before their time.
     */
    private long wallMs() {
        for (; ; ) {
            long loopMs = loop.nowMs();
            long wallMs = System.currentTimeMillis();
            loop.updateTime();
            if (loop.nowMs() == loopMs) {
                return wallMs;
            }
        }
    }

    /** A callback that throws cuts the phase short: report it, then go on with the rest of the phase. */
    private void enter(int phase) {
        while (threwIn(phase)) {
            // What a handler throws is an uncaught error too, the last one.
            boolean handlerThrew = threwIn(TurnPhase.UNCAUGHT);
            if (handlerThrew && threwIn(TurnPhase.UNCAUGHT)) {
                // The report itself failed: stderr is gone perhaps.
                System.err.println("Uncaught error; its report failed at " + thrownAt);
                end(EXIT_HANDLER_THREW);
                throw new IllegalStateException("the report of an uncaught error failed at " + thrownAt);
            }
            if (phase != TurnPhase.TIMERS && phase != TurnPhase.CHECK && phase != TurnPhase.POLL) {
                return;
            }
        }
    }

    private boolean threwIn(int phase) {
        Bridge bridge = bridge();
        bridge.memory.phase(phase);
        isInJavaScript = true;
        try {
            isolate().enter(bridge.turn);
            return bridge.memory.takeThrew();
        } catch (ScriptException e) {
            thrownAt = e.location();
            return true;
        } finally {
            isInJavaScript = false;
        }
    }

    private void afterTurn() {
        SharedMemory memory = memory();
        submissions().carryOut();
        if (slots != null) {
            slots.afterTurn();
        }
        if (!isAfterPoll) {
            deferLeftEvents();
        }
        long dueMs = (long) memory.deadlineMs();
        if (dueMs < 0) {
            if (deadline.isActive()) {
                deadline.stop();
            }
        } else {
            arm(dueMs);
        }
        boolean wait = memory.refedImmediates() > 0;
        if (wait != immediatesWait.isActive()) {
            if (wait) {
                immediatesWait.start();
            } else {
                immediatesWait.stop();
            }
        }
    }

    private void arm(long dueMs) {
        if (dueMs != armedMs || !deadline.isActive()) {
            loop.updateTime();
            deadline.start(Math.max(0, dueMs - loop.nowMs()));
            armedMs = dueMs;
        }
        if (memory().refedTimers() > 0) {
            deadline.ref();
        } else {
            deadline.unref();
        }
    }

    // ---- native calls

    /** The one function JavaScript can call: {@code native(code, ...args)}; with work, {@code native(code, id, ...args)}. */
    private @Nullable Object callNative(Args args) {
        int code = args.integer(0);
        try {
            if (bridge != null && bridge.submissions.hasSlots()) {
                bridge.submissions
                        .carryOut(); // the call may take long, and what was submitted before it should not wait
            }
            if (code < 0) {
                submit(bindings.get(-code), args.integer(1), args.skip(2).plain());
                return null;
            }
            return Objects.requireNonNull(bindings.get(code).body()).call(args.skip(1));
        } catch (ScriptException e) {
            throw e;
        } catch (ScriptTerminatedException e) {
            // It ended a script that the call has run. Whoever terminated it meant the scripts around it as well.
            isolate().terminate();
            lastError = e;
            memory().failed();
            return null;
        } catch (Exception e) {
            lastError = e;
            memory().failed();
            return null;
        }
    }

    private void submit(Functions.Entry entry, int id, Object[] args) {
        loop.submit(
                Objects.requireNonNull(entry.kind()), new NativeWork(entry, args), outcome -> complete(id, outcome));
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
        post(EventType.COMPLETE, id, result);
    }

    /** The memory of internal/slots.js; made when it is first needed. */
    Object openSlots() {
        var opened = new WorkSlots(loop, bindings, submissions(), this::slotsDone);
        slots = opened;
        onCall(CallOperation.SLOT, opened::callNow);
        return opened.memory();
    }

    /** The function {@code call}; made when it is first needed. */
    ScriptValue openCall() {
        return isolate().signal(this::call);
    }

    /** Says what {@code call} does for an operation, one of {@link CallOperation}. */
    public void onCall(int operation, Runnable body) {
        calls[operation] = body;
    }

    /** What JavaScript has Java do while it waits, with arguments and answer in shared memory. */
    private void call() {
        try {
            int operation = memory().callOperation();
            Submissions submissions = submissions();
            if (operation == CallOperation.CARRY_OUT || submissions.hasSlots()) {
                submissions.carryOut();
            }
            if (operation != CallOperation.CARRY_OUT) {
                calls[operation].run();
            }
        } catch (Exception e) {
            lastError = e;
            memory().failed();
        }
    }

    /** What JavaScript submits, and who carries it out. */
    public Submissions submissions() {
        return bridge().submissions;
    }

    private void slotsDone() {
        if (Objects.requireNonNull(slots).hasDone()) {
            post(EventType.SLOTS, 0, null);
        }
    }

    @Nullable
    Object takeSlotResult(int slot) {
        Object result = Objects.requireNonNull(slots).takeResult(slot);
        return result instanceof Throwable error ? ErrorRecord.of(error) : result;
    }

    /** Adds an event for this poll phase; outside of one, and outside of JavaScript, for the next pending phase. */
    public void post(int type, int id, @Nullable Object result) {
        events().post(type, id, result);
        if (!isInTurn && !loop.isPolling()) {
            deferLeftEvents();
        }
    }

    /** Adds an event for a socket, in the poll phase or before {@link #runEvents}: see net/shared/stream_handle.js. */
    public void socketEvent(int socket, int kind, int at, int length, double value) {
        events().add(EventType.SOCKET, socket, kind, at, length, value);
    }

    /** Sets the extra number of the event that was added last. */
    public void extraOfLast(int value) {
        events().extraOfLast(value);
    }

    public boolean hasEvents() {
        return !events().isEmpty();
    }

    /** Runs all events now instead of at the end of poll; not inside a native call. */
    public void runEvents() {
        runWaiting();
        turn(TurnPhase.POLL);
    }

    /** Sends a value to the function that JavaScript opened the channel with. */
    public void message(int channel, @Nullable Object value) {
        post(EventType.MESSAGE, channel, value);
    }

    /** Hands a datagram, or the negative errno of one that was not received, to the socket of this number. */
    public void datagram(int socket, Object datagram) {
        post(EventType.DATAGRAM, socket, datagram);
    }

    @Nullable
    Object takeResult(int reference) {
        Object result = events().takeResult(reference);
        return result instanceof Throwable error ? ErrorRecord.of(error) : result;
    }

    List<Object> takeLastError() {
        @Nullable Exception error = lastError;
        lastError = null;
        return ErrorRecord.of(error);
    }

    // ---- scripts

    /** (source, name, ...parameters) -> a function, or the place of the syntax error. */
    @Nullable
    Object compileFunction(Args args) {
        String[] parameters = new String[args.size() - 2];
        for (int i = 0; i < parameters.length; i++) {
            parameters[i] = args.requiredString(i + 2);
        }
        return syntaxChecked(() -> isolate().compileFunction(args.requiredString(0), args.string(1), parameters));
    }

    /** The function of a core module that was left out of the snapshot. */
    ScriptValue compileCore(String id) throws IOException {
        if (lazySources == null) {
            lazySources = LazySources.open(options.lazySources()); // a race only opens it twice
        }
        return Core.compile(isolate(), id, lazySources.source(id));
    }

    /** Any thread. JavaScript does its part at the next occasion: see internal/bridge.js. */
    private synchronized void descriptorsAreScarce() {
        if (isClosed) {
            return;
        }
        FirstUses.openLibraries();
        try {
            if (lazySources == null && options.lazySources() != null) {
                lazySources = LazySources.open(options.lazySources());
            }
            if (lazySources != null) {
                lazySources.keepAll();
            }
        } catch (IOException _) {
            // the require of a module in it fails with the reason
        }
        memory().descriptorsAreScarce();
    }

    @Nullable
    Object checkSyntax(Args args) {
        return syntaxChecked(() -> {
            isolate().check(args.requiredString(0), args.string(1));
            return null;
        });
    }

    private static @Nullable Object syntaxChecked(Supplier<@Nullable Object> compile) {
        try {
            return compile.get();
        } catch (ScriptException e) {
            var at = e.location();
            return Arrays.asList(
                    e.getMessage(), at.file(), at.line(), at.sourceLine(), at.startColumn(), at.endColumn());
        }
    }

    @Nullable
    List<Object> whereThrown() {
        var at = thrownAt;
        thrownAt = null;
        return at == null
                ? null
                : Arrays.asList(at.file(), at.line(), at.sourceLine(), at.startColumn(), at.endColumn());
    }

    /** V8 would take the process down with a trap and a C stack; Node says this and aborts. */
    private void outOfMemory() {
        System.err.println("\nFATAL ERROR: Reached heap limit Allocation failed - JavaScript heap out of memory\n"
                + "(the limit is set by --max-old-space-size, in MiB)");
        end(EXIT_ABORTED);
    }

    /** Carries out what waits for the end of the turn, where the process, or its thread, does not get there soon. */
    public void carryOut() {
        submissions().carryOut();
    }

    /** Ends the process, or the runtime where that is all the host allows: JavaScript does not go on after this call. */
    public void exit(int code) {
        carryOut();
        end(code);
    }

    private void end(int code) {
        exitCode = code;
        host.exit(code);
        terminate();
    }
}
