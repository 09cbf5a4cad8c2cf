package dev.gyre.io;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class Utf8Test {
    @Test
    void keepsPairsAndReplacesHalves() {
        assertArrayEquals("a\uD83D\uDE00b".getBytes(StandardCharsets.UTF_8), Utf8.encode("a\uD83D\uDE00b"));
        assertEquals("\uFFFDx\uFFFD", new String(Utf8.encode("\uDE00x\uD83D"), StandardCharsets.UTF_8));
        assertEquals("\uFFFD\uD83D\uDE00", new String(Utf8.encode("\uD83D\uD83D\uDE00"), StandardCharsets.UTF_8));
    }

    @Test
    void plainPathsAreThoseThatJavaReadsAlike() {
        assertEquals("/a/b", NativePath.of("/a/b").plain().toString());
        assertNull(NativePath.of("").plain());
        assertNull(NativePath.of("a/").plain());
        assertNull(NativePath.of("\u00e4").plain());
        assertNull(NativePath.of("a".getBytes(StandardCharsets.UTF_8)).plain());
    }
}
