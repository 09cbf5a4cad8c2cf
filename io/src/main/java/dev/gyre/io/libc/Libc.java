package dev.gyre.io.libc;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Calls into the C library.
 *
 * <p>There is <b>one</b> downcall handle, of six machine words, for every function. The JVM spends
 * 20 to 50 ms on the first handle of a process and 5 to 10 ms on each further shape, which is most of
 * what a whole start may cost; a symbol looked up later costs a tenth of a millisecond. The handle
 * takes the function's address as an argument, and functions with fewer parameters ignore the
 * words they are not asked for. Under the calling conventions of Linux on x86_64 and aarch64 an
 * {@code int} argument is the low half of its word, a variadic function takes its integers in the
 * same registers, and only the low half of an {@code int} result counts, so the two kinds of result
 * have two methods.
 *
 * <p>A failed call answers the negative errno. Interrupted calls are repeated, except {@code close},
 * which has closed the descriptor all the same.
 */
public final class Libc {
    /** Every function used; its name in lower case is the symbol. */
    public enum Function {
        ACCEPT4,
        ACCESS,
        BIND,
        CHDIR,
        CHMOD,
        CHOWN,
        CLOSE,
        CONNECT,
        COPY_FILE_RANGE,
        DLOPEN,
        DLSYM,
        DUP2,
        DUP3,
        EPOLL_CREATE1,
        EPOLL_CTL,
        EPOLL_WAIT,
        EVENTFD,
        EXECVE,
        FCHMOD,
        FCHOWN,
        FCNTL,
        FDATASYNC,
        FFLUSH,
        FREE,
        FREEADDRINFO,
        FSTATFS,
        FSYNC,
        FTRUNCATE,
        FUTIMENS,
        GETADDRINFO,
        GETCWD,
        GETDENTS64,
        GETEGID,
        GETEUID,
        GETGID,
        GETGROUPS,
        GETNAMEINFO,
        GETPEERNAME,
        GETPWUID_R,
        GETRANDOM,
        GETRLIMIT,
        GETRUSAGE,
        GETSOCKNAME,
        GETSOCKOPT,
        GETUID,
        GNU_GET_LIBC_VERSION,
        IF_INDEXTONAME,
        IF_NAMETOINDEX,
        INITGROUPS,
        INOTIFY_ADD_WATCH,
        INOTIFY_INIT1,
        INOTIFY_RM_WATCH,
        IOCTL,
        ISATTY,
        KILL,
        LCHOWN,
        LINK,
        LISTEN,
        LSEEK,
        MALLOC_TRIM,
        MKDIR,
        MKDTEMP,
        MMAP,
        MUNMAP,
        MPROTECT,
        NICE,
        OPEN,
        PIPE2,
        POLL,
        POSIX_SPAWN,
        POSIX_SPAWNATTR_DESTROY,
        POSIX_SPAWNATTR_INIT,
        POSIX_SPAWNATTR_SETFLAGS,
        POSIX_SPAWNATTR_SETSIGDEFAULT,
        POSIX_SPAWNATTR_SETSIGMASK,
        POSIX_SPAWN_FILE_ACTIONS_ADDCHDIR_NP,
        POSIX_SPAWN_FILE_ACTIONS_ADDCLOSE,
        POSIX_SPAWN_FILE_ACTIONS_ADDCLOSEFROM_NP,
        POSIX_SPAWN_FILE_ACTIONS_ADDDUP2,
        POSIX_SPAWN_FILE_ACTIONS_ADDOPEN,
        POSIX_SPAWN_FILE_ACTIONS_DESTROY,
        POSIX_SPAWN_FILE_ACTIONS_INIT,
        PRCTL,
        PREAD,
        PREADV,
        PWRITE,
        PWRITEV,
        READ,
        READLINK,
        READV,
        REALPATH,
        RECV,
        RECVMMSG,
        RECVMSG,
        RENAME,
        RMDIR,
        SEND,
        SENDFILE,
        SENDMSG,
        SENDTO,
        SETEGID,
        SETENV,
        SETEUID,
        SETGID,
        SETGROUPS,
        SETPRIORITY,
        SETSOCKOPT,
        SETUID,
        SHUTDOWN,
        SIGACTION,
        SIGEMPTYSET,
        SIGFILLSET,
        SIGPROCMASK,
        SOCKET,
        SOCKETPAIR,
        STATFS,
        STATX,
        SYMLINK,
        SYSCALL,
        SYSINFO,
        TCGETATTR,
        TCSETATTR,
        TZSET,
        UMASK,
        UNAME,
        UNLINK,
        UNSETENV,
        UTIMENSAT,
        WAITPID,
        WRITE,
        WRITEV,
        _EXIT;

