package dev.gyre.loop;

import java.time.Duration;
import java.util.function.Consumer;

/** What the turns of one loop took, for a listener of the process. The loop thread writes; without a listener, nobody does. */
final class TurnTimes {
    private static volatile long longNs = Long.MAX_VALUE;
    private static volatile Consumer<Telemetry.LongTurn> onLong = _ -> {};

    private boolean hasBegun;
    private long workedNs;
    private long waitedNs;
    private long callbacks;

    static void onLong(Duration limit, Consumer<Telemetry.LongTurn> listener) {
        onLong = listener;
        longNs = limit.isZero() ? Long.MAX_VALUE : limit.toNanos();
    }

    static boolean areWanted() {
        return longNs != Long.MAX_VALUE;
    }

    /** A turn is over: all of this since the loop was opened. The turn in which the listener was set is not told. */
    void end(long turn, long allWorkedNs, long allWaitedNs, long allCallbacks) {
        long ns = allWorkedNs - workedNs;
        if ((hasBegun || turn == 1) && ns >= longNs) {
            onLong.accept(new Telemetry.LongTurn(ns, allWaitedNs - waitedNs, allCallbacks - callbacks));
        }
        hasBegun = true;
        workedNs = allWorkedNs;
        waitedNs = allWaitedNs;
        callbacks = allCallbacks;
    }
}
