package dev.gyre.node;

import dev.gyre.loop.PoolDelay;
import dev.gyre.loop.WorkerPool;
import dev.gyre.loop.WorkerPool.LaneReport;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Locale;

/**
 * Reports that work waits for a thread of the pool for too long, with the tasks that hold the threads: {@code --pool-warn}.
 *
 * <pre>
 *   gyre: a task has waited 1.0 s for a thread of the worker pool (lane cpu, 4 threads, 9 tasks wait)
 *     waits: crypto.pbkdf2, submitted at /srv/app.js:31
 *     holds a thread: crypto.pbkdf2 for 1.2 s, submitted at /srv/app.js:17
 * </pre>
 */
public final class PoolAlarm {
    /** The option, in milliseconds; 0 turns it off. */
    public static final String OPTION = "--pool-warn";

    private static final int STDERR = 2;
    private static final long USUAL_MS = 1000;
    private static final int MAX_TASKS = 8;
    private static final double NS_PER_S = 1e9;

    private PoolAlarm() {}

    /**
     * Sets the alarm of the process's pools as a runtime's options say. Reports go to the standard error of its host, on a
     * thread of the pool's.
     */
    static void set(RuntimeOptions options, HostProcess host) {
        Object value = options.options().get(OPTION);
        long ms = value instanceof String text ? Long.parseLong(text) : USUAL_MS;
        WorkerPool.onDelay(
                Duration.ofMillis(ms),
                delay -> host.write(STDERR, ByteBuffer.wrap(textOf(delay).getBytes(StandardCharsets.UTF_8))));
    }

    static String textOf(PoolDelay delay) {
        LaneReport lane = delay.lane();
        var text = new StringBuilder();
        text.append("gyre: a task has waited ").append(seconds(delay.waitedNs()));
        text.append(" for a thread of the worker pool (lane ").append(lane.lane());
        text.append(", ").append(lane.threads()).append(lane.threads() == 1 ? " thread, " : " threads, ");
        text.append(lane.queued());
        text.append(lane.queued() == 1 ? " task waits)\n" : " tasks wait)\n");
        lane.oldest()
                .ifPresent(oldest -> text.append("  waits: ")
                        .append(oldest.name())
                        .append(place(oldest.submittedBy()))
                        .append('\n'));
        int shown = Math.min(MAX_TASKS, lane.running().size());
        for (LaneReport.Task task : lane.running().subList(0, shown)) {
            text.append("  holds a thread: ").append(task.name());
            text.append(" for ").append(seconds(task.runningNs()));
            text.append(place(task.submittedBy())).append('\n');
        }
        if (shown < lane.running().size()) {
            text.append("  and ").append(lane.running().size() - shown).append(" more\n");
        }
        return text.toString();
    }

    private static String seconds(long ns) {
        return String.format(Locale.ROOT, "%.1f s", ns / NS_PER_S);
    }

    private static String place(String submittedBy) {
        return submittedBy.isEmpty() ? "" : ", submitted at " + submittedBy;
    }
}
