package dev.gyre.io.libc;

import dev.gyre.io.libc.Libc.Function;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Objects;

/**
 * Files and descriptors as the kernel has them. Each method is one system call, named after it, and
 * throws {@link SystemError} when it is refused. Buffers are direct. Callable from any thread.
 */
public final class Posix {
    public static final int O_RDONLY = 0;
    public static final int O_WRONLY = 1;
    public static final int O_RDWR = 2;
    public static final int O_CREAT = 0x40;
    public static final int O_EXCL = 0x80;
    public static final int O_TRUNC = 0x200;
    public static final int O_APPEND = 0x400;
    public static final int O_NONBLOCK = 0x800;
    public static final int O_CLOEXEC = 0x80000;
    public static final int O_DIRECTORY = "aarch64".equals(System.getProperty("os.arch")) ? 0x4000 : 0x10000;

    public static final int F_OK = 0;

    private static final int AT_FDCWD = -100;
    private static final int AT_SYMLINK_NOFOLLOW = 0x100;
    private static final int PATH_MAX = 4096;

    private Posix() {}

    /** Makes the first native call of the process, so that a later one is cheap. */
    public static void preload() {
        Libc.callInt(Function.GETUID, 0);
    }

    // ---------------------------------------------------------------- descriptors

    /** Always close-on-exec, as libuv opens. */
    public static int open(NativePath path, int flags, int mode) {
        return checked(openOrErrno(path, flags, mode), "open", path);
    }

    /** The descriptor, or the negative errno: for what is often not there. */
    public static int openOrErrno(NativePath path, int flags, int mode) {
        long address = Scratch.get().path(path);
        return Libc.callInt(Function.OPEN, address, flags | O_CLOEXEC, mode);
    }

    public static void close(int fd) {
        checked(Libc.callInt(Function.CLOSE, fd), "close");
    }

    /** @param position where to read, or -1 for the descriptor's own position, which then moves */
    public static int read(int fd, ByteBuffer buffer, int offset, int length, long position) {
        return read(fd, addressOf(buffer, offset, length), length, position);
    }

    public static int read(int fd, long address, long length, long position) {
        long result = position < 0
                ? Libc.callLong(Function.READ, fd, address, length)
                : Libc.callLong(Function.PREAD, fd, address, length, position);
        return checked((int) result, "read");
    }

    /** @param position where to write, or -1 for the descriptor's own position, which then moves */
    public static int write(int fd, ByteBuffer buffer, int offset, int length, long position) {
        return write(fd, addressOf(buffer, offset, length), length, position);
    }

    public static int write(int fd, long address, long length, long position) {
        long result = position < 0
                ? Libc.callLong(Function.WRITE, fd, address, length)
                : Libc.callLong(Function.PWRITE, fd, address, length, position);
        return checked((int) result, "write");
    }

    public static long readv(int fd, ByteBuffer[] buffers, long position) {
        if (buffers.length == 0) {
            throw new SystemError(Errno.EINVAL.number(), "read", null, null); // libuv's rule, not the system's
        }
        if (buffers.length
                == 1) { // libuv's way too: of no bytes in a folder, read() says that it is one, readv() nothing
            return moved(FileCalls.read(fd, address(buffers[0]), buffers[0].remaining(), position), "read");
        }
        return position < 0
                ? Vectors.all(Function.READV, fd, buffers, position, "read")
                : Vectors.all(Function.PREADV, fd, buffers, position, "read");
    }

    public static long writev(int fd, ByteBuffer[] buffers, long position) {
        return position < 0
                ? Vectors.all(Function.WRITEV, fd, buffers, position, "write")
                : Vectors.all(Function.PWRITEV, fd, buffers, position, "write");
    }

    private static long address(ByteBuffer buffer) {
        return MemorySegment.ofBuffer(buffer).address();
    }

    private static long moved(int result, String syscall) {
        if (result < 0) {
            throw new SystemError(result, syscall, null, null);
        }
        return result;
    }

    public static void ftruncate(int fd, long length) {
        checked(Libc.callInt(Function.FTRUNCATE, fd, length), "ftruncate");
    }

    public static void fsync(int fd) {
        checked(Libc.callInt(Function.FSYNC, fd), "fsync");
    }

    public static void fdatasync(int fd) {
        checked(Libc.callInt(Function.FDATASYNC, fd), "fdatasync");
    }

    public static void fchmod(int fd, int mode) {
        checked(Libc.callInt(Function.FCHMOD, fd, mode), "fchmod");
    }

    public static void fchown(int fd, int uid, int gid) {
        checked(Libc.callInt(Function.FCHOWN, fd, uid, gid), "fchown");
    }

    public static void futimes(int fd, double atimeSeconds, double mtimeSeconds) {
        long times = Timespec.pair(Scratch.get().small(), atimeSeconds, mtimeSeconds);
        checked(Libc.callInt(Function.FUTIMENS, fd, times), "futime");
    }

    public static boolean isatty(int fd) {
        return Libc.callInt(Function.ISATTY, fd) == 1;
    }

    public static int dup2(int from, int to) {
        return checked(Libc.callInt(Function.DUP2, from, to), "dup2");
    }

