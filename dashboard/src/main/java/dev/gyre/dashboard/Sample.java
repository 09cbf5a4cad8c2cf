package dev.gyre.dashboard;

import dev.gyre.loop.Phase;
import dev.gyre.loop.Running;
import java.util.List;

/**
 * What one loop did between two looks at it, and what it was doing at the second.
 *
 * @param timeMs of the second look, since 1970
 * @param elapsedMs between both
 * @param phase it was in: 1 to 7 in the order of {@link Phase}, 8 waiting in poll, 0 not running
 * @param sinceMs how long it had been there
 * @param phaseMs time in each phase
 * @param waitMs time that it waited in poll with nothing to do
 * @param delayMs how long something that happened had to wait for the loop, at worst
 * @param turns how many it completed
 * @param callbacks how many it began
 * @param heapBytes V8's heap: used, total, external memory; -1 while unknown
 * @param gcMs time in garbage collection
 * @param running the callback that ran at that moment
 * @param runningMs for how long, at most
 * @param kinds the callbacks that ended meanwhile, by kind
 */
public record Sample(
        long timeMs,
        double elapsedMs,
        int phase,
        double sinceMs,
        double[] phaseMs,
        double waitMs,
        double delayMs,
        long turns,
        long callbacks,
        long handles,
        long requests,
        long timers,
        double[] heapBytes,
        double gcMs,
        Running running,
        double runningMs,
        List<KindTimes.OfKind> kinds) {
    static final int WAITING = Phase.values().length + 1;

    /** The share of the time in which it did not wait. */
    public double utilization() {
        return elapsedMs <= 0 ? 0 : Math.clamp(1 - waitMs / elapsedMs, 0, 1);
    }

    void write(JsonText json) {
        json.open('{')
                .member("t", timeMs)
                .member("dt", elapsedMs)
                .member("phase", phase)
                .member("since", sinceMs)
                .name("phases")
                .values(phaseMs)
                .member("wait", waitMs)
                .member("delay", delayMs)
                .member("turns", turns)
                .member("callbacks", callbacks)
                .member("handles", handles)
                .member("requests", requests)
                .member("timers", timers)
                .name("heap")
                .values(heapBytes)
                .member("gc", gcMs)
                .member("number", running.number())
                .member("kind", BlockLog.kindOf(running))
                .member("ran", runningMs)
                .name("kinds")
                .open('[');
        for (KindTimes.OfKind one : kinds) {
            json.open('{')
                    .member("kind", BlockLog.words(one.kind()))
                    .member("count", one.count())
                    .member("ms", one.ms())
                    .member("longest", one.longestMs())
                    .close('}');
        }
        json.close(']').close('}');
    }
}
