package dev.gyre.loop;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ThreadFactory;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The threads that do what would block the loop, with queues of their own.
 *
 * <p>Work that computes and work that waits for I/O don't wait for each other: each has a {@link Lane}, with a queue
 * and threads of its own. The pool's size k holds for each of them: at most k pieces of CPU work are done at once and
 * at most k pieces of I/O, of which slow I/O takes at most half.
 *
 * <pre>
 *   submit ──&gt; cpu:  [pbkdf2 1][gzip 4]         ──&gt; worker, …, worker  ──┐
 *          └─&gt; io:   [read 3][stat 5] ──┐ older                          ├─&gt; loop.inbox
 *                    [dns 2][dns 6]   ──┴ first ──&gt; worker, …, worker  ──┘
 *                     ^ only while fewer than half of the lane's workers do slow I/O
 * </pre>
 *
 * <p>Threads are daemons and started one by one, each when work comes in that no idle one is there for: a program
 * that submits nothing pays for nothing. Threads that hang in a call that never ends are replaced, up to a bound: see
 * {@link Lane}. Every method may be called by any thread. One pool may serve any number of loops; those that have work
 * waiting take turns, as {@link FairQueue} says, so that no loop keeps the others waiting by submitting much.
 */
public final class WorkerPool {
    /** The most threads a lane may have, those not counted that hang. */
    public static final int MAX_THREADS = 1024;

    private static final int COMMON_THREADS = 4;

    private static volatile Runnable cpuThreadStart = () -> {};
    private static volatile long warnNs;
    private static volatile @Nullable Consumer<FinishedTask> onTaskEnd;
    private static volatile Consumer<PoolDelay> onDelay = _ -> {};
    private static volatile @Nullable WorkerPool usedCommon;
    private static volatile @Nullable String commonSize = System.getenv("UV_THREADPOOL_SIZE");

    private final int threads;
    private final Lane io;
    private final Lane cpu;

    /**
     * A pool of its own.
     *
     * @param threads 1 to {@value #MAX_THREADS}
     */
    public WorkerPool(int threads) {
        this(threads, Thread.ofPlatform().daemon().factory());
    }

    WorkerPool(int threads, ThreadFactory threadFactory) {
        if (threads < 1 || threads > MAX_THREADS) {
            throw new IllegalArgumentException("threads is " + threads + "; it must be from 1 to " + MAX_THREADS);
        }
        this.threads = threads;
        io = new Lane("io", threads, Lane.MAX_STUCK, threadFactory, () -> {});
        cpu = new Lane("cpu", threads, 0, threadFactory, () -> cpuThreadStart.run());
    }

    /** The pool that loops share unless told otherwise; as big as {@code UV_THREADPOOL_SIZE} says, or 4 threads. */
    public static WorkerPool common() {
        return Common.POOL;
    }

    /** The common pool if somebody has used it: who only looks must not be the first, because that fixes its size. */
    public static Optional<WorkerPool> commonIfUsed() {
        return Optional.ofNullable(usedCommon);
    }

    /** Sets the size of the common pool, if it isn't in use yet; otherwise the environment decides. */
    public static void commonSize(@Nullable String value) {
        commonSize = value;
    }

    /**
     * Sets what every computing thread of every pool runs first. It is meant to lower the thread's priority, which Java
     * has no call for. Without it, many computing threads keep I/O threads and loops waiting for a core.
     */
    public static void onCpuThreadStart(Runnable onStart) {
        cpuThreadStart = onStart;
    }

    /**
     * Says what is called when work has waited for a thread of any pool for longer than a limit: while it waits, and once a
     * minute and lane at most. It is called by a thread of the pool's, with no lock held.
     *
     * @param limit zero for never
     */
    public static void onDelay(Duration limit, Consumer<PoolDelay> listener) {
        onDelay = listener;
        warnNs = limit.toNanos();
    }

    /** The limit of {@link #onDelay} in nanoseconds, 0 for none. */
    static long warnNs() {
        return warnNs;
    }

    /**
     * Sets what is called when a task of any pool is done, by the thread that did it and with no lock held; null for
     * nothing. One listener for the process.
     */
    public static void onTaskEnd(@Nullable Consumer<FinishedTask> listener) {
        onTaskEnd = listener;
    }

    static @Nullable Consumer<FinishedTask> onTaskEnd() {
        return onTaskEnd;
    }

    static void tellOf(PoolDelay delay) {
        onDelay.accept(delay);
    }

    /**
     * The number of threads asked for by a value of {@code UV_THREADPOOL_SIZE}, read the way libuv reads it: the
     * leading digits, held between 1 and {@value #MAX_THREADS}; 4 when the variable is absent or empty.
     */
    public static int threadsFrom(@Nullable String value) {
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

    /** How many threads each lane may have, those not counted that hang. */
    public int threads() {
        return threads;
    }

    /** How many pieces of work of this kind wait for a thread. */
    public int queued(WorkKind kind) {
        return lane(kind).queued(kind);
    }

    /** How many pieces of work of this kind are being done. */
    public int running(WorkKind kind) {
        return lane(kind).running(kind);
    }

    /** What each lane does at this moment. */
    public List<LaneReport> report() {
        return List.of(io.report(), cpu.report());
    }

    void abandon(Loop loop) {
        io.abandon(loop, loop.queue(WorkKind.FAST_IO));
        cpu.abandon(loop, loop.queue(WorkKind.CPU));
    }

    Lane lane(WorkKind kind) {
        return kind == WorkKind.CPU ? cpu : io;
    }

    /** Made on first use, so that the size counts as it is then. */
    private static final class Common {
        static final WorkerPool POOL = new WorkerPool(threadsFrom(commonSize));

        static {
            usedCommon = POOL;
        }
    }

    /** A task that is done: how long it waited for a thread, and how long it took then. */
    public record FinishedTask(String lane, String name, String submittedBy, long waitedNs, long ranNs) {}

    /**
     * A lane of the pool at one moment.
     *
     * @param lane its name, {@code io} or {@code cpu}
     * @param limit how many threads it may have, stuck ones not counted
     * @param threads how many it has, stuck ones included
     * @param idle how many of them wait for work
     * @param stuck how many are in calls that no longer count, see {@link Task#stuck}
     * @param queued how many pieces of work wait for a thread
     * @param running what is being done, the longest running first
     * @param oldest what waits longest for a thread
     * @param waited how long work has waited for a thread, since the pool was made
     * @param ran how long it then took
     */
    public record LaneReport(
            String lane,
            int limit,
            int threads,
            int idle,
            int stuck,
            int queued,
            List<Task> running,
            Optional<WaitingTask> oldest,
            Histogram.Snapshot waited,
            Histogram.Snapshot ran) {
        /**
         * A piece of work that is being done.
         *
         * @param kind what it was submitted as
         * @param name what the work says when asked {@code toString}
         * @param runningNs since when it runs
         * @param stuck whether it was found to hold a thread while all others did and work waited
         * @param submittedBy who submitted it, such as {@code /srv/app.js:17}; empty where it is not known
         */
        public record Task(WorkKind kind, String name, long runningNs, boolean stuck, String submittedBy) {}

        /**
         * A piece of work that waits for a thread.
         *
         * @param waitingNs since when it does
         */
        public record WaitingTask(WorkKind kind, String name, long waitingNs, String submittedBy) {}
    }
}
