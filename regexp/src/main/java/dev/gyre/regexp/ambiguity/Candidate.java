package dev.gyre.regexp.ambiguity;

import java.util.List;

/**
 * What an expression may be slow on.
 *
 * @param degree of the polynomial by which the time grows; {@link #EXPONENTIAL} for none
 * @param ends that may make the match fail, the most promising first
 * @param cause which parts are ambiguous
 */
public record Candidate(int degree, Attack attack, List<String> ends, Cause cause) {
    public static final int EXPONENTIAL = Integer.MAX_VALUE;

    public Candidate {
        ends = List.copyOf(ends);
    }

    public boolean isExponential() {
        return degree == EXPONENTIAL;
    }

    /** Parts of the expression's source, from and to; from -1 where it is none. */
    public record Cause(Kind kind, int firstFrom, int firstTo, int secondFrom, int secondTo) {
        public enum Kind {
            /** One repeat reads the same text in several ways. */
            REPEAT,
            /** Two repeats read the same text. */
            NEIGHBOURS,
            /** The search for the place where a match begins, and a repeat. */
            SEARCH
        }
    }
}
