package dev.gyre.regexp.syntax;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.gyre.regexp.TestMatcher;
import dev.gyre.regexp.proof.Matcher;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The parser accepts what V8 accepts, and nothing else. */
class ParserTest {
    private static final List<String> FLAGS = List.of("", "u", "v", "i", "iu", "iv", "ms", "y", "g", "d", "gy");

    /** Pieces whose combinations are near the borders of the grammar. */
    private static final List<String> PIECES = List.of(
            "a",
            "b",
            "|",
            "(",
            ")",
            "(?:",
            "(?=",
            "(?!",
            "(?<=",
            "(?<!",
            "(?<a>",
            "(?<b>",
            "(?i:",
            "(?-i:",
            "(?m-s:",
            "(?ii:",
            "(?-:",
            "[",
            "]",
            "[^",
            "-",
            "^",
            "$",
            "\\b",
            "\\B",
            "*",
            "+",
            "?",
            "{",
            "}",
            "{1}",
            "{2,}",
            "{3,1}",
            "{,3}",
            "{1,2}",
            "\\d",
            "\\D",
            "\\w",
            "\\s",
            "\\p{L}",
            "\\P{Lu}",
            "\\p{Script=Greek}",
            "\\p{sc=Grek}",
            "\\p{scx=Zyyy}",
            "\\p{RGI_Emoji}",
            "\\P{RGI_Emoji}",
            "\\p{Foo}",
            "\\p",
            "\\k<a>",
            "\\k<b>",
            "\\k",
            "\\k<",
            "\\1",
            "\\2",
            "\\9",
            "\\10",
            "\\0",
            "\\00",
            "\\07",
            "\\377",
            "\\400",
            "\\c",
            "\\cA",
            "\\c1",
            "\\c_",
            "\\x",
            "\\x4",
            "\\x41",
            "\\u",
            "\\u0041",
            "\\u{41}",
            "\\u{110000}",
            "\\uD83D\\uDE00",
            "\\uD83D",
            "\uD83D\uDE00",
            "\uD83D",
            "\\-",
            "\\/",
            "\\&",
            "\\!",
            "\\a",
            "\\e",
            "\\_",
            "\\",
            "&&",
            "--",
            "&&&",
            "\\q{ab|c}",
            "\\q{a|}",
            "\\q{",
            "!!",
            "##",
            "..",
            "&",
            "!",
            "z",
            "0",
            "a-z",
            "\\d-z",
            "[a]",
            "[a--b]",
            "\n",
            "(?<\\u0061>",
            "(?<$>",
            "(?<1>",
            "(?<a",
            "(?",
            "(?<\u00e9>",
            "(?<\\u{1d7d8}a>",
            "(?<a\\u{1d7d8}>",
            "\\p{gc=L}",
            "\\p{Lu}",
            "\\p{ASCII}",
            "\\p{Any}",
            "\\p{Script}",
            ",",
            "=",
            ":",
            "<",
            ">",
            "{1",
            "[\\b]",
            "[\\B]",
            "(?s",
            "/",
            "\\^",
            "\\]");

    private static Matcher v8;

    @BeforeAll
    static void open() {
        v8 = TestMatcher.open();
    }

    @AfterAll
    static void close() {
        v8.close();
    }

    private static boolean accepts(String source, String flags) {
        try {
            Parser.parse(source, new Flags(flags), _ -> CodePoints.WORD);
            return true;
        } catch (RegexpSyntaxException _) {
            return false;
        }
    }

    private static void assertSame(String source, String flags) {
        assertEquals(v8.accepts(source, flags), accepts(source, flags), () -> "/" + source + "/" + flags);
    }

    @Test
    void acceptsWhatV8AcceptsOfThirtyThousandRandomExpressions() {
        long seed = Long.getLong("gyre.seed", 15);
        var random = new Random(seed);
        int accepted = 0;
        for (int i = 0; i < 30_000; i++) {
            var source = new StringBuilder();
            for (int pieces = 1 + random.nextInt(8); pieces > 0; pieces--) {
                source.append(PIECES.get(random.nextInt(PIECES.size())));
            }
            String flags = FLAGS.get(random.nextInt(FLAGS.size()));
            boolean expected = v8.accepts(source.toString(), flags);
            accepted += expected ? 1 : 0;
            assertEquals(
                    expected, accepts(source.toString(), flags), () -> "seed " + seed + ": /" + source + "/" + flags);
        }
        assertTrue(accepted > 5000, "only " + accepted + " were expressions at all");
    }

