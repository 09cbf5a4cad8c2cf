package dev.gyre.regexp.ambiguity;

/** The analysis gave up; the message says why, with "it" for the expression. */
final class UndecidedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    UndecidedException(String message) {
        super(message);
    }
}
