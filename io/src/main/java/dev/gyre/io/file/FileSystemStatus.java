package dev.gyre.io.file;

import dev.gyre.io.libc.Libc;
import dev.gyre.io.libc.NativeMemory;
import dev.gyre.io.libc.NativePath;
import dev.gyre.io.libc.Scratch;
import dev.gyre.io.libc.SystemError;

/** What {@code statfs} tells of a file system. */
public record FileSystemStatus(
        long type, long bsize, long frsize, long blocks, long bfree, long bavail, long files, long ffree) {

    public static FileSystemStatus statfs(NativePath path) {
        Scratch scratch = Scratch.get();
        NativeMemory s = scratch.small();
        int result = Libc.callInt(Libc.Function.STATFS, scratch.path(path), s.address());
        if (result < 0) {
            throw new SystemError(result, "statfs", path.toString(), null);
        }
        return new FileSystemStatus(
                word(s, 0), word(s, 1), word(s, 9), word(s, 2), word(s, 3), word(s, 4), word(s, 5), word(s, 6));
    }

    private static long word(NativeMemory s, int index) {
        return s.getLong(Long.BYTES * index);
    }

    /** The components in their order. */
    public long[] toLongs() {
        return new long[] {type, bsize, frsize, blocks, bfree, bavail, files, ffree};
    }

    /** The components in their order, as JavaScript numbers. */
    public double[] toDoubles() {
        return new double[] {type, bsize, frsize, blocks, bfree, bavail, files, ffree};
    }
}
