package dev.gyre.loop.watch;

import dev.gyre.loop.Running;
import dev.gyre.loop.watch.Watched.Evidence;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The thread {@code gyre-watch}, one for all loops of the process: it reports callbacks that hold their loop, while they do.
 *
 * <p>It looks at each loop's telemetry a few times within the limit, and once a second while the loops sleep. A callback
 * that has run for longer than the limit is asked about ({@link Watched#evidence}), and reported when its evidence is there, or
 * can't be had: on the loop's error output, and to the listeners. One that ends after it was reported gets a second, short
 * report. A place (file and line, or the kind of callback where there is none) is printed once a minute.
 *
 * <p>If this thread itself comes late, the process was stopped or had no CPU; that time does not count as the callback's. But a
 * loop that gets no CPU is reported as such ({@link Watched#isStarved}).
 */
public final class Watch {
    private static final Watch OF_PROCESS = new Watch();

    /** How often a loop is looked at within its limit. */
    private static final int LOOKS_PER_LIMIT = 4;

    private static final long SLOWEST_LOOK_NS = TimeUnit.SECONDS.toNanos(1);
    private static final long FASTEST_LOOK_NS = TimeUnit.MILLISECONDS.toNanos(5);

    /** How long to the next look while evidence is awaited. */
    private static final long EVIDENCE_LOOK_NS = TimeUnit.MILLISECONDS.toNanos(5);

    private static final long ONE_REPORT_NS = TimeUnit.MINUTES.toNanos(1);
    private static final int MAX_PLACES = 1000;

    private final List<Observation> observations = new CopyOnWriteArrayList<>();
    private final List<Consumer<Block>> listeners = new CopyOnWriteArrayList<>();
    private volatile @Nullable Thread thread; // guarded by this for writing

    private Watch() {}

    /** The watch of this process. */
    public static Watch ofProcess() {
        return OF_PROCESS;
    }

    /** Watches a loop from now on. Any thread. */
    public synchronized void add(Watched watched) {
        observations.add(new Observation(watched));
        if (thread == null) {
            var started = new Thread(null, this::run, "gyre-watch", 0, false);
            started.setDaemon(true);
            started.start();
            thread = started;
        } else {
            LockSupport.unpark(thread);
        }
    }

    /** Ends that. When this returns, no method of it is called any more. Any thread. */
    public void remove(Watched watched) {
        observations.removeIf(one -> one.closeIfOf(watched));
    }

    /**
     * Hands every block to {@code listener}, also one at a place that was printed within the last minute. On the watch's
     * thread: it should return soon, and what it throws is printed.
     *
     * @return ends it
     */
    public Runnable listen(Consumer<Block> listener) {
        listeners.add(listener);
        return () -> listeners.remove(listener);
    }

    private void run() {
        for (; ; ) {
            long nextNs = SLOWEST_LOOK_NS;
            for (Observation one : observations) {
                try {
                    nextNs = Math.min(nextNs, one.look());
                } catch (RuntimeException e) {
                    one.close(); // a bug: it would come again and again
                    failed("gyre-watch: a loop is not watched any more: ", e);
                }
            }
            LockSupport.parkNanos(this, nextNs);
        }
    }

    private static void failed(String what, RuntimeException e) {
        System.err.println(what + e);
    }

    /** What is known of one loop. Its methods are called by the watch's thread, {@link #close} by others. */
    private final class Observation {
        final Watched watched;

        private boolean isClosed; // guarded by this
        private long number = -1;

        /** Where the telemetry does not read the clock for each callback, it names the beginning of the turn. */
        private long beganNs;

        /** The same, with the time in which this thread came late. */
        private long beganAllNs;

        /** When it was first seen, so that many short callbacks of one turn are not taken for a long one. */
        private long seenNs;

        private long lookedNs = System.nanoTime();
        private long plannedNs = SLOWEST_LOOK_NS;
        private boolean isSeen;
        private boolean isDone;
        private @Nullable Block reported;
        private boolean isPrinted;
        private final Map<String, Long> places = new HashMap<>();

        Observation(Watched watched) {
            this.watched = watched;
        }

        synchronized void close() {
            isClosed = true;
        }

        /** Returns when no look at it is under way any more. */
        boolean closeIfOf(Watched other) {
            boolean isOfIt = watched.equals(other);
            if (isOfIt) {
                close();
            }
            return isOfIt;
        }

        /** Looks, reports what is to be reported; how long until the next look. */
        synchronized long look() {
            if (isClosed) {
                return SLOWEST_LOOK_NS;
            }
            long nowNs = System.nanoTime();
            long lateNs = Math.max(0, nowNs - lookedNs - plannedNs);
            lookedNs = nowNs;
            plannedNs = look(nowNs, lateNs);
            return plannedNs;
        }

        private long look(long nowNs, long lateNs) {
            Running running = watched.telemetry().running();
            if (!running.isCallback() || running.number() != number) {
                end();
                number = running.number();
                beganNs = nowNs - Math.max(0, watched.telemetry().nowNs() - running.beganNs());
                beganAllNs = beganNs;
                seenNs = nowNs;
            } else {
                beganNs += Math.min(lateNs, nowNs - beganNs);
                seenNs += Math.min(lateNs, nowNs - seenNs);
            }
            if (running.isCallback()) {
                watched.busy(running, nowNs - seenNs);
            }
            long limitNs = watched.warnAfter(running).toNanos();
            if (limitNs <= 0) {
                return SLOWEST_LOOK_NS;
            }
            long stepNs = Math.clamp(limitNs / LOOKS_PER_LIMIT, FASTEST_LOOK_NS, SLOWEST_LOOK_NS);
            if (!running.isCallback()) {
                return Math.min(SLOWEST_LOOK_NS, limitNs);
            }
            if (isDone || watched.isQuiet()) {
                return stepNs;
            }
            long leftNs = Math.max(limitNs - (nowNs - beganNs), limitNs / LOOKS_PER_LIMIT * 3 - (nowNs - seenNs));
            if (!isSeen && nowNs - seenNs >= limitNs / LOOKS_PER_LIMIT) {
                isSeen = true;
                watched.seen(running, nowNs - beganNs);
            }
            boolean isStarved = leftNs > 0 && isSeen && watched.isStarved();
            if (leftNs > 0 && !isStarved) {
                return Math.clamp(leftNs, FASTEST_LOOK_NS, stepNs);
            }
            return report(running, nowNs, nowNs - (isStarved ? beganAllNs : beganNs)) ? stepNs : EVIDENCE_LOOK_NS;
        }

        /** False where there is no evidence yet. */
        private boolean report(Running running, long nowNs, long elapsedNs) {
            Evidence evidence = watched.evidence(running, elapsedNs);
            if (evidence == null) {
                return false;
            }
            isDone = true;
            var block = new Block(
                    watched.name(),
                    running,
                    watched.what(running),
                    elapsedNs,
                    evidence.stack(),
                    evidence.cause(),
                    evidence.detail(),
                    false,
                    false);
            reported = block;
            isPrinted = isNew(block, nowNs);
            publish(block);
            return true;
        }

        /** The callback is over, or another one runs. */
        private void end() {
            Block block = reported;
            reported = null;
            isSeen = false;
            isDone = false;
            if (block != null) {
                publish(block.over(System.nanoTime() - beganNs));
            }
        }

        private boolean isNew(Block block, long nowNs) {
            String place =
                    block.place().map(Frame::place).orElse(block.running().kind() + " " + block.cause());
            Long beforeNs = places.get(place);
            if (beforeNs != null && nowNs - beforeNs < ONE_REPORT_NS) {
                return false;
            }
            if (places.size() >= MAX_PLACES) {
                places.clear();
            }
            places.put(place, nowNs);
            return true;
        }

        private void publish(Block block) {
            if (isPrinted) {
                watched.print(Report.of(block));
            }
            for (Consumer<Block> listener : listeners) {
                try {
                    listener.accept(block);
                } catch (RuntimeException e) {
                    failed("gyre-watch: a listener threw ", e);
                }
            }
        }
    }
}
