package dev.gyre.node.wasi;

import dev.gyre.io.libc.Errno;
import java.util.Map;

/** WASI's numbers of errors, by those of the system. */
final class WasiErrno {
    static final int EPERM = 63;
    static final int ENOTCAPABLE = 76;
    private static final int ENOSYS = 52;

    private static final Map<Integer, Integer> NUMBERS = Map.ofEntries(
            number(Errno.E2BIG, 1),
            number(Errno.EACCES, 2),
            number(Errno.EADDRINUSE, 3),
            number(Errno.EADDRNOTAVAIL, 4),
            number(Errno.EAFNOSUPPORT, 5),
            number(Errno.EAGAIN, 6),
            number(Errno.EALREADY, 7),
            number(Errno.EBADF, 8),
            number(Errno.EBUSY, 10),
            number(Errno.ECANCELED, 11),
            number(Errno.ECONNABORTED, 13),
            number(Errno.ECONNREFUSED, 14),
            number(Errno.ECONNRESET, 15),
            number(Errno.EDESTADDRREQ, 17),
            number(Errno.EEXIST, 20),
            number(Errno.EFAULT, 21),
            number(Errno.EFBIG, 22),
            number(Errno.EHOSTUNREACH, 23),
            number(Errno.EINTR, 27),
            number(Errno.EINVAL, 28),
            number(Errno.EIO, 29),
            number(Errno.EISCONN, 30),
            number(Errno.EISDIR, 31),
            number(Errno.ELOOP, 32),
            number(Errno.EMFILE, 33),
            number(Errno.EMLINK, 34),
            number(Errno.EMSGSIZE, 35),
            number(Errno.ENAMETOOLONG, 37),
            number(Errno.ENETDOWN, 38),
            number(Errno.ENETUNREACH, 40),
            number(Errno.ENFILE, 41),
            number(Errno.ENOBUFS, 42),
            number(Errno.ENODEV, 43),
            number(Errno.ENOENT, 44),
            number(Errno.ENOMEM, 48),
            number(Errno.ENOPROTOOPT, 50),
            number(Errno.ENOSPC, 51),
            number(Errno.ENOSYS, ENOSYS),
            number(Errno.ENOTCONN, 53),
            number(Errno.ENOTDIR, 54),
            number(Errno.ENOTEMPTY, 55),
            number(Errno.ENOTSOCK, 57),
            number(Errno.ENOTSUP, 58),
            number(Errno.ENXIO, 60),
            number(Errno.EPERM, EPERM),
            number(Errno.EPIPE, 64),
            number(Errno.EPROTO, 65),
            number(Errno.EPROTONOSUPPORT, 66),
            number(Errno.EPROTOTYPE, 67),
            number(Errno.ERANGE, 68),
            number(Errno.EROFS, 69),
            number(Errno.ESPIPE, 70),
            number(Errno.ESRCH, 71),
            number(Errno.ETIMEDOUT, 73),
            number(Errno.ETXTBSY, 74),
            number(Errno.EXDEV, 75));

    private WasiErrno() {}

    private static Map.Entry<Integer, Integer> number(Errno errno, int wasi) {
        return Map.entry(errno.number(), wasi);
    }

    /** An error of the system as JavaScript gets it: WASI's number, negative. Those that WASI has no number for are ENOSYS. */
    static int failure(int negativeErrno) {
        return -NUMBERS.getOrDefault(negativeErrno, ENOSYS);
    }
}
