package dev.gyre.node.v8;

import dev.gyre.engine.Heap.GarbageCollections;
import dev.gyre.engine.Heap.Moment;
import dev.gyre.engine.Heap.Moments;
import dev.gyre.engine.Isolate;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What {@code v8.GCProfiler} records: the heap's figures before and after each garbage collection, as JSON. */
final class CollectionProfiles implements GarbageCollections.Listener {
    private static final double NS_PER_US = 1e3;

    /** Of the figures in {@link Moment#statistics}, by their index: those that a profile has, in its order. */
    private static final int[] STATISTICS = {0, 1, 2, 3, 12, 13, 4, 5, 6, 7, 8};

    private static final String[] STATISTIC_NAMES = {
        "totalHeapSize",
        "totalHeapSizeExecutable",
        "totalPhysicalSize",
        "totalAvailableSize",
        "totalGlobalHandlesSize",
        "usedGlobalHandlesSize",
        "usedHeapSize",
        "heapSizeLimit",
        "mallocedMemory",
        "externalMemory",
        "peakMallocedMemory",
    };

    private static final String[] SPACE_NAMES = {"spaceSize", "spaceUsedSize", "spaceAvailableSize", "physicalSpaceSize"
    };

    private final Isolate isolate;
    private final Map<Integer, StringBuilder> profiles = new HashMap<>();
    private @Nullable Moments moments;
    private @Nullable Moment before;
    private int last;

    CollectionProfiles(Isolate isolate) {
        this.isolate = isolate;
    }

    /** Begins a profile; its number, or 0 where V8 does not tell figures inside of collections. */
    int start() {
        if (moments == null) {
            moments = isolate.heap().moments();
            if (moments == null) {
                return 0;
            }
            isolate.collections().add(this);
        }
        var profile = new StringBuilder();
        profile.append("{\"version\":1,\"startTime\":")
                .append(System.currentTimeMillis())
                .append(",\"statistics\":[");
        profiles.put(++last, profile);
        return last;
    }

    /** Ends it; its JSON. */
    String stop(int number) {
        StringBuilder profile = Objects.requireNonNull(profiles.remove(number));
        if (profiles.isEmpty()) {
            close();
        }
        profile.append("],\"endTime\":").append(System.currentTimeMillis()).append('}');
        return profile.toString();
    }

    void close() {
        if (moments != null) {
            isolate.collections().remove(this);
            moments.close();
            moments = null;
            before = null;
        }
        profiles.clear();
    }

    @Override
    public void began(int kind, long nowNs) {
        before = Objects.requireNonNull(moments).take();
    }

    @Override
    public void ended(int kind, int flags, long beganNs, long endedNs) {
        Moment began = before;
        if (began == null) {
            return; // it began before the first profile
        }
        before = null;
        var one = new StringBuilder();
        one.append("{\"gcType\":\"").append(nameOf(kind)).append("\",\"beforeGC\":");
        write(one, began);
        one.append(",\"cost\":").append((endedNs - beganNs) / NS_PER_US).append(",\"afterGC\":");
        write(one, Objects.requireNonNull(moments).take());
        one.append('}');
        for (StringBuilder profile : profiles.values()) {
            if (profile.charAt(profile.length() - 1) == '}') {
                profile.append(',');
            }
            profile.append(one);
        }
    }

    private static String nameOf(int kind) {
        return switch (kind) {
            case 1 -> "Scavenge";
            case 2 -> "MinorMarkSweep";
            case 4 -> "MarkSweepCompact";
            case 8 -> "IncrementalMarking";
            case 16 -> "ProcessWeakCallbacks";
            default -> "Unknown";
        };
    }

    private static void write(StringBuilder to, Moment moment) {
        to.append("{\"heapStatistics\":{");
        for (int i = 0; i < STATISTICS.length; i++) {
            pair(to, STATISTIC_NAMES[i], moment.statistics()[STATISTICS[i]], i == 0);
        }
        to.append("},\"heapSpaceStatistics\":[");
        List<Object> spaces = moment.spaces();
        for (int i = 0; i < spaces.size(); i += 1 + SPACE_NAMES.length) {
            to.append(i == 0 ? "" : ",")
                    .append("{\"spaceName\":\"")
                    .append(spaces.get(i))
                    .append('"');
            for (int k = 0; k < SPACE_NAMES.length; k++) {
                pair(to, SPACE_NAMES[k], (double) spaces.get(i + 1 + k), false);
            }
            to.append('}');
        }
        to.append("]}");
    }

    private static void pair(StringBuilder to, String name, double value, boolean isFirst) {
        to.append(isFirst ? "" : ",").append('"').append(name).append("\":").append((long) value);
    }
}
