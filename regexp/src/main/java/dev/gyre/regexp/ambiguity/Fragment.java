package dev.gyre.regexp.ambiguity;

import java.util.ArrayList;
import java.util.List;

/**
 * A part of an expression: the ways through it that read nothing, and the positions that it may begin and end with. A way that
 * is there twice counts twice: that is what makes {@code (a*)*} ambiguous.
 */
record Fragment(List<Way> empty, List<Way> first, List<Way> last) {
    private static final int NO_POSITION = -1;

    /** A way to or from a position, open between the characters that {@code edges} allows; {@code count} is 1 or 2. */
    record Way(int position, int edges, int count) {
        Way(int edges) {
            this(NO_POSITION, edges, 1);
        }
    }

    static final Fragment NOTHING = new Fragment(List.of(new Way(Edges.ANYWHERE)), List.of(), List.of());

    static Fragment of(int position) {
        var way = List.of(new Way(position, Edges.ANYWHERE, 1));
        return new Fragment(List.of(), way, way);
    }

    static Fragment anchor(int edges) {
        return new Fragment(List.of(new Way(edges)), List.of(), List.of());
    }

    /** This or nothing. */
    Fragment optional() {
        return new Fragment(joined(empty, List.of(new Way(Edges.ANYWHERE))), first, last);
    }

    /** Repeated, or left out. An iteration that reads nothing ends a repeat in JavaScript, so it adds no way. */
    Fragment star() {
        return new Fragment(List.of(new Way(Edges.ANYWHERE)), first, last);
    }

    Fragment or(Fragment other) {
        return new Fragment(joined(empty, other.empty), joined(first, other.first), joined(last, other.last));
    }

    Fragment then(Fragment next) {
        return new Fragment(
                product(empty, next.empty),
                joined(first, product(empty, next.first)),
                joined(next.last, product(next.empty, last)));
    }

    /** Tried, but what follows begins where it began. */
    Fragment lookedAt() {
        return new Fragment(List.of(new Way(Edges.ANYWHERE)), first, List.of());
    }

    private static List<Way> joined(List<Way> some, List<Way> others) {
        if (some.isEmpty() || others.isEmpty()) {
            return some.isEmpty() ? others : some;
        }
        var all = new ArrayList<>(some);
        all.addAll(others);
        return all;
    }

    /** Every way that reads nothing, followed by every one of the others. */
    static List<Way> product(List<Way> empty, List<Way> others) {
        var all = new ArrayList<Way>();
        for (Way through : merged(empty)) {
            for (Way other : others) {
                int edges = through.edges & other.edges;
                if (edges != 0) {
                    all.add(new Way(other.position, edges, Math.min(2, through.count * other.count)));
                }
            }
        }
        return all;
    }

    private static List<Way> merged(List<Way> empty) {
        if (empty.size() < 2) {
            return empty;
        }
        var distinct = new ArrayList<Way>();
        for (Way way : empty) {
            int same = -1;
            for (int i = 0; i < distinct.size(); i++) {
                same = distinct.get(i).edges == way.edges ? i : same;
            }
            if (same < 0) {
                distinct.add(way);
            } else {
                distinct.set(same, new Way(NO_POSITION, way.edges, 2));
            }
        }
        return distinct;
    }
}
