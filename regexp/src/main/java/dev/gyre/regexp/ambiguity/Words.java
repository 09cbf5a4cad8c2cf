package dev.gyre.regexp.ambiguity;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;

/**
 * Chooses atoms where a word has the choice. One that few positions read is less likely to come to a match; one that many read
 * takes more paths. Both are worth trying.
 */
final class Words {
    private final Comparator<Integer> byUses;

    Words(Automaton automaton) {
        int[] uses = automaton.uses();
        byUses = Comparator.comparingInt((Integer atom) -> uses[atom])
                .thenComparingInt(atom -> automaton.atoms().character(atom) > '~' ? 1 : 0);
    }

    List<List<Integer>> of(List<BitSet> letters) {
        var words = new LinkedHashSet<List<Integer>>();
        words.add(root(letters.stream()
                .map(atoms -> atoms.stream().boxed().min(byUses).orElseThrow())
                .toList()));
        words.add(root(letters.stream()
                .map(atoms -> atoms.stream().boxed().max(byUses).orElseThrow())
                .toList()));
        return List.copyOf(words);
    }

    /** The shortest word that this one is a repetition of. */
    private static List<Integer> root(List<Integer> word) {
        for (int length = 1; length <= word.size() / 2; length++) {
            if (word.size() % length == 0 && isRepetition(word, length)) {
                return new ArrayList<>(word.subList(0, length));
            }
        }
        return word;
    }

    private static boolean isRepetition(List<Integer> word, int length) {
        for (int i = length; i < word.size(); i++) {
            if (!word.get(i).equals(word.get(i - length))) {
                return false;
            }
        }
        return true;
    }
}
