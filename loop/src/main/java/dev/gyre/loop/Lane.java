package dev.gyre.loop;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Optional;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Threads of a {@link WorkerPool} that share a queue. Each of the pool's lanes has as many as the pool's size says.
 *
 * <p>Loops that have work waiting take turns ({@link FairQueue}). A loop's own work starts in the order it was submitted,
 * with one exception as in libuv: slow I/O holds at most half of the threads, so that ten hanging name look-ups leave
 * room to read a file. While that many run, slow I/O is passed by.
 *
 * <h2>Stuck calls</h2>
 *
 * A call may never return: the open of a FIFO nobody writes to, a file of a server that went away. No call can be taken
 * back, but a thread can be added. While work waits and no thread is free, a watcher looks at the calls under way; when
 * <em>every</em> thread has been in its call for longer than {@link #STUCK_NS}, those calls are stuck: from then on
 * they don't count, and the lane may have its full number of threads beside them.
 *
 * <pre>
 *   0 ms     [fifo][fifo]                                 queue: fifo, fifo, stat
 *   100 ms   [fifo][fifo]  stuck   [fifo][fifo]           queue: stat
 *   200 ms   [fifo][fifo][fifo][fifo]  stuck   [stat]     queue: -
 * </pre>
 *
 * At most {@link #MAX_STUCK} threads are added. Of the threads that aren't stuck there are never more than the lane's
 * number: one that comes back from a stuck call when the others are enough ends. So a lane with nothing stuck is as
 * big as it was asked to be.
 *
 * <h2>Delays</h2>
 *
 * While work waits and no thread is free, the watcher also looks at how long it has waited, and tells
 * {@link WorkerPool#onDelay} once a minute at most. A lane that only computes never gets more threads, but has a watcher for
 * this.
 *
 * <h2>The lock</h2>
 *
 * The lane's own monitor guards all it has; idle workers wait on it. A monitor rather than a lock of java.util.concurrent:
 * that is Java code, which a process that has just started interprets. The monitor is held for moments only, so a waiting
 * thread mostly spins and does not sleep. A worker that finished a request takes the next one under the same lock.
 */
final class Lane {
    /** A call that takes longer than this is stuck, if all others are as well and work waits. */
    static final long STUCK_NS = TimeUnit.MILLISECONDS.toNanos(100);

    /** How many threads there may be beside those that the pool's size allows. */
    static final int MAX_STUCK = 64;

    private static final long DELAY_REPORT_NS = TimeUnit.MINUTES.toNanos(1);
    private static final long MIN_WATCH_NS = TimeUnit.MILLISECONDS.toNanos(5);
    private static final int KINDS = WorkKind.values().length;

    private final String name;
    private final int threads;
    private final int maxSlow;
    private final int maxThreads;
    private final ThreadFactory threadFactory;
    private final Runnable onThreadStart;

    private final FairQueue waiting = new FairQueue();
    private final WorkRequest<?>[] underWay;
    private int underWayCount;
    private final Histogram waited = new Histogram();
    private final Histogram ran = new Histogram();
    private final int[] queued = new int[KINDS];
    private final int[] running = new int[KINDS];
    private final AdaptiveSpin spin = new AdaptiveSpin();
    private volatile long submitted; // written with the lock held
    private boolean hasSpinner;
    private long threadsEver;
    private int started;
    private int idle;
    private int stuck;
    private @Nullable Thread watcher;
    private boolean isWatched;
    private long delayToldNs;
    private boolean isDelayTold;

    /** Threads that wait in {@link #abandon}. */
    private final ArrayList<Thread> abandoning = new ArrayList<>();

    /** @param maxStuck how many threads stuck calls may add; 0 for work that only computes */
    Lane(String name, int threads, int maxStuck, ThreadFactory threadFactory, Runnable onThreadStart) {
        this.name = name;
        this.threads = threads;
        this.maxSlow = Math.max(1, threads / 2);
        this.maxThreads = threads + maxStuck;
        this.threadFactory = threadFactory;
        this.onThreadStart = onThreadStart;
        underWay = new WorkRequest<?>[maxThreads];
    }

    synchronized int queued(WorkKind kind) {
        return queued[kind.ordinal()];
    }

    synchronized int running(WorkKind kind) {
        return running[kind.ordinal()];
    }

    synchronized void submit(WorkRequest<?> request) {
        enqueue(request);
    }

    /** Queues pieces of a series in the order of their numbers. */
    synchronized void submit(WorkRequest<?>[] pieces, int[] numbers, int count, long nowNs) {
        for (int i = 0; i < count; i++) {
            WorkRequest<?> piece = pieces[numbers[i]];
            piece.requeue(nowNs);
            enqueue(piece);
        }
    }

    /** The caller holds the lock; the number is volatile only because the spinning thread reads it without the lock. */
    @SuppressWarnings("NonAtomicVolatileUpdate")
    private void enqueue(WorkRequest<?> request) {
        int awake = hasSpinner ? 1 : 0;
        int waitingBefore = waiting.size();
        if (idle + awake <= waitingBefore) {
            // Before the request is queued: if there can be no thread, nothing is submitted.
            if (started - stuck < threads && started < maxThreads) {
                startThread();
            } else {
                watch();
            }
        }
        queued[request.kind().ordinal()]++;
        waiting.add(request);
        request.number = ++submitted; // the spinning thread sees this
        if (waitingBefore >= awake && idle > 0) {
            notify();
        }
    }

    /** Cancels a request that is still queued; returns whether it was. It stays in its queue until a worker removes it. */
    synchronized boolean cancel(WorkRequest<?> request) {
        if (!request.isQueued()) {
            return false;
        }
        markCancelled(request);
        return true;
    }

    /**
     * Takes back all of a loop's work that no worker has started, and waits until workers are done with the rest of it.
     * Whoever calls this must see to it that the loop submits nothing meanwhile.
     */
    void abandon(Loop loop, FairQueue.LoopQueue queue) {
        synchronized (this) {
            waiting.clear(queue, this::markCancelled);
            abandoning.add(Thread.currentThread());
        }
        boolean wasInterrupted = false;
        while (!isDoneWith(loop)) {
            LockSupport.park(this);
            wasInterrupted |= Thread.interrupted(); // else park would return at once
        }
        if (wasInterrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void markCancelled(WorkRequest<?> request) {
        request.markCancelled();
        queued[request.kind().ordinal()]--;
    }

    private synchronized boolean isDoneWith(Loop loop) {
        for (int i = 0; i < underWayCount; i++) {
            if (underWay[i].loop == loop) {
                return false;
            }
        }
        abandoning.remove(Thread.currentThread());
        return true;
    }

    private void startThread() {
        start("gyre-pool-" + name + "-" + (threadsEver + 1), this::work);
        threadsEver++;
        started++;
    }

    private Thread start(String threadName, Runnable life) {
        Thread thread = threadFactory.newThread(life);
        thread.setName(threadName);
        thread.start();
        return thread;
    }

    // ---- a worker

    private void work() {
        onThreadStart.run();
        WorkRequest<?> next = take();
        while (next != null) {
            WorkRequest<?> done = next;
            done.perform();
            Thread.interrupted(); // an interrupt meant for this request must not reach the next
            tellOfEnd(done);
            boolean tells;
            synchronized (this) {
                tells = finish(done);
                next = isOneTooMany() ? null : claim();
            }
            if (tells) {
                done.tell();
            }
            if (next == null) {
                next = take();
            }
        }
    }

    /** Before the request is finished: then its slot may be used again. */
    private void tellOfEnd(WorkRequest<?> done) {
        Consumer<WorkerPool.FinishedTask> listener = WorkerPool.onTaskEnd();
        if (listener != null) {
            listener.accept(
                    new WorkerPool.FinishedTask(name, done.name(), done.submittedBy(), done.queuedNs(), done.ranNs()));
        }
    }

    /** Waits for work; null when this thread is one too many. */
    private @Nullable WorkRequest<?> take() {
        for (boolean wasSpinning = false; ; wasSpinning = true) {
            long seen;
            synchronized (this) {
                if (wasSpinning) {
                    hasSpinner = false;
                }
                do {
                    if (isOneTooMany()) {
                        leave();
                        return null;
                    }
                    WorkRequest<?> next = claim();
                    if (next != null) {
                        return next;
                    }
                } while (!maySpin());
                seen = submitted;
            }
            spin.waitFor(() -> submitted != seen);
        }
    }

    /**
     * Decides whether the calling idle thread spins; if not, it sleeps here until work comes. At most one idle thread
     * spins: it takes the next request without a wake-up. The lock guards which thread that is, and the spinning thread
     * looks at the queue once more before it sleeps, so no request is overlooked.
     */
    @SuppressWarnings("WaitNotInLoop") // the caller loops: it looks for work again after every wake-up
    private boolean maySpin() {
        if (!hasSpinner && spin.isWorthIt()) {
            hasSpinner = true;
            return true;
        }
        idle++;
        try {
            wait();
        } catch (InterruptedException e) {
            // The pool never interrupts its threads; go on waiting.
        }
        idle--;
        return false;
    }

    private boolean isOneTooMany() {
        return started - stuck > threads;
    }

    private void leave() {
        started--;
        if (mayStart() != null) {
            notify(); // this thread had received the wake-up for that request
            watch();
        }
    }

    private @Nullable WorkRequest<?> claim() {
        WorkRequest<?> next = next();
        if (next != null && idle == 0 && waiting.size() > 0) {
            watch(); // the watcher may have looked while this thread still counted as idle
        }
        return next;
    }

    /** Claims what is to be done next, or gives null if there is nothing that may start now. */
    synchronized @Nullable WorkRequest<?> next() {
        WorkRequest<?> next = mayStart();
        if (next == null) {
            return null;
        }
        waiting.remove(next);
        next.start();
        waited.add(next.queuedNs(), 1);
        queued[next.kind().ordinal()]--;
        running[next.kind().ordinal()]++;
        next.place = underWayCount;
        underWay[underWayCount++] = next;
        return next;
    }

    /** Does claimed work and hands its outcome to the loop; the worker is free before the loop hears of it. */
    void perform(WorkRequest<?> request) {
        request.perform();
        boolean tells;
        synchronized (this) {
            tells = finish(request);
        }
        if (tells) {
            request.tell();
        }
    }

    /** Marks a request as finished; returns whether the loop must be notified. */
    private boolean finish(WorkRequest<?> request) {
        running[request.kind().ordinal()]--;
        ran.add(request.ranNs(), 1);
        WorkRequest<?> last = underWay[--underWayCount];
        last.place = request.place;
        underWay[request.place] = last;
        underWay[underWayCount] = null;
        if (request.stuck) {
            stuck--;
        }
        if (request.kind() == WorkKind.SLOW_IO && waiting.hasSlow()) {
            notify();
        }
        if (!abandoning.isEmpty()) {
            abandoning.forEach(LockSupport::unpark);
        }
        return request.series == null || request.series.finished(request);
    }

    // ---- the watcher

    /** Starts the watcher, unless it runs. */
    private void watch() {
        boolean mayGrow = started < maxThreads && maxThreads > threads;
        if (isWatched || (!mayGrow && WorkerPool.warnNs() == 0)) {
            return;
        }
        isWatched = true;
        if (watcher == null) {
            watcher = start("gyre-pool-watcher", this::lookAfter);
        } else {
            LockSupport.unpark(watcher);
        }
    }

    private void lookAfter() {
        while (true) {
            boolean watches;
            long untilStuckNs;
            synchronized (this) {
                watches = isWatched;
                untilStuckNs = watches ? untilStuckNs() : Long.MAX_VALUE;
            }
            LockSupport.parkNanos(this, untilStuckNs);
            if (watches) {
                long delayNs;
                synchronized (this) {
                    relieve();
                    delayNs = newDelayNs();
                    isWatched = needsThread() || (WorkerPool.warnNs() > 0 && idle == 0 && waiting.size() > 0);
                }
                if (delayNs > 0) {
                    WorkerPool.tellOf(new PoolDelay(report(), delayNs));
                }
            }
        }
    }

    /** How long the oldest work waits, if that is to be told; 0 if not. */
    private long newDelayNs() {
        long warnNs = WorkerPool.warnNs();
        WorkRequest<?> oldest = warnNs == 0 ? null : waiting.oldest();
        if (oldest == null) {
            return 0;
        }
        long waitedNs = oldest.waitingNs();
        long nowNs = System.nanoTime();
        if (waitedNs < warnNs || (isDelayTold && nowNs - delayToldNs < DELAY_REPORT_NS)) {
            return 0;
        }
        isDelayTold = true;
        delayToldNs = nowNs;
        return waitedNs;
    }

    /** How long until all calls under way are stuck, if none of them ends; a little at least. */
    private long untilStuckNs() {
        if (underWayCount < started) {
            return STUCK_NS;
        }
        long youngestNs = Long.MAX_VALUE;
        for (int i = 0; i < underWayCount; i++) {
            youngestNs = Math.min(youngestNs, underWay[i].runningNs());
        }
        return Math.max(STUCK_NS - youngestNs, MIN_WATCH_NS);
    }

    private boolean needsThread() {
        return idle == 0 && started < maxThreads && mayStart() != null;
    }

    /** If nothing but stuck calls is under way and work waits, adds threads for it. */
    synchronized void relieve() {
        if (!needsThread() || underWayCount < started || hasShortCall()) {
            return;
        }
        for (int i = 0; i < underWayCount; i++) {
            underWay[i].stuck = true;
        }
        stuck = underWayCount;
        int wanted = Math.min(waiting.size(), Math.min(threads, maxThreads - started));
        for (int i = 0; i < wanted; i++) {
            startThread();
        }
    }

    private boolean hasShortCall() {
        for (int i = 0; i < underWayCount; i++) {
            if (underWay[i].runningNs() < STUCK_NS) {
                return true;
            }
        }
        return false;
    }

    /** What is to start next, or null if nothing may start now. */
    private @Nullable WorkRequest<?> mayStart() {
        return waiting.first(running[WorkKind.SLOW_IO.ordinal()] < maxSlow);
    }

    // ---- seen from outside

    WorkerPool.LaneReport report() {
        WorkRequest<?>[] requests;
        long[] runningNs;
        boolean[] isStuck;
        int startedNow;
        int idleNow;
        int stuckNow;
        int queuedNow = 0;
        WorkRequest<?> oldest;
        long oldestNs;
        Histogram.Snapshot waitedNow;
        Histogram.Snapshot ranNow;
        synchronized (this) {
            requests = Arrays.copyOf(underWay, underWayCount);
            runningNs = new long[underWayCount];
            isStuck = new boolean[underWayCount];
            for (int i = 0; i < underWayCount; i++) {
                runningNs[i] = requests[i].runningNs();
                isStuck[i] = requests[i].stuck;
            }
            oldest = waiting.oldest();
            oldestNs = oldest == null ? 0 : oldest.waitingNs();
            waitedNow = waited.snapshot();
            ranNow = ran.snapshot();
            startedNow = started;
            idleNow = idle;
            stuckNow = stuck;
            for (int count : queued) {
                queuedNow += count;
            }
        }
        var tasks =
                new ArrayList<WorkerPool.LaneReport.Task>(); // named with no lock held: a name is made when asked for
        for (int i = 0; i < requests.length; i++) {
            WorkRequest<?> request = requests[i];
            tasks.add(new WorkerPool.LaneReport.Task(
                    request.kind(), request.name(), runningNs[i], isStuck[i], request.submittedBy()));
        }
        tasks.sort(
                Comparator.comparingLong(WorkerPool.LaneReport.Task::runningNs).reversed());
        Optional<WorkerPool.LaneReport.WaitingTask> waitingTask = oldest == null
                ? Optional.empty()
                : Optional.of(new WorkerPool.LaneReport.WaitingTask(
                        oldest.kind(), oldest.name(), oldestNs, oldest.submittedBy()));
        return new WorkerPool.LaneReport(
                name, threads, startedNow, idleNow, stuckNow, queuedNow, tasks, waitingTask, waitedNow, ranNow);
    }
}
