package dev.gyre.regexp.syntax;

/** An expression that JavaScript would not accept. */
public final class RegexpSyntaxException extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private final int at;

    RegexpSyntaxException(String message, int at) {
        super(message);
        this.at = at;
    }

    /** Index into the expression's source. */
    public int at() {
        return at;
    }
}
