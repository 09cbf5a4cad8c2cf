package dev.gyre.regexp.source;

/** What the text between two quotes means. */
final class StringValue {
    private StringValue() {}

    static String of(String written) {
        if (written.indexOf('\\') < 0) {
            return written;
        }
        var value = new StringBuilder();
        int i = 0;
        while (i < written.length()) {
            char c = written.charAt(i++);
            if (c != '\\' || i >= written.length()) {
                value.append(c);
                continue;
            }
            c = written.charAt(i++);
            switch (c) {
                case 'n' -> value.append('\n');
                case 't' -> value.append('\t');
                case 'r' -> value.append('\r');
                case 'b' -> value.append('\b');
                case 'f' -> value.append('\f');
                case 'v' -> value.append((char) 0x0B);
                case '\r' -> i += written.startsWith("\n", i) ? 1 : 0;
                case '\n', 0x2028, 0x2029 -> {}
                case 'x' -> i = hex(written, i, 2, value);
                case 'u' -> i = unicode(written, i, value);
                case '0', '1', '2', '3', '4', '5', '6', '7' -> i = octal(written, i - 1, value);
                default -> value.append(c);
            }
        }
        return value.toString();
    }

    private static int hex(String written, int from, int digits, StringBuilder value) {
        int end = Math.min(written.length(), from + digits);
        try {
            value.append((char) Integer.parseInt(written, from, end, 16));
        } catch (NumberFormatException _) {
            return from; // no JavaScript engine accepts it
        }
        return end;
    }

    private static int unicode(String written, int from, StringBuilder value) {
        int end = written.indexOf('}', from);
        if (!written.startsWith("{", from) || end < 0) {
            return hex(written, from, 4, value);
        }
        try {
            value.appendCodePoint(Integer.parseInt(written, from + 1, end, 16));
        } catch (IllegalArgumentException _) {
            return from;
        }
        return end + 1;
    }

    private static int octal(String written, int from, StringBuilder value) {
        int number = 0;
        int i = from;
        while (i < written.length() && i < from + 3 && written.charAt(i) >= '0' && written.charAt(i) <= '7') {
            if (number * 8 + written.charAt(i) - '0' > 255) {
                break;
            }
            number = number * 8 + written.charAt(i++) - '0';
        }
        value.append((char) number);
        return i;
    }
}
