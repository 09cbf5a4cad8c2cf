package dev.gyre.node.fs;

import dev.gyre.io.file.Directory;
import dev.gyre.io.libc.NativePath;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** The folders that JavaScript has open, by number. */
final class Folders {
    private final ConcurrentHashMap<Integer, Directory> open = new ConcurrentHashMap<>();
    private final AtomicInteger lastId = new AtomicInteger();

    /** Opens a folder for {@link #next}; answers the number it is known by. */
    int open(NativePath path) {
        int id = lastId.incrementAndGet();
        open.put(id, Directory.open(path, "opendir"));
        return id;
    }

    /** Some entries, as the kernel writes them and in the order of the file system, or null at the end. */
    byte @Nullable [] next(int id) {
        byte[] records = Objects.requireNonNull(open.get(id)).next();
        return records.length == 0 ? null : records;
    }

    void close(int id) {
        Objects.requireNonNull(open.remove(id)).close();
    }

    void closeAll() {
        open.values().forEach(Directory::close);
        open.clear();
    }
}
