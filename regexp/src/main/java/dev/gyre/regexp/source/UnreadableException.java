package dev.gyre.regexp.source;

/** A file that is not understood from some place on. */
public final class UnreadableException extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private final int at;

    UnreadableException(String message, int at) {
        super(message);
        this.at = at;
    }

    public int at() {
        return at;
    }
}
