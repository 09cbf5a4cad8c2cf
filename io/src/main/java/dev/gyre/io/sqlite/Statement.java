package dev.gyre.io.sqlite;

import static dev.gyre.io.sqlite.LibSqlite.call;
import static dev.gyre.io.sqlite.LibSqlite.code;

import dev.gyre.io.call.ForeignCalls;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A prepared statement. Its connection says which thread runs it: see {@link Connection#run}. */
public final class Statement {
    /** How much of the result an execution reads. */
    public enum Mode {
        /** Nothing: changes and row number are the result. */
        RUN,
        /** One row. */
        GET,
        /** All rows. */
        ALL,
        /** Nothing yet: see {@link #next}. */
        ITERATE
    }

    private static final int STATUS_REPREPARED = 5;
    private static final int UTF_8 = 1;

    private final long database;
    private long statement;
    private long namesOf = -1; // how often SQLite had prepared it again when the names were last told

    Statement(long database, long statement) {
        this.database = database;
        this.statement = statement;
    }

    /** The names of the parameters, null for those without. */
    public List<@Nullable String> parameterNames() {
        int count = code(LibSqlite.PARAMETER_COUNT, statement);
        var names = new ArrayList<@Nullable String>(count);
        for (int i = 1; i <= count; i++) {
            names.add(LibSqlite.text(call(LibSqlite.PARAMETER_NAME, statement, i)));
        }
        return names;
    }

    /**
     * Executes it from the beginning.
     *
     * @param parameters the index of each, an int, and its value: see {@link ValueWriter}; direct memory
     * @return rows, or 16 bytes with changes and row number, or a {@link SqliteError}
     */
    Object execute(Mode mode, ByteBuffer parameters, boolean keepsBindings) {
        if (code(LibSqlite.RESET, statement) != LibSqlite.OK) {
            return SqliteError.of(database);
        }
        if (!keepsBindings) {
            call(LibSqlite.CLEAR_BINDINGS, statement);
        }
        if (!bind(parameters.order(ByteOrder.LITTLE_ENDIAN))) {
            return SqliteError.of(database);
        }
        return switch (mode) {
            case RUN -> run();
            case GET -> rows(1);
            case ALL -> rows(Integer.MAX_VALUE);
            case ITERATE -> new byte[0];
        };
    }

    private boolean bind(ByteBuffer parameters) {
        long address = MemorySegment.ofBuffer(parameters).address();
        while (parameters.hasRemaining()) {
            int index = parameters.getInt();
            int kind = parameters.get();
            boolean isBound;
            switch (kind) {
                case ValueWriter.INTEGER ->
                    isBound = isOk(call(LibSqlite.BIND_INT64, statement, index, parameters.getLong()));
                case ValueWriter.REAL -> {
                    // The function's code is lost beside a double: an index that is wrong is found by one that tells.
                    isBound = isOk(call(LibSqlite.BIND_NULL, statement, index));
                    double value = parameters.getDouble();
                    if (isBound) {
                        ForeignCalls.real(LibSqlite.BIND_DOUBLE, statement, index, value);
                    }
                }
                case ValueWriter.TEXT, ValueWriter.BLOB -> {
                    int length = parameters.getInt();
                    isBound = bindBytes(kind, index, address + parameters.position(), length);
                    parameters.position(parameters.position() + length);
                }
                default -> isBound = isOk(call(LibSqlite.BIND_NULL, statement, index));
            }
            if (!isBound) {
                return false;
            }
        }
        return true;
    }

    private boolean bindBytes(int kind, int index, long at, int length) {
        if (kind == ValueWriter.TEXT) {
            return isOk(call(LibSqlite.BIND_TEXT, statement, index, at, length, LibSqlite.TRANSIENT, UTF_8));
        }
        return isOk(call(LibSqlite.BIND_BLOB, statement, index, at, length, LibSqlite.TRANSIENT, 0));
    }

    private static boolean isOk(long code) {
        return (int) code == LibSqlite.OK;
    }

    private Object run() {
        call(LibSqlite.STEP, statement);
        if (code(LibSqlite.RESET, statement) != LibSqlite.OK) {
            return SqliteError.of(database);
        }
        var result = new ValueWriter();
        result.putLong(call(LibSqlite.CHANGES, database));
        result.putLong(call(LibSqlite.LAST_ROW, database));
        return result.toBytes();
    }

    private Object rows(int most) {
        var rows = new ValueWriter();
        int columns = -1;
        Object failure = null;
        for (int i = 0; i < most; i++) {
            int code = code(LibSqlite.STEP, statement);
            if (code == LibSqlite.DONE) {
                break;
            }
            if (code != LibSqlite.ROW) {
                failure = SqliteError.of(database);
                break;
            }
            if (columns < 0) {
                columns = putHead(rows);
            }
            putRow(rows, columns);
        }
        call(LibSqlite.RESET, statement);
        return failure != null ? failure : rows.toBytes();
    }

    /** The number of columns; their names, if JavaScript does not have them. */
    private int putHead(ValueWriter rows) {
        int columns = code(LibSqlite.COLUMN_COUNT, statement);
        long prepared = call(LibSqlite.STATUS, statement, STATUS_REPREPARED, 0);
        rows.putInt(columns);
        rows.putByte(prepared == namesOf ? 0 : 1);
        if (prepared != namesOf) {
            for (int i = 0; i < columns; i++) {
                rows.putText(call(LibSqlite.COLUMN_NAME, statement, i));
            }
            namesOf = prepared;
        }
        return columns;
    }

    private void putRow(ValueWriter rows, int columns) {
        for (int i = 0; i < columns; i++) {
            rows.putColumn(statement, i);
        }
    }

    /** The next row of an iteration: as one of {@link #execute}'s, no bytes at the end, or a {@link SqliteError}. */
    Object next() {
        int code = code(LibSqlite.STEP, statement);
        if (code == LibSqlite.ROW) {
            var rows = new ValueWriter();
            putRow(rows, putHead(rows));
            return rows.toBytes();
        }
        Object end = code == LibSqlite.DONE ? new byte[0] : SqliteError.of(database);
        call(LibSqlite.RESET, statement);
        return end;
    }

    @Nullable
    Object reset() {
        call(LibSqlite.RESET, statement);
        return null;
    }

    /** Column, database, name, table and type of each column. */
    public List<List<@Nullable String>> columns() {
        int count = code(LibSqlite.COLUMN_COUNT, statement);
        var columns = new ArrayList<List<@Nullable String>>(count);
        long[] parts = {
            LibSqlite.ORIGIN_NAME,
            LibSqlite.DATABASE_NAME,
            LibSqlite.COLUMN_NAME,
            LibSqlite.TABLE_NAME,
            LibSqlite.DECLARED_TYPE
        };
        for (int i = 0; i < count; i++) {
            var column = new ArrayList<@Nullable String>(parts.length);
            for (long part : parts) {
                column.add(part == 0 ? null : LibSqlite.text(call(part, statement, i)));
            }
            columns.add(column);
        }
        return columns;
    }

    public @Nullable String sql() {
        return LibSqlite.text(call(LibSqlite.SQL, statement));
    }

    /** Null where the text would be too long. */
    public @Nullable String expandedSql() {
        long text = call(LibSqlite.EXPANDED_SQL, statement);
        String expanded = LibSqlite.text(text);
        call(LibSqlite.FREE, text);
        return expanded;
    }

    /** One of SQLite's counters, set to zero afterwards where asked for. */
    public long status(int counter, boolean reset) {
        return (int) call(LibSqlite.STATUS, statement, counter, reset ? 1 : 0);
    }

    void free() {
        long freed = statement;
        statement = 0;
        call(LibSqlite.FINALIZE, freed);
    }
}