    @Test
    void acceptsWhatV8AcceptsOfCasesLikeThoseOfTheStandardsTests() {
        var sources = List.of(
                "",
                "(?:)",
                "^*",
                "\\b*",
                "(?=a)*",
                "(?=a){2}",
                "(?<=a)*",
                "(?<!a)?",
                "a**",
                "a+?",
                "a??",
                "a{1}?",
                "a{2,1}",
                "a{99999999999999}",
                "a{2147483648,}",
                "{",
                "{}",
                "{1",
                "{1}",
                "x{,2}",
                "x{a}",
                "]",
                "[",
                "[]",
                "[^]",
                "[a-]",
                "[-a]",
                "[z-a]",
                "[a-\\d]",
                "[\\d-\\w]",
                "[\\b-a]",
                "[\\c]",
                "[\\cA]",
                "[\\c0]",
                "[\\c*]",
                "[\\k]",
                "(?<a>)[\\k]",
                "\\k<a>(?<a>)",
                "(?<a>)\\k<b>",
                "(?<a>)|(?<a>)",
                "(?<a>)(?<a>)",
                "(?:(?<a>x)|(?<a>y))(?<a>z)",
                "(?:(?<a>x)|y)|(?<a>z)",
                "(?<a>(?<a>x)|y)",
                "(?<𝒜>.)",
                "(?<\\ud835\\udc9c>.)",
                "(?<\\ud835>.)",
                "(?<a\\u200d>.)",
                "(?<\\u200d>.)",
                "(?i:a)",
                "(?i-i:a)",
                "(?-i:a)",
                "(?-ims:a)",
                "(?ims-:a)",
                "(?-:a)",
                "(?:a",
                "(?u:a)",
                "(?i:",
                "\\u{0}",
                "\\u{00000041}",
                "\\u{}",
                "\\u{10ffff}",
                "\\u{110000}",
                "\\ud83d\\ude00",
                "\\ude00",
                "[\\ud83d-\\ude00]",
                "\\01",
                "\\08",
                "\\8",
                "\\9",
                "\\1(a)",
                "\\2(a)",
                "(a)\\1",
                "\\0",
                "\\00",
                "\\c",
                "\\cz",
                "\\c!",
                "\\x1",
                "\\xag",
                "\\p{Script=Latin}",
                "\\p{Script=latin}",
                "\\p{Script=Latn}",
                "\\p{sc=Qaai}",
                "\\p{Script}",
                "\\p{Lu}",
                "\\p{lu}",
                "\\p{gc=Lu}",
                "\\p{General_Category=Uppercase_Letter}",
                "\\p{IsGreek}",
                "\\p{InBasicLatin}",
                "\\p{Any}",
                "\\p{ASCII}",
                "\\p{Assigned}",
                "\\p{Emoji}",
                "\\p{Other_Alphabetic}",
                "\\p{Block=Latin}",
                "\\p{Line_Break}",
                "\\p{L=}",
                "\\p{=L}",
                "\\p{}",
                "\\pL",
                "\\p{^L}",
                "\\p{Unknown}",
                "\\p{sc=Unknown}",
                "\\p{sc=Zzzz}",
                "\\p{Emoji_Keycap_Sequence}",
                "[\\p{RGI_Emoji}]",
                "[^\\p{RGI_Emoji}]",
                "[\\p{RGI_Emoji}&&\\p{L}]",
                "[^\\p{RGI_Emoji}&&\\p{L}]",
                "[\\p{L}--[a-z]]",
                "[\\p{L}--a-z]",
                "[a&&b--c]",
                "[a&&b]",
                "[a&&&b]",
                "[a-z&&b]",
                "[[a-z]&&b]",
                "[\\q{a|bc}]",
                "[^\\q{a|bc}]",
                "[^\\q{a|b}]",
                "[\\q{}]",
                "[^\\q{}]",
                "[\\q{[}]",
                "[\\q{\\d}]",
                "\\q{a}",
                "[(]",
                "[a|b]",
                "[\\(]",
                "[&&]",
                "[a!!b]",
                "[a!b]",
                "[\\!]",
                "[\\^]",
                "[^^]",
                "[^^^]",
                "[a-b-c]",
                "[--a]",
                "[a--]",
                "[-]",
                "[\\-]",
                "(?<=a)b(?<!c)",
                "(?<=(a)\\1)",
                "((((((((((a))))))))))\\10",
                "(?<$_>)",
                "(?<>a)",
                "(?<a",
                "(?a)",
                "(?)",
                "()",
                ")",
                "(",
                "(()",
                "a|*",
                "a|",
                "|",
                "\\",
                "a\\",
                "/",
                "\\/",
                "\n",
                "\\\n",
                "\u2028");
        for (String source : sources) {
            for (String flags : List.of("", "i", "u", "v", "iu", "msv")) {
                assertSame(source, flags);
            }
        }
    }

