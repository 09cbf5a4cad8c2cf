package dev.gyre.io.libc;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

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
    void readsValidText() {
        String text = "a\u00e4\u20ac\uD83D\uDE00\uFFFD";
        assertEquals(text, Utf8.decode(text.getBytes(StandardCharsets.UTF_8)));
    }

    @Test
    void replacesEachMaximalPartOfABrokenSequence() {
        assertEquals("\uFFFD\uFFFD\uFFFDA", decode(0xed, 0xa0, 0x80, 'A'));
        assertEquals("\uFFFDA", decode(0xf0, 0x90, 0x80, 'A'));
        assertEquals("\uFFFD\uFFFD\uFFFDA", decode(0xf0, 0x80, 0x80, 'A'));
        assertEquals("\uFFFD\uFFFD", decode(0xc0, 0xaf));
        assertEquals("\uFFFD\uFFFD\uFFFD\uFFFD", decode(0xf4, 0x90, 0x80, 0x80));
        assertEquals("\uFFFD\u00e9\uFFFD", decode(0xe2, 0xc3, 0xa9, 0xe2));
        assertEquals("\uFFFD\uFFFD\uFFFD\uFFFD", decode(0xef, 0xbf, 0xbd, 0xed, 0xa0, 0x80));
        assertEquals("\uFFFD\uFFFD", decode(0xef, 0xbf, 0xbd, 0xef, 0xbf));
    }

    @Test
    void asciiIsToldFromAllElseAtEveryPlace() {
        for (int length = 0; length < 80; length++) {
            byte[] bytes = "?".repeat(length).getBytes(StandardCharsets.US_ASCII);
            assertTrue(Utf8.isAscii(bytes));
            for (int i = 0; i < length; i++) {
                bytes[i] = (byte) 0x80;
                assertFalse(Utf8.isAscii(bytes), i + " of " + length);
                bytes[i] = 0x7f;
            }
        }
    }

    @Test
    void questionMarksStayAndHalvesOfPairsBecomeReplacements() {
        assertEquals("?a?", new String(Utf8.encode("?a?"), StandardCharsets.UTF_8));
        assertEquals("?\uFFFD", new String(Utf8.encode("?\uD83D"), StandardCharsets.UTF_8));
        assertEquals("\uFFFD", new String(Utf8.encode("\uDE00"), StandardCharsets.UTF_8));
        assertEquals("\u00e4?", new String(Utf8.encode("\u00e4?"), StandardCharsets.UTF_8));
    }

    private static String decode(int... bytes) {
        byte[] array = new byte[bytes.length];
        for (int i = 0; i < bytes.length; i++) {
            array[i] = (byte) bytes[i];
        }
        return Utf8.decode(array);
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
