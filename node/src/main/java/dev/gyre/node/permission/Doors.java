package dev.gyre.node.permission;

import static dev.gyre.node.permission.Scope.ADDON;
import static dev.gyre.node.permission.Scope.CHILD_PROCESS;
import static dev.gyre.node.permission.Scope.FILE_SYSTEM_READ;
import static dev.gyre.node.permission.Scope.FILE_SYSTEM_WRITE;
import static dev.gyre.node.permission.Scope.INSPECTOR;
import static dev.gyre.node.permission.Scope.NET;
import static dev.gyre.node.permission.Scope.WASI;
import static dev.gyre.node.permission.Scope.WORKER_THREADS;

import dev.gyre.io.libc.NativePath;
import dev.gyre.io.libc.Posix;
import dev.gyre.node.bridge.Guard;
import dev.gyre.node.bridge.Guard.Arguments;
import dev.gyre.node.bridge.Layout.FolderPieces;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The native functions that a {@link Permission} is asked for, and what for. A function that is not here reaches nothing that
 * the program could name: it works on descriptors, memory, or what a function of this table has opened. {@code PermissionDoorsTest}
 * has the list of those, so that a new function is put on one of the two.
 */
public final class Doors {
    /** What a call needs. */
    @FunctionalInterface
    private interface Door {
        void check(Permission permission, Arguments args);

        default Door and(Door other) {
            return (permission, args) -> {
                check(permission, args);
                other.check(permission, args);
            };
        }
    }

    private static final int O_ACCMODE = 3;
    private static final int SQLITE_ENABLE_LOAD_EXTENSION = 1005;
    private static final int WRITES_AS_SIDE_EFFECT = Posix.O_APPEND | Posix.O_CREAT | Posix.O_TRUNC;

    private static final Map<String, Door> DOORS = new HashMap<>();

    static {
        addFiles();
        addOtherFiles();
        addProcesses();
        addNetwork();
    }

    private Doors() {}

    /** The guard of a function, or null if it is no door. */
    public static @Nullable Guard guard(Permission permission, String binding, String function) {
        Door door = DOORS.get(binding + "." + function);
        return door == null ? null : args -> door.check(permission, args);
    }

    /** Binding and function of each door, with a dot between them. */
    public static Set<String> names() {
        return Collections.unmodifiableSet(DOORS.keySet());
    }

    /** Whether a function is in the table. */
    public static boolean isDoor(String binding, String function) {
        return DOORS.containsKey(binding + "." + function);
    }

    private static void add(Door door, String binding, String... functions) {
        for (String function : functions) {
            DOORS.put(binding + "." + function, door);
        }
    }

    private static Door reads(int argument) {
        return (permission, args) -> permission.requirePath(FILE_SYSTEM_READ, args.path(argument));
    }

    private static Door writes(int argument) {
        return (permission, args) -> permission.requirePath(FILE_SYSTEM_WRITE, args.path(argument));
    }

    private static Door needs(Scope scope, String resource) {
        return (permission, _) -> permission.require(scope, resource);
    }

    private static Door needs(Scope scope, int argument) {
        return (permission, args) -> permission.require(scope, args.text(argument));
    }

    // ---- files

    private static void addFiles() {
        add(reads(0), "fs", "stat", "access", "readdir", "statfs", "exists", "isFolder", "readlink", "opendir");
        add(reads(0), "fs", "realpath");
        add((permission, args) -> permission.requireLstat(args.path(0)), "fs", "lstat");
        add(reads(1), "fs", "watch");
        add(Doors::readsFolders, "fs", "readdirs");
        add(writes(0), "fs", "unlink", "mkdir", "rmdir", "mkdirp", "chmod", "chown", "lchown", "utimes", "lutimes");
        add(Doors::makesTemporary, "fs", "mkdtemp");
        add(opens(0), "fs", "open", "readFile", "writeFile");
        add(opens(1), "fs", "openAndRead");
        add(
                (permission, args) -> {
                    if (!(args.get(0) instanceof Double)) { // a descriptor
                        opens(2).check(permission, args);
                    }
                },
                "fs",
                "writeWhole");
        add(reads(0).and(writes(1)), "fs", "copyFile");
        add(reads(0).and(writes(0)).and(writes(1)), "fs", "rename", "link");
        add(
                (permission, args) -> {
                    permission.requireAllFiles("fs.symlink API requires full fs.read and fs.write permissions.");
                    writes(1).check(permission, args);
                },
                "fs",
                "symlink");
        for (String function : new String[] {"fsync", "fdatasync", "fchmod", "fchown", "futimes"}) {
            String message = function + " API is disabled when Permission Model is enabled.";
            add((permission, _) -> permission.requireNoModel(message), "fs", function);
        }
    }