        @SuppressWarnings("ImmutableEnumChecker") // a cache: set once, on first use
        private @Nullable MemorySegment address;

        /** A race only looks the symbol up twice. */
        private MemorySegment address() {
            MemorySegment found = address;
            if (found == null) {
                found = LINKER.defaultLookup().findOrThrow(name().toLowerCase(Locale.ROOT));
                address = found;
            }
            return found;
        }
    }

    private static final int EINTR = 4;
    private static final Linker LINKER = linker();
    private static final MethodHandle CALL = LINKER.downcallHandle(
            FunctionDescriptor.of(
                    ValueLayout.JAVA_LONG,
                    ValueLayout.JAVA_LONG,
                    ValueLayout.JAVA_LONG,
                    ValueLayout.JAVA_LONG,
                    ValueLayout.JAVA_LONG,
                    ValueLayout.JAVA_LONG,
                    ValueLayout.JAVA_LONG),
            Linker.Option.captureCallState("errno"));

    /** Where a thread's calls leave their errno: {@link MemorySegment} for the call, {@link ByteBuffer} to read it. */
    private static final class ErrnoMemory {
        private static final ThreadLocal<ErrnoMemory> OF_THREAD = ThreadLocal.withInitial(ErrnoMemory::new);

        /**
         * Those that were asked for last, each at the place that its thread's number gives: the loop and the pool make
         * too many calls to ask a ThreadLocal each time.
         */
        private static final ErrnoMemory[] LATEST = new ErrnoMemory[32];

        /** Not the thread itself: it would be kept, and all that it refers to, when it has ended. */
        private final long threadId = Thread.currentThread().threadId();

        private final ByteBuffer buffer =
                ByteBuffer.allocateDirect(Integer.BYTES).order(ByteOrder.nativeOrder());
        private final MemorySegment memory = MemorySegment.ofBuffer(buffer);

        @SuppressWarnings("ReferenceEquality") // a thread is only equal to itself
        static ErrnoMemory get() {
            long id = Thread.currentThread().threadId();
            int place = (int) id % LATEST.length;
            ErrnoMemory found = LATEST[place];
            if (found == null || found.threadId != id) {
                found = OF_THREAD.get();
                LATEST[place] = found; // a race only makes others ask again
            }
            return found;
        }

        int code() {
            return buffer.getInt(0);
        }
    }

    static {
        State.loaded = true;
    }

    private Libc() {}

    private static Linker linker() {
        String system = System.getProperty("os.name");
        if (!system.equals("Linux")) {
            throw new UnsupportedOperationException("this layer knows Linux's C library only, and this is " + system);
        }
        return Linker.nativeLinker();
    }

    /** The result of a function that returns {@code int}, or the negative errno. */
    public static int callInt(Function function, long a, long b, long c, long d, long e, long f) {
        int result = (int) call(function, true, a, b, c, d, e, f);
        if (result >= ScarceDescriptors.near && opensDescriptor(function)) {
            ScarceDescriptors.opened(result);
        }
        return result;
    }

    /** Functions by which a program can use up its descriptors. */
    private static boolean opensDescriptor(Function function) {
        return function == Function.OPEN || function == Function.ACCEPT4 || function == Function.SOCKET;
    }

