package dev.gyre.node;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Something for each of many modules of the core, in one file. It begins with an index of big-endian integers: the index's
 * bytes, then for each entry the hash of its id, and where it begins and ends; ordered by hash.
 *
 * <p>A JVM that has just begun needs 10 ms to read the whole file and to make a table of a textual index. So a binary search
 * finds an entry, and only its part of the file is read.
 */
final class IndexedFile {
    private static final int ENTRY_BYTES = 3 * Integer.BYTES;
    private static final int NONE = -1;

    private final Path path;
    private final ByteBuffer index;
    private byte @Nullable [] all;

    private IndexedFile(Path path, ByteBuffer index) {
        this.path = path;
        this.index = index;
    }

    static IndexedFile open(Path path) throws IOException {
        try (var file = new RandomAccessFile(path.toFile(), "r")) {
            byte[] index = new byte[file.readInt()];
            file.seek(0);
            file.readFully(index);
            return new IndexedFile(path, ByteBuffer.wrap(index));
        }
    }

    /** Reads all of the file now: later there may be no descriptor left. */
    synchronized void keepAll() throws IOException {
        all = Files.readAllBytes(path);
    }

    /** The entry's bytes, or null if there is none of this id. */
    synchronized byte @Nullable [] bytes(String id) throws IOException {
        int entry = entry(id.hashCode());
        if (entry == NONE) {
            return null;
        }
        int start = index.getInt(entry + Integer.BYTES);
        int end = index.getInt(entry + 2 * Integer.BYTES);
        byte[] bytes = new byte[end - start];
        if (all != null) {
            System.arraycopy(all, start, bytes, 0, bytes.length);
            return bytes;
        }
        try (var file = new RandomAccessFile(path.toFile(), "r")) {
            file.seek(start);
            file.readFully(bytes);
        }
        return bytes;
    }

    private int entry(int hash) {
        int low = 0;
        int high = (index.capacity() - Integer.BYTES) / ENTRY_BYTES - 1;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            int at = Integer.BYTES + middle * ENTRY_BYTES;
            int found = index.getInt(at);
            if (found == hash) {
                return at;
            }
            if (found < hash) {
                low = middle + 1;
            } else {
                high = middle - 1;
            }
        }
        return NONE;
    }

    static byte[] write(Map<String, byte[]> entries) {
        List<String> ids = entries.keySet().stream()
                .sorted((a, b) -> Integer.compare(a.hashCode(), b.hashCode()))
                .toList();
        for (int i = 1; i < ids.size(); i++) {
            if (ids.get(i).hashCode() == ids.get(i - 1).hashCode()) {
                throw new IllegalArgumentException(
                        ids.get(i) + " and " + ids.get(i - 1) + " have the same hash: rename one");
            }
        }
        List<byte[]> parts =
                ids.stream().map(id -> Objects.requireNonNull(entries.get(id))).toList();
        int head = Integer.BYTES + ids.size() * ENTRY_BYTES;
        int length = head + parts.stream().mapToInt(part -> part.length).sum();
        ByteBuffer written = ByteBuffer.allocate(length).putInt(head);
        int start = head;
        for (int i = 0; i < ids.size(); i++) {
            int end = start + parts.get(i).length;
            written.putInt(ids.get(i).hashCode()).putInt(start).putInt(end);
            start = end;
        }
        parts.forEach(written::put);
        return written.array();
    }
}
