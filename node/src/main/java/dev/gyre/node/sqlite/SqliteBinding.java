package dev.gyre.node.sqlite;

import dev.gyre.engine.Args;
import dev.gyre.io.sqlite.Backup;
import dev.gyre.io.sqlite.Connection;
import dev.gyre.io.sqlite.LibSqlite;
import dev.gyre.io.sqlite.Request;
import dev.gyre.io.sqlite.SqliteError;
import dev.gyre.io.sqlite.Statement;
import dev.gyre.loop.WorkKind;
import dev.gyre.node.GyreRuntime;
import dev.gyre.node.bridge.Binding;
import dev.gyre.node.bridge.Functions;
import dev.gyre.node.permission.Permission;
import dev.gyre.node.permission.Scope;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The native half of {@code sqlite}: connections by number, and what belongs to one by a number of its own. JavaScript has
 * checked that a connection is open and a statement not finalized. A list as the result is an error, ["error", code, message,
 * text], or a question, ["ask", kind, function, aggregate, values], to be answered by {@code resume}.
 */
public final class SqliteBinding implements Binding {
    private static final int LIMIT_ATTACHED = 7;
    private static final Statement.Mode[] MODES = Statement.Mode.values();

    private final Map<Integer, Connection> connections = new ConcurrentHashMap<>();
    private final Map<Integer, Backup> backups = new ConcurrentHashMap<>();
    private final GyreRuntime runtime;
    private boolean isHooked;
    private int numbers;

    public SqliteBinding(GyreRuntime runtime) {
        this.runtime = runtime;
    }

    @Override
    public String name() {
        return "sqlite";
    }

    @Override
    public void register(Functions f) {
        f.add("isThere", _ -> LibSqlite.isThere());
        f.add("hasSessions", _ -> LibSqlite.hasSessions());
        f.add("open", args -> {
            Object opened = Connection.open(args.requiredString(0), args.bool(1));
            if (opened instanceof Connection connection) {
                if (!isHooked) {
                    isHooked = true;
                    runtime.beforeEnd(this::close); // a database in WAL mode leaves files behind otherwise
                }
                if (isRestricted()) {
                    connection.limit(LIMIT_ATTACHED, 0); // no ATTACH, no VACUUM INTO: they name files
                }
                connections.put(++numbers, connection);
                return numbers;
            }
            return answer(opened);
        });
        f.add("close", args -> {
            Connection connection = connections.remove(args.integer(0));
            if (connection != null) {
                connection.close();
            }
            return null;
        });
        f.add("resume", args -> answer(connection(args).resume(copy(args.bytes(1)))));
        f.add("exec", args -> answer(connection(args).exec(args.requiredString(1))));
        f.add("configure", args -> answer(connection(args).configure(args.integer(1), args.bool(2))));
        f.add("busyTimeout", args -> {
            connection(args).busyTimeoutMs(args.integer(1));
            return null;
        });
        f.add("limit", args -> {
            boolean stays = args.integer(1) == LIMIT_ATTACHED && isRestricted();
            return connection(args).limit(args.integer(1), stays ? -1 : args.integer(2));
        });
        f.add("isInTransaction", args -> connection(args).isInTransaction());
        f.add("location", args -> connection(args).location(args.requiredString(1)));
        f.add("loadExtension", args -> connection(args).loadExtension(args.requiredString(1), args.string(2)));
        f.add("serialize", args -> answer(connection(args).serialize(args.requiredString(1))));
        f.add(
                "deserialize",
                args -> answer(connection(args).deserialize(args.requiredBytes(1), args.requiredString(2))));
        f.add("freeStatements", args -> {
            connection(args).freeStatements();
            return null;
        });
        registerStatements(f);
        registerFunctions(f);
        registerSessions(f);
        registerBackups(f);
    }

    /** Whether there are files that the program may not use. */
    private boolean isRestricted() {
        Permission permission = runtime.permission();
        return permission != null && !permission.isAudit() && !permission.isGranted(Scope.FILE_SYSTEM, null);
    }

