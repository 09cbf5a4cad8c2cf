package dev.gyre.regexp.lint;

/** A place of the report. */
record Entry(String file, int line, int column, String source, String flags, Verdict verdict) {
    private static final int MAX_SHOWN = 200;

    String place() {
        return file + ":" + line + ":" + column;
    }

    /** In one line. */
    String literal() {
        String shown = source.isEmpty() ? "(?:)" : source;
        shown = shown.length() > MAX_SHOWN ? shown.substring(0, MAX_SHOWN) + "…" : shown;
        shown = shown.replace("\n", "\\n")
                .replace("\r", "\\r")
                .replace("\u2028", "\\u2028")
                .replace("\u2029", "\\u2029");
        return "/" + shown + "/" + flags;
    }
}
