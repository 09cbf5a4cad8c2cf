package dev.gyre.io.sqlite;

/**
 * What SQLite asks of JavaScript in the middle of an operation.
 *
 * @param function the number that the function was registered with
 * @param aggregate the number of the aggregate's state, 0 where there is none
 * @param values the arguments: see {@link ValueWriter}
 */
public record Request(Kind kind, long function, long aggregate, byte[] values) {
    /** The order is known in sqlite/internal/callbacks.js too. */
    public enum Kind {
        FUNCTION,
        STEP,
        INVERSE,
        VALUE,
        FINAL,
        AUTHORIZE,
        FILTER,
        CONFLICT
    }
}
