package dev.gyre.io.sqlite;

import dev.gyre.io.call.ErrnoMemory;
import dev.gyre.io.call.ForeignCalls;
import dev.gyre.io.libc.NativeMemory;
import dev.gyre.io.libc.Utf8;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * The functions of SQLite. The image has a library of its own (docs/decisions/sqlite.md); {@code GYRE_SQLITE} names another
 * one, and without either the system's is used. Sessions are there only if the library was built with them.
 */
public final class LibSqlite {
    private static final String OWN = "libsqlite.so";
    private static final String OF_SYSTEM = "libsqlite3.so.0";
    private static final long HANDLE = open();

    static final long OPEN = find("sqlite3_open_v2");
    static final long CLOSE = find("sqlite3_close_v2");
    static final long DB_CONFIG = find("sqlite3_db_config");
    static final long BUSY_TIMEOUT = find("sqlite3_busy_timeout");
    static final long LIMIT = find("sqlite3_limit");
    static final long EXEC = find("sqlite3_exec");
    static final long PREPARE = find("sqlite3_prepare_v2");
    static final long FINALIZE = find("sqlite3_finalize");
    static final long STEP = find("sqlite3_step");
    static final long RESET = find("sqlite3_reset");
    static final long STATUS = find("sqlite3_stmt_status");
    static final long CLEAR_BINDINGS = find("sqlite3_clear_bindings");
    static final long PARAMETER_COUNT = find("sqlite3_bind_parameter_count");
    static final long PARAMETER_NAME = find("sqlite3_bind_parameter_name");
    static final long BIND_NULL = find("sqlite3_bind_null");
    static final long BIND_INT64 = find("sqlite3_bind_int64");
    static final long BIND_DOUBLE = find("sqlite3_bind_double");
    static final long BIND_TEXT = find("sqlite3_bind_text64");
    static final long BIND_BLOB = find("sqlite3_bind_blob64");
    static final long BIND_ZEROBLOB = find("sqlite3_bind_zeroblob");
    static final long COLUMN_COUNT = find("sqlite3_column_count");
    static final long COLUMN_NAME = find("sqlite3_column_name");
    static final long COLUMN_TYPE = find("sqlite3_column_type");
    static final long COLUMN_INT64 = find("sqlite3_column_int64");
    static final long COLUMN_DOUBLE = find("sqlite3_column_double");
    static final long COLUMN_TEXT = find("sqlite3_column_text");
    static final long COLUMN_BLOB = find("sqlite3_column_blob");
    static final long COLUMN_BYTES = find("sqlite3_column_bytes");
    static final long ORIGIN_NAME = find("sqlite3_column_origin_name");
    static final long DATABASE_NAME = find("sqlite3_column_database_name");
    static final long TABLE_NAME = find("sqlite3_column_table_name");
    static final long DECLARED_TYPE = find("sqlite3_column_decltype");
    static final long SQL = find("sqlite3_sql");
    static final long EXPANDED_SQL = find("sqlite3_expanded_sql");
    static final long FREE = find("sqlite3_free");
    static final long MALLOC = find("sqlite3_malloc64");
    static final long CHANGES = find("sqlite3_changes64");
    static final long LAST_ROW = find("sqlite3_last_insert_rowid");
    static final long AUTOCOMMIT = find("sqlite3_get_autocommit");
    static final long FILE_NAME = find("sqlite3_db_filename");
    static final long ERROR_CODE = find("sqlite3_extended_errcode");
    static final long ERROR_MESSAGE = find("sqlite3_errmsg");
    static final long ERROR_TEXT = find("sqlite3_errstr");
    static final long SERIALIZE = find("sqlite3_serialize");
    static final long DESERIALIZE = find("sqlite3_deserialize");
    static final long LOAD_EXTENSION = find("sqlite3_load_extension");
    static final long CREATE_FUNCTION = find("sqlite3_create_function_v2");
    static final long CREATE_WINDOW_FUNCTION = find("sqlite3_create_window_function");
    static final long SET_AUTHORIZER = find("sqlite3_set_authorizer");
    static final long USER_DATA = find("sqlite3_user_data");
    static final long AGGREGATE_CONTEXT = find("sqlite3_aggregate_context");
    static final long VALUE_TYPE = find("sqlite3_value_type");
    static final long VALUE_INT64 = find("sqlite3_value_int64");
    static final long VALUE_DOUBLE = find("sqlite3_value_double");
    static final long VALUE_TEXT = find("sqlite3_value_text");
    static final long VALUE_BLOB = find("sqlite3_value_blob");
    static final long VALUE_BYTES = find("sqlite3_value_bytes");
    static final long RESULT_NULL = find("sqlite3_result_null");
    static final long RESULT_INT64 = find("sqlite3_result_int64");
    static final long RESULT_DOUBLE = find("sqlite3_result_double");
    static final long RESULT_TEXT = find("sqlite3_result_text");
    static final long RESULT_BLOB = find("sqlite3_result_blob");
    static final long RESULT_ERROR = find("sqlite3_result_error");
    static final long BACKUP_INIT = find("sqlite3_backup_init");
    static final long BACKUP_STEP = find("sqlite3_backup_step");
    static final long BACKUP_FINISH = find("sqlite3_backup_finish");
    static final long BACKUP_PAGES = find("sqlite3_backup_pagecount");
    static final long BACKUP_REMAINING = find("sqlite3_backup_remaining");

