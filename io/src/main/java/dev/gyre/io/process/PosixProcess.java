package dev.gyre.io.process;

import dev.gyre.io.call.ForeignCalls;
import dev.gyre.io.libc.Errno;
import dev.gyre.io.libc.Libc;
import dev.gyre.io.libc.Libc.Function;
import dev.gyre.io.libc.NativeMemory;
import dev.gyre.io.libc.NativePath;
import dev.gyre.io.libc.Scratch;
import dev.gyre.io.libc.SystemError;
import dev.gyre.io.libc.Utf8;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Who the process is, where it stands and whom it signals. Callable from any thread. */
public final class PosixProcess {
    private static final int ERANGE = -34;

    public static final int RUSAGE_SELF = 0;
    public static final int RUSAGE_THREAD = 1;
    private static final int RUSAGE_BYTES = 144;

    private PosixProcess() {}

    /** User and system time in µs, then the other 14 fields of {@code struct rusage} in their order. */
    public static long[] getrusage(int who) {
        NativeMemory usage = Scratch.get().small();
        checked(Libc.callInt(Function.GETRUSAGE, who, usage.address()), "getrusage", null);
        long[] fields = new long[RUSAGE_BYTES / Long.BYTES - 2];
        fields[0] = usage.getLong(0) * 1_000_000 + usage.getLong(8);
        fields[1] = usage.getLong(16) * 1_000_000 + usage.getLong(24);
        for (int i = 2; i < fields.length; i++) {
            fields[i] = usage.getLong(Long.BYTES * (i + 2));
        }
        return fields;
    }

    public static int getuid() {
        return Libc.callInt(Function.GETUID, 0);
    }

    public static int geteuid() {
        return Libc.callInt(Function.GETEUID, 0);
    }

    public static int getgid() {
        return Libc.callInt(Function.GETGID, 0);
    }

    public static int getegid() {
        return Libc.callInt(Function.GETEGID, 0);
    }

    /** The supplementary groups, as the kernel lists them. */
    public static int[] getgroups() {
        try (Arena arena = Arena.ofConfined()) {
            int count = checked(Libc.callInt(Function.GETGROUPS, 0, 0), "getgroups", null);
            NativeMemory list = NativeMemory.in(arena, Integer.BYTES * (long) Math.max(1, count));
            int filled = checked(Libc.callInt(Function.GETGROUPS, count, list.address()), "getgroups", null);
            int[] groups = new int[filled];
            for (int i = 0; i < filled; i++) {
                groups[i] = list.getInt(Integer.BYTES * i);
            }
            return groups;
        }
    }

    public static void setuid(int uid) {
        checked(Libc.callInt(Function.SETUID, uid), "setuid", null);
    }

    public static void seteuid(int uid) {
        checked(Libc.callInt(Function.SETEUID, uid), "seteuid", null);
    }

    public static void setgid(int gid) {
        checked(Libc.callInt(Function.SETGID, gid), "setgid", null);
    }

    public static void setegid(int gid) {
        checked(Libc.callInt(Function.SETEGID, gid), "setegid", null);
    }

    public static void setgroups(int[] groups) {
        try (Arena arena = Arena.ofConfined()) {
            NativeMemory list = NativeMemory.in(arena, Integer.BYTES * (long) groups.length);
            for (int i = 0; i < groups.length; i++) {
                list.putInt(Integer.BYTES * i, groups[i]);
            }
            checked(Libc.callInt(Function.SETGROUPS, groups.length, list.address()), "setgroups", null);
        }
    }

    public static void initgroups(String user, int extraGroup) {
        long name = Scratch.get().path(NativePath.of(user));
        checked(Libc.callInt(Function.INITGROUPS, name, extraGroup), "initgroups", null);
    }

    /** The mask of permissions that new files don't get. */
    public static int umask() {
        try (var lines = Files.lines(Path.of("/proc/self/status"), StandardCharsets.ISO_8859_1)) {
            Optional<String> line =
                    lines.filter(one -> one.startsWith("Umask:")).findFirst();
            if (line.isPresent()) {
                return Integer.parseInt(line.get().substring("Umask:".length()).strip(), 8);
            }
        } catch (IOException | UncheckedIOException _) {
            // asked below
        }
        // The system's call only tells the mask that it replaces: files that other threads make meanwhile have none.
        int current = umask(0);
        umask(current);
        return current;
    }

    /** Sets the mask of permissions that new files don't get; returns the one before. */
    public static int umask(int mask) {
        return Libc.callInt(Function.UMASK, mask);
    }

    public static void kill(int pid, int signal) {
        checked(Libc.callInt(Function.KILL, pid, signal), "kill", null);
    }

    /** Sets the nice value of one thread; a process's first thread has the process's number, 0 is the caller. */
    public static void setpriority(int id, int nice) {
        checked(Libc.callInt(Function.SETPRIORITY, 0, id, nice), "uv_os_setpriority", null);
    }

    /**
     * Ends the process at once. The JVM's own way waits for 0.3 s while a thread is in a call that doesn't return: a
     * child that is waited for, a pipe that is read. Where the first native call is expensive, and none was made so far, the
     * JVM's way is quicker.
     */
    public static void exit(int code) {
        if (ForeignCalls.areCheap()) {
            Libc.callInt(Function._EXIT, code);
        }
        Runtime.getRuntime().halt(code);
    }

    /** Writes out what native code has printed through the C library, as V8's tracing does; {@link #exit} does not. */
    public static void flushPrinted() {
        Libc.callInt(Function.FFLUSH, 0);
    }

    /** Lets others go before the calling thread; a system that refuses changes nothing. */
    public static void lowerThreadPriority(int by) {
        Libc.callInt(Function.NICE, by);
    }

    /** Lets the calling thread go before others, where the process has the right to that; otherwise nothing changes. */
    public static void raiseThreadPriority(int by) {
        Libc.callInt(Function.NICE, -by);
    }

    /** Sets or, with null, removes the variable TZ of the C library, for who asks it next. */
    public static void setTimeZone(@Nullable String zone) {
        try (Arena arena = Arena.ofConfined()) {
            long name = NativeMemory.string(arena, "TZ").address();
            if (zone == null) {
                Libc.callInt(Function.UNSETENV, name);
            } else {
                Libc.callInt(
                        Function.SETENV, name, NativeMemory.string(arena, zone).address(), 1);
            }
            Libc.callInt(Function.TZSET, 0);
        }
    }

    public static void chdir(NativePath path) {
        checked(Libc.callInt(Function.CHDIR, Scratch.get().path(path)), "chdir", path.toString());
    }

    public static String getcwd() {
        Scratch scratch = Scratch.get();
        NativeMemory room = scratch.result();
        long result = Libc.callPointer(Function.GETCWD, room.address(), room.size());
        if (result < 0) {
            throw new SystemError(result == ERANGE ? Errno.ENAMETOOLONG.number() : (int) result, "uv_cwd", null, null);
        }
        return Utf8.decode(scratch.resultString());
    }

    private static int checked(int result, String syscall, @Nullable String path) {
        if (result < 0) {
            throw new SystemError(result, syscall, path, null);
        }
        return result;
    }
}
