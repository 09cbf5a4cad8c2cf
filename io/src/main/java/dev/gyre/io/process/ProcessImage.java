package dev.gyre.io.process;

import dev.gyre.io.libc.Libc;
import dev.gyre.io.libc.Libc.Function;
import dev.gyre.io.libc.NativeMemory;
import dev.gyre.io.libc.Utf8;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The process as the kernel shows it: the program it runs, and its title. */
public final class ProcessImage {
    private static final int SYS_CLOSE_RANGE = 436;
    private static final int CLOSE_RANGE_CLOEXEC = 4;
    private static final int FIRST_OWN_DESCRIPTOR = 3;
    private static final int SIG_SETMASK = 2;
    private static final int SIGNAL_SET_BYTES = 128;
    private static final int PR_SET_NAME = 15;
    private static final int COMM_BYTES = 16;

    /** Fields of {@code /proc/self/stat} behind the command's name, counted from 0. */
    private static final int ARG_START = 45;

    private static final int ARG_END = 46;

    private static final int MAX_VERSION_BYTES = 32;

    private static volatile long argumentsStart;
    private static volatile long argumentsEnd;

    private ProcessImage() {}

    /**
     * Runs another program in place of this one, with its standard streams and no other descriptor. Comes back only if
     * that failed, with the negative errno.
     */
    public static int execve(String file, List<String> args, List<String> env) {
        try (Arena arena = Arena.ofConfined()) {
            long path = NativeMemory.string(arena, file).address();
            long argv = NativeMemory.strings(arena, args).address();
            long envp = NativeMemory.strings(arena, env).address();
            Libc.callInt(
                    Function.SYSCALL,
                    SYS_CLOSE_RANGE,
                    FIRST_OWN_DESCRIPTOR,
                    Integer.MAX_VALUE,
                    CLOSE_RANGE_CLOEXEC,
                    0,
                    0);
            NativeMemory none = NativeMemory.in(arena, SIGNAL_SET_BYTES);
            NativeMemory before = NativeMemory.in(arena, SIGNAL_SET_BYTES);
            Libc.callInt(Function.SIGPROCMASK, SIG_SETMASK, none.address(), before.address());
            int result = Libc.callInt(Function.EXECVE, path, argv, envp);
            Libc.callInt(Function.SIGPROCMASK, SIG_SETMASK, before.address(), 0);
            return result;
        }
    }

    /**
     * Writes a title over the command line that the process was started with, where {@code ps} looks, as far as it
     * fits; returns what did.
     */
    public static String title(String title) {
        findArguments();
        long start = argumentsStart;
        int room = (int) (argumentsEnd - start) - 1;
        byte[] bytes = title.getBytes(StandardCharsets.UTF_8);
        int length = Math.min(bytes.length, room);
        NativeMemory.at(start, room + 1).clear().put(0, bytes, 0, length);
        String written = new String(bytes, 0, length, StandardCharsets.UTF_8);
        nameThread(written);
        return written;
    }

    /** Asks the kernel, once, where the command line is. */
    public static synchronized void findArguments() {
        if (argumentsEnd == 0) {
            String[] stat = stat();
            argumentsStart = Long.parseLong(stat[ARG_START]);
            argumentsEnd = Long.parseLong(stat[ARG_END]);
        }
    }

    private static void nameThread(String name) {
        try (Arena arena = Arena.ofConfined()) {
            NativeMemory comm = NativeMemory.in(arena, COMM_BYTES);
            byte[] bytes = name.getBytes(StandardCharsets.UTF_8);
            comm.put(0, bytes, 0, Math.min(bytes.length, COMM_BYTES - 1));
            Libc.callInt(Function.PRCTL, PR_SET_NAME, comm.address());
        }
    }

    private static String[] stat() {
        try {
            String text = Files.readString(Path.of("/proc/self/stat"), StandardCharsets.ISO_8859_1);
            return text.substring(text.lastIndexOf(')') + 2).split(" ");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The version of the C library, such as 2.39. */
    public static String libcVersion() {
        long text = Libc.callPointer(Function.GNU_GET_LIBC_VERSION, 0, 0);
        return Utf8.decode(NativeMemory.at(text, MAX_VERSION_BYTES).stringBytes(0));
    }
}
