package dev.gyre.io.file;

import dev.gyre.io.libc.Errno;
import dev.gyre.io.libc.NativeMemory;
import dev.gyre.io.libc.NativePath;
import dev.gyre.io.libc.Posix;
import dev.gyre.io.libc.Scratch;
import dev.gyre.io.libc.SystemError;
import java.nio.ByteBuffer;
import java.util.Arrays;

/** Whole files in one go. Blocks for as long as the file is long: the pool reads large ones in parts. */
public final class WholeFile {
    private static final int MAX_ARRAY = Integer.MAX_VALUE - 8;

    private WholeFile() {}

    public static byte[] read(NativePath path, int flags) {
        int fd = Posix.open(path, flags, 0666);
        try {
            return read(fd);
        } finally {
            Posix.close(fd);
        }
    }

    /** From the descriptor's position to the end. */
    public static byte[] read(int fd) {
        NativeMemory chunk = Scratch.get().chunk();
        int count = Posix.read(fd, chunk.address(), chunk.size(), -1);
        byte[] bytes = new byte[count < chunk.size() ? count : Math.max(count, sizeOf(fd))];
        int length = 0;
        while (count > 0) {
            if (length + count > bytes.length) {
                bytes = Arrays.copyOf(bytes, grown(bytes.length, length, count));
            }
            chunk.get(0, bytes, length, count);
            length += count;
            count = Posix.read(fd, chunk.address(), chunk.size(), -1);
        }
        return length == bytes.length ? bytes : Arrays.copyOf(bytes, length);
    }

    /** 0 where it is not known before all is read. Small files are never asked: most of them were read in one go. */
    private static int sizeOf(int fd) {
        FileStatus status = FileStatus.fstat(fd);
        return status.isRegularFile() ? (int) Math.min(status.size(), MAX_ARRAY) : 0;
    }

    /** Files without a size (pipes, {@code /proc}), and those that grow while they are read. */
    private static int grown(int capacity, int length, int count) {
        long wanted = Math.max((long) length + count, 2L * capacity);
        if ((long) length + count > MAX_ARRAY) {
            throw new SystemError(Errno.EFBIG, "read", null, null);
        }
        return (int) Math.min(wanted, MAX_ARRAY);
    }

    /** Writes all of the buffer at the descriptor's position. */
    public static void write(int fd, ByteBuffer buffer) {
        int from = buffer.position();
        while (from < buffer.limit()) {
            from += Posix.write(fd, buffer, from, buffer.limit() - from, -1);
        }
    }

    /** Writes all of the bytes at the descriptor's position. */
    public static void write(int fd, byte[] bytes) {
        NativeMemory chunk = Scratch.get().chunk();
        int from = 0;
        while (from < bytes.length) {
            int part = Math.min(bytes.length - from, chunk.size());
            chunk.put(0, bytes, from, part);
            from += Posix.write(fd, chunk.address(), part, -1);
        }
    }
}
