package dev.gyre.loop;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Threads of a {@link WorkerPool} that share a queue. Each of the pool's lanes has as many as the pool's size says.
 *
 * <p>Work starts in the order it was submitted, with one exception as in libuv: slow I/O holds at most half of the
 * threads, so that ten hanging name look-ups leave room to read a file. It waits in a queue of its own; a free worker
 * takes the older of the two heads, passing by the slow one while too many of it run.
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
 */
final class Lane {
    /** A call that takes longer than this is stuck, if all others are as well and work waits. */
    static final long STUCK_NS = TimeUnit.MILLISECONDS.toNanos(100);

    /** How many threads there may be beside those that the pool's size allows. */
    static final int MAX_STUCK = 64;

    private static final long MIN_WATCH_NS = TimeUnit.MILLISECONDS.toNanos(5);

    private final String name;
    private final int threads;
    private final int maxSlow;
    private final int maxThreads;
    private final ThreadFactory threadFactory;
    private final Runnable onThreadStart;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition workCame = lock.newCondition();
    private final Condition workWaits = lock.newCondition();
    private final ArrayDeque<WorkRequest<?>> quick = new ArrayDeque<>();
    private final ArrayDeque<WorkRequest<?>> slow = new ArrayDeque<>();
    private final ArrayList<WorkRequest<?>> underWay = new ArrayList<>();
    private final AtomicInteger[] queued = counters();
    private final AtomicInteger[] running = counters();
    private final Patience patience = new Patience();
    private volatile long submitted;
    private boolean hasLookout;
    private long threadsEver;
    private int started;
    private int idle;
    private int stuck;
    private boolean hasWatcher;
    private boolean isWatched;

    /** @param maxStuck how many threads stuck calls may add; 0 for work that only computes */
    Lane(String name, int threads, int maxStuck, ThreadFactory threadFactory, Runnable onThreadStart) {
        this.name = name;
        this.threads = threads;
        this.maxSlow = Math.max(1, threads / 2);
        this.maxThreads = threads + maxStuck;
        this.threadFactory = threadFactory;
        this.onThreadStart = onThreadStart;
    }

    int queued(WorkKind kind) {
        return queued[kind.ordinal()].get();
    }

    int running(WorkKind kind) {
        return running[kind.ordinal()].get();
    }

    /** Queues them in their order; as many idle threads wake up as there is work for. */
    void submit(List<WorkRequest<?>> requests) {
        lock.lock();
        try {
            for (WorkRequest<?> request : requests) {
                submit(request);
            }
        } finally {
            lock.unlock();
        }
    }

    private void submit(WorkRequest<?> request) {
        int awake = hasLookout ? 1 : 0;
        if (idle + awake <= waiting()) {
            // Before the request is queued: if there can be no thread, nothing is submitted.
            if (started - stuck < threads && started < maxThreads) {
                startThread();
            } else {
                watch();
            }
        }
        queued[request.kind().ordinal()].incrementAndGet();
        queueOf(request).add(request);
        submitted++; // the lookout's sign; written under the lock only
        request.number = submitted;
        if (waiting() > awake) {
            workCame.signal();
        }
    }

    /** The request stays in its queue, dead, until a worker comes by it. */
    void cancelled(WorkRequest<?> request) {
        queued[request.kind().ordinal()].decrementAndGet();
    }

    private int waiting() {
        return quick.size() + slow.size();
    }

    private void startThread() {
        start("gyre-pool-" + name + "-" + (threadsEver + 1), this::work);
        threadsEver++;
        started++;
    }

    private void start(String threadName, Runnable life) {
        Thread thread = threadFactory.newThread(life);
        thread.setName(threadName);
        thread.start();
    }

    // ---- a worker

    private void work() {
        onThreadStart.run();
        for (WorkRequest<?> next = take(); next != null; next = take()) {
            perform(next);
            Thread.interrupted(); // what the work left behind is not for the next
        }
    }

    /** Waits for work; null when this thread is one too many. */
    private WorkRequest<?> take() {
        lock.lock();
        try {
            while (started - stuck <= threads) {
                WorkRequest<?> next = next();
                if (next != null) {
                    if (idle == 0 && waiting() > 0) {
                        watch(); // the watcher may have looked while this thread still counted as idle
                    }
                    return next;
                }
                if (!lookedOut()) {
                    idle++;
                    workCame.awaitUninterruptibly();
                    idle--;
                }
            }
            started--;
            if (mayStart() != null) {
                workCame.signal(); // it was this thread that was told of it
                watch();
            }
            return null;
        } finally {
            lock.unlock();
        }
    }

    /**
     * One of the idle threads stays awake for a moment: what comes then is for it, and nobody has to be woken. Whether
     * there is such a thread is known under the lock, and it looks at the queue once more before it goes to sleep, so that
     * no work is left to nobody.
     */
    private boolean lookedOut() {
        if (hasLookout || !patience.isWorthIt()) {
            return false;
        }
        hasLookout = true;
        long seen = submitted;
        lock.unlock();
        try {
            patience.look(() -> submitted != seen);
        } finally {
            lock.lock();
            hasLookout = false;
        }
        return true;
    }

