package dev.gyre.regexp.syntax;

import org.jspecify.annotations.Nullable;

/** What follows a backslash, inside and outside of character classes. */
final class Escapes {
    private final Cursor cursor;
    private final Flags flags;
    private final GroupNames groups;
    private final PropertySets properties;

    Escapes(Cursor cursor, Flags flags, GroupNames groups, PropertySets properties) {
        this.cursor = cursor;
        this.flags = flags;
        this.groups = groups;
        this.properties = properties;
    }

    /** The set of {@code \d}, {@code \p} and their like; null, and nothing read, where it is none of them. */
    @Nullable
    CodePoints set() {
        CodePoints set = switch (cursor.peek()) {
            case 'd' -> CodePoints.DIGITS;
            case 'D' -> CodePoints.DIGITS.not();
            case 's' -> CodePoints.SPACE;
            case 'S' -> CodePoints.SPACE.not();
            case 'w' -> CodePoints.WORD;
            case 'W' -> CodePoints.WORD.not();
            default -> null;
        };
        if (set != null) {
            cursor.next();
            return set;
        }
        int c = cursor.peek();
        if (!flags.isUnicode() || (c != 'p' && c != 'P')) {
            return null;
        }
        int start = cursor.at();
        String property = property();
        if (PropertyNames.isProperty(property)) {
            CodePoints members = properties.of(property);
            return c == 'p' ? members : members.not();
        }
        if (c == 'p' && flags.has('v') && PropertyNames.isPropertyOfStrings(property)) {
            cursor.moveTo(start);
            return null;
        }
        throw cursor.error("invalid property name");
    }

    /**
     * A property of strings such as {@code \p{RGI_Emoji}}, as one or several characters of emojis, which is more than it
     * matches; null, and nothing read, where it is none.
     */
    @Nullable
    Expression strings() {
        if (!flags.has('v') || cursor.peek() != 'p') {
            return null;
        }
        int start = cursor.at();
        property();
        var one = new Expression.Chars(properties.of("Emoji").or(CodePoints.of(0x200D, 0xFE0F)));
        return new Expression.Repeat(one, 1, 8, start, cursor.at());
    }

    private String property() {
        cursor.next();
        String property = cursor.skip('{') ? cursor.until('}') : null;
        if (property == null) {
            throw cursor.error("invalid property name");
        }
        return property;
    }

    /**
     * A single character.
     *
     * @param punctuation what may stand after a backslash for itself with the flags u and v
     */
    int character(String punctuation, boolean inClass) {
        int start = cursor.at();
        int c = cursor.next();
        return switch (c) {
            case Cursor.END -> throw cursor.error("\\ at the end");
            case 'f' -> '\f';
            case 'n' -> '\n';
            case 'r' -> '\r';
            case 't' -> '\t';
            case 'v' -> 0x0B;
            case 'c' -> control(inClass);
            case 'x' -> {
                int value = cursor.hex(2);
                yield value >= 0 ? value : itself(c, punctuation);
            }
            case 'u' -> {
                int value = unicode();
                yield value >= 0 ? value : itself(c, punctuation);
            }
            case '0', '1', '2', '3', '4', '5', '6', '7' -> {
                cursor.moveTo(start);
                yield octal();
            }
            default -> itself(c, punctuation);
        };
    }

    private int itself(int c, String punctuation) {
        boolean isAllowed = flags.isUnicode() ? punctuation.indexOf(c) >= 0 : c != 'k' || !groups.hasNames();
        if (!isAllowed) {
            throw cursor.error("invalid escape");
        }
        return c;
    }

    private int control(boolean inClass) {
        int c = cursor.ahead(0);
        boolean isDigit = Cursor.isDigit(c) || c == '_';
        if (Cursor.isLetter(c) || (inClass && isDigit && !flags.isUnicode())) {
            cursor.next();
            return c % 32;
        }
        if (flags.isUnicode()) {
            throw cursor.error("invalid \\c");
        }
        cursor.moveTo(cursor.at() - 1); // the backslash means itself, the c comes next
        return '\\';
    }

    private int unicode() {
        if (flags.isUnicode()) {
            int braced = cursor.bracedHex();
            if (braced >= 0) {
                return braced;
            }
        }
        int value = cursor.hex(4);
        if (flags.isUnicode() && value >= 0 && Character.isHighSurrogate((char) value) && cursor.looksAt("\\u")) {
            int start = cursor.at();
            cursor.skip("\\u");
            int low = cursor.hex(4);
            if (low >= 0 && Character.isLowSurrogate((char) low)) {
                return Character.toCodePoint((char) value, (char) low);
            }
            cursor.moveTo(start);
        }
        return value;
    }

    private int octal() {
        int value = cursor.next() - '0';
        int next = cursor.ahead(0);
        if (flags.isUnicode()) {
            if (value != 0 || Cursor.isDigit(next)) {
                throw cursor.error("invalid decimal escape");
            }
            return 0;
        }
        while (next >= '0' && next <= '7' && value * 8 + (next - '0') <= 0xFF) {
            value = value * 8 + (next - '0');
            cursor.next();
            next = cursor.ahead(0);
        }
        return value;
    }
}
