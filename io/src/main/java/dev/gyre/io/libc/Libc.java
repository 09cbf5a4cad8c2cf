package dev.gyre.io.libc;

import dev.gyre.io.call.ErrnoMemory;
import dev.gyre.io.call.ForeignCalls;
import java.lang.foreign.MemorySegment;
import java.util.Locale;

/**
 * Calls into the C library.
 *
 * <p>{@link ForeignCalls} says how a call is made. Two kinds of result have two methods, because only the low half of an
 * {@code int} result counts.
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
        POSIX_FADVISE,
        POSIX_FALLOCATE,
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
        SCHED_YIELD,
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
        private long address;

        /** A race only looks the symbol up twice. */
        private long address() {
            long found = address;
            if (found == 0) {
                found = ForeignCalls.addressInLibc(name().toLowerCase(Locale.ROOT));
                address = found;
            }
            return found;
        }
    }

    private static final int EINTR = 4;

    private Libc() {}

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
        ErrnoMemory errno = ErrnoMemory.ofThread();
        while (true) {
            long result = ForeignCalls.six(function.address(), errno, a, b, c, d, e, f);
            if (result != -1 && !(isInt && (int) result == -1)) {
                return result;
            }
            int code = errno.code();
            if (code != EINTR || function == Function.CLOSE || InterruptedCalls.interrupted()) {
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
        ErrnoMemory errno = ErrnoMemory.ofThread();
        long result = ForeignCalls.six(function.address(), errno, a, b, 0, 0, 0, 0);
        return result != 0 ? result : -errno.code();
    }

    /** What a function answers that has codes of its own, such as {@code getaddrinfo}; {@link #errno} tells more. */
    public static int callStatus(Function function, long a, long b, long c, long d) {
        return (int) ForeignCalls.six(function.address(), ErrnoMemory.ofThread(), a, b, c, d, 0, 0);
    }

    /** What a function of another library answers. */
    public static long callWord(MemorySegment function, long a, long b, long c, long d, long e, long f) {
        return ForeignCalls.six(function.address(), ErrnoMemory.ofThread(), a, b, c, d, e, f);
    }

    /** The negative errno that this thread's last call left. */
    public static int errno() {
        return -ErrnoMemory.ofThread().code();
    }

    /** As {@link #callStatus}, for the one function with seven parameters. */
    public static int callSeven(Function function, long a, long b, long c, long d, long e, long f, long g) {
        return (int) ForeignCalls.ten(function.address(), ErrnoMemory.ofThread(), a, b, c, d, e, f, g, 0, 0, 0);
    }
}
