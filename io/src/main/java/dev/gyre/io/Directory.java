package dev.gyre.io;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;

/**
 * An open folder, read entry by entry; {@code .} and {@code ..} are left out. The kernel hands the
 * entries out by the bufferful, so most steps are no call at all.
 *
 * <p>One thread at a time.
 */
public final class Directory implements AutoCloseable {
    private static final int BUFFER_BYTES = 32 * 1024;
    private static final int RECLEN = 16;
    private static final int TYPE = 18;
    private static final int NAME = 19;

    private final int fd;
    private final String syscall;
    private final Arena arena = Arena.ofShared();
    private final MemorySegment buffer = arena.allocate(BUFFER_BYTES, Long.BYTES);
    private final byte[] entries = new byte[BUFFER_BYTES]; // what is in the buffer, where Java reads it fastest
    private int filled;
    private int offset;
    private byte[] name;
    private int type;

    private Directory(int fd, String syscall) {
        this.fd = fd;
        this.syscall = syscall;
    }

    /** @param syscall the name under which errors are reported, {@code opendir} or {@code scandir} */
    public static Directory open(NativePath path, String syscall) {
        int flags = Posix.O_RDONLY | Posix.O_DIRECTORY | Posix.O_CLOEXEC;
        int fd = Libc.callInt(Libc.Function.OPEN, Scratch.get().path(path), flags);
        if (fd < 0) {
            throw new SystemError(fd, syscall, path.toString(), null);
        }
        return new Directory(fd, syscall);
    }

    /** Goes to the next entry; false when there is none. */
    public boolean next() {
        while (true) {
            if (offset >= filled && !fill()) {
                return false;
            }
            int entry = offset;
            offset += entries[entry + RECLEN] & 0xff | (entries[entry + RECLEN + 1] & 0xff) << 8;
            if (!isDots(entry + NAME)) {
                type = DirentType.ofKernel(entries[entry + TYPE]);
                name = nameAt(entry + NAME);
                return true;
            }
        }
    }

    private boolean fill() {
        int count = (int) Libc.callLong(Libc.Function.GETDENTS64, fd, buffer.address(), BUFFER_BYTES);
        if (count < 0) {
            throw new SystemError(count, syscall, null, null);
        }
        MemorySegment.copy(buffer, ValueLayout.JAVA_BYTE, 0, entries, 0, count);
        filled = count;
        offset = 0;
        return count > 0;
    }

    private boolean isDots(int at) {
        if (entries[at] != '.') {
            return false;
        }
        return entries[at + 1] == 0 || entries[at + 1] == '.' && entries[at + 2] == 0;
    }

    private byte[] nameAt(int start) {
        int end = start;
        while (entries[end] != 0) {
            end++;
        }
        return Arrays.copyOfRange(entries, start, end);
    }

    /** The current entry's name. */
    public byte[] name() {
        return name;
    }

    /** The current entry's type, one of {@link DirentType}. */
    public int type() {
        return type;
    }

    @Override
    public void close() {
        arena.close();
        int result = Libc.callInt(Libc.Function.CLOSE, fd);
        if (result < 0) {
            throw new SystemError(result, "closedir", null, null);
        }
    }
}
