package dev.gyre.regexp.lint;

import dev.gyre.regexp.ambiguity.Candidate.Cause;

/** What may cure an expression, in a sentence. */
final class Hint {
    private static final int MAX_SHOWN = 60;

    private Hint() {}

    static String of(Cause cause, String source) {
        String first = part(source, cause.firstFrom(), cause.firstTo());
        String second = part(source, cause.secondFrom(), cause.secondTo());
        return switch (cause.kind()) {
            case REPEAT ->
                (first.isEmpty() ? "A repeat" : first)
                        + " can read the same text in several ways: leave out one of two nested repeats, or let each round begin"
                        + " with a character that the round before can't end with.";
            case NEIGHBOURS ->
                (first.isEmpty() || second.isEmpty() ? "Two repeats" : first + " and " + second)
                        + " can share the same text in many ways: let them read different characters, or limit how far one may"
                        + " count.";
            case SEARCH ->
                (first.isEmpty() ? "A repeat" : first)
                        + " is tried again from every character of the text: anchor the expression (^ or the flag y), or limit"
                        + " the repeat, such as {1,100}.";
        };
    }

    private static String part(String source, int from, int to) {
        if (from < 0 || to > source.length()) {
            return "";
        }
        String text = source.substring(from, to).replace("\n", "\\n");
        return text.length() > MAX_SHOWN ? text.substring(0, MAX_SHOWN) + "…" : text;
    }
}