    /** Claims what is to be done next, or gives null if there is nothing that may start now. */
    WorkRequest<?> next() {
        lock.lock();
        try {
            for (WorkRequest<?> next = mayStart(); next != null; next = mayStart()) {
                queueOf(next).remove();
                if (next.claim()) {
                    queued[next.kind().ordinal()].decrementAndGet();
                    running[next.kind().ordinal()].incrementAndGet();
                    next.place = underWay.size();
                    underWay.add(next);
                    return next;
                }
            }
            return null;
        } finally {
            lock.unlock();
        }
    }

    /** Does claimed work and hands its outcome to the loop; the worker is free before the loop hears of it. */
    <T> void perform(WorkRequest<T> request) {
        Outcome<T> outcome = request.perform();
        finish(request);
        request.post(outcome);
    }

    private void finish(WorkRequest<?> request) {
        lock.lock();
        try {
            running[request.kind().ordinal()].decrementAndGet();
            WorkRequest<?> last = underWay.removeLast();
            if (last != request) {
                last.place = request.place;
                underWay.set(request.place, last);
            }
            if (request.stuck) {
                stuck--;
            }
            if (request.kind() == WorkKind.SLOW_IO && !slow.isEmpty()) {
                workCame.signal();
            }
        } finally {
            lock.unlock();
        }
    }

    // ---- the watcher

    /** Has somebody look after the work that waits. */
    private void watch() {
        if (isWatched || started == maxThreads || maxThreads == threads) {
            return;
        }
        if (!hasWatcher) {
            start("gyre-pool-watcher", this::lookAfter);
            hasWatcher = true;
        }
        isWatched = true;
        workWaits.signal();
    }

    private void lookAfter() {
        lock.lock();
        try {
            while (true) {
                for (isWatched = needsThread(); !isWatched; ) {
                    workWaits.awaitUninterruptibly();
                }
                for (long leftNs = untilStuckNs(); leftNs > 0; ) {
                    leftNs = workWaits.awaitNanos(leftNs);
                }
                relieve();
            }
        } catch (InterruptedException e) {
            throw new IllegalStateException("nobody knows the watcher, and somebody interrupted it", e);
        } finally {
            lock.unlock();
        }
    }

    /** How long until all calls under way are stuck, if none of them ends; a little at least. */
    private long untilStuckNs() {
        if (underWay.size() < started) {
            return STUCK_NS;
        }
        long youngestNs = underWay.stream().mapToLong(WorkRequest::runningNs).min().orElse(0);
        return Math.max(STUCK_NS - youngestNs, MIN_WATCH_NS);
    }

    private boolean needsThread() {
        return idle == 0 && started < maxThreads && mayStart() != null;
    }

    /** If nothing but stuck calls is under way and work waits, adds threads for it. */
    void relieve() {
        lock.lock();
        try {
            if (!needsThread() || underWay.size() < started || underWay.stream().anyMatch(Lane::isShort)) {
                return;
            }
            for (WorkRequest<?> request : underWay) {
                request.stuck = true;
            }
            stuck = underWay.size();
            int wanted = Math.min(waiting(), Math.min(threads, maxThreads - started));
            for (int i = 0; i < wanted; i++) {
                startThread();
            }
        } finally {
            lock.unlock();
        }
    }

    private static boolean isShort(WorkRequest<?> request) {
        return request.runningNs() < STUCK_NS;
    }

    // ---- the queues

    /** The oldest request that may start now, or null. */
    private WorkRequest<?> mayStart() {
        WorkRequest<?> quickHead = liveHead(quick);
        WorkRequest<?> slowHead = running(WorkKind.SLOW_IO) < maxSlow ? liveHead(slow) : null;
        if (quickHead == null || slowHead == null) {
            return quickHead == null ? slowHead : quickHead;
        }
        return quickHead.number < slowHead.number ? quickHead : slowHead;
    }

    private ArrayDeque<WorkRequest<?>> queueOf(WorkRequest<?> request) {
        return request.kind() == WorkKind.SLOW_IO ? slow : quick;
    }

    private static WorkRequest<?> liveHead(ArrayDeque<WorkRequest<?>> queue) {
        while (!queue.isEmpty() && !queue.peek().isQueued()) {
            queue.remove();
        }
        return queue.peek();
    }

    private static AtomicInteger[] counters() {
        AtomicInteger[] counters = new AtomicInteger[WorkKind.values().length];
        for (int i = 0; i < counters.length; i++) {
            counters[i] = new AtomicInteger();
        }
        return counters;
    }

    // ---- seen from outside

    LaneReport report() {
        List<WorkRequest<?>> requests;
        List<Long> runningNs;
        int startedNow;
        int idleNow;
        int stuckNow;
        lock.lock();
        try {
            requests = List.copyOf(underWay);
            runningNs = requests.stream().map(WorkRequest::runningNs).toList();
            startedNow = started;
            idleNow = idle;
            stuckNow = stuck;
        } finally {
            lock.unlock();
        }
        var tasks = new ArrayList<LaneReport.Task>(); // named with no lock held: a name is made when asked for
        for (int i = 0; i < requests.size(); i++) {
            WorkRequest<?> request = requests.get(i);
            tasks.add(new LaneReport.Task(request.kind(), request.name(), runningNs.get(i), request.stuck));
        }
        tasks.sort(Comparator.comparingLong(LaneReport.Task::runningNs).reversed());
        int waiting = 0;
        for (AtomicInteger count : queued) {
            waiting += count.get();
        }
        return new LaneReport(name, threads, startedNow, idleNow, stuckNow, waiting, tasks);
    }
}
