package dev.gyre.dashboard.doctor;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** A CPU profile of V8's: which functions took the time. */
public final class CpuProfile {
    private static final double MICROS_PER_MS = 1000;
    private static final Pattern NOT_OWN = Pattern.compile("(node|gyre|wasm):");

    private final String json;
    private final List<Entry> entries;
    private final SyncCalls syncCalls;

    /**
     * A function.
     *
     * @param file path or URL; empty for V8's own
     * @param selfMs time in the function itself
     */
    public record Entry(String function, String file, int line, double selfMs) {
        /** Whether the code is the program's. */
        boolean isOwn() {
            return !file.isEmpty() && !NOT_OWN.matcher(file).lookingAt();
        }

        boolean isIdle() {
            return function.equals("(idle)") || function.equals("(program)") || function.equals("(root)");
        }
    }

    private CpuProfile(String json, List<Entry> entries, SyncCalls syncCalls) {
        this.json = json;
        this.entries = entries;
        this.syncCalls = syncCalls;
    }

    /** @throws IllegalArgumentException if it is no profile */
    public static CpuProfile of(String json) {
        if (!(JsonReader.read(json) instanceof Map<?, ?> profile)
                || !(profile.get("nodes") instanceof List<?> nodes)
                || !(profile.get("samples") instanceof List<?> samples)
                || !(profile.get("timeDeltas") instanceof List<?> deltas)) {
            throw new IllegalArgumentException("no CPU profile");
        }
        var micros = new HashMap<Object, Double>();
        for (int i = 0; i < samples.size() && i < deltas.size(); i++) {
            micros.merge(samples.get(i), Math.max(0, (Double) deltas.get(i)), Double::sum);
        }
        var byPlace = new HashMap<String, Entry>();
        for (Object node : nodes) {
            Map<?, ?> fields = (Map<?, ?>) node;
            if (fields.containsKey("callFrame")) {
                Entry entry = entryOf(fields, micros.getOrDefault(fields.get("id"), 0.0) / MICROS_PER_MS);
                byPlace.merge(entry.function + "\n" + entry.file + "\n" + entry.line, entry, CpuProfile::add);
            }
        }
        var entries = new ArrayList<>(byPlace.values());
        entries.sort(Comparator.comparingDouble(Entry::selfMs).reversed());
        return new CpuProfile(json, entries, new SyncCalls(nodes, samples, deltas));
    }

    /** The function of a node of V8's profiles, of CPU time or of memory. */
    static Entry entryOf(Map<?, ?> node, double selfMs) {
        Map<?, ?> frame = node.get("callFrame") instanceof Map<?, ?> fields ? fields : Map.of();
        String function = String.valueOf(frame.get("functionName"));
        String file = String.valueOf(frame.get("url")).replaceFirst("^file://", "");
        int line = frame.get("lineNumber") instanceof Double number ? number.intValue() + 1 : 0;
        return new Entry(function, file, line, selfMs);
    }

    private static Entry add(Entry a, Entry b) {
        return new Entry(a.function, a.file, a.line, a.selfMs + b.selfMs);
    }

    public String json() {
        return json;
    }

    /** The program's functions by the time that they took themselves, the longest first. */
    List<Entry> own() {
        return entries.stream().filter(Entry::isOwn).toList();
    }

    SyncCalls syncCalls() {
        return syncCalls;
    }

    /** Time in which something ran. */
    double busyMs() {
        return entries.stream()
                .filter(entry -> !entry.isIdle())
                .mapToDouble(Entry::selfMs)
                .sum();
    }
}
