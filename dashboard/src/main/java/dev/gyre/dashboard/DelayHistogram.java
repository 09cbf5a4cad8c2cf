package dev.gyre.dashboard;

/** Delays of a loop in seconds, in the cumulative buckets that Prometheus has. */
final class DelayHistogram {
    static final double[] LIMITS = {0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10};

    private final long[] counts = new long[LIMITS.length + 1];
    private double sum;

    void add(double seconds) {
        int i = 0;
        while (i < LIMITS.length && seconds > LIMITS[i]) {
            i++;
        }
        counts[i]++;
        sum += seconds;
    }

    /** How many were no longer than the limit of this number; the last is the number of all. */
    long cumulative(int limit) {
        long total = 0;
        for (int i = 0; i <= limit; i++) {
            total += counts[i];
        }
        return total;
    }

    double sum() {
        return sum;
    }
}
