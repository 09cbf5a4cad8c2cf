package dev.gyre.regexp.syntax;

import dev.gyre.regexp.syntax.Expression.Anchor;
import dev.gyre.regexp.syntax.Expression.BackReference;
import dev.gyre.regexp.syntax.Expression.Capture;
import dev.gyre.regexp.syntax.Expression.Chars;
import dev.gyre.regexp.syntax.Expression.Choice;
import dev.gyre.regexp.syntax.Expression.Look;
import dev.gyre.regexp.syntax.Expression.Repeat;
import dev.gyre.regexp.syntax.Expression.Sequence;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads what JavaScript accepts as a regular expression, and refuses what it refuses. Without the flags u and v, that is the
 * grammar of the standard's Annex B, in which nearly everything means something.
 */
public final class Parser {
    private static final String SYNTAX_CHARACTERS = "^$\\.*+?()[]{}|/";
    private static final int MAX_DEPTH = 1000;

    /** The flags that a group can change for itself: {@code (?i-s:...)}. */
    record Modifiers(boolean ignoresCase, boolean isMultiline, boolean dotIsAll) {}

    private final Cursor cursor;
    private final Flags flags;
    private final GroupNames groups;
    private final ClassParser classes;
    private final Escapes escapes;
    private Modifiers modifiers;
    private int captures;
    private int depth;

    private Parser(String source, Flags flags, PropertySets properties) {
        this.flags = flags;
        groups = new GroupNames(source, flags);
        cursor = new Cursor(source, flags.isUnicode());
        escapes = new Escapes(cursor, flags, groups, properties);
        classes = new ClassParser(cursor, flags, escapes);
        modifiers = new Modifiers(flags.has('i'), flags.has('m'), flags.has('s'));
    }

    /** @throws RegexpSyntaxException where JavaScript would throw a SyntaxError */
    public static Expression parse(String source, Flags flags, PropertySets properties) {
        var parser = new Parser(source, flags, properties);
        Expression whole = parser.choice();
        if (!parser.cursor.isAtEnd()) {
            throw parser.cursor.error("unmatched ')'");
        }
        return whole;
    }

    private Expression choice() {
        if (++depth > MAX_DEPTH) {
            throw cursor.error("more than " + MAX_DEPTH + " groups within each other");
        }
        var alternatives = new ArrayList<Expression>();
        do {
            alternatives.add(sequence());
        } while (cursor.skip('|'));
        depth--;
        return alternatives.size() == 1 ? alternatives.getFirst() : new Choice(alternatives);
    }

    private Expression sequence() {
        var parts = new ArrayList<Expression>();
        while (!cursor.isAtEnd() && cursor.peek() != '|' && cursor.peek() != ')') {
            parts.add(term());
        }
        return parts.size() == 1 ? parts.getFirst() : new Sequence(parts);
    }

    private Expression term() {
        int from = cursor.at();
        Expression atom = atom();
        boolean isQuantifiable =
                !(atom instanceof Anchor) && !(atom instanceof Look look && (flags.isUnicode() || !look.isAhead()));
        return quantified(atom, from, isQuantifiable);
    }

    private Expression quantified(Expression atom, int from, boolean isQuantifiable) {
        int start = cursor.at();
        int[] counts = quantifier();
        if (counts == null) {
            return atom;
        }
        if (!isQuantifiable) {
            cursor.moveTo(start);
            throw cursor.error("nothing to repeat");
        }
        if (counts[1] >= 0 && counts[0] > counts[1]) {
            throw cursor.error("numbers out of order in {}");
        }
        cursor.skip('?'); // what is tried first does not matter: a match that fails tries everything
        return new Repeat(atom, counts[0], counts[1], from, cursor.at());
    }

    /** Least and most, the latter -1 for no limit; null, and nothing read, where there is none. */
    private int @Nullable [] quantifier() {
        int start = cursor.at();
        if (cursor.skip('*')) {
            return new int[] {0, -1};
        } else if (cursor.skip('+')) {
            return new int[] {1, -1};
        } else if (cursor.skip('?')) {
            return new int[] {0, 1};
        } else if (cursor.skip('{')) {
            int min = cursor.decimal();
            int max = min;
            if (min >= 0 && cursor.skip(',')) {
                max = cursor.decimal();
            }
            if (min >= 0 && cursor.skip('}')) {
                return new int[] {min, max};
            }
            if (flags.isUnicode()) {
                throw cursor.error("incomplete quantifier");
            }
        }
        cursor.moveTo(start);
        return null;
    }

