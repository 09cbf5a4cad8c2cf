package dev.gyre.regexp.proof;

/**
 * What counts as slow.
 *
 * @param minMs a match takes at least so long ...
 * @param maxLength ... with a text of at most so many characters
 * @param perExpressionMs processor time for all that is tried with one expression
 */
public record Limits(long minMs, int maxLength, long perExpressionMs) {
    /** So long a text fits into the body that Express accepts by default, and a quadratic match of it takes seconds. */
    public static final Limits USUAL = new Limits(1000, 100_000, 15_000);

    /** How long the analysis of one expression may take. */
    public long analysisMs() {
        return perExpressionMs / 3;
    }

    /** After which a match is stopped. */
    long stopMs() {
        return 2 * minMs;
    }
}
