package dev.gyre.node.worker_threads;

import dev.gyre.engine.Isolate;
import dev.gyre.engine.ResourceLimits;
import dev.gyre.io.libc.Descriptors;
import dev.gyre.io.poll.EpollPoller;
import dev.gyre.loop.Loop;
import dev.gyre.node.GyreRuntime;
import dev.gyre.node.HostProcess;
import dev.gyre.node.Milestones;
import dev.gyre.node.RuntimeOptions;
import dev.gyre.node.TimeOrigin;
import dev.gyre.node.permission.Permission;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The thread of a worker: it opens a runtime, runs it and closes it. The parent's JavaScript has a number of it in {@link
 * WorkerBinding}.
 *
 * <p>The parent's thread makes, starts and joins it; what says so may be called by any thread.
 */
public final class WorkerThread {
    private static final int EXIT_FAILED = 1;

    /** What the inspector calls the worker's script. */
    public static final String URL_OPTION = "--worker-url";

    /** How long a worker that was terminated may wait in a system call. */
    static final Duration BLOCKED_CALL_LIMIT = Duration.ofMillis(50);

    /**
     * What the core itself takes of the old generation, and a little more. V8 ends the process if it can't read the
     * snapshot; so a worker with less is not opened, and ends as one whose heap is full.
     */
    private static final double SMALLEST_OLD_GENERATION_MB = 7;

    /**
     * What a worker is made of.
     *
     * @param name as JavaScript has it
     * @param environment its variables at the start
     * @param sharedEnvironment what it shares with its parent; null if the variables are its own
     * @param options option names with dashes to their values
     * @param limits of heap and stack
     * @param keepsDescriptors whether files that it leaves open are closed at its end
     */
    record Plan(
            String name,
            Map<String, String> environment,
            @Nullable SharedEnvironment sharedEnvironment,
            Map<String, Object> options,
            List<String> execArgv,
            ResourceLimits limits,
            boolean keepsDescriptors) {
        /** Whether a runtime that was started ahead for the other would do for this one: what differs is given to it later. */
        boolean isLike(Plan other) {
            return limits.equals(other.limits)
                    && keepsDescriptors == other.keepsDescriptors
                    && execArgv.equals(other.execArgv)
                    && optionsOfAll().equals(other.optionsOfAll());
        }

        /** The options that the core reads at its start. */
        private Map<String, Object> optionsOfAll() {
            var all = new HashMap<>(options);
            all.remove(URL_OPTION);
            return all;
        }
    }

    /**
     * How it ended.
     *
     * @param error code of the error that the parent is to report, or null
     */
    record End(
            int exitCode, @Nullable String error, @Nullable String reason) {}

    private final int threadId;
    private final Plan plan;
    private final Family family;
    private final RuntimeOptions parentOptions;
    private final HostProcess parentHost;
    private final TimeOrigin parentTimeOrigin;
    private final Milestones parentMilestones;
    private final boolean hasSpares;
    private final @Nullable Permission parentPermission;

    private volatile @Nullable Thread thread; // from the start on
    private @Nullable Port port; // before the thread starts, then the worker's
    private int channel = -1; // as the port: the descriptor of process.send() in the worker of a cluster
    private @Nullable Runnable onEnd;
    private volatile @Nullable End end;

    private @Nullable GyreRuntime runtime; // guarded by this; while it is open
    private boolean isTerminated; // guarded by this
    private @Nullable End failure; // guarded by this; why it was terminated, if that is an error
    private boolean hasStarted; // guarded by this; its script has run, or it has ended
    private @Nullable Runnable onStarted; // guarded by this

    /** @param hasSpares whether its parent has runtimes started ahead */
    WorkerThread(GyreRuntime parent, Plan plan, boolean hasSpares) {
        this(parent, plan, hasSpares, Family.of(parent).nextThreadId());
    }

