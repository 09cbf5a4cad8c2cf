package dev.gyre.loop;

import java.util.function.BooleanSupplier;

/**
 * Looks for a moment, awake, for what another thread is about to bring. A file in the page cache is read in less time
 * than it takes to put a thread to sleep and wake it again, on both sides; so who waits for that kind of thing first
 * looks for {@link #LOOK_NS}, and goes to sleep only then.
 *
 * <p>Looking in vain is paid for: each time doubles the number of times that it is left out, up to {@link #MAX_SKIPS},
 * and the first success ends that. So who waits for slow things hardly looks at all. On a single processor nobody does,
 * since there the other thread could not go on meanwhile; and the loop doesn't while as many pieces of work are under way
 * as there are processors, for the same reason.
 *
 * <p>For one thread at a time.
 */
final class Patience {
    private static final long LOOK_NS = 80_000;
    private static final int MAX_SKIPS = 63;
    private static final boolean HAS_COMPANY = Runtime.getRuntime().availableProcessors() > 1;

    private int skips;
    private int skipsLeft;

    /** Whether to look at all this time; {@link #look} follows if so. */
    boolean isWorthIt() {
        return HAS_COMPANY && skipsLeft-- <= 0;
    }

    /** Whether it came. */
    boolean look(BooleanSupplier came) {
        long endNs = System.nanoTime() + LOOK_NS;
        do {
            if (came.getAsBoolean()) {
                skips = 0;
                skipsLeft = 0;
                return true;
            }
            Thread.onSpinWait();
        } while (System.nanoTime() - endNs < 0);
        skips = Math.min(MAX_SKIPS, 2 * skips + 1);
        skipsLeft = skips;
        return false;
    }
}
