package dev.gyre.io.sqlite;

import static dev.gyre.io.sqlite.LibSqlite.call;
import static dev.gyre.io.sqlite.LibSqlite.code;

import dev.gyre.io.libc.NativeMemory;
import java.lang.foreign.Arena;

/** A copy of a database to a file, some pages at a time. A step may run on another thread while the loop goes on. */
public final class Backup {
    private static final int READ_WRITE_CREATE_URI = 0x46;

    private final Connection source;
    private final long target;
    private long backup;

    private Backup(Connection source, long target, long backup) {
        this.source = source;
        this.target = target;
        this.backup = backup;
    }

    /** A backup, or a {@link SqliteError}. */
    public static Object start(Connection source, String path, String from, String to) {
        try (Arena arena = Arena.ofConfined()) {
            NativeMemory place = NativeMemory.in(arena, Long.BYTES);
            int code = (int) call(
                    LibSqlite.OPEN,
                    NativeMemory.string(arena, path).address(),
                    place.address(),
                    READ_WRITE_CREATE_URI,
                    0);
            long target = place.getLong(0);
            long backup = code != LibSqlite.OK
                    ? 0
                    : call(
                            LibSqlite.BACKUP_INIT,
                            target,
                            NativeMemory.string(arena, to).address(),
                            source.address(),
                            NativeMemory.string(arena, from).address());
            if (backup == 0) {
                SqliteError error = target == 0 ? SqliteError.of(code) : SqliteError.of(target);
                call(LibSqlite.CLOSE, target);
                return error;
            }
            var started = new Backup(source, target, backup);
            source.add(started);
            return started;
        }
    }

    /** Copies some pages: SQLite's code. Any thread. A backup that the connection's end has finished is done. */
    public synchronized int step(int pages) {
        return backup == 0 ? -1 : code(LibSqlite.BACKUP_STEP, backup, pages);
    }

    public synchronized int totalPages() {
        return backup == 0 ? 0 : code(LibSqlite.BACKUP_PAGES, backup);
    }

    public synchronized int remainingPages() {
        return backup == 0 ? 0 : code(LibSqlite.BACKUP_REMAINING, backup);
    }

    /** What a code means. */
    public static SqliteError error(int code) {
        return SqliteError.of(code);
    }

    public synchronized void finish() {
        if (backup != 0) {
            call(LibSqlite.BACKUP_FINISH, backup);
            call(LibSqlite.CLOSE, target);
            backup = 0;
            source.remove(this);
        }
    }
}
