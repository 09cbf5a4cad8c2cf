package dev.gyre.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LazySourcesTest {
    @TempDir
    Path folder;

    private LazySources written(Map<String, String> sources) throws IOException {
        Path file = folder.resolve("sources");
        Files.write(file, LazySources.write(sources));
        return LazySources.open(file);
    }

    @Test
    void givesBackEverySource() throws IOException {
        var sources = new HashMap<String, String>();
        for (int i = 0; i < 300; i++) {
            sources.put("internal/module_" + i, i % 7 == 0 ? "" : "text of " + i + " with an ä");
        }
        LazySources read = written(sources);
        for (var one : sources.entrySet()) {
            assertEquals(one.getValue(), read.source(one.getKey()), one.getKey());
        }
        read.keepAll();
        Files.delete(folder.resolve("sources"));
        for (var one : sources.entrySet()) {
            assertEquals(one.getValue(), read.source(one.getKey()), one.getKey());
        }
    }

    @Test
    void refusesWhatIsNotThere() throws IOException {
        LazySources read = written(Map.of("a", "1", "b", "2"));
        assertThrows(IllegalArgumentException.class, () -> read.source("c"));
        LazySources none = written(Map.of());
        assertThrows(IllegalArgumentException.class, () -> none.source("a"));
    }

    @Test
    void refusesTwoIdsWithTheSameHash() {
        assertThrows(IllegalArgumentException.class, () -> LazySources.write(Map.of("Aa", "1", "BB", "2")));
    }
}
