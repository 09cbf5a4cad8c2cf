package dev.gyre.regexp.ambiguity;

import dev.gyre.regexp.ambiguity.Automaton.Transition;
import dev.gyre.regexp.ambiguity.Candidate.Cause;
import dev.gyre.regexp.ambiguity.ExponentialSearch.Pump;
import dev.gyre.regexp.ambiguity.PolynomialSearch.Bridge;
import dev.gyre.regexp.syntax.Expression;
import dev.gyre.regexp.syntax.Expression.Look;
import dev.gyre.regexp.syntax.Expression.Repeat;
import dev.gyre.regexp.syntax.Flags;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Finds what an expression may be slow on, the worst first. */
public final class Analysis {
    private static final int MAX_CANDIDATES = 8;
    private static final int MAX_BRIDGES = 30;

    private final Automaton automaton;
    private final Components components;
    private final Words words;
    private final Deadline deadline;
    private final List<String> following;

    /** @param following what may come after a lookbehind; empty where the expression itself is analysed */
    private Analysis(Automaton automaton, List<String> following, Deadline deadline) {
        this.automaton = automaton;
        this.following = following;
        this.deadline = deadline;
        components = new Components(automaton);
        words = new Words(automaton);
    }

    /**
     * What was found.
     *
     * @param undecided why there may be more: the expression is too large, or time ran out; null where there is not
     */
    public record Result(
            List<Candidate> candidates, @Nullable String undecided) {}

    public static Result of(Expression expression, Flags flags, Deadline deadline) {
        var found = new ArrayList<Candidate>();
        String undecided = null;
        try {
            var automaton = Automaton.of(expression, flags, false, deadline);
            new Analysis(automaton, List.of(), deadline).run(found);
            for (Look look : automaton.lookbehinds()) {
                var inside = Automaton.of(look.body(), flags, true, deadline);
                new Analysis(inside, beginnings(automaton), deadline).run(found);
            }
        } catch (UndecidedException e) {
            undecided = e.getMessage();
        }
        return new Result(worst(found), undecided);
    }

    /** Characters that the expression may begin with, and none. */
    private static List<String> beginnings(Automaton automaton) {
        var texts = new LinkedHashSet<String>();
        for (Transition transition : automaton.from(Automaton.BEGIN)) {
            if (!automaton.isSearch(transition.to()) && texts.size() < 3) {
                texts.add(automaton.atoms().text(List.of(transition.atoms().nextSetBit(0))));
            }
        }
        texts.add("");
        return List.copyOf(texts);
    }

    /** One that surely makes the match fail comes before one that may not. */
    private static final Comparator<Candidate> WORST_FIRST = Comparator.comparing(
                    (Candidate candidate) -> candidate.ends().isEmpty())
            .thenComparingInt(candidate -> -candidate.degree())
            .thenComparingInt(candidate -> candidate.attack().growth());

    private void run(List<Candidate> found) {
        for (Pump pump : new ExponentialSearch(automaton, components, deadline).run()) {
            Cause cause = cause(Cause.Kind.REPEAT, automaton.outerLoop(pump.state()), null);
            for (List<Integer> prefix : prefixes(pump.state())) {
                for (List<Integer> word : words.of(pump.word())) {
                    found.add(candidate(List.of(prefix), List.of(word), Candidate.EXPONENTIAL, cause));
                }
            }
        }
        List<Bridge> bridges = new PolynomialSearch(automaton, components, deadline).run();
        List<Bridge> chain = longestChain(bridges);
        int most = chain.size() + 1;
        for (Bridge bridge : bridges.subList(0, Math.min(MAX_BRIDGES, bridges.size()))) {
            for (List<Integer> prefix : prefixes(bridge.first())) {
                for (List<Integer> word : words.of(bridge.word())) {
                    found.add(candidate(List.of(prefix), List.of(word), most, cause(bridge)));
                }
            }
        }
        if (chain.size() > 1) {
            found.add(candidate(chain));
        }
    }

