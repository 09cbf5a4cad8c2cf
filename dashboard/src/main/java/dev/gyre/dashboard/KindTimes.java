package dev.gyre.dashboard;

import dev.gyre.loop.CallbackKind;
import dev.gyre.loop.CallbackTime;
import dev.gyre.loop.Histogram;
import dev.gyre.loop.Telemetry;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What callbacks of each kind took between two looks at a loop. The telemetry has what they took since the loop began. */
public final class KindTimes {
    private static final double NS_PER_MS = 1e6;

    private Map<CallbackKind, Histogram.Snapshot> before = Map.of();

    /**
     * Callbacks of one kind that ended between two looks.
     *
     * @param ms what they took together
     * @param longestMs what the longest took, to a fifth
     */
    public record OfKind(CallbackKind kind, long count, double ms, double longestMs) {}

    /** What has ended since the last look, those first that took longest together. */
    List<OfKind> look(Telemetry telemetry) {
        var now = new EnumMap<CallbackKind, Histogram.Snapshot>(CallbackKind.class);
        for (CallbackTime time : telemetry.times()) {
            now.merge(time.kind(), time.times(), Histogram.Snapshot::plus);
        }
        var ended = new ArrayList<OfKind>();
        now.forEach((kind, times) -> {
            Histogram.Snapshot old = before.get(kind);
            long count = times.count() - (old == null ? 0 : old.count());
            if (count > 0) {
                double ms = (times.sumNs() - (old == null ? 0 : old.sumNs())) / NS_PER_MS;
                ended.add(new OfKind(kind, count, ms, longestNs(times, old) / NS_PER_MS));
            }
        });
        before = now;
        ended.sort(Comparator.comparingDouble(OfKind::ms).reversed());
        return ended;
    }

    /** The upper end of the highest bucket that has grown. */
    private static long longestNs(Histogram.Snapshot times, Histogram.@Nullable Snapshot old) {
        for (int i = Histogram.BUCKETS - 1; i >= 0; i--) {
            if (times.buckets()[i] > (old == null ? 0 : old.buckets()[i])) {
                return Math.min(times.maxNs(), Histogram.upperNs(i));
            }
        }
        return 0;
    }
}
