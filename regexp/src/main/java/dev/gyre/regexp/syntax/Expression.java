package dev.gyre.regexp.syntax;

import java.util.List;

/**
 * A regular expression as a tree. Flags and modifiers are gone: a set of characters is as large as the flags i and s make it,
 * and an anchor knows whether it means lines.
 */
public sealed interface Expression {
    /** One character out of a set. */
    record Chars(CodePoints set) implements Expression {}

    record Sequence(List<Expression> parts) implements Expression {}

    record Choice(List<Expression> alternatives) implements Expression {}

    /** @param max -1 for no limit; {@code from} and {@code to} are its place in the source */
    record Repeat(Expression body, int min, int max, int from, int to) implements Expression {}

    /** A group that captures. */
    record Capture(Expression body, int number) implements Expression {}

    /** What one of these groups has captured: there are several where they share a name. */
    record BackReference(List<Integer> groups) implements Expression {}

    record Anchor(Kind kind) implements Expression {
        public enum Kind {
            START,
            LINE_START,
            END,
            LINE_END,
            WORD_EDGE,
            NO_WORD_EDGE
        }
    }

    /** Lookahead or lookbehind, positive or negative. */
    record Look(Expression body, boolean isAhead, boolean isNegative) implements Expression {}
}
