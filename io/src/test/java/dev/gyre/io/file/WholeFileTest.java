package dev.gyre.io.file;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.gyre.io.libc.NativePath;
import dev.gyre.io.libc.Posix;
import dev.gyre.io.libc.SystemError;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WholeFileTest {
    @TempDir
    Path folder;

    private NativePath path(String name) {
        return NativePath.of(folder + "/" + name);
    }

    private byte[] noise(int length) {
        byte[] bytes = new byte[length];
        new Random(length).nextBytes(bytes);
        return bytes;
    }

    @Test
    void readsFilesOfAnySize() throws IOException {
        for (int size : new int[] {0, 1, 65536, 65537, 1_000_000}) {
            Files.write(folder.resolve("f"), noise(size));
            assertArrayEquals(noise(size), WholeFile.read(path("f"), Posix.O_RDONLY));
        }
    }

    @Test
    void readsFilesThatTellNoSize() throws IOException {
        byte[] version = WholeFile.read(NativePath.of("/proc/version"), Posix.O_RDONLY);
        assertEquals(Files.readString(Path.of("/proc/version")), new String(version, StandardCharsets.UTF_8));
    }

    @Test
    void writesAll() throws IOException {
        int fd = Posix.open(path("f"), Posix.O_WRONLY | Posix.O_CREAT, 0x1a4);
        WholeFile.write(fd, noise(200_000));
        Posix.close(fd);
        assertArrayEquals(noise(200_000), Files.readAllBytes(folder.resolve("f")));
    }

    @Test
    void copiesContentsAndPermissions() throws IOException {
        Files.write(folder.resolve("a"), noise(300_000));
        Posix.chmod(path("a"), 0x1e8);
        CopyFile.copy(path("a"), path("b"), 0);
        assertArrayEquals(noise(300_000), Files.readAllBytes(folder.resolve("b")));
        assertEquals(0x81e8, FileStatus.stat(path("b")).mode());
        CopyFile.copy(path("a"), path("a"), 0);
        assertEquals(300_000, Files.size(folder.resolve("a")));
    }

    @Test
    void aCopyThatFailsLeavesNothing() throws IOException {
        Files.createDirectory(folder.resolve("d"));
        var error = assertThrows(SystemError.class, () -> CopyFile.copy(path("d"), path("x"), 0));
        assertEquals(
                "EISDIR: illegal operation on a directory, copyfile '" + path("d") + "' -> '" + path("x") + "'",
                error.getMessage());
        assertFalse(Files.exists(folder.resolve("x")));
        Files.writeString(folder.resolve("e"), "1");
        Files.writeString(folder.resolve("g"), "2");
        var exists = assertThrows(SystemError.class, () -> CopyFile.copy(path("e"), path("g"), CopyFile.EXCL));
        assertEquals("EEXIST", exists.code());
        assertEquals("2", Files.readString(folder.resolve("g")));
    }

    @Test
    void makesMissingFoldersAndNamesTheFirst() throws IOException {
        assertEquals(
                path("a").toString(), MakeDirectories.make(path("a/b/c"), 0x1ff).toString());
        assertNull(MakeDirectories.make(path("a/b/c"), 0x1ff));
        assertEquals(
                path("x/").toString(),
                MakeDirectories.make(path("x//y///"), 0x1ff).toString());
        Files.writeString(folder.resolve("f"), "");
        assertEquals("EEXIST", mkdirp("f"));
        assertEquals("ENOTDIR", mkdirp("f/g"));
        assertEquals("ENOTDIR", mkdirp("f/g/h"));
        Posix.symlink(NativePath.of("nowhere"), path("dangling"));
        assertEquals("ENOENT", mkdirp("dangling/x"));
    }

    @Test
    void givesUpWhereTheKernelTakesNoFolders() {
        var error = assertThrows(
                SystemError.class, () -> MakeDirectories.make(NativePath.of("/proc/no-such/folder"), 0x1ff));
        assertEquals("ENOENT", error.code());
    }

    private String mkdirp(String name) {
        var error = assertThrows(SystemError.class, () -> MakeDirectories.make(path(name), 0x1ff));
        assertEquals(path(name).toString(), error.path());
        return error.code();
    }

    @Test
    void whatIsNoFileHasNoContents() throws IOException {
        Files.writeString(folder.resolve("f"), "text");
        Files.createSymbolicLink(folder.resolve("l"), Path.of("f"));
        Files.createSymbolicLink(folder.resolve("d"), Path.of("."));
        Files.createSymbolicLink(folder.resolve("dangling"), Path.of("no"));
        for (String name : new String[] {"f", "l"}) {
            assertEquals("text", new String(EarlyFiles.readIfFile(path(name)), StandardCharsets.UTF_8));
        }
        for (String name : new String[] {".", "d", "no", "dangling", "f/x"}) {
            assertNull(EarlyFiles.readIfFile(path(name)), name);
        }
    }

    @Test
    void aLinkIsOneWhereverItLeads() throws IOException {
        Files.writeString(folder.resolve("f"), "text");
        for (String target : new String[] {"f", ".", "no"}) {
            Path link = folder.resolve("l");
            Files.createSymbolicLink(link, Path.of(target));
            assertEquals(EarlyFiles.LINK, EarlyFiles.kindOrLink(path("l")), target);
            Files.delete(link);
        }
        assertEquals(EarlyFiles.FILE, EarlyFiles.kindOrLink(path("f")));
        assertEquals(EarlyFiles.DIRECTORY, EarlyFiles.kindOrLink(path(".")));
        assertTrue(EarlyFiles.kindOrLink(path("no")) < 0);
    }

    @Test
    void earlyAnswersAreThoseOfTheSystemCalls() throws IOException {
        Files.writeString(folder.resolve("f"), "text");
        Files.createSymbolicLink(folder.resolve("l"), Path.of("f"));
        for (String name : new String[] {"f", "l", ".", "no", "f/x"}) {
            FileStatus status = FileStatus.statOrNull(path(name));
            int expected = status == null ? -1 : status.isDirectory() ? EarlyFiles.DIRECTORY : EarlyFiles.FILE;
            assertEquals(expected, Math.max(-1, EarlyFiles.kind(path(name).plain())), name);
            assertEquals(expected, Math.max(-1, EarlyFiles.kind(path(name))), name);
        }
        Path link = path("l").plain();
        assertEquals("text", new String(EarlyFiles.readOrNull(link), StandardCharsets.UTF_8));
        assertArrayEquals(Posix.realpath(path("l")), EarlyFiles.realpathOrNull(link));
        assertNull(EarlyFiles.readOrNull(folder));
        assertNull(EarlyFiles.readIfSmall(path("f"), 3));
        var missing = assertThrows(
                SystemError.class, () -> EarlyFiles.readOrNull(path("no").plain()));
        assertEquals("ENOENT: no such file or directory, open '" + path("no") + "'", missing.getMessage());
        assertEquals(
                "EISDIR: illegal operation on a directory, read",
                assertThrows(SystemError.class, () -> EarlyFiles.read(path(".")))
                        .getMessage());
    }
}