    @Test
    void knowsTheFlagsThatV8Knows() {
        for (String flags : List.of("", "dgimsuy", "dgimsvy", "uv", "gg", "l", "x", "G", "dgimsy")) {
            assertSame("a", flags);
        }
    }

    @Test
    void knowsTheNamesOfPropertiesThatV8Knows() {
        var names = new ArrayList<String>();
        for (Character.UnicodeScript script : Character.UnicodeScript.values()) {
            String name = script.name().toLowerCase(java.util.Locale.ROOT);
            String first = name.substring(0, 1).toUpperCase(java.util.Locale.ROOT) + name.substring(1);
            names.add("sc=" + first);
            names.add("Script_Extensions=" + first);
            names.add("sc=" + script.name());
        }
        for (String binary : List.of(
                "Alphabetic",
                "Alpha",
                "Math",
                "Dash",
                "Ideo",
                "XIDS",
                "Pat_WS",
                "Lowercase",
                "lower",
                "Other_Math",
                "Composition_Exclusion",
                "Expands_On_NFC",
                "Grapheme_Link",
                "Hyphen",
                "Prepended_Concatenation_Mark",
                "EPres",
                "InCB",
                "IDS_Unary_Operator",
                "ID_Compat_Math_Start",
                "Modifier_Combining_Mark",
                "space",
                "White_Space")) {
            names.add(binary);
        }
        names.forEach(name -> assertSame("\\p{" + name + "}", "u"));
    }

    @Test
    void ignoresCaseAsTheFlagsSay() {
        assertTrue(set("k", "iu").has(0x212A)); // Kelvin
        assertFalse(set("k", "i").has(0x212A));
        assertTrue(set("[a-z]", "i").has('Q'));
        assertTrue(set("(?i:k)", "").has('K'));
        assertFalse(set("(?-i:k)", "i").has('K'));
        assertTrue(set("\u03c3", "i").has(0x3C2)); // final sigma
        assertFalse(set("[^k]", "i").has('K'));
    }

    @Test
    void readsSetsOfCharacters() {
        assertEquals(CodePoints.range('a', 'c'), set("[a-c]", ""));
        assertEquals(CodePoints.of('a', 'd', 'e', 'f'), set("[[a-f]--[bc]]", "v"));
        assertEquals(CodePoints.of('b', 'c'), set("[[a-c]&&[b-z]]", "v"));
        assertEquals(CodePoints.NONE, set("[]", ""));
        assertEquals(CodePoints.ALL, set("[^]", ""));
        assertEquals(CodePoints.ALL, set(".", "s"));
        assertEquals(CodePoints.LINE_TERMINATORS.not(), set(".", ""));
        assertEquals(CodePoints.of(1), set("\\cA", ""));
        assertEquals(CodePoints.of(0x1F600), set("\\ud83d\\ude00", "u"));
        assertTrue(v8.of("Lu").has('A') && !v8.of("Lu").has('a') && v8.of("Lu").has(0x1D400));
    }

    private static CodePoints set(String source, String flags) {
        var chars = (Expression.Chars) Parser.parse(source, new Flags(flags), v8);
        return chars.set();
    }
}
