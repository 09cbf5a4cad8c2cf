package dev.gyre.regexp.syntax;

/** The flags of an expression, each at most once, and never both u and v. */
public record Flags(String text) {
    private static final String KNOWN = "dgimsuvy";

    public Flags {
        for (int i = 0; i < text.length(); i++) {
            char flag = text.charAt(i);
            if (KNOWN.indexOf(flag) < 0 || text.indexOf(flag) != i) {
                throw new RegexpSyntaxException("invalid flags '" + text + "'", i);
            }
        }
        if (text.indexOf('u') >= 0 && text.indexOf('v') >= 0) {
            throw new RegexpSyntaxException("flags u and v exclude each other", 0);
        }
    }

    public boolean has(char flag) {
        return text.indexOf(flag) >= 0;
    }

    /** Whether characters are code points, and the syntax is the strict one. */
    public boolean isUnicode() {
        return has('u') || has('v');
    }
}
