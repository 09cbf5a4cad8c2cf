package dev.gyre.regexp.lint;

import dev.gyre.regexp.ambiguity.Analysis;
import dev.gyre.regexp.ambiguity.Deadline;
import dev.gyre.regexp.proof.Limits;
import dev.gyre.regexp.proof.Matcher;
import dev.gyre.regexp.proof.Proof;
import dev.gyre.regexp.proof.Prover;
import dev.gyre.regexp.syntax.Flags;
import dev.gyre.regexp.syntax.Parser;
import dev.gyre.regexp.syntax.RegexpSyntaxException;

/** What is known about one expression. */
public sealed interface Verdict {
    /** Nothing was found that makes it slow. */
    record Safe() implements Verdict {}

    record Vulnerable(Proof proof) implements Verdict {}

    /** It was given up; {@code reason} says "it" for the expression. */
    record Undecided(String reason) implements Verdict {}

    /** JavaScript would not accept it. */
    record Invalid(String reason) implements Verdict {}

    static Verdict of(String source, String flags, Matcher matcher, Limits limits) {
        Analysis.Result analysis;
        try {
            var known = new Flags(flags);
            var expression = Parser.parse(source, known, matcher);
            analysis = Analysis.of(expression, known, new Deadline(limits.analysisMs()));
        } catch (RegexpSyntaxException e) {
            return new Invalid(String.valueOf(e.getMessage()));
        }
        var prover = new Prover(matcher, limits);
        Proof proof = prover.prove(source, flags, analysis.candidates());
        if (proof != null) {
            return new Vulnerable(proof);
        }
        if (prover.isSpent()) {
            return new Undecided("its trials took all of its time");
        }
        return analysis.undecided() == null ? new Safe() : new Undecided(analysis.undecided());
    }
}
