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
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Finds states that come back to themselves by two paths with the same word. Within a loop, two paths that part and meet
 * anywhere are enough: from where they meet, both go on to where they parted.
 */
final class ExponentialSearch {
    private static final int MAX_FOUND_A_LOOP = 3;

    /** A word that leads from a state back to it in two ways. */
    record Pump(int state, List<BitSet> word) {}

    private record Step(long from, BitSet atoms) {}

    private final Automaton automaton;
    private final Components components;
    private final Deadline deadline;

    ExponentialSearch(Automaton automaton, Components components, Deadline deadline) {
        this.automaton = automaton;
        this.components = components;
        this.deadline = deadline;
    }

    List<Pump> run() {
        var found = new ArrayList<Pump>();
        for (int component = 0; component < components.size(); component++) {
            if (components.isLoop(component)) {
                found.addAll(in(component));
            }
        }
        return found;
    }

    private List<Pump> in(int component) {
        var found = new ArrayList<Pump>();
        for (int state : components.members(component)) {
            for (Transition transition : automaton.from(state)) {
                if (components.of(transition.to()) == component
                        && !transition.twice().isEmpty()) {
                    var word = new ArrayList<BitSet>();
                    word.add(transition.twice());
                    word.addAll(path(transition.to(), state, component));
                    found.add(new Pump(state, word));
                    if (found.size() >= MAX_FOUND_A_LOOP) {
                        return found;
                    }
                }
            }
        }
        Set<Long> dead = new HashSet<>();
        for (int state : components.members(component)) {
            Pump pump = forkAt(state, component, dead);
            if (pump != null) {
                found.add(pump);
                if (found.size() >= MAX_FOUND_A_LOOP) {
                    return found;
                }
            }
        }
        return found;
    }

    private List<BitSet> path(int from, int to, int component) {
        List<BitSet> word = components.word(from, to, component);
        if (word == null) {
            throw new IllegalStateException(
                    "states " + from + " and " + to + " are in one component, but not connected");
        }
        return word;
    }

    /** @param dead pairs from which two paths never meet */
    private @Nullable Pump forkAt(int state, int component, Set<Long> dead) {
        var steps = new HashMap<Long, Step>();
        var waiting = new ArrayDeque<Long>();
        long start = pair(state, state);
        Long met = expand(start, component, steps, waiting, dead, true);
        while (met == null && !waiting.isEmpty()) {
            met = expand(waiting.poll(), component, steps, waiting, dead, false);
        }
        if (met == null) {
            dead.addAll(steps.keySet());
            return null;
        }
        List<BitSet> word = word(steps, met, start);
        word.addAll(path((int) (met >> 32), state, component));
        return new Pump(state, word);
    }

    /** The pair at which the paths met, or null. */
    private @Nullable Long expand(
            long from, int component, Map<Long, Step> steps, ArrayDeque<Long> waiting, Set<Long> dead, boolean isFork) {
        for (Transition one : automaton.from((int) (from >> 32))) {
            if (components.of(one.to()) != component) {
                continue;
            }
            for (Transition other : automaton.from((int) from)) {
                deadline.count(1);
                if (components.of(other.to()) != component
                        || (isFork && one.to() >= other.to())
                        || !one.atoms().intersects(other.atoms())) {
                    continue;
                }
                long to = pair(one.to(), other.to());
                if (steps.containsKey(to) || dead.contains(to)) {
                    continue;
                }
                steps.put(to, new Step(from, common(one.atoms(), other.atoms())));
                if (one.to() == other.to()) {
                    return to;
                }
                waiting.add(to);
            }
        }
        return null;
    }

    private static List<BitSet> word(Map<Long, Step> steps, long end, long start) {
        var word = new ArrayList<BitSet>();
        for (long at = end; ; ) {
            Step step = Objects.requireNonNull(steps.get(at));
            word.add(step.atoms);
            at = step.from;
            if (at == start) {
                Collections.reverse(word);
                return word;
            }
        }
    }

    static BitSet common(BitSet one, BitSet other) {
        var both = (BitSet) one.clone();
        both.and(other);
        return both;
    }

    /** The smaller first: which path is which does not matter. */
    private static long pair(int one, int other) {
        return ((long) Math.min(one, other) << 32) | Math.max(one, other);
    }
}
