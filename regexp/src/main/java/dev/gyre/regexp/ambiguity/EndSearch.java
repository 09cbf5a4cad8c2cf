package dev.gyre.regexp.ambiguity;

import dev.gyre.regexp.ambiguity.Automaton.Transition;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Finds ends of a text after which no path of the automaton has come to a match. */
final class EndSearch {
    private static final int MAX_LENGTH = 3;
    private static final int MAX_SETS = 400;
    private static final int MAX_ENDS = 2;
    private static final int TIMES = 4;

    private record Tried(BitSet states, List<Integer> word) {}

    private final Automaton automaton;
    private final Deadline deadline;

    EndSearch(Automaton automaton, Deadline deadline) {
        this.automaton = automaton;
        this.deadline = deadline;
    }

    List<String> after(List<List<Integer>> fixed, List<List<Integer>> pumps) {
        var states = new BitSet();
        states.set(Automaton.BEGIN);
        for (int i = 0; i < pumps.size(); i++) {
            states = walk(states, fixed.get(i));
            for (int time = 0; time < TIMES; time++) {
                states = walk(states, pumps.get(i));
            }
        }
        var ends = new ArrayList<String>();
        Set<BitSet> seen = new HashSet<>();
        var waiting = new ArrayDeque<Tried>();
        waiting.add(new Tried(states, List.of()));
        while (!waiting.isEmpty() && ends.size() < MAX_ENDS && seen.size() < MAX_SETS) {
            Tried tried = waiting.poll();
            if (!accepts(tried.states, Edges.NONE)) {
                ends.add(automaton.atoms().text(tried.word));
            }
            for (int atom = 0;
                    tried.word.size() < MAX_LENGTH && atom < automaton.atoms().size();
                    atom++) {
                if (!accepts(tried.states, automaton.atoms().kind(atom))) {
                    BitSet next = walk(tried.states, List.of(atom));
                    if (seen.add(next)) {
                        var word = new ArrayList<>(tried.word);
                        word.add(atom);
                        waiting.add(new Tried(next, word));
                    }
                }
            }
        }
        return ends;
    }

    private boolean accepts(BitSet states, int nextKind) {
        return states.stream().anyMatch(state -> automaton.accepts(state, nextKind));
    }

    private BitSet walk(BitSet states, List<Integer> word) {
        BitSet now = states;
        for (int atom : word) {
            var next = new BitSet();
            for (int state = now.nextSetBit(0); state >= 0; state = now.nextSetBit(state + 1)) {
                for (Transition transition : automaton.from(state)) {
                    deadline.count(1);
                    if (transition.atoms().get(atom)) {
                        next.set(transition.to());
                    }
                }
            }
            now = next;
        }
        return now;
    }
}