    private static List<Candidate> worst(List<Candidate> found) {
        var texts = new HashSet<String>();
        return found.stream()
                .sorted(WORST_FIRST)
                .filter(candidate ->
                        candidate.degree() > 1 && texts.add(candidate.attack().text(7)))
                .limit(MAX_CANDIDATES)
                .toList();
    }

    /** Words that lead to a state. The search for a match begins with the text, or after a character that begins none. */
    private List<List<Integer>> prefixes(int state) {
        List<List<Integer>> found = words.of(Objects.requireNonNull(components.word(Automaton.BEGIN, state, -1)));
        return automaton.isSearch(state) ? List.of(List.of(), found.getFirst()) : found;
    }

    /** @param most the largest degree that it can have */
    private Candidate candidate(List<List<Integer>> fixed, List<List<Integer>> pumps, int most, Cause cause) {
        int degree = most == Candidate.EXPONENTIAL
                ? most
                : Math.min(most, new PathCount(automaton, deadline).degree(fixed, pumps));
        var parts = new ArrayList<Attack.Part>();
        for (int i = 0; i < pumps.size(); i++) {
            parts.add(new Attack.Part(
                    automaton.atoms().text(fixed.get(i)), automaton.atoms().text(pumps.get(i))));
        }
        List<String> ends = new EndSearch(automaton, deadline).after(fixed, pumps);
        var attack = new Attack(parts, "");
        if (following.isEmpty()) {
            return new Candidate(degree, attack, ends, cause);
        }
        // Read backwards, the end stands at the beginning of the text, and what leads to the repeat at its end.
        Attack reversed = attack.withEnd(ends.isEmpty() ? "" : ends.getFirst()).backwards();
        return new Candidate(
                degree, reversed, following.stream().map(reversed.end()::concat).toList(), cause);
    }

    private Cause cause(Bridge bridge) {
        Repeat second = automaton.loop(bridge.second());
        return automaton.isSearch(bridge.first())
                ? cause(Cause.Kind.SEARCH, second, null)
                : cause(Cause.Kind.NEIGHBOURS, automaton.loop(bridge.first()), second);
    }

    private static Cause cause(Cause.Kind kind, @Nullable Repeat first, @Nullable Repeat second) {
        return new Cause(
                kind,
                first == null ? -1 : first.from(),
                first == null ? -1 : first.to(),
                second == null ? -1 : second.from(),
                second == null ? -1 : second.to());
    }

    /** The bridges that lead from one to the next and are the most. */
    private List<Bridge> longestChain(List<Bridge> bridges) {
        Map<Integer, List<Bridge>> chains = new HashMap<>(); // by the component in which they begin
        Map<Integer, List<Bridge>> starts = new HashMap<>();
        bridges.forEach(bridge -> starts.computeIfAbsent(components.of(bridge.first()), _ -> new ArrayList<>())
                .add(bridge));
        for (int component = 0; component < components.size(); component++) {
            for (Bridge bridge : starts.getOrDefault(component, List.of())) {
                deadline.check();
                var chain = new ArrayList<Bridge>();
                chain.add(bridge);
                chain.addAll(longestFrom(components.of(bridge.second()), chains));
                if (chain.size() > chains.getOrDefault(component, List.of()).size()) {
                    chains.put(component, chain);
                }
            }
        }
        return chains.values().stream().max(Comparator.comparingInt(List::size)).orElse(List.of());
    }

    private List<Bridge> longestFrom(int component, Map<Integer, List<Bridge>> chains) {
        return components.reachable(component).stream()
                .mapToObj(to -> chains.getOrDefault(to, List.of()))
                .max(Comparator.comparingInt(List::size))
                .orElse(List.of());
    }

    private Candidate candidate(List<Bridge> chain) {
        var fixed = new ArrayList<List<Integer>>();
        var pumps = new ArrayList<List<Integer>>();
        int at = Automaton.BEGIN;
        for (Bridge bridge : chain) {
            fixed.add(words.of(Objects.requireNonNull(components.word(at, bridge.first(), -1)))
                    .getFirst());
            pumps.add(words.of(bridge.word()).getFirst());
            at = bridge.second();
        }
        return candidate(fixed, pumps, chain.size() + 1, cause(chain.getLast()));
    }
}
