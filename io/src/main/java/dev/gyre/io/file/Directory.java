package dev.gyre.io.file;

import dev.gyre.io.libc.Libc;
import dev.gyre.io.libc.NativeMemory;
import dev.gyre.io.libc.NativePath;
import dev.gyre.io.libc.Posix;
import dev.gyre.io.libc.Scratch;
import dev.gyre.io.libc.SystemError;

/** An open folder, read some entries at a time in the order of the file system. One thread at a time. */
public final class Directory implements AutoCloseable {
    private final int fd;
    private final String syscall;

    private Directory(int fd, String syscall) {
        this.fd = fd;
        this.syscall = syscall;
    }

    /** @param syscall the name under which errors are reported */
    public static Directory open(NativePath path, String syscall) {
        int fd = open(Scratch.get().path(path));
        if (fd < 0) {
            throw new SystemError(fd, syscall, path.toString(), null);
        }
        return new Directory(fd, syscall);
    }

    /** A descriptor, or a negative errno. */
    static int open(long path) {
        int flags = Posix.O_RDONLY | Posix.O_DIRECTORY | Posix.O_CLOEXEC;
        return Libc.callInt(Libc.Function.OPEN, path, flags);
    }

    /** The {@link FolderRecords} that the kernel hands out next; none only at the end. */
    public byte[] next() {
        NativeMemory chunk = Scratch.get().chunk();
        int count = FolderRecords.next(fd, chunk);
        if (count < 0) {
            throw new SystemError(count, syscall, null, null);
        }
        return chunk.bytes(0, count);
    }

    @Override
    public void close() {
        int result = Libc.callInt(Libc.Function.CLOSE, fd);
        if (result < 0) {
            throw new SystemError(result, "closedir", null, null);
        }
    }
}
