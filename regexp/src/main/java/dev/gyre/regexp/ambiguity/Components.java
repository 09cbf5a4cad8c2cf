package dev.gyre.regexp.ambiguity;

import dev.gyre.regexp.ambiguity.Automaton.Transition;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The loops of an automaton: its strongly connected components, those that have a transition inside. */
final class Components {
    private final Automaton automaton;
    private final int[] of;
    private final List<List<Integer>> members = new ArrayList<>(); // a component comes after those that it leads to
    private final BitSet loops = new BitSet();

    Components(Automaton automaton) {
        this.automaton = automaton;
        of = new int[automaton.size()];
        Arrays.fill(of, -1);
        new Tarjan().run();
        for (int state = 0; state < automaton.size(); state++) {
            for (Transition transition : automaton.from(state)) {
                if (of[transition.to()] == of[state]) {
                    loops.set(of[state]);
                }
            }
        }
    }

    /** Tarjan's algorithm, with a stack of its own. */
    private final class Tarjan {
        private final int[] index = new int[automaton.size()];
        private final int[] low = new int[automaton.size()];
        private final BitSet onStack = new BitSet();
        private final ArrayDeque<Integer> stack = new ArrayDeque<>();
        private int next = 1;

        private record Frame(int state, Iterator<Transition> rest) {}

        void run() {
            var frames = new ArrayDeque<Frame>();
            enter(Automaton.BEGIN, frames);
            while (!frames.isEmpty()) {
                Frame frame = frames.peek();
                if (frame.rest.hasNext()) {
                    int to = frame.rest.next().to();
                    if (index[to] == 0) {
                        enter(to, frames);
                    } else if (onStack.get(to)) {
                        low[frame.state] = Math.min(low[frame.state], index[to]);
                    }
                } else {
                    frames.pop();
                    leave(frame.state);
                    if (!frames.isEmpty()) {
                        int parent = frames.peek().state;
                        low[parent] = Math.min(low[parent], low[frame.state]);
                    }
                }
            }
        }

        private void enter(int state, ArrayDeque<Frame> frames) {
            index[state] = low[state] = next++;
            stack.push(state);
            onStack.set(state);
            frames.push(new Frame(state, automaton.from(state).iterator()));
        }

        private void leave(int state) {
            if (low[state] != index[state]) {
                return;
            }
            var component = new ArrayList<Integer>();
            int member;
            do {
                member = stack.pop();
                onStack.clear(member);
                of[member] = members.size();
                component.add(member);
            } while (member != state);
            members.add(component);
        }
    }

    int size() {
        return members.size();
    }

    boolean isLoop(int component) {
        return loops.get(component);
    }

    int of(int state) {
        return of[state];
    }

    List<Integer> members(int component) {
        return members.get(component);
    }

    /** The components that this one leads to, itself included. */
    BitSet reachable(int component) {
        var reached = new BitSet();
        var waiting = new ArrayDeque<Integer>();
        reached.set(component);
        waiting.add(component);
        while (!waiting.isEmpty()) {
            for (int state : members.get(waiting.poll())) {
                for (Transition transition : automaton.from(state)) {
                    int to = of[transition.to()];
                    if (!reached.get(to)) {
                        reached.set(to);
                        waiting.add(to);
                    }
                }
            }
        }
        return reached;
    }

    /**
     * A shortest word from one state to another, each letter with all its atoms, within a component unless that is -1; null
     * where there is none.
     */
    @Nullable
    List<BitSet> word(int from, int to, int component) {
        if (from == to) {
            return List.of();
        }
        record Step(int from, BitSet atoms) {}
        Map<Integer, Step> steps = new HashMap<>();
        var waiting = new ArrayDeque<Integer>(List.of(from));
        while (!waiting.isEmpty()) {
            int state = waiting.poll();
            for (Transition transition : automaton.from(state)) {
                int next = transition.to();
                boolean isInside = component < 0 || of[next] == component;
                if (isInside && !steps.containsKey(next) && next != from) {
                    steps.put(next, new Step(state, transition.atoms()));
                    waiting.add(next);
                }
            }
            if (steps.containsKey(to)) {
                break;
            }
        }
        if (!steps.containsKey(to)) {
            return null;
        }
        var word = new ArrayList<BitSet>();
        for (int state = to; state != from; ) {
            Step step = Objects.requireNonNull(steps.get(state));
            word.add(step.atoms);
            state = step.from;
        }
        Collections.reverse(word);
        return word;
    }
}