    public static int fcntl(int fd, int command, long argument) {
        return checked(Libc.callInt(Function.FCNTL, fd, command, argument), "fcntl");
    }

    public static int ioctl(int fd, long request, long argument) {
        return checked(Libc.callInt(Function.IOCTL, fd, request, argument), "ioctl");
    }

    /** The read end and the write end of a new pipe. */
    public static int[] pipe(int flags) {
        NativeMemory ends = Scratch.get().small();
        checked(Libc.callInt(Function.PIPE2, ends.address(), flags | O_CLOEXEC), "pipe");
        return new int[] {ends.getInt(0), ends.getInt(Integer.BYTES)};
    }

    // ---------------------------------------------------------------- paths

    public static void access(NativePath path, int mode) {
        checked(Libc.callInt(Function.ACCESS, Scratch.get().path(path), mode), "access", path);
    }

    public static void chmod(NativePath path, int mode) {
        checked(Libc.callInt(Function.CHMOD, Scratch.get().path(path), mode), "chmod", path);
    }

    public static void chown(NativePath path, int uid, int gid) {
        checked(Libc.callInt(Function.CHOWN, Scratch.get().path(path), uid, gid), "chown", path);
    }

    public static void lchown(NativePath path, int uid, int gid) {
        checked(Libc.callInt(Function.LCHOWN, Scratch.get().path(path), uid, gid), "lchown", path);
    }

    public static void utimes(NativePath path, double atimeSeconds, double mtimeSeconds) {
        utimensat(path, atimeSeconds, mtimeSeconds, 0, "utime");
    }

    public static void lutimes(NativePath path, double atimeSeconds, double mtimeSeconds) {
        utimensat(path, atimeSeconds, mtimeSeconds, AT_SYMLINK_NOFOLLOW, "lutime");
    }

    private static void utimensat(NativePath path, double atime, double mtime, int flags, String syscall) {
        Scratch scratch = Scratch.get();
        long times = Timespec.pair(scratch.small(), atime, mtime);
        int result = Libc.callInt(Function.UTIMENSAT, AT_FDCWD, scratch.path(path), times, flags, 0, 0);
        checked(result, syscall, path);
    }

    public static void link(NativePath existing, NativePath link) {
        twoPaths(Function.LINK, "link", existing, link);
    }

    public static void symlink(NativePath target, NativePath link) {
        twoPaths(Function.SYMLINK, "symlink", target, link);
    }

    public static void rename(NativePath from, NativePath to) {
        twoPaths(Function.RENAME, "rename", from, to);
    }

    private static void twoPaths(Function function, String syscall, NativePath path, NativePath dest) {
        Scratch scratch = Scratch.get();
        int result = Libc.callInt(function, scratch.path(path), scratch.secondPath(dest));
        if (result < 0) {
            throw new SystemError(result, syscall, path.toString(), dest.toString());
        }
    }

    /** The bytes of the link's target. */
    public static byte[] readlink(NativePath path) {
        Scratch scratch = Scratch.get();
        NativeMemory target = scratch.result();
        long length = Libc.callLong(Function.READLINK, scratch.path(path), target.address(), target.size());
        return scratch.resultBytes(checked((int) length, "readlink", path));
    }

    /** The bytes of the absolute path without links, dots and doubled slashes. */
    public static byte[] realpath(NativePath path) {
        Scratch scratch = Scratch.get();
        assert scratch.result().size() >= PATH_MAX;
        long result = Libc.callPointer(
                Function.REALPATH, scratch.path(path), scratch.result().address());
        if (result < 0) {
            throw new SystemError((int) result, "realpath", path.toString(), null);
        }
        return scratch.resultString();
    }

    public static void unlink(NativePath path) {
        checked(Libc.callInt(Function.UNLINK, Scratch.get().path(path)), "unlink", path);
    }

    /** Makes a folder whose name is the prefix and six random characters; returns its path. */
    public static byte[] mkdtemp(NativePath prefix) {
        String shown = prefix + "XXXXXX";
        byte[] start = prefix.bytes();
        byte[] template = Arrays.copyOf(start, start.length + 6);
        Arrays.fill(template, start.length, template.length, (byte) 'X');
        Scratch scratch = Scratch.get();
        long result = Libc.callPointer(Function.MKDTEMP, scratch.secondPath(NativePath.of(template)), 0);
        if (result < 0) {
            throw new SystemError((int) result, "mkdtemp", shown, null);
        }
        return scratch.resultString();
    }

    // ---------------------------------------------------------------- answers

    private static int checked(int result, String syscall) {
        if (result < 0) {
            throw new SystemError(result, syscall, null, null);
        }
        return result;
    }

    private static int checked(int result, String syscall, NativePath path) {
        if (result < 0) {
            throw new SystemError(result, syscall, path.toString(), null);
        }
        return result;
    }

    private static long addressOf(ByteBuffer buffer, int offset, int length) {
        Objects.checkFromIndexSize(offset, length, buffer.limit());
        return MemorySegment.ofBuffer(buffer).address() - buffer.position() + offset;
    }
}
