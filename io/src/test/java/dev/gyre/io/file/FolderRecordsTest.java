package dev.gyre.io.file;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.gyre.io.libc.Errno;
import dev.gyre.io.libc.NativeMemory;
import dev.gyre.io.libc.NativePath;
import dev.gyre.io.libc.Scratch;
import dev.gyre.io.libc.SystemError;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FolderRecordsTest {
    private static final int DIRECTORY = 4;
    private static final int FILE = 8;
    private static final int LINK = 10;

    @TempDir
    Path folder;

    /** The names in some records, without . and .., and their types. */
    private static Map<String, Integer> entries(byte[] records) {
        var found = new TreeMap<String, Integer>();
        var buffer = ByteBuffer.wrap(records).order(ByteOrder.nativeOrder());
        for (int at = 0; at < records.length; at += buffer.getShort(at + 16)) {
            int end = at + 19;
            while (records[end] != 0) {
                end++;
            }
            found.put(new String(records, at + 19, end - at - 19, StandardCharsets.UTF_8), (int) records[at + 18]);
        }
        found.remove(".");
        found.remove("..");
        return found;
    }

    private static long address(Path path) {
        return Scratch.get().path(NativePath.of(path.toString()));
    }

    @Test
    void tellsAFolderOfAnySize() throws IOException {
        var expected = new TreeMap<String, Integer>();
        for (int i = 0; i < 3000; i++) {
            Files.createFile(folder.resolve("file-" + i));
            expected.put("file-" + i, FILE);
        }
        Files.createDirectory(folder.resolve("d\u00e9"));
        expected.put("d\u00e9", DIRECTORY);
        Files.createSymbolicLink(folder.resolve("link"), Path.of("nowhere"));
        expected.put("link", LINK);
        for (int room : new int[] {0, 1000, 40_000, 1_000_000}) {
            assertEquals(List.of(expected), found(List.of(folder), false, 1, room));
        }

        var byParts = new TreeMap<String, Integer>();
        try (Directory directory = Directory.open(NativePath.of(folder.toString()), "opendir")) {
            for (byte[] part = directory.next(); part.length > 0; part = directory.next()) {
                byParts.putAll(entries(part));
            }
        }
        assertEquals(expected, byParts);
    }

    @Test
    void tellsManyFoldersInTheirOrder() throws IOException {
        var paths = new ArrayList<Path>();
        for (int i = 0; i < 200; i++) {
            Path sub = Files.createDirectory(folder.resolve("sub-" + i));
            Files.createFile(sub.resolve("in-" + i));
            paths.add(sub);
        }
        var expected = new ArrayList<Map<String, Integer>>();
        for (int i = 0; i < 200; i++) {
            expected.add(Map.of("in-" + i, FILE));
        }
        assertEquals(expected, found(paths, false, 1, 100_000));
        assertEquals(expected, found(paths, false, 7, 2_000));
        assertEquals(expected, found(paths, false, 1, 0));
    }

    @Test
    void whatMayBeNoFolderHasNoRecordsThen() throws IOException {
        Files.createDirectories(folder.resolve("sub/below"));
        Path file = Files.createFile(folder.resolve("file"));
        Path link = Files.createSymbolicLink(folder.resolve("link"), Path.of("sub"));
        Path dead = Files.createSymbolicLink(folder.resolve("dead"), Path.of("nowhere"));
        assertEquals(
                List.of(Map.of(), Map.of("below", DIRECTORY), Map.of()),
                found(List.of(file, link, dead), true, 1, 10_000));
    }

    @Test
    void tellsWhyAFolderCantBeRead() throws IOException {
        Path file = Files.createFile(folder.resolve("file"));
        int errno = Errno.ENOTDIR.number();
        assertEquals(errno, new FolderRecords(0, 0).add(address(file)));
        var error = assertThrows(SystemError.class, () -> Directory.open(NativePath.of(file.toString()), "opendir"));
        assertEquals("opendir", error.syscall());
    }

    /** What is told of each folder, by way of so many pieces of memory. */
    private static List<Map<String, Integer>> found(List<Path> folders, boolean areUnsure, int pieces, int room) {
        try (Arena arena = Arena.ofConfined()) {
            long[] paths = new long[folders.size()];
            boolean[] unsure = new boolean[paths.length];
            for (int i = 0; i < paths.length; i++) {
                paths[i] = NativeMemory.string(arena, folders.get(i).toString()).address();
                unsure[i] = areUnsure;
            }
            var memory = new NativeMemory[pieces];
            long[] addresses = new long[pieces];
            for (int i = 0; i < pieces; i++) {
                memory[i] = NativeMemory.in(arena, Math.max(room, 8));
                addresses[i] = memory[i].address();
            }
            int[] sizes = new int[paths.length];
            byte[] spilled = FolderRecords.read(paths, unsure, sizes, addresses, room);
            int share = (paths.length + pieces - 1) / pieces;
            var found = new ArrayList<Map<String, Integer>>();
            int spilledAt = 0;
            int at = 0;
            for (int i = 0; i < paths.length; i++) {
                at = i % share == 0 ? 0 : at;
                int size = sizes[i] & ~FolderRecords.SPILLED;
                if (size == sizes[i]) {
                    found.add(entries(memory[i / share].bytes(at, size)));
                    at += size;
                } else {
                    found.add(entries(Arrays.copyOfRange(spilled, spilledAt, spilledAt + size)));
                    spilledAt += size;
                }
            }
            assertEquals(spilled.length, spilledAt);
            return found;
        }
    }
}
