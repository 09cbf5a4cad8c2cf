package dev.gyre.regexp.ambiguity;

/** How much work the analysis of one expression may be: time, and links or product states, which take memory. */
public final class Deadline {
    private static final long MAX_COUNT = 6_000_000;
    private static final int CHECK_EVERY = 1024;

    private final long endNs;
    private long counted;

    public Deadline(long limitMs) {
        endNs = System.nanoTime() + limitMs * 1_000_000;
    }

    void count(int steps) {
        long before = counted;
        counted += steps;
        if (counted > MAX_COUNT) {
            throw new UndecidedException("its automaton is too large");
        }
        if (before / CHECK_EVERY != counted / CHECK_EVERY) {
            check();
        }
    }

    void check() {
        if (System.nanoTime() > endNs) {
            throw new UndecidedException("its analysis takes too long");
        }
    }
}