    private static Door opens(int flagsAt) {
        return (permission, args) -> {
            int flags = args.integer(flagsAt);
            int access = flags & O_ACCMODE;
            NativePath path = args.path(0);
            if (access != Posix.O_WRONLY) {
                permission.requirePath(FILE_SYSTEM_READ, path);
            }
            if (access != Posix.O_RDONLY || (flags & WRITES_AS_SIDE_EFFECT) != 0) {
                permission.requirePath(FILE_SYSTEM_WRITE, path);
            }
        };
    }

    private static void makesTemporary(Permission permission, Arguments args) {
        byte[] prefix = args.path(0).bytes();
        byte[] path = Arrays.copyOf(prefix, prefix.length + 6);
        Arrays.fill(path, prefix.length, path.length, (byte) 'X');
        permission.requirePath(FILE_SYSTEM_WRITE, NativePath.of(path));
    }

    private static void readsFolders(Permission permission, Arguments args) {
        int count = args.integer(0);
        for (int i = 0; i < count; i++) {
            int at = (i * FolderPieces.INTS + FolderPieces.PATH) * Integer.BYTES;
            byte[] path = args.slot().dataText(args.slot().dataInt(at));
            permission.requirePath(FILE_SYSTEM_READ, NativePath.of(path));
        }
    }

    private static void addOtherFiles() {
        // The loader looks for modules everywhere, as Node's does; it reads only what is granted.
        add(reads(0), "module", "readText", "readTextIfFile");
        add(
                (permission, _) -> permission.requireNoModel("Folders are searched for packages one by one."),
                "module",
                "packageAbove");
        add(reads(0), "compile_cache", "readFunction");
        add(reads(0).and(writes(0)), "compile_cache", "open");
        add(
                (permission, args) -> permission.requirePath(FILE_SYSTEM_WRITE, NativePath.of(args.text(1))),
                "v8",
                "snapshotsNearHeapLimit");
        add(Doors::opensDatabase, "sqlite", "open");
        add((permission, args) -> permission.requireDatabase(args.text(1), false), "sqlite", "startBackup");
        add(
                (permission, _) -> permission.requireNoModel(
                        "Cannot load SQLite extensions when the permission model is enabled."),
                "sqlite",
                "loadExtension");
        add(
                (permission, args) -> {
                    if (args.integer(1) == SQLITE_ENABLE_LOAD_EXTENSION && Boolean.TRUE.equals(args.get(2))) {
                        permission.requireNoModel(
                                "Cannot load SQLite extensions when the permission model is enabled.");
                    }
                },
                "sqlite",
                "configure");
    }

    // ---- processes, threads, code

    private static void addProcesses() {
        add(needs(CHILD_PROCESS, 0), "child_process", "spawn", "spawnSync");
        add(needs(CHILD_PROCESS, 0), "process", "execve");
        add(reads(0), "process", "chdir");
        add(needs(WORKER_THREADS, ""), "worker", "create");
        add(needs(ADDON, ""), "napi", "load");
        add(needs(WASI, ""), "wasi", "openFolder");
        add(needs(INSPECTOR, "Connect"), "inspector", "connect");
        add(needs(INSPECTOR, "ConnectToMainThread"), "inspector", "connectToMain");
        add(needs(INSPECTOR, "StartIoThread"), "inspector", "open");
        add(needs(INSPECTOR, "WaitForConnect"), "inspector", "waitForDebugger");
    }

    // ---- network

    private static void addNetwork() {
        add(needs(NET, 1), "net", "connect", "connectPath", "bindPath");
        add(needs(NET, ""), "net", "bind", "listen");
        add(needs(NET, 2), "dgram", "bind");
        add(needs(NET, 1), "dgram", "connect");
        add(needs(NET, 0), "dns", "getaddrinfo");
        add(needs(NET, ""), "dns", "getnameinfo");
        add(needs(NET, 2), "dns", "query", "reverse");
        add(needs(NET, 2), "nodes", "join");
        add(reads(0).and(writes(0)), "nodes", "makeCertificates");
    }

    private static void opensDatabase(Permission permission, Arguments args) {
        permission.requireDatabase(args.text(0), Boolean.TRUE.equals(args.get(1)));
    }
}
