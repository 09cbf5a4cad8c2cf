package dev.gyre.loop;

import java.util.concurrent.Semaphore;
import java.util.function.BooleanSupplier;

/**
 * Waits awake, for at most {@link #SPIN_NS}, for something that another thread is about to bring. Reading a file from the
 * page cache takes less time than putting a thread to sleep and waking it again, so a thread that waits for such work
 * spins first and sleeps only if nothing came.
 *
 * <p>A spin in vain wastes a processor. Each one doubles the number of later spins that are skipped, up to
 * {@link #MAX_SKIPS}; a success resets that number. So a thread that waits for slow work hardly spins at all. On a single
 * processor nobody spins, because the other thread could not run meanwhile. For the same reason the loop does not spin
 * while as many requests are under way as there are processors.
 *
 * <p>Used by one thread at a time.
 */
final class AdaptiveSpin {
    private static final long SPIN_NS = 80_000;
    private static final int MAX_SKIPS = 63;
    private static final boolean HAS_SEVERAL_PROCESSORS = Runtime.getRuntime().availableProcessors() > 1;

    /** Processors that loops may spin on; of the process, as the processors are. */
    private static final Semaphore FREE =
            new Semaphore(Math.max(0, Runtime.getRuntime().availableProcessors() - 1));

    private int skips;
    private int skipsLeft;

    /** Whether to spin this time; if so, {@link #waitFor} must follow. */
    boolean isWorthIt() {
        return HAS_SEVERAL_PROCESSORS && skipsLeft-- <= 0;
    }

    /** The same where many threads may want to: all but one processor may be spun on, and whoever finds none free sleeps. */
    boolean waitInTurn(BooleanSupplier condition) {
        if (!FREE.tryAcquire()) {
            return false;
        }
        try {
            return waitFor(condition);
        } finally {
            FREE.release();
        }
    }

    /** Spins until the condition holds or the time is over; returns whether it held. */
    boolean waitFor(BooleanSupplier condition) {
        long endNs = System.nanoTime() + SPIN_NS;
        do {
            if (condition.getAsBoolean()) {
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
