package dev.gyre.io.sqlite;

import static dev.gyre.io.sqlite.LibSqlite.call;
import static dev.gyre.io.sqlite.LibSqlite.code;

import dev.gyre.io.call.ErrnoMemory;
import dev.gyre.io.call.ForeignCalls;
import dev.gyre.io.libc.NativeMemory;
import dev.gyre.io.sqlite.Statement.Mode;
import java.lang.foreign.Arena;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A connection to a database. Results are plain values, a {@link SqliteError}, or, once a function of JavaScript's is
 * registered, a {@link Request}, which {@link #resume} answers. Used by one thread, its {@link Suspension}s apart.
 */
public final class Connection {
    public static final int READ_ONLY = 1;
    private static final int READ_WRITE_CREATE = 6;
    private static final int URI = 0x40;
    private static final int NO_MUTEX = 0x8000; // an operation inside a function runs on another thread

    private static final int UTF_8 = 1;
    private static final int DESERIALIZE_FREE_ON_CLOSE = 1;
    private static final int DESERIALIZE_RESIZABLE = 2;

    private long database;
    private boolean mayCallBack;
    private int numbers;
    private final Map<Integer, Statement> statements = new HashMap<>();
    private static final int CORRUPT = 11; // SQLITE_CORRUPT
    private final Map<Integer, Long> sessions = new HashMap<>();
    private final Set<Backup> backups = new HashSet<>();
    private final Deque<Suspension> running = new ArrayDeque<>();
    private final Deque<Suspension> idle = new ArrayDeque<>();

    private Connection(long database) {
        this.database = database;
    }

    /** A connection, or a {@link SqliteError}. */
    public static Object open(String path, boolean readOnly) {
        try (Arena arena = Arena.ofConfined()) {
            NativeMemory place = NativeMemory.in(arena, Long.BYTES);
            int flags = (readOnly ? READ_ONLY : READ_WRITE_CREATE) | URI | NO_MUTEX;
            int code =
                    (int) call(LibSqlite.OPEN, NativeMemory.string(arena, path).address(), place.address(), flags, 0);
            long database = place.getLong(0);
            if (code == LibSqlite.OK) {
                return new Connection(database);
            }
            SqliteError error = database == 0 ? SqliteError.of(code) : SqliteError.of(database);
            call(LibSqlite.CLOSE, database);
            return error;
        }
    }

    public boolean isOpen() {
        return database != 0;
    }

    long address() {
        return database;
    }

    // ---- operations that may ask

    private @Nullable Object run(Supplier<@Nullable Object> operation) {
        if (!mayCallBack) {
            return operation.get();
        }
        Suspension suspension = idle.isEmpty() ? new Suspension() : idle.pop();
        running.push(suspension);
        return settled(suspension, suspension.start(operation));
    }

    /** Answers the latest {@link Request}, and goes on with the operation that asked. */
    public @Nullable Object resume(byte @Nullable [] answer) {
        Suspension suspension = running.element();
        return settled(suspension, suspension.resume(answer));
    }

    private @Nullable Object settled(Suspension suspension, @Nullable Object result) {
        if (suspension.isDone()) {
            running.remove(suspension);
            idle.push(suspension);
        }
        return result;
    }

    public @Nullable Object exec(String sql) {
        return run(() -> {
            try (Arena arena = Arena.ofConfined()) {
                int code = (int) call(
                        LibSqlite.EXEC,
                        database,
                        NativeMemory.string(arena, sql).address(),
                        0,
                        0);
                return code == LibSqlite.OK ? null : SqliteError.of(database);
            }
        });
    }

    /** The number of the new statement; 0 if the text has none. SQLite's functions must not be called without one. */
    public @Nullable Object prepare(String sql) {
        return run(() -> {
            try (Arena arena = Arena.ofConfined()) {
                NativeMemory place = NativeMemory.in(arena, Long.BYTES);
                NativeMemory text = NativeMemory.string(arena, sql);
                int code = (int) call(LibSqlite.PREPARE, database, text.address(), -1, place.address());
                if (code != LibSqlite.OK) {
                    return SqliteError.of(database);
                }
                if (place.getLong(0) == 0) {
                    return 0;
                }
                statements.put(++numbers, new Statement(database, place.getLong(0)));
                return numbers;
            }
        });
    }

    /** Null for one that was finalized. */
    public @Nullable Statement statement(int number) {
        return statements.get(number);
    }

    public @Nullable Object execute(Statement statement, Mode mode, ByteBuffer parameters, boolean keepsBindings) {
        return run(() -> statement.execute(mode, parameters, keepsBindings));
    }

    public @Nullable Object next(Statement statement) {
        return run(statement::next);
    }

    public @Nullable Object reset(Statement statement) {
        return run(statement::reset);
    }

    public @Nullable Object free(int number) {
        Statement statement = statements.remove(number);
        if (statement == null) {
            return null;
        }
        return run(() -> {
            statement.free();
            return null;
        });
    }

    // ---- settings

    /** A switch of sqlite3_db_config. */
    public @Nullable SqliteError configure(int what, boolean on) {
        int code = (int) call(LibSqlite.DB_CONFIG, database, what, on ? 1 : 0, 0);
        return code == LibSqlite.OK ? null : SqliteError.of(database);
    }

    public void busyTimeoutMs(int timeoutMs) {
        call(LibSqlite.BUSY_TIMEOUT, database, timeoutMs);
    }

    /** The limit as it was; a negative value leaves it. */
    public int limit(int which, int value) {
        return (int) call(LibSqlite.LIMIT, database, which, value);
    }

    public boolean isInTransaction() {
        return code(LibSqlite.AUTOCOMMIT, database) == 0;
    }

    /** The file of a database, null for one in memory. */
    public @Nullable String location(String name) {
        try (Arena arena = Arena.ofConfined()) {
            String file = LibSqlite.text(call(
                    LibSqlite.FILE_NAME,
                    database,
                    NativeMemory.string(arena, name).address()));
            return file == null || file.isEmpty() ? null : file;
        }
    }

    /** What went wrong, or null. */
    public @Nullable String loadExtension(String path, @Nullable String entry) {
        try (Arena arena = Arena.ofConfined()) {
            NativeMemory place = NativeMemory.in(arena, Long.BYTES);
            long start = entry == null ? 0 : NativeMemory.string(arena, entry).address();
            int code = (int) call(
                    LibSqlite.LOAD_EXTENSION,
                    database,
                    NativeMemory.string(arena, path).address(),
                    start,
                    place.address());
            if (code == LibSqlite.OK) {
                return null;
            }
            String message = LibSqlite.text(place.getLong(0));
            call(LibSqlite.FREE, place.getLong(0));
            return message == null ? "" : message;
        }
    }

    // ---- functions of JavaScript's

    public @Nullable SqliteError createFunction(String name, int parameters, int flags, long function) {
        mayCallBack = true;
        try (Arena arena = Arena.ofConfined()) {
            long text = NativeMemory.string(arena, name).address();
            int code = (int) ForeignCalls.ten(
                    LibSqlite.CREATE_FUNCTION,
                    ErrnoMemory.ofThread(),
                    database,
                    text,
                    parameters,
                    UTF_8 | flags,
                    function,
                    Callbacks.FUNCTION,
                    0,
                    0,
                    0,
                    0);
            return code == LibSqlite.OK ? null : SqliteError.of(database);
        }
    }

    public @Nullable SqliteError createAggregate(
            String name, int parameters, int flags, long function, boolean isWindow) {
        mayCallBack = true;
        try (Arena arena = Arena.ofConfined()) {
            long text = NativeMemory.string(arena, name).address();
            int code = (int) ForeignCalls.ten(
                    LibSqlite.CREATE_WINDOW_FUNCTION,
                    ErrnoMemory.ofThread(),
                    database,
                    text,
                    parameters,
                    UTF_8 | flags,
                    function,
                    Callbacks.STEP,
                    Callbacks.FINAL,
                    isWindow ? Callbacks.VALUE : 0,
                    isWindow ? Callbacks.INVERSE : 0,
                    0);
            return code == LibSqlite.OK ? null : SqliteError.of(database);
        }
    }

    public @Nullable SqliteError setAuthorizer(boolean on, long function) {
        mayCallBack |= on;
        int code = (int) call(LibSqlite.SET_AUTHORIZER, database, on ? Callbacks.AUTHORIZE : 0, on ? function : 0);
        return code == LibSqlite.OK ? null : SqliteError.of(database);
    }

    // ---- whole databases

    /** The bytes of a database; none where SQLite has no memory for them. */
    public Object serialize(String name) {
        try (Arena arena = Arena.ofConfined()) {
            NativeMemory size = NativeMemory.in(arena, Long.BYTES);
            long bytes = call(
                    LibSqlite.SERIALIZE,
                    database,
                    NativeMemory.string(arena, name).address(),
                    size.address(),
                    0);
            if (bytes == 0) {
                return size.getLong(0) == 0 ? new byte[0] : SqliteError.of(database);
            }
            try {
                return LibSqlite.bytes(bytes, Math.toIntExact(size.getLong(0)));
            } finally {
                call(LibSqlite.FREE, bytes);
            }
        }
    }

    public @Nullable SqliteError deserialize(ByteBuffer bytes, String name) {
        int length = bytes.remaining();
        long copy = call(LibSqlite.MALLOC, length);
        if (copy == 0) {
            return SqliteError.of(7); // SQLITE_NOMEM
        }
        LibSqlite.memory(copy, length).put(bytes);
        try (Arena arena = Arena.ofConfined()) {
            int code = (int) call(
                    LibSqlite.DESERIALIZE,
                    database,
                    NativeMemory.string(arena, name).address(),
                    copy,
                    length,
                    length,
                    DESERIALIZE_FREE_ON_CLOSE | DESERIALIZE_RESIZABLE); // it frees the copy also where it fails
            return code == LibSqlite.OK ? null : SqliteError.of(database);
        }
    }

    /** Ends all statements. */
    public void freeStatements() {
        for (Statement statement : statements.values()) {
            statement.free();
        }
        statements.clear();
    }

    // ---- sessions

    /** The number of the new session. */
    public Object createSession(String name, @Nullable String table) {
        try (Arena arena = Arena.ofConfined()) {
            NativeMemory place = NativeMemory.in(arena, Long.BYTES);
            if (isRefused(call(
                    LibSqlite.SESSION_CREATE,
                    database,
                    NativeMemory.string(arena, name).address(),
                    place.address()))) {
                return SqliteError.of(database);
            }
            long session = place.getLong(0);
            long of = table == null ? 0 : NativeMemory.string(arena, table).address();
            if (isRefused(call(LibSqlite.SESSION_ATTACH, session, of))) {
                call(LibSqlite.SESSION_DELETE, session);
                return SqliteError.of(database);
            }
            sessions.put(++numbers, session);
            return numbers;
        }
    }

    private static boolean isRefused(long code) {
        return (int) code != LibSqlite.OK;
    }

    public boolean hasSession(int number) {
        return sessions.containsKey(number);
    }

    /** The changes of a session as bytes. */
    public Object changes(int number, boolean asPatch) {
        try (Arena arena = Arena.ofConfined()) {
            NativeMemory size = NativeMemory.in(arena, Long.BYTES);
            NativeMemory place = NativeMemory.in(arena, Long.BYTES);
            long function = asPatch ? LibSqlite.SESSION_PATCHSET : LibSqlite.SESSION_CHANGESET;
            int code =
                    (int) call(function, Objects.requireNonNull(sessions.get(number)), size.address(), place.address());
            if (code != LibSqlite.OK) {
                return SqliteError.of(code);
            }
            byte[] changes = LibSqlite.bytes(place.getLong(0), size.getInt(0));
            call(LibSqlite.FREE, place.getLong(0));
            return changes;
        }
    }

    public void deleteSession(int number) {
        Long session = sessions.remove(number);
        if (session != null) {
            call(LibSqlite.SESSION_DELETE, session);
        }
    }

    /** SQLite's code. */
    public @Nullable Object applyChanges(byte[] changes, boolean isFiltered, long function) {
        if (!ChangesetForm.isRight(changes)) {
            return SqliteError.of(CORRUPT);
        }
        boolean before = mayCallBack;
        mayCallBack = true;
        Object result = run(() -> {
            try (Arena arena = Arena.ofConfined()) {
                NativeMemory memory = NativeMemory.in(arena, Math.max(1, changes.length));
                memory.put(0, changes, 0, changes.length);
                int code = (int) call(
                        LibSqlite.CHANGESET_APPLY,
                        database,
                        changes.length,
                        memory.address(),
                        isFiltered ? Callbacks.FILTER : 0,
                        Callbacks.CONFLICT,
                        function);
                return code == 0 || code == 4 ? (Object) code : SqliteError.of(code); // SQLITE_ABORT is no error
            }
        });
        mayCallBack = before;
        return result;
    }

    // ---- backups

    void add(Backup backup) {
        backups.add(backup);
    }

    void remove(Backup backup) {
        backups.remove(backup);
    }

    // ---- the end

    /** Ends everything; operations that wait for JavaScript end with errors. */
    public void close() {
        if (database == 0) {
            return;
        }
        while (!running.isEmpty()) {
            running.pop().end();
        }
        for (Backup backup : Set.copyOf(backups)) {
            backup.finish();
        }
        freeStatements();
        sessions.values().forEach(session -> call(LibSqlite.SESSION_DELETE, session));
        sessions.clear();
        call(LibSqlite.CLOSE, database);
        database = 0;
        idle.forEach(Suspension::end);
        idle.clear();
    }
}
