package dev.gyre.loop;

import java.util.ArrayDeque;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The threads that do what would block the loop, with a queue of their own.
 *
 * <p>Work starts in the order it was submitted, whatever its kind, with one exception as in libuv: slow I/O holds at
 * most half of the threads, so that ten hanging name look-ups leave room to read a file. It waits in a queue of its
 * own; a free worker takes the older of the two heads, passing by the slow one while too many of it run.
 *
 * <pre>
 *   submit ──&gt; quick: [cpu 1][fs 3][fs 4]  ──┐   older head first
 *          └─&gt; slow:  [dns 2][dns 5]       ──┴─&gt; worker, worker, …, worker ──&gt; loop.inbox
 *                      ^ only while fewer than half of the workers do slow I/O
 * </pre>
 *
 * <p>Threads are daemons and started one by one, each when work comes in that no idle one is there for: a program
 * that submits nothing pays for nothing. Every method may be called by any thread, and one pool may serve any number
 * of loops.
 */
public final class WorkerPool {
    /** The most threads a pool may have. */
    public static final int MAX_THREADS = 1024;

    private static final int COMMON_THREADS = 4;

    private final int threads;
    private final int maxSlow;
    private final ThreadFactory threadFactory;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition workCame = lock.newCondition();
    private final ArrayDeque<WorkRequest<?>> quick = new ArrayDeque<>();
    private final ArrayDeque<WorkRequest<?>> slow = new ArrayDeque<>();
    private final AtomicInteger[] queued = counters();
    private final AtomicInteger[] running = counters();
    private long submitted;
    private int started;
    private int idle;

    /**
     * A pool of its own.
     *
     * @param threads 1 to {@value #MAX_THREADS}
     */
    public WorkerPool(int threads) {
        this(threads, Thread.ofPlatform().daemon().name("gyre-pool-", 1).factory());
    }

    WorkerPool(int threads, ThreadFactory threadFactory) {
        if (threads < 1 || threads > MAX_THREADS) {
            throw new IllegalArgumentException("threads is " + threads + "; it must be from 1 to " + MAX_THREADS);
        }
        this.threads = threads;
        this.maxSlow = Math.max(1, threads / 2);
        this.threadFactory = threadFactory;
    }

    /** The pool that loops share unless told otherwise; as big as {@code UV_THREADPOOL_SIZE} says, or 4 threads. */
    public static WorkerPool common() {
        return Common.POOL;
    }

    /**
     * The number of threads asked for by a value of {@code UV_THREADPOOL_SIZE}, read the way libuv reads it: the
     * leading digits, held between 1 and {@value #MAX_THREADS}; 4 when the variable is absent or empty.
     */
    public static int threadsFrom(String value) {
        if (value == null || value.isEmpty()) {
            return COMMON_THREADS;
        }
        int size = 0;
        for (char c : value.strip().toCharArray()) {
            if (c < '0' || c > '9') {
                break;
            }
            size = Math.min(MAX_THREADS, size * 10 + (c - '0'));
        }
        return Math.max(1, size);
    }

    /** How many threads it may have. */
    public int threads() {
        return threads;
    }

    /** How many pieces of work of this kind wait for a thread. */
    public int queued(WorkKind kind) {
        return queued[kind.ordinal()].get();
    }

    /** How many pieces of work of this kind are being done. */
    public int running(WorkKind kind) {
        return running[kind.ordinal()].get();
    }

    void submit(WorkRequest<?> request) {
        lock.lock();
        try {
            if (idle <= quick.size() + slow.size() && started < threads) {
                // Before the request is queued: if there can be no thread, nothing is submitted.
                threadFactory.newThread(this::work).start();
                started++;
            }
            request.number = ++submitted;
            queued[request.kind().ordinal()].incrementAndGet();
            queueOf(request).add(request);
            workCame.signal();
        } finally {
            lock.unlock();
        }
    }

    /** The request stays in its queue, dead, until a worker comes by it. */
    void cancelled(WorkRequest<?> request) {
        queued[request.kind().ordinal()].decrementAndGet();
    }

    /** A worker's life. */
    private void work() {
        while (true) {
            perform(take());
            Thread.interrupted(); // what the work left behind is not for the next
        }
    }

    private WorkRequest<?> take() {
        lock.lock();
        try {
            while (true) {
                WorkRequest<?> next = next();
                if (next != null) {
                    return next;
                }
                idle++;
                workCame.awaitUninterruptibly();
                idle--;
            }
        } finally {
            lock.unlock();
        }
    }

    /** Claims what is to be done next, or gives null if there is nothing that may start now. */
    WorkRequest<?> next() {
        lock.lock();
        try {
            while (true) {
                WorkRequest<?> quickHead = liveHead(quick);
                WorkRequest<?> slowHead = running(WorkKind.SLOW_IO) < maxSlow ? liveHead(slow) : null;
                WorkRequest<?> older = older(quickHead, slowHead);
                if (older == null) {
                    return null;
                }
                queueOf(older).remove();
                if (older.claim()) {
                    queued[older.kind().ordinal()].decrementAndGet();
                    running[older.kind().ordinal()].incrementAndGet();
                    return older;
                }
            }
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
            if (request.kind() == WorkKind.SLOW_IO && !slow.isEmpty()) {
                workCame.signal();
            }
        } finally {
            lock.unlock();
        }
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

    private static WorkRequest<?> older(WorkRequest<?> a, WorkRequest<?> b) {
        if (a == null || b == null) {
            return a == null ? b : a;
        }
        return a.number < b.number ? a : b;
    }

    private static AtomicInteger[] counters() {
        AtomicInteger[] counters = new AtomicInteger[WorkKind.values().length];
        for (int i = 0; i < counters.length; i++) {
            counters[i] = new AtomicInteger();
        }
        return counters;
    }

    /** Made on first use, so that the variable counts as it is then. */
    private static final class Common {
        static final WorkerPool POOL = new WorkerPool(threadsFrom(System.getenv("UV_THREADPOOL_SIZE")));
    }
}
