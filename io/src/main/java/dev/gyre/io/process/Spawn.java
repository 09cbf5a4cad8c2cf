package dev.gyre.io.process;

import dev.gyre.io.libc.Descriptors;
import dev.gyre.io.libc.Errno;
import dev.gyre.io.libc.Libc;
import dev.gyre.io.libc.Libc.Function;
import dev.gyre.io.libc.NativeMemory;
import dev.gyre.io.libc.NativePath;
import dev.gyre.io.libc.Posix;
import dev.gyre.io.libc.Scratch;
import dev.gyre.io.libc.SystemError;
import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Starts processes, by {@code posix_spawn}: a JVM can't fork.
 *
 * <p>The child gets the descriptors it is given and no others, default signal handlers and an empty signal mask. A file
 * without a slash is looked for in the {@code PATH} of the <em>child's</em> environment, and a file that the kernel
 * can't execute is taken for a shell script, both as {@code execvp} does it.
 *
 * <p>{@code posix_spawn} knows no user or group. But on Linux these belong to the thread, and only the C library's
 * wrappers change them for the whole process: a thread of its own takes them on by the bare system call, starts the
 * child and ends.
 */
public final class Spawn {
    /** In {@link Request#fds}: the child has nothing open under this number. */
    public static final int CLOSED = -1;

    /** In {@link Request#uid} and {@link Request#gid}: as the parent. */
    public static final int SAME = -1;

    /**
     * @param args with the program's own name first
     * @param env as {@code NAME=value}
     * @param cwd null for the parent's
     * @param fds for each of the child's descriptors from 0 on, ours that it becomes
     */
    public record Request(
            String file,
            List<String> args,
            List<String> env,
            @Nullable String cwd,
            int[] fds,
            boolean detached,
            int uid,
            int gid) {
        public Request withFds(int[] other) {
            return new Request(file, args, env, cwd, other, detached, uid, gid);
        }
    }

    private static final short SETSIGDEF = 0x04;
    private static final short SETSIGMASK = 0x08;
    private static final short SETSID = 0x80;
    private static final int ACTIONS_BYTES = 256; // more than any C library's
    private static final int ATTRIBUTES_BYTES = 1024;
    private static final int SIGSET_BYTES = 128;

    private static final String DEFAULT_PATH = "/bin:/usr/bin";
    private static final int ENOEXEC = -8;
    private static final int ESTALE = -116;

    private static final boolean ARM = "aarch64".equals(System.getProperty("os.arch"));
    private static final int SYS_SETGROUPS = ARM ? 159 : 116;
    private static final int SYS_SETGID = ARM ? 144 : 106;
    private static final int SYS_SETUID = ARM ? 146 : 105;

    private final Request request;
    private final Arena arena;
    private final List<Integer> copies = new ArrayList<>();

    private Spawn(Request request, Arena arena) {
        this.request = request;
        this.arena = arena;
    }

    /** The new process's number. A refusal has the syscall {@code spawn}. */
    public static int start(Request request) {
        int result = request.uid == SAME && request.gid == SAME ? run(request) : runAsOther(request);
        if (result < 0) {
            throw new SystemError(result, "spawn", null, null);
        }
        return result;
    }

