package dev.gyre.dashboard.doctor;

import dev.gyre.dashboard.doctor.Finding.Place;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The time that a CPU profile shows in synchronous calls of the core. One that takes a few milliseconds is no block that the
 * watch would report, but a server that makes one for each request spends its time in them.
 */
final class SyncCalls {
    private static final Pattern MODULES =
            Pattern.compile("node:(?:internal/)?(fs|child_process|zlib|crypto)(?:[/:].*)?");
    private static final double MICROS_PER_MS = 1000;

    private final Map<Object, Map<?, ?>> nodes = new HashMap<>();
    private final Map<Object, Double> selfMs = new HashMap<>();
    private final Map<String, Double> msByName = new HashMap<>();
    private final Map<Place, Double> msByCaller = new HashMap<>();
    private double totalMs;

    /** Nodes, samples and times between them of a profile of V8's, as they were read from JSON. */
    SyncCalls(List<?> profileNodes, List<?> samples, List<?> deltas) {
        for (int i = 0; i < samples.size() && i < deltas.size(); i++) {
            selfMs.merge(samples.get(i), Math.max(0, (Double) deltas.get(i)) / MICROS_PER_MS, Double::sum);
        }
        for (Object one : profileNodes) {
            if (one instanceof Map<?, ?> node) {
                nodes.put(node.get("id"), node);
            }
        }
        if (!profileNodes.isEmpty() && profileNodes.getFirst() instanceof Map<?, ?> root) {
            walk(root, null);
        }
    }

    double totalMs() {
        return totalMs;
    }

    /** The call that took most of the time, such as {@code fs.readFileSync}; null where there was none. */
    @Nullable
    String worst() {
        return msByName.entrySet().stream()
                .max(Map.Entry.comparingByValue())
                .map(Map.Entry::getKey)
                .orElse(null);
    }

    /** The function of the program that made most of them. */
    @Nullable
    Place caller() {
        return msByCaller.entrySet().stream()
                .max(Map.Entry.comparingByValue())
                .map(Map.Entry::getKey)
                .orElse(null);
    }

    /** @param caller the function of the program below which the node is, where nothing of the core is between both */
    private void walk(Map<?, ?> node, @Nullable Place caller) {
        CpuProfile.Entry frame = CpuProfile.entryOf(node, 0);
        if (frame.file().equals("node:internal/module/loader")) {
            return; // nobody waits for a program that loads its modules
        }
        String name = caller == null ? null : nameOf(node, frame);
        if (name != null && caller != null) {
            double ms = timeOf(node);
            msByName.merge(name, ms, Double::sum);
            msByCaller.merge(caller, ms, Double::sum);
            totalMs += ms;
            return;
        }
        Place own = frame.isOwn() ? new Place(frame.function(), frame.file(), frame.line()) : null;
        children(node).forEach(child -> walk(child, own));
    }

    /** As a program calls it; null where it is no synchronous call. */
    private @Nullable String nameOf(Map<?, ?> node, CpuProfile.Entry frame) {
        var module = MODULES.matcher(frame.file());
        if (!module.matches() || !hasSync(node)) {
            return null;
        }
        return frame.function().endsWith("Sync")
                ? module.group(1) + "." + frame.function()
                : "those of " + module.group(1);
    }

    private boolean hasSync(Map<?, ?> node) {
        CpuProfile.Entry frame = CpuProfile.entryOf(node, 0);
        return !frame.isOwn()
                && (frame.function().endsWith("Sync") || children(node).stream().anyMatch(this::hasSync));
    }

    private double timeOf(Map<?, ?> node) {
        return selfMs.getOrDefault(node.get("id"), 0.0)
                + children(node).stream().mapToDouble(this::timeOf).sum();
    }

    private List<Map<?, ?>> children(Map<?, ?> node) {
        return node.get("children") instanceof List<?> ids
                ? ids.stream().<Map<?, ?>>map(nodes::get).toList()
                : List.of();
    }
}
