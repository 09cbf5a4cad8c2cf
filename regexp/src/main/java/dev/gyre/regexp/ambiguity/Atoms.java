package dev.gyre.regexp.ambiguity;

import dev.gyre.regexp.syntax.CodePoints;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;

/**
 * The characters, sorted by which sets of an expression they are in: those that no set tells apart are one atom. An automaton
 * reads atoms; a text has the most readable character of each.
 */
final class Atoms {
    private static final String READABLE = "a0 bcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ123456789"
            + "!-_.,:;/#@%&=+*?'\"<>()[]{}|~^$`\\\t\n\r";

    private final List<Integer> characters = new ArrayList<>();
    private final List<Integer> kinds = new ArrayList<>();
    private final Map<CodePoints, BitSet> bySet = new HashMap<>();

    /** @param max the largest code point that a text may have */
    Atoms(Collection<CodePoints> sets, int max) {
        var all = new LinkedHashSet<>(sets);
        all.add(CodePoints.ALL);
        all.add(CodePoints.LINE_TERMINATORS);
        all.add(CodePoints.WORD);
        List<CodePoints> distinct = List.copyOf(all);
        distinct.forEach(set -> bySet.put(set, new BitSet()));
        var bounds = new TreeSet<Integer>();
        for (CodePoints set : distinct) {
            for (int[] range : set.ranges()) {
                bounds.add(range[0]);
                bounds.add(range[1] + 1);
            }
        }
        split(distinct, bounds, max);
    }

    private void split(List<CodePoints> sets, Collection<Integer> bounds, int max) {
        var bySignature = new HashMap<BitSet, List<int[]>>();
        List<Integer> starts = List.copyOf(bounds);
        for (int i = 0; i < starts.size() && starts.get(i) <= max; i++) {
            int first = starts.get(i);
            int last = i + 1 < starts.size() ? Math.min(max, starts.get(i + 1) - 1) : max;
            var signature = new BitSet(sets.size());
            for (int set = 0; set < sets.size(); set++) {
                if (sets.get(set).has(first)) {
                    signature.set(set);
                }
            }
            bySignature.computeIfAbsent(signature, _ -> new ArrayList<>()).add(new int[] {first, last});
        }
        bySignature.forEach((signature, ranges) -> {
            int atom = characters.size();
            int character = readable(CodePoints.ofRanges(ranges));
            characters.add(character);
            kinds.add(kindOf(character));
            signature.stream().forEach(set -> of(sets.get(set)).set(atom));
        });
    }

    private static int readable(CodePoints set) {
        for (int i = 0; i < READABLE.length(); i++) {
            if (set.has(READABLE.charAt(i))) {
                return READABLE.charAt(i);
            }
        }
        CodePoints whole = set.minus(CodePoints.range(0xD800, 0xDFFF));
        CodePoints shown = whole.minus(CodePoints.range(0, 0x9F));
        CodePoints best = !shown.isEmpty() ? shown : !whole.isEmpty() ? whole : set;
        return best.ranges().getFirst()[0];
    }

    private static int kindOf(int character) {
        return CodePoints.LINE_TERMINATORS.has(character)
                ? Edges.LINE
                : CodePoints.WORD.has(character) ? Edges.WORD : Edges.OTHER;
    }

    int size() {
        return characters.size();
    }

    int character(int atom) {
        return characters.get(atom);
    }

    int kind(int atom) {
        return kinds.get(atom);
    }

    /** The atoms of one of the sets given to the constructor. */
    BitSet of(CodePoints set) {
        return Objects.requireNonNull(bySet.get(set), () -> set + " was not given");
    }

    String text(List<Integer> word) {
        var text = new StringBuilder();
        word.forEach(atom -> text.appendCodePoint(character(atom)));
        return text.toString();
    }
}
