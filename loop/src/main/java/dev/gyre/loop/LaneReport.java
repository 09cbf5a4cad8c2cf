package dev.gyre.loop;

import java.util.List;

/**
 * A lane of the {@link WorkerPool} at one moment.
 *
 * @param lane its name, {@code io} or {@code cpu}
 * @param limit how many threads it may have, stuck ones not counted
 * @param threads how many it has, stuck ones included
 * @param idle how many of them wait for work
 * @param stuck how many are in calls that no longer count, see {@link Task#stuck}
 * @param queued how many pieces of work wait for a thread
 * @param running what is being done, the longest running first
 */
public record LaneReport(String lane, int limit, int threads, int idle, int stuck, int queued, List<Task> running) {
    /**
     * A piece of work that is being done.
     *
     * @param kind what it was submitted as
     * @param name what the work says when asked {@code toString}
     * @param runningNs since when it runs
     * @param stuck whether it was found to hold a thread while all others did and work waited
     */
    public record Task(WorkKind kind, String name, long runningNs, boolean stuck) {}
}
