package dev.gyre.node.fs;

import dev.gyre.io.Directory;
import dev.gyre.io.NativePath;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** The folders that JavaScript has open, by number. */
final class Folders {
    private static final int MAX_AT_ONCE = 1000;

    private final ConcurrentHashMap<Integer, Directory> open = new ConcurrentHashMap<>();
    private final AtomicInteger lastId = new AtomicInteger();

    /** Opens a folder for {@link #next}; answers the number it is known by. */
    int open(NativePath path) {
        int id = lastId.incrementAndGet();
        open.put(id, Directory.open(path, "opendir"));
        return id;
    }

    /** Up to {@code count} entries, or a thousand, in the order of the file system, or null at the end. */
    Object next(int id, long count, boolean asBytes) {
        var entries = open.get(id).next((int) Math.min(count, MAX_AT_ONCE));
        return entries.count() == 0 ? null : FsArgs.text(entries.bytes(), asBytes);
    }

    void close(int id) {
        open.remove(id).close();
    }
}
