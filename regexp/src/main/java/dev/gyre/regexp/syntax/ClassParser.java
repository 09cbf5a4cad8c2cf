package dev.gyre.regexp.syntax;

import dev.gyre.regexp.syntax.Expression.Chars;
import dev.gyre.regexp.syntax.Expression.Choice;
import dev.gyre.regexp.syntax.Expression.Sequence;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Character classes: {@code [...]}, with the set notation of the flag v. */
final class ClassParser {
    private static final String IN_CLASS = "^$\\.*+?()[]{}|/-";
    private static final String V_SYNTAX = "()[]{}/-|";
    private static final String V_PUNCTUATION = "^$\\.*+?()[]{}|/&-!#%,:;<=>@`~";
    private static final String V_DOUBLE = "&!#$%*+,.:;<=>?@^`~";

    private final Cursor cursor;
    private final Flags flags;
    private final Escapes escapes;

    ClassParser(Cursor cursor, Flags flags, Escapes escapes) {
        this.cursor = cursor;
        this.flags = flags;
        this.escapes = escapes;
    }

    /** Characters, and strings that are no single character. */
    private record Members(CodePoints set, Set<String> strings, boolean mayHaveStrings) {
        Members(CodePoints set) {
            this(set, Set.of(), false);
        }

        Members or(Members other) {
            var both = new LinkedHashSet<>(strings);
            both.addAll(other.strings);
            return new Members(set.or(other.set), both, mayHaveStrings || other.mayHaveStrings);
        }

        Members and(Members other) {
            var both = new LinkedHashSet<>(strings);
            both.retainAll(other.strings);
            return new Members(set.and(other.set), both, mayHaveStrings && other.mayHaveStrings);
        }

        Members minus(Members other) {
            var rest = new LinkedHashSet<>(strings);
            rest.removeAll(other.strings);
            return new Members(set.minus(other.set), rest, mayHaveStrings);
        }
    }

    /** After the opening bracket. */
    Expression parse(boolean ignoresCase) {
        Members members = flags.has('v') ? nested(ignoresCase) : new Members(plain(ignoresCase));
        if (members.strings.isEmpty()) {
            return new Chars(members.set);
        }
        var alternatives = new ArrayList<Expression>();
        for (String string : members.strings) {
            var parts = new ArrayList<Expression>();
            string.codePoints().forEach(c -> parts.add(new Chars(folded(CodePoints.of(c), ignoresCase))));
            alternatives.add(new Sequence(parts));
        }
        alternatives.add(new Chars(members.set));
        return new Choice(alternatives);
    }

    private CodePoints folded(CodePoints set, boolean ignoresCase) {
        return ignoresCase ? CaseFolding.close(set, flags.isUnicode()) : set;
    }

    // ---- without v

    private CodePoints plain(boolean ignoresCase) {
        boolean isNegated = cursor.skip('^');
        var ranges = new ArrayList<int[]>();
        while (!cursor.skip(']')) {
            CodePoints first = atom();
            if (cursor.ahead(0) == '-' && cursor.ahead(1) != ']' && cursor.ahead(1) != Cursor.END) {
                cursor.next();
                CodePoints last = atom();
                addRange(ranges, first, last);
            } else {
                ranges.addAll(first.ranges());
            }
        }
        CodePoints set = folded(CodePoints.ofRanges(ranges), ignoresCase);
        return isNegated ? set.not() : set;
    }

    private void addRange(List<int[]> ranges, CodePoints first, CodePoints last) {
        if (isSet || wasSet) {
            if (flags.isUnicode()) {
                throw cursor.error("invalid character class");
            }
            ranges.addAll(first.ranges());
            ranges.addAll(last.ranges());
            ranges.add(new int[] {'-', '-'});
        } else if (first.single() > last.single()) {
            throw cursor.error("range out of order");
        } else {
            ranges.add(new int[] {first.single(), last.single()});
        }
    }

    /** Whether the last atom, and the one before, was a set such as {@code \d}, which can't begin or end a range. */
    private boolean isSet;

    private boolean wasSet;

    private CodePoints atom() {
        wasSet = isSet;
        isSet = false;
        int c = cursor.next();
        if (c == Cursor.END) {
            throw cursor.error("a character class has no end");
        }
        if (c != '\\') {
            return CodePoints.of(c);
        }
        if (cursor.skip('b')) {
            return CodePoints.of('\b');
        }
        CodePoints set = escapes.set();
        if (set != null) {
            isSet = true;
            return set;
        }
        return CodePoints.of(escapes.character(IN_CLASS, true));
    }

    // ---- with v

