package dev.gyre.io;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FolderListingTest {
    @TempDir
    Path folder;

    private NativePath path() {
        return NativePath.of(folder.toString());
    }

    private static String text(byte[] packed) {
        return new String(packed, StandardCharsets.UTF_8);
    }

    private static List<String> names(byte[] packed) {
        return List.of(text(packed).split("\0"));
    }

    @Test
    void listsAFolderOfAnySize() throws IOException {
        var expected = new TreeMap<String, Integer>();
        for (int i = 0; i < 3000; i++) {
            Files.createFile(folder.resolve("file-" + i));
            expected.put("file-" + i, DirentType.FILE);
        }
        Files.createDirectory(folder.resolve("d\u00e9"));
        expected.put("d\u00e9", DirentType.DIRECTORY);
        Files.createSymbolicLink(folder.resolve("link"), Path.of("nowhere"));
        expected.put("link", DirentType.LINK);
        var types = new StringBuilder();
        expected.values().forEach(types::append);
        assertEquals(String.join("\0", expected.keySet()) + "/" + types, text(FolderListing.list(path(), true)));
        assertEquals(List.copyOf(expected.keySet()), names(FolderListing.list(path(), false)));
        assertEquals(List.copyOf(expected.keySet()), names(FolderListing.listAll(path(), false)));

        var byParts = new ArrayList<String>();
        try (Directory directory = Directory.open(path(), "opendir")) {
            for (var part = directory.next(7); part.count() > 0; part = directory.next(7)) {
                byParts.addAll(List.of(text(part.bytes()).replaceFirst("/[0-9]+$", "").split("\0")));
            }
        }
        assertEquals(3002, byParts.size());
        Collections.sort(byParts);
        assertEquals(List.copyOf(expected.keySet()), byParts);
    }

    @Test
    void sortsByBytesInWhateverOrderTheyWereMade() throws IOException {
        long seed = System.nanoTime();
        var random = new Random(seed);
        for (int count : new int[] {0, 1, 2, 6, 7, 8, 40, 333}) {
            Path sub = Files.createDirectory(folder.resolve("of-" + count));
            var made = new ArrayList<String>();
            for (int i = 0; i < count; i++) {
                made.add("n".repeat(random.nextInt(1, 20)) + (char) random.nextInt('!', '.') + i);
            }
            for (String name : made) {
                Files.createFile(sub.resolve(name));
            }
            Collections.sort(made);
            String expected = String.join("\0", made);
            assertEquals(expected, text(FolderListing.list(NativePath.of(sub.toString()), false)), "seed " + seed);
        }
    }

    @Test
    void goesDownLevelByLevelAndFollowsLinks() throws IOException {
        Files.createDirectories(folder.resolve("b/c/d"));
        Files.createFile(folder.resolve("b/c/file"));
        Files.createFile(folder.resolve("a"));
        Files.createSymbolicLink(folder.resolve("link"), Path.of("b/c"));
        assertEquals("a\0b\0link\0b/c\0link/d\0link/file\0b/c/d\0b/c/file/12322121",
                text(FolderListing.listAll(path(), true)));
        assertEquals(List.of("a", "b", "link", "b/c", "link/d", "link/file", "b/c/d", "b/c/file"),
                names(FolderListing.listAll(NativePath.of(folder + "/"), false)));
    }

    @Test
    void anEmptyFolderHasNoEntries() {
        assertEquals("", text(FolderListing.list(path(), false)));
        assertEquals("/", text(FolderListing.listAll(path(), true)));
    }

    @Test
    void tellsWhichFolderItCantRead() throws IOException {
        Files.createFile(folder.resolve("file"));
        NativePath file = NativePath.of(folder + "/file");
        var error = assertThrows(SystemError.class, () -> FolderListing.listAll(file, false));
        assertEquals("ENOTDIR: not a directory, scandir '" + file + "'", error.getMessage());
        assertEquals("opendir", assertThrows(SystemError.class, () -> Directory.open(file, "opendir")).syscall());
    }

    @Test
    void namesNeedNotBeText() {
        byte[] name = Arrays.copyOf((folder + "/").getBytes(StandardCharsets.UTF_8), folder.toString().length() + 3);
        name[name.length - 2] = (byte) 0xff;
        name[name.length - 1] = (byte) 0xfe;
        FileCalls.mkdir(Scratch.get().path(NativePath.of(name)), 0x1ff);
        assertArrayEquals(new byte[] {(byte) 0xff, (byte) 0xfe}, FolderListing.listAll(path(), false));
        FileCalls.rmdir(Scratch.get().path(NativePath.of(name)));
    }
}
