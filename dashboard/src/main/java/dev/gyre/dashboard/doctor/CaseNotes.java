package dev.gyre.dashboard.doctor;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What was seen of a program while it ran: of its main runtime, but for the pool and the process.
 *
 * @param looks ten a second, the oldest first
 * @param blocks callbacks that held the loop
 * @param workWaits how long work waited for the pool, by lane
 * @param profile V8's CPU profile; null where there is none
 * @param held what was left in the heap at the end; null where nobody could look
 * @param exitCode of the program; null where it was ended by the doctor
 * @param hadLoad whether a load was put on it
 */
public record CaseNotes(
        List<Look> looks,
        List<Blocked> blocks,
        List<LaneWait> workWaits,
        @Nullable CpuProfile profile,
        @Nullable HeldMemory held,
        @Nullable Integer exitCode,
        boolean hadLoad) {
    /**
     * One look at the program and what it did since the last.
     *
     * @param used share of the time that the loop did not wait
     * @param gcMs time in garbage collection
     * @param heapBytes used in V8's heap, below 0 while unknown
     * @param externalBytes outside of it, held by its objects
     * @param lanes the pool's
     */
    public record Look(
            long timeMs,
            double elapsedMs,
            double delayMs,
            double used,
            double gcMs,
            double heapBytes,
            double externalBytes,
            double rssBytes,
            double cpus,
            long handles,
            long requests,
            List<LaneLook> lanes) {}

    /** A lane of the pool: how many tasks wait and run, and the names of those that run. */
    public record LaneLook(String lane, int limit, int queued, List<String> running) {
        boolean isFull() {
            return queued > 0 && running.size() >= limit;
        }
    }

    /** A callback that held the loop. */
    public record Blocked(
            long timeMs,
            double forMs,
            String callback,
            String cause,
            String detail,
            Finding.@Nullable Place place,
            List<String> stack,
            boolean isForLackOfCpu) {}

    /** Work of a lane that is done. */
    public record LaneWait(String lane, long tasks, double waitMs, double runMs) {
        double meanWaitMs() {
            return tasks == 0 ? 0 : waitMs / tasks;
        }
    }

    double elapsedMs() {
        return looks.stream().mapToDouble(Look::elapsedMs).sum();
    }
}
