package dev.gyre.io.file;

import dev.gyre.io.libc.Libc;
import dev.gyre.io.libc.Libc.Function;
import dev.gyre.io.libc.NativePath;
import dev.gyre.io.libc.Posix;
import dev.gyre.io.libc.SystemError;

/**
 * Copies a file inside the kernel: as a clone where the file system can and the caller wants it, else
 * by {@code copy_file_range}, else by {@code sendfile}. The copy gets the original's permissions. A
 * copy that failed half way is removed.
 */
public final class CopyFile {
    /** Fail if the target exists. */
    public static final int EXCL = 1;

    /** Clone if the file system can. */
    public static final int FICLONE = 2;

    /** Clone or fail. */
    public static final int FICLONE_FORCE = 4;

    private static final long FICLONE_REQUEST = 0x40049409L;
    private static final long MAX_PART = 1L << 30;
    private static final int PERMISSIONS = 0xfff;

    private static final int EPERM = 1;
    private static final int EACCES = 13;
    private static final int EXDEV = 18;
    private static final int EINVAL = 22;
    private static final int ETXTBSY = 26;
    private static final int ENOSYS = 38;
    private static final int EOPNOTSUPP = 95;

    private CopyFile() {}

    public static void copy(NativePath from, NativePath to, int flags) {
        try {
            int source = Posix.open(from, Posix.O_RDONLY, 0);
            try {
                copy(source, to, flags);
            } finally {
                Posix.close(source);
            }
        } catch (SystemError refused) {
            throw new SystemError(refused.errno(), "copyfile", from.toString(), to.toString());
        }
    }

    private static void copy(int source, NativePath to, int flags) {
        FileStatus original = FileStatus.fstat(source);
        int mode = (int) original.mode() & PERMISSIONS;
        int target = Posix.open(to, Posix.O_WRONLY | Posix.O_CREAT | ((flags & EXCL) != 0 ? Posix.O_EXCL : 0), mode);
        boolean whole = false;
        try {
            if (!FileStatus.fstat(target).isSameAs(original)) {
                Posix.ftruncate(target, 0);
                Posix.fchmod(target, mode);
                transfer(source, target, original.size(), flags);
            }
            whole = true;
        } finally {
            Posix.close(target);
            if (!whole) {
                Posix.unlink(to);
            }
        }
    }

    private static void transfer(int source, int target, long size, int flags) {
        if ((flags & (FICLONE | FICLONE_FORCE)) != 0) {
            int result = Libc.callInt(Function.IOCTL, target, FICLONE_REQUEST, source);
            if (result >= 0) {
                return;
            }
            if ((flags & FICLONE_FORCE) != 0) {
                throw new SystemError(result, "copyfile", null, null);
            }
        }
        long left = size;
        boolean byRange = true;
        while (left > 0) {
            long part = Math.min(left, MAX_PART);
            long moved = byRange
                    ? Libc.callLong(Function.COPY_FILE_RANGE, source, 0, target, 0, part, 0)
                    : Libc.callLong(Function.SENDFILE, target, source, 0, part);
            if (byRange && isForSendfile((int) moved)) {
                byRange = false;
            } else if (moved < 0) {
                throw new SystemError((int) moved, "copyfile", null, null);
            } else if (moved == 0) {
                return;
            } else {
                left -= moved;
            }
        }
    }

    /** Not between these two file systems, or not by this kernel: the older call can. */
    private static boolean isForSendfile(int errno) {
        return switch (-errno) {
            case EPERM, EACCES, EXDEV, EINVAL, ETXTBSY, ENOSYS, EOPNOTSUPP -> true;
            default -> false;
        };
    }
}
