package dev.gyre.node;

/**
 * Core JavaScript as V8 gets it. V8 keeps the text of every script in its heap, once for each isolate, and with two bytes a
 * character if one of them needs two; comments are a tenth of the core, and nearly all such characters are in them. So lines
 * that are nothing but a comment become empty ones: every place in the code keeps its line and column.
 */
final class CoreText {
    private CoreText() {}

    static String of(String source) {
        if (mayHaveLongTexts(source)) {
            return source;
        }
        var text = new StringBuilder(source.length());
        int at = 0;
        while (at < source.length()) {
            int newline = source.indexOf('\n', at);
            int end = newline < 0 ? source.length() : newline;
            int first = at;
            while (first < end && source.charAt(first) == ' ') {
                first++;
            }
            if (!source.startsWith("//", first)) {
                text.append(source, at, end);
            }
            if (newline >= 0) {
                text.append('\n');
            }
            at = end + 1;
        }
        return text.toString();
    }

    /** Whether a template or comment may go over several lines, so that what looks like a comment may be none. */
    private static boolean mayHaveLongTexts(String source) {
        if (source.contains("/*")) {
            return true;
        }
        int quotes = 0;
        for (int i = 0; i < source.length(); i++) {
            char c = source.charAt(i);
            if (c == '\n' && quotes % 2 != 0) {
                return true;
            }
            if (c == '`') {
                quotes++;
            }
        }
        return false;
    }
}
