package dev.gyre.regexp.proof;

import dev.gyre.regexp.ambiguity.Attack;
import dev.gyre.regexp.ambiguity.Candidate;
import org.jspecify.annotations.Nullable;

/**
 * An expression that was seen to be slow.
 *
 * @param degree of the polynomial by which the time grew, or {@link Candidate#EXPONENTIAL}
 * @param attack the text, repeated {@code times}
 * @param isStopped whether it would have taken longer than {@code cpuNs}
 * @param guarded the same match with V8's linear engine at hand; null where that is not known
 */
public record Proof(
        int degree,
        Attack attack,
        int times,
        long cpuNs,
        boolean isStopped,
        Matcher.@Nullable Run guarded,
        Candidate.Cause cause) {
    public boolean isExponential() {
        return degree == Candidate.EXPONENTIAL;
    }

    Proof withGuarded(Matcher.Run run) {
        return new Proof(degree, attack, times, cpuNs, isStopped, run, cause);
    }
}
