package dev.gyre.node;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The sources of the core modules that are not in the snapshot, in one file. It begins with an index of big-endian integers:
 * the index's bytes, then for each source the hash of its id, and where it begins and ends; ordered by hash.
 *
 * <p>A JVM that has just begun needs 10 ms to read the whole file and to make a table of a textual index. So a binary search
 * finds a source, and only its part of the file is read.
 */
final class LazySources {
    private static final int ENTRY_BYTES = 3 * Integer.BYTES;

    private final Path path;
    private final ByteBuffer index;
    private byte @Nullable [] all;

    private LazySources(Path path, ByteBuffer index) {
        this.path = path;
        this.index = index;
    }

    static LazySources open(Path path) throws IOException {
        try (var file = new RandomAccessFile(path.toFile(), "r")) {
            byte[] index = new byte[file.readInt()];
            file.seek(0);
            file.readFully(index);
            return new LazySources(path, ByteBuffer.wrap(index));
        }
    }

    /** Reads all of the file now: later there may be no descriptor left. */
    synchronized void keepAll() throws IOException {
        all = Files.readAllBytes(path);
    }

    synchronized String source(String id) throws IOException {
        int entry = entry(id.hashCode());
        int start = index.getInt(entry + Integer.BYTES);
        int end = index.getInt(entry + 2 * Integer.BYTES);
        if (all != null) {
            return new String(all, start, end - start, StandardCharsets.UTF_8);
        }
        byte[] text = new byte[end - start];
        try (var file = new RandomAccessFile(path.toFile(), "r")) {
            file.seek(start);
            file.readFully(text);
        }
        return new String(text, StandardCharsets.UTF_8);
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
        throw new IllegalArgumentException("no source with the hash " + hash);
    }

    static byte[] write(Map<String, String> sources) {
        List<String> ids = sources.keySet().stream()
                .sorted((a, b) -> Integer.compare(a.hashCode(), b.hashCode()))
                .toList();
        for (int i = 1; i < ids.size(); i++) {
            if (ids.get(i).hashCode() == ids.get(i - 1).hashCode()) {
                throw new IllegalArgumentException(
                        ids.get(i) + " and " + ids.get(i - 1) + " have the same hash: rename one");
            }
        }
        List<byte[]> texts = ids.stream()
                .map(id -> Objects.requireNonNull(sources.get(id)).getBytes(StandardCharsets.UTF_8))
                .toList();
        int head = Integer.BYTES + ids.size() * ENTRY_BYTES;
        int length = head + texts.stream().mapToInt(text -> text.length).sum();
        ByteBuffer all = ByteBuffer.allocate(length).putInt(head);
        int start = head;
        for (int i = 0; i < ids.size(); i++) {
            int end = start + texts.get(i).length;
            all.putInt(ids.get(i).hashCode()).putInt(start).putInt(end);
            start = end;
        }
        texts.forEach(all::put);
        return all.array();
    }
}
