package dev.gyre.node.fs;

import dev.gyre.io.Directory;
import dev.gyre.io.NativePath;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Lists folders. Entries cross to JavaScript in one piece, since a value costs a microsecond each to
 * pass: the names with a zero between them, and where their types are wanted, a slash and one digit
 * for each. Neither zero nor slash can be in a name.
 */
final class Folders {
    private record Entry(byte[] name, int type) {}

    private final ConcurrentHashMap<Integer, Directory> open = new ConcurrentHashMap<>();
    private final AtomicInteger lastId = new AtomicInteger();

    /** All entries, sorted by the bytes of their names, as libuv sorts them. */
    static Object list(NativePath path, boolean withTypes, boolean asBytes) {
        var entries = new ArrayList<Entry>();
        try (Directory directory = Directory.open(path, "scandir")) {
            while (directory.next()) {
                entries.add(new Entry(directory.name(), directory.type()));
            }
        }
        entries.sort((a, b) -> Arrays.compareUnsigned(a.name, b.name));
        return packed(entries, withTypes, asBytes);
    }

    /** Opens a folder for {@link #next}; answers the number it is known by. */
    int open(NativePath path) {
        int id = lastId.incrementAndGet();
        open.put(id, Directory.open(path, "opendir"));
        return id;
    }

    /** Up to {@code count} entries in the order of the file system, or null at the end. */
    Object next(int id, int count, boolean asBytes) {
        Directory directory = open.get(id);
        var entries = new ArrayList<Entry>();
        while (entries.size() < count && directory.next()) {
            entries.add(new Entry(directory.name(), directory.type()));
        }
        return entries.isEmpty() ? null : packed(entries, true, asBytes);
    }

    void close(int id) {
        open.remove(id).close();
    }

    private static Object packed(List<Entry> entries, boolean withTypes, boolean asBytes) {
        var bytes = new ByteArrayOutputStream();
        for (int i = 0; i < entries.size(); i++) {
            if (i > 0) {
                bytes.write(0);
            }
            bytes.writeBytes(entries.get(i).name);
        }
        if (withTypes) {
            bytes.write('/');
            entries.forEach(entry -> bytes.write('0' + entry.type));
        }
        return FsArgs.text(bytes.toByteArray(), asBytes);
    }
}
