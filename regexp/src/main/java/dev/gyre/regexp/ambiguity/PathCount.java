package dev.gyre.regexp.ambiguity;

import dev.gyre.regexp.ambiguity.Automaton.Transition;
import java.util.List;

/** How many steps a matcher makes that tries every path on a text: what the time of a match that fails grows with. */
final class PathCount {
    private static final int TIMES = 40;
    private static final int MAX_WORD = 64;

    private final Automaton automaton;
    private final Deadline deadline;

    PathCount(Automaton automaton, Deadline deadline) {
        this.automaton = automaton;
        this.deadline = deadline;
    }

    /** The degree by which the steps grow with the repetitions; for no polynomial, a large number. */
    int degree(List<List<Integer>> fixed, List<List<Integer>> pumps) {
        int longest = pumps.stream().mapToInt(List::size).max().orElse(1);
        int times = longest > MAX_WORD ? TIMES / 4 : TIMES;
        double once = steps(fixed, pumps, times);
        double twice = steps(fixed, pumps, times * 2);
        double degree = Math.log(twice / once) / Math.log(2);
        return Double.isNaN(degree) ? Integer.MAX_VALUE : (int) Math.round(degree + 0.1); // approached from below
    }

    private double steps(List<List<Integer>> fixed, List<List<Integer>> pumps, int times) {
        double[] paths = new double[automaton.size()];
        paths[Automaton.BEGIN] = 1;
        double sum = 0;
        for (int i = 0; i < pumps.size(); i++) {
            for (int atom : fixed.get(i)) {
                paths = step(paths, atom);
                sum += total(paths);
            }
            for (int time = 0; time < times; time++) {
                for (int atom : pumps.get(i)) {
                    paths = step(paths, atom);
                    sum += total(paths);
                }
            }
        }
        return sum;
    }

    private double[] step(double[] paths, int atom) {
        double[] next = new double[paths.length];
        for (int state = 0; state < paths.length; state++) {
            if (paths[state] > 0) {
                for (Transition transition : automaton.from(state)) {
                    deadline.count(1);
                    if (transition.atoms().get(atom)) {
                        next[transition.to()] +=
                                paths[state] * (transition.twice().get(atom) ? 2 : 1);
                    }
                }
            }
        }
        return next;
    }

    private static double total(double[] paths) {
        double sum = 0;
        for (double count : paths) {
            sum += count;
        }
        return sum;
    }
}