    /** Not in every build: 0 where there are none. */
    static final long SESSION_CREATE = find("sqlite3session_create");

    static final long SESSION_ATTACH = find("sqlite3session_attach");
    static final long SESSION_CHANGESET = find("sqlite3session_changeset");
    static final long SESSION_PATCHSET = find("sqlite3session_patchset");
    static final long SESSION_DELETE = find("sqlite3session_delete");
    static final long CHANGESET_APPLY = find("sqlite3changeset_apply");

    static final int OK = 0;
    static final int ROW = 100;
    static final int DONE = 101;

    /** Instead of a destructor: SQLite copies the bytes at once. */
    static final long TRANSIENT = -1;

    private LibSqlite() {}

    /** Whether there is a library. */
    public static boolean isThere() {
        return HANDLE != 0 && OPEN != 0;
    }

    /** Whether it has sessions and changesets. */
    public static boolean hasSessions() {
        return SESSION_CREATE != 0;
    }

    private static long open() {
        String named = System.getenv("GYRE_SQLITE");
        if (named != null && !named.isEmpty()) {
            return ForeignCalls.openLibrary(named);
        }
        Path folder = ForeignCalls.libraryFolder();
        Path own = folder == null ? null : folder.resolve(OWN);
        return ForeignCalls.openLibrary(own != null && Files.exists(own) ? own.toString() : OF_SYSTEM);
    }

    private static long find(String name) {
        return HANDLE == 0 ? 0 : ForeignCalls.addressIn(HANDLE, name);
    }

    static long call(long function, long a) {
        return call(function, a, 0, 0, 0, 0, 0);
    }

    static long call(long function, long a, long b) {
        return call(function, a, b, 0, 0, 0, 0);
    }

    static long call(long function, long a, long b, long c) {
        return call(function, a, b, c, 0, 0, 0);
    }

    static long call(long function, long a, long b, long c, long d) {
        return call(function, a, b, c, d, 0, 0);
    }

    static long call(long function, long a, long b, long c, long d, long e, long f) {
        return ForeignCalls.six(function, ErrnoMemory.ofThread(), a, b, c, d, e, f);
    }

    static int code(long function, long a) {
        return (int) call(function, a);
    }

    static int code(long function, long a, long b) {
        return (int) call(function, a, b);
    }

    /** The bytes at an address, a copy. */
    static byte[] bytes(long address, int length) {
        byte[] bytes = new byte[length];
        if (length > 0) {
            memory(address, length).get(bytes);
        }
        return bytes;
    }

    static ByteBuffer memory(long address, int length) {
        return ForeignCalls.memory(address, length);
    }

    /** A text of C's, or null for a null pointer. */
    static @Nullable String text(long address) {
        if (address == 0) {
            return null;
        }
        return Utf8.decode(NativeMemory.at(address, Integer.MAX_VALUE).stringBytes(0));
    }
}
