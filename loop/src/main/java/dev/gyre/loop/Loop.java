package dev.gyre.loop;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.SelectableChannel;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import java.util.function.IntConsumer;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * An event loop with libuv's model: one thread, the {@linkplain Phase phases} in a fixed order, turn after turn, until
 * nothing referenced is left to wait for.
 *
 * <pre>
 *      run ──&gt; timers ──┐ (before the first turn)
 *   ┌───────────────────v───────────────────────────────────────────────────┐
 *   │ pending ─&gt; idle ─&gt; prepare ─&gt; poll ─&gt; check ─&gt; closing ─&gt; timers ─────┤ turn
 *   └───────────────────^─────────────────────────────────────────── alive? ┘
 * </pre>
 *
 * <p>As in current libuv the timers run at the end of a turn and once before the first, which for a callback is the
 * order of {@link Phase}. Every phase runs what it had on entry, and no more than a cap: what is added meanwhile, or
 * is over the cap, waits for the next turn, so that no phase starves the rest. Poll waits no longer than the nearest
 * deadline, and not at all when something waits in another phase.
 *
 * <p>A loop belongs to one thread: the one that opened it, or once it has run, the one that ran it last. Only that
 * thread may use it, except for what says that any thread may call it.
 *
 * <p>What a callback throws goes to the handler set with {@link #onError}; without one it comes out of {@link #run},
 * which can be called again and goes on with what was left.
 */
public final class Loop implements AutoCloseable {
    final Phases phases;
    final Callbacks callbacks;

    private final FairQueue.LoopQueue ioQueue = new FairQueue.LoopQueue();
    private final FairQueue.LoopQueue cpuQueue = new FairQueue.LoopQueue();
    private final LoopClock clock;
    private final Poller poller;
    private final Supplier<WorkerPool> pool;
    private final Telemetry telemetry;

    private volatile Thread owner = Thread.currentThread();
    private volatile boolean running;
    private boolean closed;
    private boolean isPollerClosed;
    private boolean hasSubmitted;
    private int channels;
    private @Nullable Handle openHandles;

    Loop(LoopBuilder builder) {
        clock = builder.clock;
        poller = builder.poller.get();
        pool = builder.pool;
        long originNs = clock.originNs();
        telemetry = new Telemetry(clock, originNs);
        callbacks = new Callbacks(telemetry);
        phases = new Phases(clock, originNs, poller, telemetry, callbacks, builder.maxPerPhase);
    }

    /** A loop on the machine's clock, a selector and the {@linkplain WorkerPool#common common} pool. */
    public static Loop open() {
        return builder().open();
    }

    /** A loop with another clock, poller, pool or cap. */
    public static LoopBuilder builder() {
        return new LoopBuilder();
    }

    // ---- running

    /**
     * Runs the loop on the calling thread, whose it is from then on.
     *
     * <p>An interrupt of the thread counts as {@link #stop}; its status is left set.
     *
     * @return whether there is still something to wait for
     */
    public boolean run(RunMode mode) {
        begin();
        try {
            callbacks.settle();
            boolean alive = alive();
            phases.updateTime();
            if (mode == RunMode.DEFAULT && alive && !phases.isStopping()) {
                phases.runTimers();
            }
            while (alive && !phases.isStopping()) {
                boolean mayWait = mode == RunMode.DEFAULT || (mode == RunMode.ONCE && phases.pending.isEmpty());
                phases.runPending();
                phases.runIdle();
                phases.runPrepare();
                phases.runPoll(mayWait);
                phases.runCheck();
                phases.runClosing();
                phases.updateTime();
                phases.runTimers();
                phases.endTurn();
                alive = alive();
                if (mode != RunMode.DEFAULT) {
                    break;
                }
            }
            return alive;
        } finally {
            end();
        }
    }

    private void begin() {
        if (running) {
            throw new IllegalStateException("the loop is running already, on thread " + owner.getName()
                    + "; run was called on thread " + Thread.currentThread().getName());
        }
        owner = Thread.currentThread();
        checkUsable();
        running = true;
    }

    private void end() {
        phases.stopping(false);
        running = false;
        telemetry.leave(clock.nowNs());
    }

    /**
     * Lets {@link #run} return after this turn, with no more waiting; if it isn't running, the next one returns at
     * once. Any thread may call it.
     */
    public void stop() {
        phases.stopping(true);
        phases.inbox.wake();
    }

    /** Whether there is something to wait for: an active, referenced handle, a request, a callback that is queued. */
    public boolean alive() {
        checkThread();
        return phases.alive();
    }

    /** The loop's time: milliseconds since it was opened, cached once a turn and after every wait. */
    public long nowMs() {
        return phases.nowMs();
    }

    /** Reads the clock into {@link #nowMs}; worth it in a callback that ran for long and starts timers. */
    public void updateTime() {
        checkThread();
        phases.updateTime();
    }

    // ---- what to run

    /** A timer, not started. */
    public TimerHandle timer(Runnable onTimer) {
        return new TimerHandle(this, onTimer);
    }

    /** An idle handle, not started. */
    public IdleHandle idle(Runnable onIdle) {
        return new IdleHandle(this, phases.idles, onIdle);
    }

    /** A prepare handle, not started. */
    public PrepareHandle prepare(Runnable onPrepare) {
        return new PrepareHandle(this, phases.prepares, onPrepare);
    }

    /** A check handle, not started. */
    public CheckHandle check(Runnable onCheck) {
        return new CheckHandle(this, phases.checks, onCheck);
    }

    /** An async, which is active at once. */
    public AsyncHandle async(Runnable onWake) {
        return new AsyncHandle(this, onWake);
    }

    /** A handle on a channel, not started. Makes the channel non-blocking; closing the handle closes the channel. */
    public ChannelHandle channel(SelectableChannel channel) throws IOException {
        return new ChannelHandle(this, channel);
    }

    /** A handle on a descriptor, not started; the loop's poller must know descriptors. Closing it leaves them open. */
    public DescriptorHandle descriptor(int descriptor) {
        return new DescriptorHandle(this, descriptor);
    }

    /** How many channels and descriptors poll has to look at. */
    public int channels() {
        return channels;
    }

    void countChannel(int by) {
        channels += by;
    }

    /**
     * Has the pool do some work; the callback comes in poll, once, with what it returned or threw. In reports the work
     * has the name that its {@code toString} gives.
     */
    public <T> WorkRequest<T> submit(WorkKind kind, Callable<T> work, Consumer<Outcome<T>> onComplete) {
        checkUsable();
        hasSubmitted = true;
        Lane lane = pool.get().lane(kind);
        var request = new WorkRequest<>(this, lane, kind, work, onComplete);
        lane.submit(request);
        phases.countRequest(1);
        return request;
    }

    /** Where its work of a kind waits for the pool; guarded by the lane's lock. */
    FairQueue.LoopQueue queue(WorkKind kind) {
        return kind == WorkKind.CPU ? cpuQueue : ioQueue;
    }

    /**
     * A series of fast I/O.
     *
     * @param work what each piece does, by its number
     * @param onFinish called with the number of each piece that is done, by the worker: for one at a time, and not for long,
     *     since others wait for it
     * @param onDone called in poll when there were such
     */
    public WorkSeries series(int size, IntFunction<Callable<Object>> work, IntConsumer onFinish, Runnable onDone) {
        checkUsable();
        hasSubmitted = true;
        return new WorkSeries(this, pool.get().lane(WorkKind.FAST_IO), size, work, onFinish, onDone);
    }

    /** A request that somebody else completes, on any thread; the callback comes in poll, once. */
    public <T> ExternalRequest<T> request(Consumer<Outcome<T>> onComplete) {
        checkUsable();
        var request = new ExternalRequest<>(this, onComplete);
        phases.countRequest(1);
        return request;
    }

    /**
     * Runs a task in poll, in order of posting. Any thread may call it.
     *
     * <p>A task that is posted keeps the loop running until it has run; to keep it running for a task that is still to
     * come, hold an {@link AsyncHandle} or an {@link ExternalRequest}. After {@link #close} it does nothing.
     */
    public void post(Runnable task) {
        phases.inbox.add(task);
    }

    /** Runs a callback in the next check phase; from within an immediate, in the one after. */
    public void immediate(Runnable callback) {
        checkUsable();
        phases.immediates.add(callback);
    }

    /** Runs a callback in the next pending phase: for what failed at once but must not call back at once. */
    public void defer(Runnable callback) {
        checkUsable();
        phases.pending.add(callback);
    }

    // ---- how to run it

    /**
     * Sends what callbacks throw to a handler; the loop goes on with the next callback. What the handler itself
     * throws comes out of {@link #run}. Checked exceptions come wrapped as {@link UncheckedIOException}.
     */
    public void onError(Consumer<Throwable> handler) {
        checkUsable();
        callbacks.onError(handler);
    }

    /**
     * Calls a hook after every single callback of any phase, also one that threw, and before the next: the place for
     * ticks. If the error came out of {@link #run}, the hook is called first thing when the loop is run again. A hook
     * that throws itself is called again, after the error was handled, until it returns.
     */
    public void afterCallback(Runnable hook) {
        checkUsable();
        callbacks.afterCallback(hook);
    }

    /** Calls a hook at the end of every poll that had callbacks: the place to hand over at once what they gathered. */
    public void onPollEnd(Runnable hook) {
        checkUsable();
        phases.onPollEnd(hook);
    }

    /**
     * Calls a hook when another thread, or this one, has put a task, a wake-up or a completion into the loop's inbox; not
     * for the pieces of a {@link WorkSeries}. The hook runs on that thread. For a callback that stays in the loop's place as
     * long as nothing else waits.
     */
    public void onMail(Runnable hook) {
        checkUsable();
        phases.inbox.onMail(hook);
    }

    /** Whether there is something of the kind that {@link #onMail} tells of. */
    public boolean hasMail() {
        return phases.inbox.hasMail();
    }

    /** Whether the poll phase is under way and the hook of {@link #onPollEnd} is still to come. */
    public boolean isPolling() {
        return phases.isPolling();
    }

    /** What the loop does and did. Any thread may call it. */
    public Telemetry telemetry() {
        return telemetry;
    }

    /** Shows every handle that is not closed yet, newest first: to see what keeps a loop alive. */
    public void walk(Consumer<Handle> visitor) {
        checkThread();
        for (Handle handle = openHandles; handle != null; ) {
            Handle next = handle.nextOpen;
            visitor.accept(handle);
            handle = next;
        }
    }

    /**
     * Takes back the work that the pool has not begun, and waits until the pool is done with the rest: afterwards no
     * worker uses memory that the loop's work was given. None of that work is called back any more, so this is for a loop
     * that is going to be closed.
     */
    public void abandonWork() {
        checkThread();
        if (running) {
            throw new IllegalStateException(
                    "the loop is running; call stop(), and abandon its work when run has returned");
        }
        if (hasSubmitted) {
            pool.get().abandon(this);
        }
    }

    /**
     * Frees what the loop holds and closes the channels still registered. Nothing is called back any more, neither
     * close callbacks nor those of requests under way.
     */
    @Override
    public void close() {
        checkThread();
        if (running) {
            throw new IllegalStateException("the loop is running; call stop(), and close it when run has returned");
        }
        closed = true;
        if (isPollerClosed) {
            return;
        }
        isPollerClosed = true;
        try {
            poller.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    // ---- for the handles and requests of this loop

    @SuppressWarnings("ReferenceEquality") // a thread is only equal to itself
    void checkThread() {
        if (Thread.currentThread() != owner) {
            throw new IllegalStateException("the loop belongs to thread " + owner.getName() + " but was used by thread "
                    + Thread.currentThread().getName() + "; use post or an AsyncHandle");
        }
    }

    private void checkUsable() {
        checkThread();
        if (closed) {
            throw new IllegalStateException("the loop is closed; open a new one");
        }
    }

    void opened(Handle handle) {
        checkUsable();
        handle.nextOpen = openHandles;
        if (openHandles != null) {
            openHandles.previousOpen = handle;
        }
        openHandles = handle;
    }

    void forget(Handle handle) {
        if (handle.previousOpen == null) {
            openHandles = handle.nextOpen;
        } else {
            handle.previousOpen.nextOpen = handle.nextOpen;
        }
        if (handle.nextOpen != null) {
            handle.nextOpen.previousOpen = handle.previousOpen;
        }
    }

    LoopClock clock() {
        return clock;
    }

    Poller poller() {
        return poller;
    }
}
