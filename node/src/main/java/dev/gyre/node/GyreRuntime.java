package dev.gyre.node;

import dev.gyre.engine.CachedScript;
import dev.gyre.engine.Engine;
import dev.gyre.engine.Isolate;
import dev.gyre.engine.ScriptTerminatedException;
import dev.gyre.engine.ScriptValue;
import dev.gyre.engine.StackSampler;
import dev.gyre.engine.v8internals.V8Internals;
import dev.gyre.io.libc.InterruptedCalls;
import dev.gyre.io.libc.ScarceDescriptors;
import dev.gyre.io.libc.SparseMemory;
import dev.gyre.io.process.PosixProcess;
import dev.gyre.loop.EmbeddedCallbacks;
import dev.gyre.loop.Loop;
import dev.gyre.loop.RunMode;
import dev.gyre.loop.WorkerPool;
import dev.gyre.loop.watch.Watch;
import dev.gyre.node.Milestones.Milestone;
import dev.gyre.node.bridge.FunctionTable;
import dev.gyre.node.bridge.Layout.EventType;
import dev.gyre.node.bridge.Layout.TurnPhase;
import dev.gyre.node.bridge.NativeCalls;
import dev.gyre.node.bridge.SharedMemory;
import dev.gyre.node.bridge.Submissions;
import dev.gyre.node.bridge.Turns;
import dev.gyre.node.bridge.WorkTracer;
import dev.gyre.node.bridge.limit.CallbackLimit;
import dev.gyre.node.inspector.InspectorStart;
import dev.gyre.node.permission.Permission;
import dev.gyre.node.watch.BlockedThread;
import dev.gyre.node.watch.WatchedRuntime;
import dev.gyre.node.worker_threads.Ports;
import dev.gyre.node.worker_threads.WorkerThread;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One Node runtime: an isolate with the core in it, on an event loop. It owns both, and all that its bindings hold, and
 * releases them in {@link #close}. All of it belongs to the thread that calls {@link #run}, except for what says that any
 * thread may call it.
 *
 * <p>This class is the runtime's life: it opens, runs, ends and closes. {@link Turns} enters JavaScript,
 * {@link NativeCalls} are its calls into Java, {@link Scripts} compiles.
 */
public final class GyreRuntime implements AutoCloseable {
    private static final int EXIT_HANDLER_THREW = 7;
    private static final int EXIT_ABORTED = 134;

    /** What a worker of Node's that was terminated leaves. */
    private static final int EXIT_TERMINATED = 1;

    /** How far computing threads stand back behind the loop's and those that do I/O: see docs/worker-pool.md. */
    private static final int CPU_WORK_NICE = 10;

    /** What exists once the isolate is open; turns are made when the core has started. */
    private record Opened(Isolate isolate, NativeCalls calls, Scripts scripts) {}

    private RuntimeOptions options; // and the host: replaced by adopt() alone
    private HostProcess host;
    private final Loop loop;
    private final FunctionTable functions = Bindings.of(this);
    private final Map<Class<?>, Object> shared = new ConcurrentHashMap<>();

    private final @Nullable Permission permission;
    private final OpenDescriptors descriptors;
    private final TimeOrigin timeOrigin;
    private final Milestones milestones;
    private final RuntimeFigures figures = new RuntimeFigures(this);
    private final ReadSource readSource = new ReadSource();

    private volatile @Nullable Opened opened;
    private @Nullable Turns turns;
    private @Nullable Ports ports;
    private @Nullable ScriptValue isUserCode;
    private volatile @Nullable CallbackLimit limit;
    private volatile boolean isEnding;
    private BooleanSupplier nearHeapLimit = () -> false;
    private volatile boolean isOutOfMemory;
    private volatile @Nullable Runnable interrupt;
    private volatile @Nullable Runnable onTerminate;
    private volatile int threadId; // the system's number of a worker's thread, while its loop runs
    private volatile boolean isDebugged;

    private volatile BooleanSupplier isHeld = () -> false;
    private int exitCode = EXIT_TERMINATED;
    private boolean isClosed; // guarded by this
    private final List<Runnable> endHooks = new ArrayList<>();
    private @Nullable RuntimeException failure;
    private volatile @Nullable StackSampler sampler;
    private volatile @Nullable WatchedRuntime watched;
    private boolean isWatchWanted; // guarded by this
    private boolean isWatched; // guarded by this
    private Map<String, CachedScript> coreScripts = Map.of(); // where the core was not in a snapshot
    private final Runnable scarcity = this::descriptorsAreScarce;

    /** @param loop the loop it runs on, which it owns from now on */
    public GyreRuntime(RuntimeOptions options, HostProcess host, Loop loop) {
        this.options = options;
        this.loop = loop;
        this.host = host;
        permission = Permission.of(options, host);
        WorkerThread worker = options.worker();
        descriptors = new OpenDescriptors(worker == null ? !host.isOwn() : worker.keepsDescriptors());
        Engine.accessBy(new LibraryAccess());
        WorkerPool.onCpuThreadStart(() -> PosixProcess.lowerThreadPriority(CPU_WORK_NICE));
        if (worker == null && host.isOwn()) {
            PoolAlarm.set(options, host);
        }
        timeOrigin = new TimeOrigin(loop.telemetry(), worker == null ? null : worker.parentTimeOrigin());
        milestones = new Milestones(timeOrigin, worker == null ? null : worker.parentMilestones());
    }

    public RuntimeOptions options() {
        return options;
    }

    /** What the runtime may do to the process it is in. */
    public HostProcess host() {
        return host;
    }

    /** What its program may do; null where it may do everything. */
    public @Nullable Permission permission() {
        return permission;
    }

    public Loop loop() {
        return loop;
    }

    public OpenDescriptors descriptors() {
        return descriptors;
    }

    /** The ends of channels to other runtimes that this one has. On its thread, or before it runs. */
    public Ports ports() {
        if (ports == null) {
            ports = new Ports(() -> post(EventType.PORTS, 0, null));
        }
        return ports;
    }

    /** What its {@code performance.now()} counts from. */
    public TimeOrigin timeOrigin() {
        return timeOrigin;
    }

    public Milestones milestones() {
        return milestones;
    }

    /** What other threads may ask. */
    public RuntimeFigures figures() {
        return figures;
    }

    /** Makes an object of one binding available to the others, by its type. */
    public <T> void share(Class<T> type, T object) {
        shared.put(type, object);
    }

    /** The object that another binding shares; it is an error to ask before it exists. */
    public <T> T shared(Class<T> type) {
        return type.cast(Objects.requireNonNull(shared.get(type), type.getName()));
    }

    /** The object that somebody shares, or null. */
    public <T> @Nullable T sharedIfAny(Class<T> type) {
        return type.cast(shared.get(type));
    }

    private Opened opened() {
        return Objects.requireNonNull(opened, "the runtime has not been opened");
    }

    public Isolate isolate() {
        return opened().isolate;
    }

    NativeCalls calls() {
        return opened().calls;
    }

    /** The module that was read last. */
    public ReadSource readSource() {
        return readSource;
    }

    Scripts scripts() {
        return opened().scripts;
    }

    /** Where Java enters JavaScript. */
    public Turns turns() {
        return Objects.requireNonNull(turns, "the core has not started");
    }

    public String v8Version() {
        return isolate().version();
    }

    /**
     * Opens the isolate, starts the core and boots a worker's process ahead of {@link #run}, on the thread that will call
     * that. No code of a program runs. Of options and host nothing is read that {@link #adopt} may change, except for the
     * variables, which are compared then.
     */
    public void prepare() {
        open(true);
    }

    /**
     * Says, after {@link #prepare} and before {@link #run}, what is to be run: as if the runtime had been made with these. The
     * map of options has the same values for all that the core reads at its start.
     */
    public void adopt(RuntimeOptions options, HostProcess host) {
        this.options = options;
        this.host = host;
        milestones.startAnew();
    }

    /**
     * Runs the script that the options name, and the loop until nothing is left, the script calls {@code process.exit} or
     * {@link #terminate} is called. In a command the process ends with it, and this does not return.
     *
     * @return the exit code
     */
    public int run() {
        try {
            if (turns == null) {
                open(false);
            }
        } catch (ScriptTerminatedException e) {
            if (!isEnding) {
                throw e;
            }
            return exitCode; // terminated before there was anything to run
        }
        // The loop runs inside a call into V8, so that no turn is the outermost one: V8 would run the microtasks by
        // itself at the end of that, before the nextTick queue and before the handlers of an uncaught exception.
        try (ScriptValue runsLoop = isolate().function(_ -> {
            isolate().setInterruptible(true);
            try {
                runLoop();
            } finally {
                isolate().setInterruptible(false);
            }
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

    private void open(boolean isAhead) {
        milestones.reach(Milestone.V8_START);
        Supplier<byte[]> snapshot = options.snapshot();
        WorkerThread worker = options.worker();
        Isolate isolate = Isolate.open(
                snapshot == null ? null : snapshot.get(), options.limits(), worker == null || !worker.hasSpares());
        long unused = isolate.takeUnusedMemory();
        if (unused != 0) {
            SparseMemory.free(unused);
        }
        opened = new Opened(
                isolate,
                new NativeCalls(loop, isolate, functions),
                new Scripts(isolate, readSource, options.lazySources(), options.coreSources(), codeFile()));
        try {
            if (snapshot == null) {
                coreScripts = Core.load(isolate, Objects.requireNonNull(options.coreSources()));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        milestones.reach(Milestone.ENVIRONMENT);
        isolate.nameContext(
                () -> options.argv0() + "[" + ProcessHandle.current().pid() + "]");
        start(isolate, isAhead);
        milestones.reach(Milestone.BOOTSTRAP_COMPLETE);
        if (isEnding) {
            isolate.terminate(); // by somebody who did not find the isolate
        }
    }

    /** What was compiled of the core at build time, if this process can use it. Workers have another snapshot. */
    private @Nullable Path codeFile() {
        return options.snapshot() == null || !Core.areUsual(Engine.flags())
                ? null
                : options.lazySources().resolveSibling(options.worker() == null ? "core.code" : "worker.code");
    }

    /**
     * Ends the runtime, also while JavaScript is busy, waits for a child process or the loop waits: {@link #run} returns
     * soon. Any thread. Another system call that JavaScript waits for, such as a read from a pipe, is ended by
     * {@link #endBlockedCall}.
     */
    public void terminate() {
        isEnding = true;
        loop.stop();
        interruptCall();
        Runnable release = onTerminate;
        if (release != null) {
            release.run();
        }
        Opened running = opened;
        if (running != null) {
            running.isolate.terminate();
        }
    }

    /**
     * Ends the system call that a worker's thread waits in, if it is in one, after {@link #terminate}. The thread may be about
     * to make the call, so whoever wants it to end asks again until it has. Any thread.
     */
    public void endBlockedCall(Thread thread) {
        int number = threadId;
        if (isEnding && number != 0 && BlockedThread.isInSystemCall(thread)) {
            InterruptedCalls.interrupt(number);
        }
    }

    /** A system call of the loop's thread was interrupted. On that thread; answers whether the call is to fail. */
    public boolean onInterruptedCall() {
        if (isEnding && threadId != 0) {
            return true;
        }
        sampleStack();
        return false;
    }

    /**
     * Makes a call that blocks the loop's thread while JavaScript waits for it.
     *
     * @param interrupt ends the call early; called by {@link #terminate}, perhaps after the call
     */
    public <T> T interruptibly(Runnable interrupt, Supplier<T> call) {
        this.interrupt = interrupt;
        try {
            if (isEnding) {
                interrupt.run();
            }
            T result = call.get();
            if (limit != null) {
                limit.check();
            }
            return result;
        } finally {
            this.interrupt = null;
        }
    }

    /** Calls this when the runtime is to end, by the thread that ends it: a debugger must not hold it any longer. */
    public void onTerminate(Runnable release) {
        onTerminate = release;
    }

    /** Whether a debugger is attached, so that it is no fault of the program's if its loop is held. Any thread. */
    public boolean isDebugged() {
        return isDebugged;
    }

    public void setDebugged(boolean isDebugged) {
        this.isDebugged = isDebugged;
    }

    /** Whether a script waits for a debugger, or is paused by one. Any thread. */
    public boolean isHeldByDebugger() {
        return isHeld.getAsBoolean();
    }

    /** Says who knows that. Before scripts can be paused. */
    public void heldBy(BooleanSupplier isHeld) {
        this.isHeld = isHeld;
    }

    /** Whether the runtime is coming to its end. Any thread. */
    public boolean isEnding() {
        return isEnding;
    }

    /** Whether it ended, or is ending, because its heap has reached its limit. Any thread. */
    public boolean isOutOfMemory() {
        return isOutOfMemory;
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
        functions.close();
        if (ports != null) {
            ports.close();
        }
        descriptors.closeAll();
        loop.close();
        if (turns != null) {
            turns.close();
        }
        Opened running = opened;
        if (running != null) {
            CoreSources sources = options.coreSources();
            if (sources != null) {
                sources.listener().onClose(options.worker() != null, () -> Core.codeCaches(coreScripts));
            }
            running.isolate.close();
        }
        Engine.trimSoon();
    }

    private void start(Isolate isolate, boolean isAhead) {
        String v8Internals = System.getProperty(V8Internals.PROPERTY);
        if (v8Internals != null) {
            turnOff(isolate, V8Internals.parse(v8Internals));
        }
        EmbeddedCallbacks callbacks = loop.telemetry().openEmbedded();
        try (ScriptValue core = isolate.global(Core.GLOBAL);
                ScriptValue start = isolate.get(core, "start");
                ScriptValue nativeCalls = isolate.function(calls()::callNative);
                ScriptValue parts = isolate.call(start, nativeCalls, callbacks.memory());
                ScriptValue buffer = isolate.get(parts, "0")) {
            var memory = new SharedMemory(Isolate.memory(buffer));
            turns = new Turns(loop, isolate, memory, callbacks, isolate.get(parts, "1"), () -> end(EXIT_HANDLER_THREW));
            calls().begin(turns);
            if (permission != null) {
                permission.onDenial(memory::noticed);
            }
            isolate.viewsIn(memory.views());
            ScarceDescriptors.prepare(scarcity);
            isolate.heap().onLimit(this::outOfMemory);
            isUserCode = isolate.get(core, "isUserCode");
            sampler = isolate.sampler(isolate.get(core, "sampleStack"));
            isolate.onReject(isolate.get(core, "onReject"));
            isolate.makeBy(isolate.get(core, "maker"));
            if (isAhead) {
                try (ScriptValue startAhead = isolate.get(core, "startAhead")) {
                    isolate.call(startAhead).close();
                }
            }
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
        figures.begin();
        if (options.worker() != null) {
            threadId = InterruptedCalls.threadId();
            InterruptedCalls.register(this::onInterruptedCall);
        }
        CallbackLimit opened = openLimit();
        limit = opened;
        Object warnOption = options.options().get(WatchedRuntime.WARN_OPTION);
        if (!WatchedRuntime.warnAfter(warnOption).isZero() || options.limits() != null) {
            var watching = new WatchedRuntime(this, Objects.requireNonNull(sampler), warnOption);
            calls().onLongCall(watching::beforeLongCall, watching::afterLongCall);
            boolean isWanted;
            synchronized (this) {
                watched = watching;
                isWanted = isWatchWanted || !host.isOwn(); // the command's main thread does it later
            }
            if (isWanted) {
                watch();
            }
        }
        try {
            runToTheEnd();
        } catch (ScriptTerminatedException e) {
            if (!isEnding) {
                throw e;
            }
        } catch (RuntimeException e) {
            failure = e; // V8 would make an error of JavaScript's of it
            throw e;
        } finally {
            limit = null;
            opened.close();
            unwatch();
            threadId = 0;
            InterruptedCalls.forget(Thread.currentThread());
            figures.end();
        }
    }

    private CallbackLimit openLimit() {
        var opened = new CallbackLimit(
                CallbackLimit.of(options.options().get(CallbackLimit.OPTION)),
                loop.telemetry(),
                isolate(),
                turns().memory(),
                Objects.requireNonNull(isUserCode),
                this::interruptCall,
                () -> isEnding,
                () -> isDebugged || isHeld.getAsBoolean());
        turns().limit(opened);
        calls().limit(opened);
        return opened;
    }

    /** Ends a call that blocks the loop's thread, if there is one that can be ended. Any thread. */
    private void interruptCall() {
        Runnable interruption = interrupt;
        if (interruption != null) {
            interruption.run();
        }
    }

    /** Has the loop watched for callbacks that hold it, if the options want that, from now on or when it runs. Any thread. */
    public synchronized void watch() {
        isWatchWanted = true;
        WatchedRuntime running = watched;
        if (running != null && !isWatched) {
            isWatched = true;
            loop.post(running::begin);
            Watch.ofProcess().add(running);
        }
    }

    /** Has JavaScript's stack taken, if somebody waits for it. */
    void sampleStack() {
        Objects.requireNonNull(sampler).sample();
    }

    /** The stack of the script that runs, as {@link StackSampler} makes a text of it; null where it can't be had. */
    public @Nullable String captureStack() {
        StackSampler taken = sampler;
        return taken == null ? null : taken.capture();
    }

    /** Whether {@link #endCallback} can end callbacks of this runtime at all. Any thread. */
    public boolean canEndCallbacks() {
        return limit != null;
    }

    /**
     * Ends the callback of this number ({@link dev.gyre.loop.Running#number}) with an error, if it still runs. Any thread.
     *
     * @return whether it was told to end
     */
    public boolean endCallback(long number) {
        CallbackLimit running = limit;
        return running != null && running.end(number);
    }

    @Nullable
    StackSampler sampler() {
        return sampler;
    }

    private void unwatch() {
        WatchedRuntime running;
        synchronized (this) {
            running = watched;
            watched = null;
        }
        if (running != null) {
            Watch.ofProcess().remove(running);
            running.end();
        }
    }

    private void runToTheEnd() {
        Turns turns = turns();
        InspectorStart.begin(this);
        turns.run(TurnPhase.MAIN);
        turns.run(TurnPhase.TICKS);
        WorkerThread worker = options.worker();
        if (worker != null) {
            worker.hasStarted();
        }
        do {
            milestones.reach(Milestone.LOOP_START);
            loop.run(RunMode.DEFAULT);
            if (isEnding) {
                return;
            }
            turns.run(TurnPhase.BEFORE_EXIT);
        } while (loop.alive());
        milestones.reach(Milestone.LOOP_EXIT);
        turns.run(TurnPhase.EXIT);
    }

    // ---- what bindings use

    /** Says what {@code call} does for an operation, one of {@link dev.gyre.node.bridge.Layout.CallOperation}. */
    public void onCall(int operation, Runnable body) {
        calls().onCall(operation, body);
    }

    /** Has the pool's work run inside a tracer's: see {@link NativeCalls#traceWork}. */
    public void traceWork(@Nullable WorkTracer tracer) {
        calls().traceWork(tracer);
    }

    /** Calls a hook before the process, or the runtime, ends: on the runtime's thread, when its JavaScript has ended. */
    public void beforeEnd(Runnable hook) {
        endHooks.add(hook);
    }

    /** What JavaScript submits, and who carries it out. */
    public Submissions submissions() {
        return turns().submissions();
    }

    /** Adds an event: see {@link Turns#post}. */
    public void post(int type, int id, @Nullable Object result) {
        turns().post(type, id, result);
    }

    /** Sends a value to the function that JavaScript opened the channel with. */
    public void message(int channel, @Nullable Object value) {
        post(EventType.MESSAGE, channel, value);
    }

    /** Hands a datagram, or the negative errno of one that was not received, to the socket of this number. */
    public void datagram(int socket, Object datagram) {
        post(EventType.DATAGRAM, socket, datagram);
    }

    /** Any thread. */
    private synchronized void descriptorsAreScarce() {
        if (isClosed) {
            return;
        }
        FirstUses.openLibraries();
        scripts().readLazySources();
        turns().descriptorsAreScarce();
    }

    /**
     * A runtime with limits of its own ends alone. For the process V8 would take it down with a trap and a C stack; Node says
     * this and aborts.
     */
    private boolean outOfMemory() {
        if (nearHeapLimit.getAsBoolean()) {
            return true;
        }
        isOutOfMemory = true;
        if (options.limits() != null) {
            terminate();
            return false;
        }
        System.err.println("\nFATAL ERROR: Reached heap limit Allocation failed - JavaScript heap out of memory\n"
                + "(the limit is set by --max-old-space-size, in MiB)");
        end(EXIT_ABORTED);
        return false;
    }

    /** Has this called when the heap has reached its limit, on the loop's thread; whether the program goes on nevertheless. */
    public void nearHeapLimit(BooleanSupplier goesOn) {
        nearHeapLimit = goesOn;
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
        endHooks.forEach(Runnable::run);
        host.exit(code);
        terminate();
    }
}