    /** One method for all calls, too long to be inlined: the JVM compiles the way into the library once. */
    private static long call(Function function, boolean isInt, long a, long b, long c, long d, long e, long f) {
        ErrnoMemory errno = ErrnoMemory.get();
        while (true) {
            long result = invoke(function.address(), errno.memory, a, b, c, d, e, f);
            if (result != -1 && !(isInt && (int) result == -1)) {
                return result;
            }
            int code = errno.code();
            if (code != EINTR || function == Function.CLOSE) {
                return -code;
            }
        }
    }

    public static int callInt(Function function, long a) {
        return callInt(function, a, 0, 0, 0, 0, 0);
    }

    public static int callInt(Function function, long a, long b) {
        return callInt(function, a, b, 0, 0, 0, 0);
    }

    public static int callInt(Function function, long a, long b, long c) {
        return callInt(function, a, b, c, 0, 0, 0);
    }

    /** The result of a function that returns {@code ssize_t} or {@code off_t}, or the negative errno. */
    public static long callLong(Function function, long a, long b, long c, long d, long e, long f) {
        return call(function, false, a, b, c, d, e, f);
    }

    public static long callLong(Function function, long a, long b, long c) {
        return callLong(function, a, b, c, 0, 0, 0);
    }

    public static long callLong(Function function, long a, long b, long c, long d) {
        return callLong(function, a, b, c, d, 0, 0);
    }

    /** The result of a function that returns a pointer, or the negative errno for null. */
    public static long callPointer(Function function, long a, long b) {
        ErrnoMemory errno = ErrnoMemory.get();
        long result = invoke(function.address(), errno.memory, a, b, 0, 0, 0, 0);
        return result != 0 ? result : -errno.code();
    }

    /** What a function answers that has codes of its own, such as {@code getaddrinfo}; {@link #errno} tells more. */
    public static int callStatus(Function function, long a, long b, long c, long d) {
        return (int) invoke(function.address(), ErrnoMemory.get().memory, a, b, c, d, 0, 0);
    }

    /** What a function of another library answers. */
    public static long callWord(MemorySegment function, long a, long b, long c, long d, long e, long f) {
        return invoke(function, ErrnoMemory.get().memory, a, b, c, d, e, f);
    }

    /** The negative errno that this thread's last call left. */
    public static int errno() {
        return -ErrnoMemory.get().code();
    }

    /** As {@link #callStatus}, for the one function with seven parameters. */
    public static int callSeven(Function function, long a, long b, long c, long d, long e, long f, long g) {
        try {
            return (int)
                    (long) Seven.CALL.invokeExact(function.address(), ErrnoMemory.get().memory, a, b, c, d, e, f, g);
        } catch (Throwable impossible) {
            throw new AssertionError("a downcall threw", impossible);
        }
    }

    /** A shape of its own, made when it is first needed. */
    private static final class Seven {
        static final MethodHandle CALL = LINKER.downcallHandle(
                FunctionDescriptor.of(
                        ValueLayout.JAVA_LONG,
                        ValueLayout.JAVA_LONG,
                        ValueLayout.JAVA_LONG,
                        ValueLayout.JAVA_LONG,
                        ValueLayout.JAVA_LONG,
                        ValueLayout.JAVA_LONG,
                        ValueLayout.JAVA_LONG,
                        ValueLayout.JAVA_LONG),
                Linker.Option.captureCallState("errno"));
    }

    private static long invoke(
            MemorySegment address, MemorySegment errno, long a, long b, long c, long d, long e, long f) {
        try {
            return (long) CALL.invokeExact(address, errno, a, b, c, d, e, f);
        } catch (Throwable impossible) {
            throw new AssertionError("a downcall threw", impossible);
        }
    }

    /**
     * Whether the handle exists already. Lives in a class of its own, because asking must not
     * itself initialise {@link Libc}.
     */
    public static final class State {
        private static volatile boolean loaded;

        private State() {}

        public static boolean loaded() {
            return loaded;
        }
    }
}
