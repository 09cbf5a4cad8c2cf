package dev.gyre.node;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;

/**
 * The sources of the core modules that are not in the snapshot, in one file: an index, a line for each with its id,
 * offset and length, an empty line, then the sources one after the other.
 */
final class LazySources {
    private record Place(int offset, int length) {}

    private final byte[] bytes;
    private final Map<String, Place> places = new HashMap<>();

    private LazySources(byte[] bytes) {
        this.bytes = bytes;
        int line = 0;
        int end = endOfLine(line);
        while (end > line) {
            String[] words = new String(bytes, line, end - line, StandardCharsets.UTF_8).split(" ");
            places.put(words[0], new Place(Integer.parseInt(words[1]), Integer.parseInt(words[2])));
            line = end + 1;
            end = endOfLine(line);
        }
        int start = end + 1;
        places.replaceAll((_, place) -> new Place(start + place.offset, place.length));
    }

    private int endOfLine(int from) {
        int at = from;
        while (bytes[at] != '\n') {
            at++;
        }
        return at;
    }

    static LazySources read(Path file) throws IOException {
        return new LazySources(Files.readAllBytes(file));
    }

    String source(String id) {
        Place place = Objects.requireNonNull(places.get(id), id);
        return new String(bytes, place.offset, place.length, StandardCharsets.UTF_8);
    }

    static byte[] write(Map<String, String> sources) {
        var index = new StringBuilder();
        int length = 0;
        for (Map.Entry<String, String> one : sources.entrySet()) {
            int bytes = one.getValue().getBytes(StandardCharsets.UTF_8).length;
            index.append(one.getKey())
                    .append(' ')
                    .append(length)
                    .append(' ')
                    .append(bytes)
                    .append('\n');
            length += bytes;
        }
        byte[] head = index.append('\n').toString().getBytes(StandardCharsets.UTF_8);
        ByteBuffer all = ByteBuffer.allocate(head.length + length).put(head);
        sources.values().forEach(source -> all.put(source.getBytes(StandardCharsets.UTF_8)));
        return all.array();
    }
}
