package dev.gyre.node;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;

/** The sources of the core's modules, for those that are not in the snapshot. */
final class LazySources {
    private final IndexedFile file;

    private LazySources(IndexedFile file) {
        this.file = file;
    }

    static LazySources open(Path path) throws IOException {
        return new LazySources(IndexedFile.open(path));
    }

    /** Reads all of the file now: later there may be no descriptor left. */
    void keepAll() throws IOException {
        file.keepAll();
    }

    String source(String id) throws IOException {
        byte[] text = file.bytes(id);
        if (text == null) {
            throw new IllegalArgumentException("there is no source of " + id);
        }
        return new String(text, StandardCharsets.UTF_8);
    }

    static byte[] write(Map<String, String> sources) {
        var texts = new TreeMap<String, byte[]>();
        sources.forEach((id, source) -> texts.put(id, source.getBytes(StandardCharsets.UTF_8)));
        return IndexedFile.write(texts);
    }
}
