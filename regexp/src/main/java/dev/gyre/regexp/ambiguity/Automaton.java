package dev.gyre.regexp.ambiguity;

import dev.gyre.regexp.ambiguity.Fragment.Way;
import dev.gyre.regexp.syntax.CodePoints;
import dev.gyre.regexp.syntax.Expression;
import dev.gyre.regexp.syntax.Expression.Look;
import dev.gyre.regexp.syntax.Expression.Repeat;
import dev.gyre.regexp.syntax.Flags;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An automaton that reads atoms and has no empty transitions. A state is a position that was read, with the kind of the
 * character where an anchor asks for it. State 0 is the beginning. The {@link #search} state, which reads everything, is the
 * matcher's search for the place where a match begins.
 */
final class Automaton {
    static final int BEGIN = 0;
    private static final int ANY_KIND = -1;

    /** Reads one of {@code atoms}; those of {@code twice} by more than one way. */
    record Transition(int to, BitSet atoms, BitSet twice) {}

    private record State(int position, int kind) {}

    private final Positions positions;
    private final Atoms atoms;
    private final List<State> states = new ArrayList<>();
    private final Map<State, Integer> numbers = new HashMap<>();
    private final List<Map<Integer, Transition>> transitions = new ArrayList<>();
    private final List<Integer> accepting = new ArrayList<>();
    private final Deadline deadline;
    private final int search;

    private Automaton(Positions positions, Atoms atoms, int search, Deadline deadline) {
        this.positions = positions;
        this.atoms = atoms;
        this.search = search;
        this.deadline = deadline;
    }

    static Automaton of(Expression expression, Flags flags, boolean isBackwards, Deadline deadline) {
        var positions = new Positions(isBackwards, deadline);
        Fragment whole = positions.read(expression);
        boolean searches = !flags.has('y') || isBackwards;
        int search = searches ? positions.add(CodePoints.ALL) : ANY_KIND;
        var sets = new ArrayList<CodePoints>();
        for (int i = 0; i < positions.size(); i++) {
            sets.add(positions.set(i));
        }
        int max = flags.isUnicode() ? CodePoints.MAX : Character.MAX_VALUE;
        var automaton = new Automaton(positions, new Atoms(sets, max), search, deadline);
        automaton.fill(whole);
        return automaton;
    }

    private void fill(Fragment whole) {
        var exits = new ArrayList<List<Way>>(); // by position
        var ends = new ArrayList<List<Way>>();
        for (int i = 0; i < positions.size(); i++) {
            exits.add(new ArrayList<>());
            ends.add(new ArrayList<>());
        }
        positions.links().forEach(link -> exits.get(link.from()).add(link.way()));
        whole.last().forEach(way -> ends.get(way.position()).add(way));
        var begin = new ArrayList<>(whole.first());
        if (search >= 0) {
            begin.add(new Way(search, Edges.ANYWHERE, 1));
            exits.get(search).addAll(begin);
            ends.get(search).addAll(whole.empty());
        }
        states.add(new State(ANY_KIND, Edges.NONE));
        expand(BEGIN, begin, whole.empty(), exits, ends);
        for (int state = 1; state < states.size(); state++) {
            int position = states.get(state).position;
            expand(state, exits.get(position), ends.get(position), exits, ends);
        }
    }

    private void expand(int from, List<Way> ways, List<Way> ends, List<List<Way>> exits, List<List<Way>> allEnds) {
        int before = states.get(from).kind;
        var out = new HashMap<Integer, Transition>();
        transitions.add(out);
        for (Way way : ways) {
            BitSet set = atoms.of(positions.set(way.position()));
            boolean keepsKind = dependsOnKind(exits.get(way.position())) || dependsOnKind(allEnds.get(way.position()));
            for (int kind = Edges.LINE; kind < Edges.KINDS; kind++) {
                if (Edges.allows(way.edges(), before == ANY_KIND ? Edges.OTHER : before, kind)) {
                    BitSet read = ofKind(set, kind);
                    if (!read.isEmpty()) {
                        int to = number(new State(way.position(), keepsKind ? kind : ANY_KIND));
                        out.merge(to, transition(to, read, way.count()), Automaton::joined);
                        deadline.count(1);
                    }
                }
            }
        }
        int accepts = 0;
        for (Way end : ends) {
            for (int after = 0; after < Edges.KINDS; after++) {
                accepts |= Edges.allows(end.edges(), before == ANY_KIND ? Edges.OTHER : before, after) ? 1 << after : 0;
            }
        }
        accepting.add(accepts);
    }

    private static boolean dependsOnKind(List<Way> ways) {
        return ways.stream().anyMatch(way -> !Edges.ignoresBefore(way.edges()));
    }

    private int number(State state) {
        return numbers.computeIfAbsent(state, made -> {
            states.add(made);
            return states.size() - 1;
        });
    }

    private BitSet ofKind(BitSet set, int kind) {
        var some = new BitSet();
        set.stream().filter(atom -> atoms.kind(atom) == kind).forEach(some::set);
        return some;
    }

    private static Transition transition(int to, BitSet read, int count) {
        return new Transition(to, read, count > 1 ? (BitSet) read.clone() : new BitSet());
    }

    private static Transition joined(Transition one, Transition other) {
        var both = (BitSet) one.atoms.clone();
        both.and(other.atoms);
        both.or(one.twice);
        both.or(other.twice);
        var any = (BitSet) one.atoms.clone();
        any.or(other.atoms);
        return new Transition(one.to, any, both);
    }

    int size() {
        return states.size();
    }

    Atoms atoms() {
        return atoms;
    }

    /** How many positions read each atom. */
    int[] uses() {
        int[] uses = new int[atoms.size()];
        for (int i = 0; i < positions.size(); i++) {
            atoms.of(positions.set(i)).stream().forEach(atom -> uses[atom]++);
        }
        return uses;
    }

    Iterable<Transition> from(int state) {
        return transitions.get(state).values();
    }

    @Nullable
    Transition between(int from, int to) {
        return transitions.get(from).get(to);
    }

    /** Whether a match may end in this state before a character of this kind, or before the end for {@link Edges#NONE}. */
    boolean accepts(int state, int nextKind) {
        return ((accepting.get(state) >> nextKind) & 1) != 0;
    }

    boolean isSearch(int state) {
        return state != BEGIN && states.get(state).position == search;
    }

    /** The innermost repeat around a state, or null. */
    @Nullable
    Repeat loop(int state) {
        return state == BEGIN ? null : positions.loop(states.get(state).position);
    }

    /** The repeat around the innermost one, or the innermost where that is the only one, or null. */
    @Nullable
    Repeat outerLoop(int state) {
        Repeat inner = loop(state);
        Repeat outer = inner == null ? null : positions.outerLoop(inner);
        return outer == null ? inner : outer;
    }

    List<Look> lookbehinds() {
        return positions.lookbehinds();
    }
}