    private void registerStatements(Functions f) {
        f.add("prepare", args -> answer(connection(args).prepare(args.requiredString(1))));
        f.add("parameterNames", args -> statement(args).parameterNames());
        f.add(
                "execute",
                args -> answer(connection(args)
                        .execute(statement(args), MODES[args.integer(2)], args.requiredBytes(3), args.bool(4))));
        f.add("next", args -> answer(connection(args).next(statement(args))));
        f.add("reset", args -> answer(connection(args).reset(statement(args))));
        f.add("columns", args -> statement(args).columns());
        f.add("status", args -> (double) statement(args).status(args.integer(2), args.bool(3)));
        f.add("sql", args -> statement(args).sql());
        f.add("expandedSql", args -> statement(args).expandedSql());
        f.add("finalize", args -> {
            Connection connection = connections.get(args.integer(0)); // a closed one has finalized all
            return connection == null ? null : answer(connection.free(args.integer(1)));
        });
    }

    private void registerFunctions(Functions f) {
        f.add(
                "createFunction",
                args -> answer(connection(args)
                        .createFunction(args.requiredString(1), args.integer(2), args.integer(3), args.integer(4))));
        f.add(
                "createAggregate",
                args -> answer(connection(args)
                        .createAggregate(
                                args.requiredString(1),
                                args.integer(2),
                                args.integer(3),
                                args.integer(4),
                                args.bool(5))));
        f.add("setAuthorizer", args -> answer(connection(args).setAuthorizer(args.bool(1), args.integer(2))));
    }

    private void registerSessions(Functions f) {
        f.add("createSession", args -> answer(connection(args).createSession(args.requiredString(1), args.string(2))));
        f.add("changes", args -> answer(connection(args).changes(args.integer(1), args.bool(2))));
        f.add("deleteSession", args -> {
            Connection connection = connections.get(args.integer(0));
            if (connection != null) {
                connection.deleteSession(args.integer(1));
            }
            return null;
        });
        f.add(
                "applyChanges",
                args -> answer(connection(args)
                        .applyChanges(
                                Objects.requireNonNull(copy(args.requiredBytes(1))), args.bool(2), args.integer(3))));
    }

    private void registerBackups(Functions f) {
        f.add("startBackup", args -> {
            Object started = Backup.start(
                    connection(args), args.requiredString(1), args.requiredString(2), args.requiredString(3));
            if (started instanceof Backup backup) {
                backups.put(++numbers, backup);
                return numbers;
            }
            return answer(started);
        });
        f.addWork("stepBackup", WorkKind.FAST_IO, args -> {
            Backup backup = backups.get(((Double) args[0]).intValue());
            return backup == null ? -1 : backup.step(((Double) args[1]).intValue());
        });
        f.add("backupPages", args -> {
            Backup backup = Objects.requireNonNull(backups.get(args.integer(0)));
            return List.of(backup.totalPages(), backup.remainingPages());
        });
        f.add("finishBackup", args -> {
            Backup backup = backups.remove(args.integer(0));
            if (backup != null) {
                backup.finish();
            }
            return null;
        });
        f.add("errorOf", args -> answer(Backup.error(args.integer(0))));
    }

    private Connection connection(Args args) {
        return Objects.requireNonNull(connections.get(args.integer(0)), "a closed connection");
    }

    private Statement statement(Args args) {
        return Objects.requireNonNull(connection(args).statement(args.integer(1)), "a finalized statement");
    }

    private static byte @Nullable [] copy(@Nullable ByteBuffer memory) {
        if (memory == null) {
            return null;
        }
        byte[] bytes = new byte[memory.remaining()];
        memory.get(bytes);
        return bytes;
    }

    private static @Nullable Object answer(@Nullable Object result) {
        return switch (result) {
            case SqliteError error -> List.of("error", error.code(), error.message(), error.text());
            case Request request ->
                List.of(
                        "ask",
                        request.kind().ordinal(),
                        (double) request.function(),
                        (double) request.aggregate(),
                        request.values());
            case null, default -> result;
        };
    }

    @Override
    public void close() {
        connections.values().forEach(Connection::close);
        connections.clear();
        backups.values().forEach(Backup::finish);
        backups.clear();
    }
}
