package dev.gyre.regexp.ambiguity;

import dev.gyre.regexp.ambiguity.Automaton.Transition;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Finds pairs of states in different loops, and a word that leads from the first to itself, from the first to the second, and
 * from the second to itself. A text with that word n times can pass from the first loop to the second at n places. Each
 * further loop that such a pair leads to raises the degree by one.
 */
final class PolynomialSearch {
    /** Pairs of loops with more pairs of states than this are looked at in part. */
    private static final int MAX_STATES_A_LOOP = 8;

    private static final int MAX_BRIDGES = 3; // between two loops

    /** The word leads from {@code first} to itself and to {@code second}, and from that to itself. */
    record Bridge(int first, int second, List<BitSet> word) {}

    private record Triple(int first, int middle, int second) {}

    private record Step(Triple from, BitSet atoms) {}

    private final Automaton automaton;
    private final Components components;
    private final Deadline deadline;

    PolynomialSearch(Automaton automaton, Components components, Deadline deadline) {
        this.automaton = automaton;
        this.components = components;
        this.deadline = deadline;
    }

    List<Bridge> run() {
        var found = new ArrayList<Bridge>();
        for (int from = components.size() - 1; from >= 0; from--) {
            if (!components.isLoop(from)) {
                continue;
            }
            BitSet reachable = components.reachable(from);
            for (int to = reachable.nextSetBit(0); to >= 0; to = reachable.nextSetBit(to + 1)) {
                if (to != from && components.isLoop(to) && read(from).intersects(read(to))) {
                    found.addAll(between(from, to));
                }
            }
        }
        return found;
    }

    /** The atoms that a loop reads. */
    private BitSet read(int component) {
        var atoms = new BitSet();
        for (int state : components.members(component)) {
            for (Transition transition : automaton.from(state)) {
                if (components.of(transition.to()) == component) {
                    atoms.or(transition.atoms());
                }
            }
        }
        return atoms;
    }

    /** Several, because the match may succeed with the word of one, and fail with that of another. */
    private List<Bridge> between(int from, int to) {
        var found = new ArrayList<Bridge>();
        var words = new HashSet<List<BitSet>>();
        for (int first : some(components.members(from))) {
            for (int second : some(components.members(to))) {
                List<BitSet> word = word(first, second);
                if (word != null && words.add(word)) {
                    found.add(new Bridge(first, second, word));
                    if (found.size() >= MAX_BRIDGES) {
                        return found;
                    }
                }
            }
        }
        return found;
    }

    private static List<Integer> some(List<Integer> states) {
        return states.size() <= MAX_STATES_A_LOOP ? states : states.subList(0, MAX_STATES_A_LOOP);
    }

    private @Nullable List<BitSet> word(int first, int second) {
        var start = new Triple(first, first, second);
        var goal = new Triple(first, second, second);
        var steps = new HashMap<Triple, Step>();
        var waiting = new ArrayDeque<Triple>();
        waiting.add(start);
        while (!waiting.isEmpty() && !steps.containsKey(goal)) {
            expand(waiting.poll(), components.of(first), components.of(second), steps, waiting);
        }
        if (!steps.containsKey(goal)) {
            return null;
        }
        var word = new ArrayList<BitSet>();
        for (Triple at = goal; !at.equals(start); ) {
            Step step = Objects.requireNonNull(steps.get(at));
            word.add(step.atoms);
            at = step.from;
        }
        Collections.reverse(word);
        return word;
    }

    private void expand(
            Triple from, int firstLoop, int secondLoop, Map<Triple, Step> steps, ArrayDeque<Triple> waiting) {
        for (Transition a : automaton.from(from.first)) {
            if (components.of(a.to()) != firstLoop) {
                continue;
            }
            for (Transition c : automaton.from(from.second)) {
                if (components.of(c.to()) != secondLoop || !a.atoms().intersects(c.atoms())) {
                    continue;
                }
                BitSet both = ExponentialSearch.common(a.atoms(), c.atoms());
                for (Transition b : automaton.from(from.middle)) {
                    deadline.count(1);
                    if (b.atoms().intersects(both) && components.of(b.to()) >= secondLoop) {
                        var to = new Triple(a.to(), b.to(), c.to());
                        if (!steps.containsKey(to)) {
                            steps.put(to, new Step(from, ExponentialSearch.common(b.atoms(), both)));
                            waiting.add(to);
                        }
                    }
                }
            }
        }
    }
}
