package dev.gyre.node;

/**
 * What a node of a cluster has done for a program's pools, as the program knows it.
 *
 * @param running tasks that are out
 * @param lost tasks that were out when the node was lost
 * @param waited how long tasks waited on the node
 * @param ran how long they ran there
 */
public record NodeFigures(
        String name,
        String address,
        int workers,
        int running,
        long completed,
        long failed,
        long lost,
        Times waited,
        Times ran) {
    /** Of a histogram, in milliseconds. */
    public record Times(long count, double meanMs, double medianMs, double p99Ms, double maxMs) {}
}