    private static int runAsOther(Request request) {
        int[] result = new int[1];
        Thread thread = Thread.ofPlatform().daemon().name("gyre-spawn").start(() -> result[0] = takeOn(request));
        boolean interrupted = false;
        while (thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        return result[0];
    }

    private static int takeOn(Request request) {
        Libc.callInt(Function.SYSCALL, SYS_SETGROUPS, 0, 0); // who may not do that keeps his groups
        int result = request.gid == SAME ? 0 : Libc.callInt(Function.SYSCALL, SYS_SETGID, request.gid);
        if (result >= 0 && request.uid != SAME) {
            result = Libc.callInt(Function.SYSCALL, SYS_SETUID, request.uid);
        }
        return result < 0 ? result : run(request);
    }

    private static int run(Request request) {
        try (Arena arena = Arena.ofConfined()) {
            var spawn = new Spawn(request, arena);
            try {
                return spawn.searchPath();
            } finally {
                spawn.copies.forEach(Descriptors::closeQuietly);
            }
        }
    }

    // ---- which file

    private int searchPath() {
        long actions = fileActions();
        long attributes = attributes();
        long env = NativeMemory.strings(arena, request.env).address();
        try {
            if (request.file.indexOf('/') >= 0) {
                return execute(request.file, actions, attributes, env);
            }
            int refused = Errno.ENOENT.number();
            for (String folder : path().split(":", -1)) {
                String file = folder.isEmpty() ? request.file : folder + "/" + request.file;
                int found = isMissing(file) ? Errno.ENOENT.number() : execute(file, actions, attributes, env);
                if (!isElsewhere(found)) {
                    return found;
                }
                refused = found == Errno.EACCES.number() ? found : refused;
            }
            return refused;
        } finally {
            Libc.callInt(Function.POSIX_SPAWN_FILE_ACTIONS_DESTROY, actions);
            Libc.callInt(Function.POSIX_SPAWNATTR_DESTROY, attributes);
        }
    }

    /** Asking is much cheaper than starting a process to find out. A relative path begins where the child will be. */
    private static boolean isMissing(String file) {
        if (!file.startsWith("/")) {
            return file.isEmpty();
        }
        long path = Scratch.get().path(NativePath.of(file));
        return Libc.callInt(Function.ACCESS, path, Posix.F_OK) == Errno.ENOENT.number();
    }

    /** Whether the search goes on. A folder to start in that is missing makes it fail everywhere. */
    private static boolean isElsewhere(int result) {
        return result == Errno.ENOENT.number()
                || result == Errno.ENOTDIR.number()
                || result == Errno.EACCES.number()
                || result == Errno.ENODEV.number()
                || result == ESTALE
                || result == Errno.ETIMEDOUT.number();
    }

    private String path() {
        for (String variable : request.env) {
            if (variable.startsWith("PATH=")) {
                return variable.substring("PATH=".length());
            }
        }
        return DEFAULT_PATH;
    }

    private int execute(String file, long actions, long attributes, long env) {
        int result = call(file, request.args, actions, attributes, env);
        if (result != ENOEXEC) {
            return result;
        }
        var script = new ArrayList<String>(List.of("/bin/sh", file));
        script.addAll(request.args.subList(Math.min(1, request.args.size()), request.args.size()));
        return call("/bin/sh", script, actions, attributes, env);
    }

    private int call(String file, List<String> args, long actions, long attributes, long env) {
        NativeMemory pid = NativeMemory.in(arena, Integer.BYTES);
        long argv = NativeMemory.strings(arena, args).address();
        int errno = Libc.callInt(Function.POSIX_SPAWN, pid.address(), string(file), actions, attributes, argv, env);
        return errno != 0 ? -errno : pid.getInt(0);
    }

    // ---- what the child has

    private long fileActions() {
        long actions = arena.allocate(ACTIONS_BYTES, Long.BYTES).address();
        Libc.callInt(Function.POSIX_SPAWN_FILE_ACTIONS_INIT, actions);
        int[] fds = request.fds;
        int[] sources = new int[fds.length];
        for (int i = 0; i < fds.length; i++) {
            sources[i] = aboveTargets(fds[i], i);
        }
        for (int i = 0; i < fds.length; i++) {
            if (sources[i] == CLOSED) {
                Libc.callInt(Function.POSIX_SPAWN_FILE_ACTIONS_ADDCLOSE, actions, i);
            } else {
                Libc.callInt(Function.POSIX_SPAWN_FILE_ACTIONS_ADDDUP2, actions, sources[i], i);
            }
        }
        Libc.callInt(Function.POSIX_SPAWN_FILE_ACTIONS_ADDCLOSEFROM_NP, actions, Math.max(3, fds.length));
        if (request.cwd != null) {
            Libc.callInt(Function.POSIX_SPAWN_FILE_ACTIONS_ADDCHDIR_NP, actions, string(request.cwd));
        }
        return actions;
    }

    /** One of our low descriptors could be overwritten before its turn to be copied comes. */
    private int aboveTargets(int source, int target) {
        if (source == CLOSED || source == target || source >= request.fds.length) {
            return source;
        }
        int copy = Descriptors.duplicateFrom(source, request.fds.length);
        copies.add(copy);
        return copy;
    }

    private long attributes() {
        long attributes = arena.allocate(ATTRIBUTES_BYTES, Long.BYTES).address();
        long set = arena.allocate(SIGSET_BYTES, Long.BYTES).address();
        Libc.callInt(Function.POSIX_SPAWNATTR_INIT, attributes);
        Libc.callInt(Function.SIGFILLSET, set);
        Libc.callInt(Function.POSIX_SPAWNATTR_SETSIGDEFAULT, attributes, set);
        Libc.callInt(Function.SIGEMPTYSET, set);
        Libc.callInt(Function.POSIX_SPAWNATTR_SETSIGMASK, attributes, set);
        Libc.callInt(
                Function.POSIX_SPAWNATTR_SETFLAGS,
                attributes,
                SETSIGDEF | SETSIGMASK | (request.detached ? SETSID : 0));
        return attributes;
    }

    private long string(String text) {
        return NativeMemory.string(arena, text).address();
    }
}
