package dev.gyre.io;

/**
 * An open folder, read some entries at a time in the order of the file system; {@code .} and {@code ..} are left out. The
 * kernel hands the entries out by the bufferful, so most steps are no call at all.
 *
 * <p>One thread at a time.
 */
public final class Directory implements AutoCloseable {
    private static final byte[] NO_PREFIX = {};
    private static final int MAX_NAME_BYTES = 256; // with a zero

    private final int fd;
    private final String syscall;
    private final DirentRecords records = new DirentRecords();
    private int next = -1;

    private Directory(int fd, String syscall) {
        this.fd = fd;
        this.syscall = syscall;
    }

    /** @param syscall the name under which errors are reported, {@code opendir} or {@code scandir} */
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

    /** Up to {@code limit} entries with their types; none only at the end. */
    public PackedEntries next(int limit) {
        while (next >= 0 || fill()) {
            var entries = some(limit);
            if (entries.count() > 0) {
                return entries;
            }
        }
        return new PackedEntries(0, 0, true);
    }

    /** Of those that the kernel has handed out; dots don't count. */
    private PackedEntries some(int limit) {
        var entries = new PackedEntries(Math.min(limit * MAX_NAME_BYTES, records.nameBytes(0)), limit, true);
        for (; next >= 0 && entries.count() < limit; next = records.next(next)) {
            if (!records.isDots(next)) {
                entries.add(NO_PREFIX, records, next, records.typeOf(next));
            }
        }
        return entries;
    }

    private boolean fill() {
        records.clear();
        int count = records.read(fd);
        if (count < 0) {
            throw new SystemError(count, syscall, null, null);
        }
        next = records.first();
        return count > 0;
    }

    @Override
    public void close() {
        int result = Libc.callInt(Libc.Function.CLOSE, fd);
        if (result < 0) {
            throw new SystemError(result, "closedir", null, null);
        }
    }
}
