package dev.gyre.regexp.ambiguity;

import dev.gyre.regexp.syntax.Expression.Anchor;

/**
 * Where between two characters a path may pass: a bit for each pair of a kind of character before and one after. The kinds are
 * 0 for none (the text's start or end), line terminator, word character, and other. Read backwards, the pairs are swapped.
 */
final class Edges {
    static final int NONE = 0;
    static final int LINE = 1;
    static final int WORD = 2;
    static final int OTHER = 3;
    static final int KINDS = 4;
    static final int ANYWHERE = 0xFFFF;

    private Edges() {}

    static boolean allows(int edges, int before, int after) {
        return ((edges >> (before * KINDS + after)) & 1) != 0;
    }

    /** Whether it does not matter what character comes before, as long as there is one. */
    static boolean ignoresBefore(int edges) {
        int rows = edges >> KINDS;
        return (rows & 0xF) == ((rows >> KINDS) & 0xF) && (rows & 0xF) == ((rows >> (2 * KINDS)) & 0xF);
    }

    static int of(Anchor.Kind kind) {
        int edges = 0;
        for (int before = 0; before < KINDS; before++) {
            for (int after = 0; after < KINDS; after++) {
                boolean isWordEdge = (before == WORD) != (after == WORD);
                boolean isHere = switch (kind) {
                    case START -> before == NONE;
                    case LINE_START -> before == NONE || before == LINE;
                    case END -> after == NONE;
                    case LINE_END -> after == NONE || after == LINE;
                    case WORD_EDGE -> isWordEdge;
                    case NO_WORD_EDGE -> !isWordEdge;
                };
                edges |= isHere ? 1 << (before * KINDS + after) : 0;
            }
        }
        return edges;
    }

    static int backwards(int edges) {
        int swapped = 0;
        for (int before = 0; before < KINDS; before++) {
            for (int after = 0; after < KINDS; after++) {
                swapped |= allows(edges, before, after) ? 1 << (after * KINDS + before) : 0;
            }
        }
        return swapped;
    }
}
