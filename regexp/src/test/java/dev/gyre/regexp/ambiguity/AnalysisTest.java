package dev.gyre.regexp.ambiguity;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.gyre.regexp.syntax.CodePoints;
import dev.gyre.regexp.syntax.Flags;
import dev.gyre.regexp.syntax.Parser;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Paths of automata, without a matcher. */
class AnalysisTest {
    private static Analysis.Result analyse(String source, String flags) {
        var expression = Parser.parse(source, new Flags(flags), _ -> CodePoints.WORD);
        return Analysis.of(expression, new Flags(flags), new Deadline(20_000));
    }

    /** Of the worst candidate: its degree, {@link Candidate#EXPONENTIAL}, or 1 where there is none. */
    private static int degree(String source, String flags) {
        List<Candidate> candidates = analyse(source, flags).candidates();
        return candidates.isEmpty() ? 1 : candidates.getFirst().degree();
    }

    @Test
    void aLoopWithTwoWaysForTheSameTextIsExponential() {
        for (String source : List.of(
                "(a+)+$",
                "(a*)*b",
                "^(a|a)*$",
                "^(a|aa)+$",
                "^(?:a|a?)+$",
                "(x+x+)+y",
                "^(.*,)+x",
                "^(\\w+\\s?)*$",
                "(?=(a+)+b)a",
                "^(a+)*\\1$",
                "(?<=c(a+)+)b")) {
            assertEquals(Candidate.EXPONENTIAL, degree(source, ""), source);
        }
    }

    @Test
    void loopsThatShareATextAreAPolynomialOfTheirNumber() {
        assertEquals(2, degree("^a*a*$", ""));
        assertEquals(3, degree("^a*a*a*$", ""));
        assertEquals(4, degree("^a*a*a*a*$", ""));
        assertEquals(2, degree("^\\d+\\.?\\d+$", ""));
        assertEquals(2, degree("^[ab]*[bc]*$", ""));
        assertEquals(11, degree("^(.*?,){11}P", ""));
    }

    @Test
    void theSearchForTheBeginningIsALoopToo() {
        assertEquals(2, degree("a+$", ""));
        assertEquals(3, degree("a*a*$", ""));
        assertEquals(1, degree("^a+$", ""));
        assertEquals(1, degree("a+$", "y"));
        assertEquals(1, degree("^a+$", "m")); // ^ holds where a line begins, and no line is within a line
        assertEquals(2, degree("(?:a\\n?)+$", ""));
    }

    @Test
    void unambiguousLoopsAreLinear() {
        for (String source : List.of(
                "^[a-z]+$",
                "^(?:[a-z]+,)*[a-z]+$",
                "^\"(?:[^\"\\\\]|\\\\.)*\"$",
                "^(?:a|b)*$",
                "^(?:ab?)*$",
                "^\\d{1,3}$",
                "^(?:a{1,3}b)*$",
                "^(?:\\w+\\b\\s)+$",
                "^(?:\\b\\w+\\s?)+$",
                "^(?:a?){1,}b$",
                "abc",
                "^(?:(?!x)[a-z])*$",
                "^$",
                "")) {
            assertEquals(1, degree(source, ""), source);
        }
    }

    @Test
    void flagsChangeWhatLoopsRead() {
        assertEquals(1, degree("^a*A*$", ""));
        assertEquals(2, degree("^a*A*$", "i"));
        assertEquals(1, degree("^\\n*.*$", ""));
        assertEquals(2, degree("^\\n*.*$", "s"));
    }

    @Test
    void aTextHasAnEndThatMakesTheMatchFail() {
        Candidate candidate = analyse("^(a+)+$", "").candidates().getFirst();
        assertEquals("aaaa", candidate.attack().text(3));
        assertTrue(candidate.ends().getFirst().chars().noneMatch(c -> c == 'a'));
    }

    @Test
    void readsAsJavaScript() {
        var attack = new Attack(List.of(new Attack.Part("x\\", "'"), new Attack.Part("", "\n")), "\u0000é");
        assertEquals("'x\\\\' + '\\''.repeat(3) + '\\n'.repeat(3) + '\\u0000\\u00e9'", attack.script(3));
        assertEquals("x\\'''\n\n\n\u0000é", attack.text(3));
        assertEquals(attack.text(3).length(), attack.length(3));
        assertEquals(
                "é\u0000\n\n'''\\x".replace("\n\n", "\n\n\n"),
                attack.backwards().text(3));
    }

    @Test
    void whatIsTooLargeIsNotDecided() {
        String large = "(?:" + "(?:a?b?c?d?e?f?g?h?){1,15}".repeat(40) + ")*$";
        assertNotNull(analyse(large, "").undecided());
    }
}
