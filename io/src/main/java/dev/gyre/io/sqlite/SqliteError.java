package dev.gyre.io.sqlite;

import java.util.Objects;

/**
 * What SQLite refused.
 *
 * @param code SQLite's extended code
 * @param message what it says of this case
 * @param text what it says of the code
 */
public record SqliteError(int code, String message, String text) {
    /** The latest error of a connection. */
    static SqliteError of(long database) {
        int code = LibSqlite.code(LibSqlite.ERROR_CODE, database);
        String message = LibSqlite.text(LibSqlite.call(LibSqlite.ERROR_MESSAGE, database));
        return new SqliteError(code, message == null ? "" : message, textOf(code));
    }

    /** A code for which a connection has no message. */
    static SqliteError of(int code) {
        return new SqliteError(code, textOf(code), textOf(code));
    }

    private static String textOf(int code) {
        return Objects.requireNonNullElse(LibSqlite.text(LibSqlite.call(LibSqlite.ERROR_TEXT, code)), "");
    }
}