    private WorkerThread(GyreRuntime parent, Plan plan, boolean hasSpares, int threadId) {
        this.plan = plan;
        this.hasSpares = hasSpares;
        this.threadId = threadId;
        family = Family.of(parent);
        family.mayBeMain(parent);
        parentOptions = parent.options();
        parentHost = parent.host();
        parentTimeOrigin = parent.timeOrigin();
        parentMilestones = parent.milestones();
        parentPermission = parent.permission();
    }

    /** No worker, but what the runtime of one like this can be started from, ahead. */
    static WorkerThread model(GyreRuntime parent, Plan plan) {
        return new WorkerThread(parent, plan, true, 0);
    }

    Plan plan() {
        return plan;
    }

    public boolean hasSpares() {
        return hasSpares;
    }

    /** Whether V8 could read the snapshot with its limits. */
    private boolean hasRoomForCore() {
        return plan.limits.maxOldGenerationSizeMb() >= SMALLEST_OLD_GENERATION_MB;
    }

    /** Whether a runtime can be started ahead for others like it: what is permitted may be less until then. */
    boolean canBeSpared() {
        return parentOptions.workerSnapshot() != null
                && hasRoomForCore()
                && Isolate.canBePrepared()
                && parentPermission == null;
    }

    /** Has its isolate made while the parent does the rest of its work. */
    void prepare() {
        Supplier<byte[]> snapshot = parentOptions.workerSnapshot();
        if (snapshot != null && hasRoomForCore()) {
            Isolate.prepare(family.snapshot(snapshot), plan.limits);
        }
    }

    public int threadId() {
        return threadId;
    }

    public String name() {
        return plan.name;
    }

    public TimeOrigin parentTimeOrigin() {
        return parentTimeOrigin;
    }

    public Milestones parentMilestones() {
        return parentMilestones;
    }

    /** What the parent may do, and so the worker; null for everything. */
    public @Nullable Permission parentPermission() {
        return parentPermission;
    }

    ResourceLimits limits() {
        return plan.limits;
    }

    /** Whether descriptors that the worker leaves open are closed at its end. */
    public boolean keepsDescriptors() {
        return plan.keepsDescriptors;
    }

    @Nullable
    SharedEnvironment sharedEnvironment() {
        return plan.sharedEnvironment;
    }

    /** The worker's end of the channel to its parent. The worker's thread, once. */
    Port takePort() {
        Port taken = Objects.requireNonNull(port);
        port = null;
        return taken;
    }

    /** Gives the worker a descriptor that is its own from now on. The parent's thread, before the start. */
    void giveChannel(int descriptor) {
        channel = descriptor;
    }

    /** The descriptor that the parent gave, or -1. The worker's thread, once. */
    int takeChannel() {
        int taken = channel;
        channel = -1;
        return taken;
    }

    /** A thread with the stack that its limits ask for. */
    Thread newThread(Runnable run, String name) {
        var made = new Thread(null, run, name, plan.limits.threadStackBytes());
        made.setDaemon(true);
        return made;
    }

    private String threadName() {
        return "gyre-worker-" + threadId + " " + plan.name;
    }

    /**
     * Says what it starts with. Then {@link #start} is called, or {@link #startOn} and, by that thread, {@link #live}.
     *
     * @param port the worker's end of the channel to its parent
     * @param onEnd called by the worker's thread when everything of the worker is gone and {@link #end} is set
     */
    void give(Port port, Runnable onEnd) {
        this.port = port;
        this.onEnd = onEnd;
    }

    /** Starts a thread of its own. */
    void start() {
        Thread own = newThread(() -> live(null), threadName());
        thread = own;
        own.start();
    }

    /** Says that this thread will run it. */
    void startOn(Thread given) {
        thread = given;
    }

    /** Calls this, once, when the worker's script has run: by the worker's thread, or at once if it has already. Any thread. */
    synchronized void onStarted(Runnable listener) {
        if (hasStarted) {
            listener.run();
        } else {
            onStarted = listener;
        }
    }

    /** The worker's script has run, or never will. The worker's thread. */
    public synchronized void hasStarted() {
        hasStarted = true;
        Runnable listener = onStarted;
        onStarted = null;
        if (listener != null) {
            listener.run();
        }
    }

