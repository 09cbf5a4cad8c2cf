package dev.gyre.dashboard.doctor;

import dev.gyre.dashboard.doctor.Finding.Place;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What was left in the heap at the end, after a garbage collection.
 *
 * @param bytes in the heap, and outside of it by objects of the heap
 * @param allocations functions of the program by what they have allocated since the examination began and is still there, as
 *     far as V8's samples tell, the largest first
 */
public record HeldMemory(double bytes, List<Allocation> allocations) {
    /** What a function has allocated. */
    public record Allocation(Place place, double bytes) {}

    /** @param profile V8's sampling heap profile as JSON, of objects that are alive; null for none */
    static HeldMemory of(double bytes, @Nullable String profile) {
        var byPlace = new HashMap<Place, Double>();
        if (profile != null
                && JsonReader.read(profile) instanceof Map<?, ?> read
                && read.get("head") instanceof Map<?, ?> head) {
            add(head, null, byPlace);
        }
        var allocations = new ArrayList<Allocation>();
        byPlace.forEach((place, size) -> allocations.add(new Allocation(place, size)));
        allocations.sort(Comparator.comparingDouble(Allocation::bytes).reversed());
        return new HeldMemory(bytes, allocations);
    }

    /** What the core and V8 allocate counts for the function of the program that called them. */
    private static void add(Map<?, ?> node, @Nullable Place caller, Map<Place, Double> byPlace) {
        CpuProfile.Entry frame = CpuProfile.entryOf(node, 0);
        Place place = frame.isOwn() ? new Place(frame.function(), frame.file(), frame.line()) : caller;
        if (place != null && node.get("selfSize") instanceof Double size && size > 0) {
            byPlace.merge(place, size, Double::sum);
        }
        if (node.get("children") instanceof List<?> children) {
            children.forEach(child -> add((Map<?, ?>) child, place, byPlace));
        }
    }
}