    private Members nested(boolean ignoresCase) {
        boolean isNegated = cursor.skip('^');
        Members members = contents(ignoresCase);
        if (!isNegated) {
            return members;
        }
        if (members.mayHaveStrings) {
            throw cursor.error("a negated class may contain strings");
        }
        return new Members(members.set.not());
    }

    private Members contents(boolean ignoresCase) {
        var members = new Members(CodePoints.NONE);
        if (cursor.skip(']')) {
            return members;
        }
        Members first = operand(ignoresCase);
        if (cursor.looksAt("&&") || cursor.looksAt("--")) {
            return operation(first, cursor.looksAt("&&") ? "&&" : "--", ignoresCase);
        }
        while (true) {
            if (cursor.ahead(0) == '-') {
                if (cursor.looksAt("--")) {
                    throw cursor.error("invalid set operation");
                }
                cursor.next();
                if (!isCharacter) {
                    throw cursor.error("invalid character class");
                }
                first = rangeFrom(character, ignoresCase);
            }
            members = members.or(first);
            if (cursor.skip(']')) {
                return members;
            }
            if (cursor.looksAt("&&")) {
                throw cursor.error("invalid set operation");
            }
            first = operand(ignoresCase);
        }
    }

    private Members rangeFrom(int first, boolean ignoresCase) {
        operand(ignoresCase);
        if (!isCharacter) {
            throw cursor.error("invalid character class");
        }
        if (first > character) {
            throw cursor.error("range out of order");
        }
        return new Members(folded(CodePoints.range(first, character), ignoresCase));
    }

    private Members operation(Members first, String operator, boolean ignoresCase) {
        Members result = first;
        while (cursor.skip(operator)) {
            if (operator.equals("&&") && cursor.ahead(0) == '&') {
                throw cursor.error("invalid character in character class");
            }
            Members other = operand(ignoresCase);
            result = operator.equals("&&") ? result.and(other) : result.minus(other);
        }
        if (!cursor.skip(']')) {
            throw cursor.error("invalid set operation");
        }
        return result;
    }

    /** Of the last operand: whether it was a single character, and which. */
    private boolean isCharacter;

    private int character;

    private Members operand(boolean ignoresCase) {
        isCharacter = false;
        if (cursor.skip('[')) {
            Members members = nested(ignoresCase);
            isCharacter = false;
            return members;
        }
        int c = cursor.peek();
        if (c == Cursor.END) {
            throw cursor.error("a character class has no end");
        }
        if (c == '\\') {
            cursor.next();
            return escaped(ignoresCase);
        }
        boolean isDouble = V_DOUBLE.indexOf(c) >= 0 && cursor.ahead(1) == c;
        if (V_SYNTAX.indexOf(c) >= 0 || isDouble) {
            throw cursor.error("invalid character in character class");
        }
        return single(cursor.next(), ignoresCase);
    }

    private Members single(int c, boolean ignoresCase) {
        isCharacter = true;
        character = c;
        return new Members(folded(CodePoints.of(c), ignoresCase));
    }

    private Members escaped(boolean ignoresCase) {
        if (cursor.skip('b')) {
            return single('\b', ignoresCase);
        }
        if (cursor.skip("q{")) {
            return alternatives(ignoresCase);
        }
        CodePoints set = escapes.set();
        if (set != null) {
            return new Members(folded(set, ignoresCase));
        }
        Expression strings = escapes.strings();
        if (strings instanceof Expression.Repeat repeat && repeat.body() instanceof Chars chars) {
            return new Members(chars.set(), Set.of(), true);
        }
        return single(escapes.character(V_PUNCTUATION, true), ignoresCase);
    }

    /** The strings of <code>\q{abc|d|}</code>. */
    private Members alternatives(boolean ignoresCase) {
        var members = new Members(CodePoints.NONE);
        var string = new StringBuilder();
        while (true) {
            if (cursor.ahead(0) == '|' || cursor.ahead(0) == '}') {
                boolean isEnd = cursor.next() == '}';
                String text = string.toString();
                boolean isOne = text.codePointCount(0, text.length()) == 1;
                members = members.or(
                        isOne
                                ? new Members(folded(CodePoints.of(text.codePointAt(0)), ignoresCase))
                                : new Members(CodePoints.NONE, Set.of(text), true));
                string.setLength(0);
                if (isEnd) {
                    isCharacter = false;
                    return members;
                }
            } else {
                int before = cursor.at();
                if (cursor.ahead(0) == '[') {
                    throw cursor.error("invalid character in character class");
                }
                operand(ignoresCase);
                if (!isCharacter) {
                    cursor.moveTo(before);
                    throw cursor.error("invalid escape");
                }
                string.appendCodePoint(character);
            }
        }
    }
}