    /** Ends the worker soon, whatever it does. Any thread. */
    synchronized void terminate() {
        isTerminated = true;
        if (runtime != null) {
            runtime.terminate();
        }
    }

    /**
     * Ends the worker for a reason that its parent reports as an error.
     *
     * @param error the error's code
     * @param reason the argument of its message
     */
    public synchronized void fail(String error, String reason) {
        if (failure == null && !isTerminated) {
            failure = new End(EXIT_FAILED, error, reason);
        }
        terminate();
    }

    /**
     * Ends the system call that a terminated worker waits in, such as the opening of a FIFO that nobody writes to. It may be
     * about to make it, so whoever waits for the worker's end asks again and again. Any thread.
     */
    synchronized void endBlockedCall() {
        if (isTerminated && runtime != null) {
            runtime.endBlockedCall(Objects.requireNonNull(thread));
        }
    }

    /** Waits until the thread is gone. */
    void join() {
        boolean interrupted = false;
        Thread running = thread;
        while (running != null && running.isAlive()) {
            try {
                if (!running.join(BLOCKED_CALL_LIMIT)) {
                    endBlockedCall();
                }
            } catch (InterruptedException _) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** Set when the worker has ended. Any thread. */
    @Nullable
    End end() {
        return end;
    }

    /** The runtime while it is open; whoever uses it holds this object's lock. */
    @Nullable
    GyreRuntime runtime() {
        return runtime;
    }

    // ---- the worker's thread

    /** @param ready a runtime that this thread has started ahead; null for none */
    void live(@Nullable GyreRuntime ready) {
        End result = new End(EXIT_FAILED, null, null);
        try {
            if (ready != null) {
                Thread.currentThread().setName(threadName());
                ready.adopt(options(), host());
            }
            result = new End(run(ready), null, null);
        } catch (RuntimeException | Error e) {
            if (!isTerminated()) {
                result = new End(EXIT_FAILED, "ERR_WORKER_INIT_FAILED", String.valueOf(e.getMessage()));
                e.printStackTrace(); // our own bug
            }
        } finally {
            if (port != null) {
                port.close(); // the worker's JavaScript has never opened it
            }
            if (channel >= 0) {
                Descriptors.closeQuietly(takeChannel());
            }
            hasStarted();
            end = failureOr(result);
            Objects.requireNonNull(onEnd).run();
        }
    }

    private synchronized boolean isTerminated() {
        return isTerminated;
    }

    private synchronized End failureOr(End result) {
        return failure == null ? result : failure;
    }

    private int run(@Nullable GyreRuntime ready) {
        if (!hasRoomForCore()) {
            failFullHeap();
            return EXIT_FAILED;
        }
        GyreRuntime opened = ready == null ? open() : ready;
        try {
            synchronized (this) {
                runtime = opened;
                if (isTerminated) {
                    return EXIT_FAILED;
                }
            }
            family.begun(this, opened);
            return opened.run();
        } finally {
            family.ended(this);
            if (opened.isOutOfMemory()) {
                failFullHeap();
            }
            synchronized (this) {
                runtime = null;
            }
            opened.close();
        }
    }

    private void failFullHeap() {
        fail("ERR_WORKER_OUT_OF_MEMORY", "JS heap out of memory");
    }

    GyreRuntime open() {
        Loop loop = Loop.builder().poller(new EpollPoller(() -> {})).open();
        var opened = new GyreRuntime(options(), host(), loop);
        opened.share(Family.class, family);
        return opened;
    }

    private HostProcess host() {
        return new WorkerProcess(parentHost, plan.environment);
    }

    private RuntimeOptions options() {
        Supplier<byte[]> snapshot = parentOptions.workerSnapshot();
        return new RuntimeOptions(
                snapshot == null ? null : () -> family.snapshot(snapshot),
                snapshot,
                parentOptions.lazySources(),
                parentOptions.coreSources(),
                List.of(parentOptions.argv().getFirst()),
                plan.execArgv,
                parentOptions.execPath(),
                parentOptions.argv0(),
                null,
                plan.options,
                plan.limits,
                this);
    }
}
