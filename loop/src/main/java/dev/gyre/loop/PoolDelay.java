package dev.gyre.loop;

import dev.gyre.loop.WorkerPool.LaneReport;

/**
 * Work had to wait for a thread of the pool for too long.
 *
 * @param lane what the lane was doing then: the tasks that held its threads, and the oldest that waited
 * @param waitedNs how long the oldest had waited
 */
public record PoolDelay(LaneReport lane, long waitedNs) {}
