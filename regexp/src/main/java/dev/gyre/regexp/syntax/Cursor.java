package dev.gyre.regexp.syntax;

import org.jspecify.annotations.Nullable;

/** A place in an expression's source. Characters are code points with the flags u and v, and UTF-16 units without. */
final class Cursor {
    static final int END = -1;

    private final String source;
    private final boolean isUnicode;
    private int at;

    Cursor(String source, boolean isUnicode) {
        this.source = source;
        this.isUnicode = isUnicode;
    }

    int at() {
        return at;
    }

    void moveTo(int index) {
        at = index;
    }

    int peek() {
        if (at >= source.length()) {
            return END;
        }
        return isUnicode ? source.codePointAt(at) : source.charAt(at);
    }

    boolean isAtEnd() {
        return at >= source.length();
    }

    int next() {
        int c = peek();
        at += isUnicode && c != END ? Character.charCount(c) : 1;
        return c;
    }

    boolean looksAt(String text) {
        return source.startsWith(text, at);
    }

    boolean skip(String text) {
        if (!looksAt(text)) {
            return false;
        }
        at += text.length();
        return true;
    }

    boolean skip(char c) {
        if (at < source.length() && source.charAt(at) == c) {
            at++;
            return true;
        }
        return false;
    }

    /** The unit so far from here, or {@link #END}. */
    int ahead(int distance) {
        return at + distance < source.length() ? source.charAt(at + distance) : END;
    }

    /** Exactly so many hexadecimal digits as a number; -1, and nothing read, where there are not so many. */
    int hex(int digits) {
        int value = 0;
        for (int i = 0; i < digits; i++) {
            int digit = hexDigit(ahead(i));
            if (digit < 0) {
                return -1;
            }
            value = value * 16 + digit;
        }
        at += digits;
        return value;
    }

    /** The code point of <code>{1F600}</code>; -1, and nothing read, where there is none. */
    int bracedHex() {
        int start = at;
        if (!skip('{')) {
            return -1;
        }
        int value = 0;
        int digits = 0;
        while (hexDigit(ahead(0)) >= 0 && value <= CodePoints.MAX) {
            value = value * 16 + hexDigit(ahead(0));
            at++;
            digits++;
        }
        if (digits == 0 || value > CodePoints.MAX || !skip('}')) {
            at = start;
            return -1;
        }
        return value;
    }

    /** Decimal digits as a number, at most {@link Integer#MAX_VALUE}; -1 where there are none. */
    int decimal() {
        if (!isDigit(ahead(0))) {
            return -1;
        }
        long value = 0;
        while (isDigit(ahead(0))) {
            value = Math.min(Integer.MAX_VALUE, value * 10 + (ahead(0) - '0'));
            at++;
        }
        return (int) value;
    }

    /** What lies before the next {@code end}, both read; null, and nothing read, where there is none. */
    @Nullable
    String until(char end) {
        int index = source.indexOf(end, at);
        if (index < 0) {
            return null;
        }
        String text = source.substring(at, index);
        at = index + 1;
        return text;
    }

    /** A character that may be half of a pair although the source is read by units: group names are so. */
    int nextCodePoint() {
        if (at >= source.length()) {
            return END;
        }
        int c = source.codePointAt(at);
        at += Character.charCount(c);
        return c;
    }

    static boolean isDigit(int c) {
        return c >= '0' && c <= '9';
    }

    static boolean isLetter(int c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    }

    private static int hexDigit(int c) {
        return c < 0 || c > 'f' ? -1 : Character.digit(c, 16);
    }

    RegexpSyntaxException error(String message) {
        return new RegexpSyntaxException(message, at);
    }
}
