package dev.gyre.node.fs;

import dev.gyre.io.Directory;
import dev.gyre.io.NativePath;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Lists folders. Entries cross to JavaScript in one piece, since a value costs a microsecond each to
 * pass: the names with a zero between them, and where their types are wanted, a slash and one digit
 * for each. Neither zero nor slash can be in a name.
 */
final class Folders {
    private record Entry(byte[] name, int type) implements Comparable<Entry> {
        /** By the bytes. Spelled out, since the library's way is slow until the JVM has optimised it. */
        @Override
        public int compareTo(Entry other) {
            int length = Math.min(name.length, other.name.length);
            for (int i = 0; i < length; i++) {
                if (name[i] != other.name[i]) {
                    return (name[i] & 0xff) - (other.name[i] & 0xff);
                }
            }
            return name.length - other.name.length;
        }
    }

    private final ConcurrentHashMap<Integer, Directory> open = new ConcurrentHashMap<>();
    private final AtomicInteger lastId = new AtomicInteger();

    /** All entries, sorted by the bytes of their names, as libuv sorts them. */
    static byte[] list(NativePath path, boolean withTypes) {
        var entries = new ArrayList<Entry>();
        try (Directory directory = Directory.openHere(path, "scandir")) {
            while (directory.next()) {
                entries.add(new Entry(directory.name(), directory.type()));
            }
        }
        Collections.sort(entries);
        return packed(entries, withTypes);
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
        return entries.isEmpty() ? null : FsArgs.text(packed(entries, true), asBytes);
    }

    void close(int id) {
        open.remove(id).close();
    }

    private static byte[] packed(List<Entry> entries, boolean withTypes) {
        int length = withTypes ? 1 + entries.size() : 0;
        for (Entry entry : entries) {
            length += entry.name.length + 1;
        }
        byte[] bytes = new byte[entries.isEmpty() ? length : length - 1]; // no zero after the last name
        int at = 0;
        for (Entry entry : entries) {
            System.arraycopy(entry.name, 0, bytes, at, entry.name.length);
            at += entry.name.length + 1;
        }
        if (withTypes) {
            at = bytes.length - entries.size() - 1;
            bytes[at++] = '/';
            for (Entry entry : entries) {
                bytes[at++] = (byte) ('0' + entry.type);
            }
        }
        return bytes;
    }
}
