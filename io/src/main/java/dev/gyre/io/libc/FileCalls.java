package dev.gyre.io.libc;

import dev.gyre.io.libc.Libc.Function;

/**
 * The system calls of files for who has paths and buffers in native memory already and wants the plain answer: a result,
 * or the negative errno. Nothing is copied, allocated or thrown. Paths end with a zero. Callable from any thread.
 */
public final class FileCalls {
    /** Bytes of {@code struct statx}. */
    public static final int STATUS_BYTES = 256;

    /** Where {@code struct statx} has the mode, in two bytes. */
    public static final int MODE_AT = 28;

    private static final int SEEK_SET = 0;
    private static final int SEEK_END = 2;
    private static final int AT_FDCWD = -100;
    private static final int AT_SYMLINK_NOFOLLOW = 0x100;
    private static final int AT_EMPTY_PATH = 0x1000;
    private static final int STATX_BASIC_STATS_AND_BTIME = 0xfff;

    private FileCalls() {}

    public static int access(long path, int mode) {
        return Libc.callInt(Function.ACCESS, path, mode);
    }

    public static int unlink(long path) {
        return Libc.callInt(Function.UNLINK, path);
    }

    public static int mkdir(long path, int mode) {
        return Libc.callInt(Function.MKDIR, path, mode);
    }

    public static int rmdir(long path) {
        return Libc.callInt(Function.RMDIR, path);
    }

    /** Always close-on-exec, as libuv opens. */
    public static int open(long path, int flags, int mode) {
        return Libc.callInt(Function.OPEN, path, flags | Posix.O_CLOEXEC, mode);
    }

    public static int close(int fd) {
        return Libc.callInt(Function.CLOSE, fd);
    }

    /** Moves within a file, by {@code whence} as {@code lseek} has it; answers the new position. */
    public static long seek(int fd, long offset, int whence) {
        return Libc.callLong(Function.LSEEK, fd, offset, whence);
    }

    /** Says how a part of a file is going to be used. */
    public static int advise(int fd, long offset, long length, int advice) {
        return -Libc.callStatus(Function.POSIX_FADVISE, fd, offset, length, advice);
    }

    /** Makes room for a part of a file, which grows if need be. */
    public static int allocate(int fd, long offset, long length) {
        return -Libc.callStatus(Function.POSIX_FALLOCATE, fd, offset, length, 0);
    }

    /** Moves to the end of a file; answers where that is. */
    public static long seekEnd(int fd) {
        return Libc.callLong(Function.LSEEK, fd, 0, SEEK_END);
    }

    /** Moves to the begin of a file. */
    public static long seekBegin(int fd) {
        return Libc.callLong(Function.LSEEK, fd, 0, SEEK_SET);
    }

    /** @param position where to read, or -1 for the descriptor's own position, which then moves */
    public static int read(int fd, long address, long length, long position) {
        return (int)
                (position < 0
                        ? Libc.callLong(Function.READ, fd, address, length)
                        : Libc.callLong(Function.PREAD, fd, address, length, position));
    }

    /** @param position where to write, or -1 for the descriptor's own position, which then moves */
    public static int write(int fd, long address, long length, long position) {
        return (int)
                (position < 0
                        ? Libc.callLong(Function.WRITE, fd, address, length)
                        : Libc.callLong(Function.PWRITE, fd, address, length, position));
    }

    /** Writes {@code struct statx}, whose layout is the same on every architecture, to {@code status}. */
    public static int stat(long path, long status) {
        return Libc.callInt(Function.STATX, AT_FDCWD, path, 0, STATX_BASIC_STATS_AND_BTIME, status, 0);
    }

    /** The same of a link itself. */
    public static int lstat(long path, long status) {
        return Libc.callInt(
                Function.STATX, AT_FDCWD, path, AT_SYMLINK_NOFOLLOW, STATX_BASIC_STATS_AND_BTIME, status, 0);
    }

    /** The same of a descriptor. {@code status} begins with a zero byte, which serves as the empty path. */
    public static int fstat(int fd, long status) {
        return Libc.callInt(Function.STATX, fd, status, AT_EMPTY_PATH, STATX_BASIC_STATS_AND_BTIME, status, 0);
    }
}
