package dev.gyre.io.file;

import dev.gyre.io.libc.Libc;
import dev.gyre.io.libc.NativeMemory;
import dev.gyre.io.libc.NativePath;
import dev.gyre.io.libc.Scratch;
import dev.gyre.io.libc.SystemError;
import org.jspecify.annotations.Nullable;

/** What {@code statx} tells of a file. Times are seconds and nanoseconds. */
public @Nullable record FileStatus(
        long dev,
        long mode,
        long nlink,
        long uid,
        long gid,
        long rdev,
        long blksize,
        long ino,
        long size,
        long blocks,
        long atimeSeconds,
        long atimeNanos,
        long mtimeSeconds,
        long mtimeNanos,
        long ctimeSeconds,
        long ctimeNanos,
        long birthtimeSeconds,
        long birthtimeNanos) {

    private static final int AT_FDCWD = -100;
    private static final int AT_SYMLINK_NOFOLLOW = 0x100;
    private static final int AT_EMPTY_PATH = 0x1000;
    private static final int STATX_BASIC_STATS_AND_BTIME = 0xfff;

    private static final int S_IFMT = 0xf000;
    private static final int S_IFDIR = 0x4000;
    private static final int S_IFREG = 0x8000;
    private static final int S_IFLNK = 0xa000;

    public static FileStatus stat(NativePath path) {
        return checked(ofPath(path, 0), "stat", path);
    }

    public static FileStatus lstat(NativePath path) {
        return checked(ofPath(path, AT_SYMLINK_NOFOLLOW), "lstat", path);
    }

    public static FileStatus fstat(int fd) {
        return checked(ofDescriptor(fd), "fstat", null);
    }

    /** The status of what the path leads to, or null where that can't be had. */
    public static @Nullable FileStatus statOrNull(NativePath path) {
        return ofPath(path, 0) == 0 ? read() : null;
    }

    /** The status of the path itself, or null where that can't be had. */
    public static @Nullable FileStatus lstatOrNull(NativePath path) {
        return ofPath(path, AT_SYMLINK_NOFOLLOW) == 0 ? read() : null;
    }

    /** Type and permissions of what the path leads to, or a negative errno. Cheaper than all of the status. */
    static int modeOrErrno(NativePath path) {
        return modeOrErrno(ofPath(path, 0));
    }

    /** The same of the path itself. */
    static int linkModeOrErrno(NativePath path) {
        return modeOrErrno(ofPath(path, AT_SYMLINK_NOFOLLOW));
    }

    private static int modeOrErrno(int result) {
        return result < 0 ? result : Scratch.get().small().getShort(28) & 0xffff;
    }

    static boolean isDirectory(int mode) {
        return (mode & S_IFMT) == S_IFDIR;
    }

    static boolean isSymlink(int mode) {
        return (mode & S_IFMT) == S_IFLNK;
    }

    private static FileStatus checked(int result, String syscall, @Nullable NativePath path) {
        if (result < 0) {
            throw new SystemError(result, syscall, path == null ? null : path.toString(), null);
        }
        return read();
    }

    private static int ofPath(NativePath path, int flags) {
        Scratch scratch = Scratch.get();
        return statx(AT_FDCWD, scratch.path(path), flags, scratch);
    }

    private static int ofDescriptor(int fd) {
        Scratch scratch = Scratch.get();
        return statx(fd, scratch.path(EMPTY), AT_EMPTY_PATH, scratch);
    }

    private static final NativePath EMPTY = NativePath.of("");

    private static int statx(int directory, long path, int flags, Scratch scratch) {
        return Libc.callInt(
                Libc.Function.STATX,
                directory,
                path,
                flags,
                STATX_BASIC_STATS_AND_BTIME,
                scratch.small().address(),
                0);
    }

    /** Reads {@code struct statx}, whose layout is the same on every architecture. */
    private static FileStatus read() {
        NativeMemory s = Scratch.get().small();
        return new FileStatus(
                device(u32(s, 136), u32(s, 140)),
                s.getShort(28) & 0xffff,
                u32(s, 16),
                u32(s, 20),
                u32(s, 24),
                device(u32(s, 128), u32(s, 132)),
                u32(s, 4),
                i64(s, 32),
                i64(s, 40),
                i64(s, 48),
                i64(s, 64),
                u32(s, 72),
                i64(s, 112),
                u32(s, 120),
                i64(s, 96),
                u32(s, 104),
                i64(s, 80),
                u32(s, 88));
    }

    private static long u32(NativeMemory s, int offset) {
        return s.getInt(offset) & 0xffffffffL;
    }

    private static long i64(NativeMemory s, int offset) {
        return s.getLong(offset);
    }

    /** {@code makedev} of the C library. */
    private static long device(long major, long minor) {
        return (major & 0xfffL) << 8 | (major & ~0xfffL) << 32 | (minor & 0xffL) | (minor & ~0xffL) << 12;
    }

    public boolean isDirectory() {
        return (mode & S_IFMT) == S_IFDIR;
    }

    public boolean isSymlink() {
        return (mode & S_IFMT) == S_IFLNK;
    }

    public boolean isRegularFile() {
        return (mode & S_IFMT) == S_IFREG;
    }

    /** Whether both are the same file. */
    public boolean isSameAs(FileStatus other) {
        return ino == other.ino && dev == other.dev;
    }
}
