package dev.gyre.regexp.proof;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.gyre.regexp.TestMatcher;
import dev.gyre.regexp.lint.Verdict;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Expressions of published packages: those that had a vulnerability are found, each with a text that was tried. */
class KnownExpressionsTest {
    /**
     * A short time, so that the test is: what grows is seen to grow all the same. The texts may be much longer than that takes on
     * any processor: with 20,000 characters a quadratic match takes 18 to 21 ms on the fastest so far.
     */
    private static final Limits LIMITS = new Limits(20, 80_000, 20_000);

    private static Matcher matcher;

    private record Known(String kind, String source, String flags, String of) {}

    @BeforeAll
    static void open() {
        matcher = TestMatcher.open();
    }

    @AfterAll
    static void close() {
        matcher.close();
    }

    /** Lines such as {@code exponential /(a+)+$/i package}. */
    private static List<Known> known() throws IOException {
        try (InputStream in = KnownExpressionsTest.class.getResourceAsStream("known-expressions.txt")) {
            var known = new ArrayList<Known>();
            for (String line : new String(in.readAllBytes(), StandardCharsets.UTF_8).split("\n")) {
                if (!line.isBlank() && !line.startsWith("#")) {
                    String[] columns = line.split("\t");
                    int end = columns[2].lastIndexOf('/');
                    known.add(new Known(
                            columns[0], columns[2].substring(1, end), columns[2].substring(end + 1), columns[1]));
                }
            }
            return known;
        }
    }

    @Test
    void vulnerableOnesAreProvedAndSafeOnesAreNot() throws IOException {
        int vulnerable = 0;
        for (Known known : known()) {
            Verdict verdict = Verdict.of(known.source, known.flags, matcher, LIMITS);
            if (known.kind.equals("safe")) {
                assertInstanceOf(Verdict.Safe.class, verdict, known::toString);
                continue;
            }
            vulnerable++;
            var proof = assertInstanceOf(Verdict.Vulnerable.class, verdict, known::toString)
                    .proof();
            assertEquals(known.kind.equals("exponential"), proof.isExponential(), known + ": " + proof);
            assertTrue(proof.cpuNs() >= LIMITS.minMs() * 1_000_000, known::toString);
            assertTrue(proof.attack().length(proof.times()) <= LIMITS.maxLength(), known::toString);
        }
        assertTrue(vulnerable >= 40, "only " + vulnerable);
    }

    @Test
    void tellsWhatTheGuardDefuses() {
        assertTrue(guarded("(a+)+$", "").cpuNs() < 20_000_000);
        assertTrue(guarded("^(a|a)*$", "i").isStopped()); // the linear engine does not know the flag i
        assertTrue(guarded("^(['\"])(a+)+\\1$", "").isStopped());
        assertTrue(guarded("^(?:a{1,20}){1,20}$", "").isStopped());
    }

    private static Matcher.Run guarded(String source, String flags) {
        var limits = new Limits(200, 20_000, 20_000);
        Verdict verdict = Verdict.of(source, flags, matcher, limits);
        Proof proof = assertInstanceOf(Verdict.Vulnerable.class, verdict).proof();
        // Longer than its limit: whether it is stopped does not depend on how fast the machine is.
        assertTrue(matcher.use(source, flags, true));
        return matcher.match(proof.attack().text(proof.times() + 12), 200);
    }

    @Test
    void aMatchIsStoppedAtItsLimitAndTheNextOneRuns() {
        assertTrue(matcher.use("(a+)+$", "", false));
        assertTrue(matcher.match("a".repeat(100) + "!", 20).isStopped());
        Matcher.Run run = matcher.match("aaa", 10_000);
        assertFalse(run.isStopped());
        assertTrue(run.hasMatched());
    }

    @Test
    void aLimitOfTimeIsSaid() {
        var limits = new Limits(100_000, 50_000, 1);
        assertInstanceOf(Verdict.Undecided.class, Verdict.of("(a+)+$", "", matcher, limits));
    }
}