    private Expression atom() {
        switch (cursor.peek()) {
            case '^' -> {
                cursor.next();
                return new Anchor(modifiers.isMultiline ? Anchor.Kind.LINE_START : Anchor.Kind.START);
            }
            case '$' -> {
                cursor.next();
                return new Anchor(modifiers.isMultiline ? Anchor.Kind.LINE_END : Anchor.Kind.END);
            }
            case '(' -> {
                cursor.next();
                return group();
            }
            case '.' -> {
                cursor.next();
                return new Chars(modifiers.dotIsAll ? CodePoints.ALL : CodePoints.LINE_TERMINATORS.not());
            }
            case '[' -> {
                cursor.next();
                return classes.parse(modifiers.ignoresCase);
            }
            case '\\' -> {
                cursor.next();
                return escape();
            }
            case '*', '+', '?' -> throw cursor.error("nothing to repeat");
            case '{' -> {
                int start = cursor.at();
                if (flags.isUnicode() || quantifier() != null) {
                    cursor.moveTo(start);
                    throw cursor.error("nothing to repeat");
                }
            }
            case '}', ']' -> {
                if (flags.isUnicode()) {
                    throw cursor.error("lone bracket");
                }
            }
            default -> {}
        }
        return chars(CodePoints.of(cursor.next()));
    }

    private Chars chars(CodePoints set) {
        return new Chars(modifiers.ignoresCase ? CaseFolding.close(set, flags.isUnicode()) : set);
    }

    private Expression escape() {
        int c = cursor.peek();
        if (c == 'b' || c == 'B') {
            cursor.next();
            return new Anchor(c == 'b' ? Anchor.Kind.WORD_EDGE : Anchor.Kind.NO_WORD_EDGE);
        }
        if (c >= '1' && c <= '9') {
            int start = cursor.at();
            int number = cursor.decimal();
            if (number <= groups.count()) {
                return new BackReference(List.of(number));
            }
            if (flags.isUnicode()) {
                throw cursor.error("there is no group " + number);
            }
            cursor.moveTo(start);
        }
        if (c == 'k' && (flags.isUnicode() || groups.hasNames())) {
            cursor.next();
            List<Integer> numbers = cursor.skip('<') ? groups.numbers(GroupNames.read(cursor)) : List.of();
            if (numbers.isEmpty()) {
                throw cursor.error("\\k refers to no group");
            }
            return new BackReference(numbers);
        }
        CodePoints set = escapes.set();
        if (set != null) {
            return chars(set);
        }
        Expression strings = escapes.strings();
        if (strings != null) {
            return strings;
        }
        return chars(CodePoints.of(escapes.character(SYNTAX_CHARACTERS, false)));
    }

    private Expression group() {
        if (!cursor.skip('?')) {
            return capture();
        } else if (cursor.skip(':')) {
            return closed();
        } else if (cursor.skip('=')) {
            return new Look(closed(), true, false);
        } else if (cursor.skip('!')) {
            return new Look(closed(), true, true);
        } else if (cursor.skip("<=")) {
            return new Look(closed(), false, false);
        } else if (cursor.skip("<!")) {
            return new Look(closed(), false, true);
        } else if (cursor.skip('<')) {
            GroupNames.read(cursor);
            return capture();
        }
        Modifiers outside = modifiers;
        modifiers = changed();
        Expression body = closed();
        modifiers = outside;
        return body;
    }

    private Expression capture() {
        int number = ++captures;
        return new Capture(closed(), number);
    }

    private Expression closed() {
        Expression body = choice();
        if (!cursor.skip(')')) {
            throw cursor.error("a group has no end");
        }
        return body;
    }

    /** Reads {@code i-ms:}. */
    private Modifiers changed() {
        var on = new StringBuilder();
        var off = new StringBuilder();
        StringBuilder list = on;
        while (!cursor.skip(':')) {
            int c = cursor.next();
            if (c == '-' && list == on) {
                list = off;
            } else if ((c == 'i' || c == 'm' || c == 's')
                    && on.indexOf("" + (char) c) < 0
                    && off.indexOf("" + (char) c) < 0) {
                list.append((char) c);
            } else {
                throw cursor.error("invalid group");
            }
        }
        if (on.isEmpty() && off.isEmpty()) {
            throw cursor.error("invalid group");
        }
        return new Modifiers(
                changed(modifiers.ignoresCase, "i", on, off),
                changed(modifiers.isMultiline, "m", on, off),
                changed(modifiers.dotIsAll, "s", on, off));
    }

    private static boolean changed(boolean before, String flag, StringBuilder on, StringBuilder off) {
        return on.indexOf(flag) >= 0 || (before && off.indexOf(flag) < 0);
    }
}
