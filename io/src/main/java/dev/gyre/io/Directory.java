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
    private static final ThreadLocal<byte[]> ENTRIES = ThreadLocal.withInitial(() -> new byte[BUFFER_BYTES]);
    private static final int RECLEN = 16;
    private static final int TYPE = 18;
    private static final int NAME = 19;

    private final int fd;
    private final String syscall;
    private final Arena arena; // null where the buffer is the thread's own
    private final MemorySegment buffer;
    private final byte[] entries; // what is in the buffer, where Java reads it fastest
    private int filled;
    private int offset;
    private byte[] name;
    private int type;

    private Directory(int fd, String syscall, Arena arena, MemorySegment buffer, byte[] entries) {
        this.fd = fd;
        this.syscall = syscall;
        this.arena = arena;
        this.buffer = buffer;
        this.entries = entries;
    }

    /** @param syscall the name under which errors are reported, {@code opendir} or {@code scandir} */
    public static Directory open(NativePath path, String syscall) {
        int fd = openFolder(path, syscall);
        Arena arena = Arena.ofShared();
        return new Directory(fd, syscall, arena, arena.allocate(BUFFER_BYTES, Long.BYTES), new byte[BUFFER_BYTES]);
    }

    /** For the calling thread alone, and one at a time: it needs no memory of its own, which takes long to free. */
    public static Directory openHere(NativePath path, String syscall) {
        return new Directory(openFolder(path, syscall), syscall, null, Scratch.get().chunk(), ENTRIES.get());
    }

    private static int openFolder(NativePath path, String syscall) {
        int flags = Posix.O_RDONLY | Posix.O_DIRECTORY | Posix.O_CLOEXEC;
        int fd = Libc.callInt(Libc.Function.OPEN, Scratch.get().path(path), flags);
        if (fd < 0) {
            throw new SystemError(fd, syscall, path.toString(), null);
        }
        return fd;
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
        if (arena != null) {
            arena.close();
        }
        int result = Libc.callInt(Libc.Function.CLOSE, fd);
        if (result < 0) {
            throw new SystemError(result, "closedir", null, null);
        }
    }
}
