package dev.gyre.io.libc;

import org.jspecify.annotations.Nullable;

/**
 * The one table of error codes: name, number and message, as libuv reports them on Linux.
 *
 * <p>Numbers are negative, as programs see them in {@code error.errno}: a system error is the
 * negated errno of the kernel; below -3000 are the codes that have no errno (address lookup,
 * end of file). The messages are libuv's own, not those of {@code strerror}, whose text depends on
 * the C library and the locale. The order is that of {@code util.getSystemErrorMap()}.
 */
public enum Errno {
    E2BIG(-7, "argument list too long"),
    EACCES(-13, "permission denied"),
    EADDRINUSE(-98, "address already in use"),
    EADDRNOTAVAIL(-99, "address not available"),
    EAFNOSUPPORT(-97, "address family not supported"),
    EAGAIN(-11, "resource temporarily unavailable"),
    EAI_ADDRFAMILY(-3000, "address family not supported"),
    EAI_AGAIN(-3001, "temporary failure"),
    EAI_BADFLAGS(-3002, "bad ai_flags value"),
    EAI_BADHINTS(-3013, "invalid value for hints"),
    EAI_CANCELED(-3003, "request canceled"),
    EAI_FAIL(-3004, "permanent failure"),
    EAI_FAMILY(-3005, "ai_family not supported"),
    EAI_MEMORY(-3006, "out of memory"),
    EAI_NODATA(-3007, "no address"),
    EAI_NONAME(-3008, "unknown node or service"),
    EAI_OVERFLOW(-3009, "argument buffer overflow"),
    EAI_PROTOCOL(-3014, "resolved protocol is unknown"),
    EAI_SERVICE(-3010, "service not available for socket type"),
    EAI_SOCKTYPE(-3011, "socket type not supported"),
    EALREADY(-114, "connection already in progress"),
    EBADF(-9, "bad file descriptor"),
    EBUSY(-16, "resource busy or locked"),
    ECANCELED(-125, "operation canceled"),
    ECHARSET(-4080, "invalid Unicode character"),
    ECONNABORTED(-103, "software caused connection abort"),
    ECONNREFUSED(-111, "connection refused"),
    ECONNRESET(-104, "connection reset by peer"),
    EDESTADDRREQ(-89, "destination address required"),
    EEXIST(-17, "file already exists"),
    EFAULT(-14, "bad address in system call argument"),
    EFBIG(-27, "file too large"),
    EHOSTUNREACH(-113, "host is unreachable"),
    EINTR(-4, "interrupted system call"),
    EINVAL(-22, "invalid argument"),
    EIO(-5, "i/o error"),
    EISCONN(-106, "socket is already connected"),
    EISDIR(-21, "illegal operation on a directory"),
    ELOOP(-40, "too many symbolic links encountered"),
    EMFILE(-24, "too many open files"),
    EMSGSIZE(-90, "message too long"),
    ENAMETOOLONG(-36, "name too long"),
    ENETDOWN(-100, "network is down"),
    ENETUNREACH(-101, "network is unreachable"),
    ENFILE(-23, "file table overflow"),
    ENOBUFS(-105, "no buffer space available"),
    ENODEV(-19, "no such device"),
    ENOENT(-2, "no such file or directory"),
    ENOMEM(-12, "not enough memory"),
    ENONET(-64, "machine is not on the network"),
    ENOPROTOOPT(-92, "protocol not available"),
    ENOSPC(-28, "no space left on device"),
    ENOSYS(-38, "function not implemented"),
    ENOTCONN(-107, "socket is not connected"),
    ENOTDIR(-20, "not a directory"),
    ENOTEMPTY(-39, "directory not empty"),
    ENOTSOCK(-88, "socket operation on non-socket"),
    ENOTSUP(-95, "operation not supported on socket"),
    EOVERFLOW(-75, "value too large for defined data type"),
    EPERM(-1, "operation not permitted"),
    EPIPE(-32, "broken pipe"),
    EPROTO(-71, "protocol error"),
    EPROTONOSUPPORT(-93, "protocol not supported"),
    EPROTOTYPE(-91, "protocol wrong type for socket"),
    ERANGE(-34, "result too large"),
    EROFS(-30, "read-only file system"),
    ESHUTDOWN(-108, "cannot send after transport endpoint shutdown"),
    ESPIPE(-29, "invalid seek"),
    ESRCH(-3, "no such process"),
    ETIMEDOUT(-110, "connection timed out"),
    ETXTBSY(-26, "text file is busy"),
    EXDEV(-18, "cross-device link not permitted"),
    UNKNOWN(-4094, "unknown error"),
    EOF(-4095, "end of file"),
    ENXIO(-6, "no such device or address"),
    EMLINK(-31, "too many links"),
    EHOSTDOWN(-112, "host is down"),
    EREMOTEIO(-121, "remote I/O error"),
    ENOTTY(-25, "inappropriate ioctl for device"),
    EFTYPE(-4028, "inappropriate file type or format"),
    EILSEQ(-84, "illegal byte sequence"),
    ESOCKTNOSUPPORT(-94, "socket type not supported"),
    ENODATA(-61, "no data available"),
    EUNATCH(-49, "protocol driver not attached"),
    ENOEXEC(-8, "exec format error");

    private static final int LAST_SYSTEM_ERRNO = 133;
    private static final Errno[] BY_SYSTEM_ERRNO = new Errno[LAST_SYSTEM_ERRNO + 1];

    static {
        for (Errno errno : values()) {
            if (errno.number >= -LAST_SYSTEM_ERRNO) {
                BY_SYSTEM_ERRNO[-errno.number] = errno;
            }
        }
    }

    private final int number;
    private final String message;

    Errno(int number, String message) {
        this.number = number;
        this.message = message;
    }

    /** The negative number that programs see in {@code error.errno}. */
    public int number() {
        return number;
    }

    /** The text after the code in an error's message, without a final stop. */
    public String message() {
        return message;
    }

    /**
     * The name of an error, given by its negative number. Numbers without an entry are named as
     * libuv names them: {@code Unknown system error -122}.
     */
    public static String nameOf(int number) {
        Errno errno = lookup(number);
        return errno != null ? errno.name() : "Unknown system error " + number;
    }

    /** The message of an error, given by its negative number. */
    public static String messageOf(int number) {
        Errno errno = lookup(number);
        return errno != null ? errno.message : "Unknown system error " + number;
    }

    private static @Nullable Errno lookup(int number) {
        if (number <= 0 && number >= -LAST_SYSTEM_ERRNO) {
            return BY_SYSTEM_ERRNO[-number];
        }
        for (Errno errno : values()) {
            if (errno.number == number) {
                return errno;
            }
        }
        return null;
    }
}
