package dev.gyre.loop;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Objects;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The seven phases: what waits for each of them, and the methods that run them.
 *
 * <p>Every phase takes on entry what it is going to run, and no more than the cap. What a callback adds meanwhile, and
 * what is over the cap, stays for the next turn, and keeps poll from waiting:
 *
 * <ul>
 *   <li>timers: those started before the phase began;
 *   <li>pending, the inbox, immediates: the length of the queue on entry;
 *   <li>idle, prepare, check, ready channels: every handle once, which is its own cap;
 *   <li>closing: the handles closed before the phase began, the last closed first, as libuv does and scripts see.
 * </ul>
 *
 * <p>An item leaves its queue before its callback is called. So if an error comes out of a callback and out of
 * {@link Loop#run}, the queues are as they should be, and the next run goes on with what is left. An empty phase is
 * not entered, and costs no reading of the clock.
 */
final class Phases {
    private static final long NS_PER_MS = 1_000_000;
    private static final int PROCESSORS = Runtime.getRuntime().availableProcessors();

    final TimerHeap timers = new TimerHeap();
    final ArrayDeque<Runnable> pending = new ArrayDeque<>();
    final TurnHandle.Started idles = new TurnHandle.Started();
    final TurnHandle.Started prepares = new TurnHandle.Started();
    final TurnHandle.Started checks = new TurnHandle.Started();
    final ArrayDeque<Runnable> immediates = new ArrayDeque<>();
    final Inbox inbox;

    private final ArrayList<Polled> ready = new ArrayList<>();
    private final Consumer<Object> collectReady = this::collectReady; // made once: every poll takes it

    /** Closed since the closing phase began, and what that phase is going through; both as stacks. */
    private ArrayDeque<Handle> closing = new ArrayDeque<>();

    private ArrayDeque<Handle> closingNow = new ArrayDeque<>();

    private final LoopClock clock;
    private final long originNs;
    private final Poller poller;
    private final Telemetry telemetry;
    private final Callbacks callbacks;
    private final int maxPerPhase;

    private final AdaptiveSpin workSpin = new AdaptiveSpin();
    private final AdaptiveSpin mailSpin = new AdaptiveSpin();

    /** Whether other threads sent something since the last wait: who talks with another loop soon gets an answer. */
    private boolean hadMail;

    private final BooleanSupplier inboxHasItems;
    private @Nullable Runnable onPollEnd;
    private boolean owesPollEnd;
    private boolean isPolling;
    private boolean channelCancelled;
    private int activeHandles;
    private int activeRequests;
    private long nowMs;
    private volatile boolean stopping;

    Phases(LoopClock clock, long originNs, Poller poller, Telemetry telemetry, Callbacks callbacks, int maxPerPhase) {
        this.clock = clock;
        this.originNs = originNs;
        this.poller = poller;
        this.telemetry = telemetry;
        this.callbacks = callbacks;
        this.maxPerPhase = maxPerPhase;
        this.inbox = new Inbox(poller);
        this.inboxHasItems = () -> !inbox.isEmpty();
    }

    void runTimers() {
        long phaseMs = nowMs;
        long lastStart = timers.starts();
        if (!timers.isDue(phaseMs, lastStart)) {
            return;
        }
        telemetry.enter(Phase.TIMERS, clock.nowNs());
        // A timer started from here on has a later number and no earlier deadline than any that is due: it sorts
        // behind them all, and when it comes up first, the phase is over.
        for (int n = 0; n < maxPerPhase && timers.isDue(phaseMs, lastStart); n++) {
            timers.first().fire();
        }
    }

    void runPending() {
        runQueue(Phase.PENDING, pending, CallbackKind.PENDING);
    }

    void runIdle() {
        runStarted(Phase.IDLE, idles);
    }

    void runPrepare() {
        runStarted(Phase.PREPARE, prepares);
    }

    void runPoll(boolean mayWait) {
        long nowNs = clock.nowNs();
        telemetry.enter(Phase.POLL, nowNs);
        poll(mayWait ? pollTimeoutMs(nowNs) : 0, nowNs);
        owesPollEnd |= !ready.isEmpty();
        isPolling = true;
        try {
            runReady();
            runInbox();
        } finally {
            isPolling = false;
        }
        if (owesPollEnd) {
            owesPollEnd = false;
            if (onPollEnd != null) {
                callbacks.call(CallbackKind.POLL_END, onPollEnd);
            }
        }
    }

    void runCheck() {
        runStarted(Phase.CHECK, checks);
        runQueue(Phase.CHECK, immediates, CallbackKind.IMMEDIATE);
    }

    void runClosing() {
        if (!isClosing()) {
            return;
        }
        telemetry.enter(Phase.CLOSING, clock.nowNs());
        if (channelCancelled) {
            channelCancelled = false;
            releaseCancelled();
        }
        if (closingNow.isEmpty()) {
            var batch = closing;
            closing = closingNow;
            closingNow = batch;
        }
        for (int n = 0; n < maxPerPhase && !closingNow.isEmpty(); n++) {
            closingNow.pop().finishClose();
        }
    }

    private void runStarted(Phase phase, TurnHandle.Started handles) {
        if (!handles.isEmpty()) {
            telemetry.enter(phase, clock.nowNs());
            handles.run();
        }
    }

    private void runQueue(Phase phase, ArrayDeque<Runnable> queue, CallbackKind kind) {
        int reach = Math.min(queue.size(), maxPerPhase);
        if (reach > 0) {
            telemetry.enter(phase, clock.nowNs());
        }
        for (int n = 0; n < reach; n++) {
            callbacks.call(kind, queue.remove());
        }
    }

    private void runReady() {
        if (ready.isEmpty()) {
            return;
        }
        try {
            for (Polled handle : ready) {
                handle.run();
            }
        } finally {
            ready.clear(); // after an error too: what is still ready is reported by the next poll
        }
    }

    private void runInbox() {
        int reach = Math.min(inbox.size(), maxPerPhase);
        owesPollEnd |= reach > 0; // decided by what is run: an item may come after poll has returned with nothing
        for (int n = 0; n < reach; n++) {
            Object item = inbox.take();
            // Not a pattern switch: linking one costs tens of milliseconds of start-up, and no cache keeps it.
            if (item instanceof Request<?> request) {
                request.run();
            } else if (item instanceof AsyncHandle async) {
                hadMail = true;
                async.run();
            } else if (item instanceof WorkSeries series) {
                series.run();
            } else {
                hadMail = true;
                callbacks.call(CallbackKind.POST, (Runnable) Objects.requireNonNull(item));
            }
        }
    }

    /** How long poll may wait: 0 not at all, -1 without bound. Counts from the clock, for callbacks take time too. */
    private long pollTimeoutMs(long nowNs) {
        boolean goOn = stopping
                || (activeHandles == 0 && activeRequests == 0)
                || !pending.isEmpty()
                || !idles.isEmpty()
                || !immediates.isEmpty()
                || isClosing()
                || !inbox.isEmpty();
        if (goOn) {
            return 0;
        }
        return timers.isEmpty() ? -1 : Math.max(0, timers.first().deadlineMs - toMs(nowNs));
    }

    private void collectReady(Object polled) {
        ready.add((Polled) polled);
    }

    private void poll(long timeoutMs, long nowNs) {
        boolean mayWait = timeoutMs != 0;
        if (mayWait) {
            telemetry.waiting(nowNs);
            spin();
        }
        boolean wait = mayWait && fallAsleep();
        try {
            poller.poll(wait ? timeoutMs : 0, collectReady);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            inbox.awake();
        }
        long afterNs = nowNs;
        if (mayWait) {
            afterNs = clock.nowNs();
            telemetry.enter(Phase.POLL, afterNs);
        }
        nowMs = toMs(afterNs);
        if (Thread.currentThread().isInterrupted()) {
            stopping = true;
        }
    }

    /** For work that the pool is about to complete, or for the answer of a thread that has just sent something. */
    private void spin() {
        boolean hasWork = activeRequests > 0 && activeRequests < PROCESSORS;
        if (hasWork && workSpin.isWorthIt()) {
            workSpin.waitFor(inboxHasItems);
        } else if (hadMail && mailSpin.isWorthIt()) {
            mailSpin.waitInTurn(inboxHasItems);
        }
        hadMail = false;
    }

    /** From the moment the inbox says asleep, another thread wakes the poller; what came before that is seen here. */
    private boolean fallAsleep() {
        inbox.fallAsleep();
        return !stopping && inbox.isEmpty();
    }

    private void releaseCancelled() {
        try {
            poller.releaseCancelled();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    void endTurn() {
        telemetry.turn(
                timers.size(),
                pending.size(),
                immediates.size(),
                inbox.size(),
                closing.size() + closingNow.size(),
                activeHandles,
                activeRequests);
    }

    boolean alive() {
        return activeHandles > 0
                || activeRequests > 0
                || !pending.isEmpty()
                || !immediates.isEmpty()
                || isClosing()
                || inbox.hasTasks();
    }

    private boolean isClosing() {
        return !closing.isEmpty() || !closingNow.isEmpty();
    }

    void close(Handle handle) {
        closing.push(handle);
    }

    /** Makes the closing phase release cancelled channels, which the poller holds until then. */
    void channelCancelled() {
        channelCancelled = true;
    }

    void countHandle(int change) {
        activeHandles += change;
    }

    void countRequest(int change) {
        activeRequests += change;
    }

    boolean isPolling() {
        return isPolling;
    }

    void onPollEnd(Runnable hook) {
        onPollEnd = hook;
    }

    boolean isStopping() {
        return stopping;
    }

    /** Any thread may ask for it; the loop takes it back when run returns. */
    void stopping(boolean stopping) {
        this.stopping = stopping;
    }

    long nowMs() {
        return nowMs;
    }

    void updateTime() {
        nowMs = toMs(clock.nowNs());
    }

    private long toMs(long clockNs) {
        return (clockNs - originNs) / NS_PER_MS;
    }
}
