package dev.gyre.io.libc;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.gyre.io.file.FileStatus;
import dev.gyre.io.file.FileSystemStatus;
import dev.gyre.io.file.RetiredDescriptors;
import dev.gyre.io.process.PosixProcess;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PosixTest {
    private static final int EBADF = -9;

    @TempDir
    Path folder;

    private NativePath path(String name) {
        return NativePath.of(folder.resolve(name).toString());
    }

    private static ByteBuffer direct(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        return ByteBuffer.allocateDirect(bytes.length).put(bytes).flip();
    }

    private static String text(ByteBuffer buffer, int length) {
        byte[] bytes = new byte[length];
        buffer.get(0, bytes);
        return new String(bytes, StandardCharsets.UTF_8);
    }

    private static SystemError refused(Runnable call) {
        return assertThrows(SystemError.class, call::run);
    }

    @Test
    void readsAndWritesAtPositions() {
        int fd = Posix.open(path("f"), Posix.O_RDWR | Posix.O_CREAT, 0x1a4);
        assertEquals(5, Posix.write(fd, direct("hello"), 0, 5, -1));
        assertEquals(2, Posix.write(fd, direct("XYZ"), 1, 2, 1));
        ByteBuffer buffer = ByteBuffer.allocateDirect(16);
        assertEquals(0, Posix.read(fd, buffer, 0, 16, -1));
        assertEquals(5, Posix.read(fd, buffer, 0, 16, 0));
        assertEquals("hYZlo", text(buffer, 5));
        Posix.ftruncate(fd, 2);
        Posix.fsync(fd);
        Posix.fdatasync(fd);
        assertEquals(2, FileStatus.fstat(fd).size());
        Posix.close(fd);
        assertEquals(
                "EBADF: bad file descriptor, close",
                refused(() -> Posix.close(fd)).getMessage());
    }

    @Test
    void bufferOffsetsCountFromTheStartOfASlice() {
        int fd = Posix.open(path("f"), Posix.O_RDWR | Posix.O_CREAT, 0x1a4);
        ByteBuffer slice = direct("0123456789").slice(2, 6);
        Posix.write(fd, slice, 1, 3, -1);
        ByteBuffer back = ByteBuffer.allocateDirect(8);
        assertEquals(3, Posix.read(fd, back, 0, 8, 0));
        assertEquals("345", text(back, 3));
        Posix.close(fd);
    }

    @Test
    void movesMoreBuffersThanTheKernelTakesAtOnce() {
        int fd = Posix.open(path("f"), Posix.O_RDWR | Posix.O_CREAT, 0x1a4);
        ByteBuffer[] parts = new ByteBuffer[2500];
        Arrays.setAll(parts, i -> direct(i % 2 == 0 ? "ab" : "c"));
        assertEquals(3750, Posix.writev(fd, parts, -1));
        ByteBuffer[] back = new ByteBuffer[2500];
        Arrays.setAll(back, i -> ByteBuffer.allocateDirect(2));
        assertEquals(3750, Posix.readv(fd, back, 0));
        assertEquals("ab", text(back[0], 2));
        assertEquals("ca", text(back[1], 2));
        Posix.close(fd);
        assertEquals(
                "EBADF: bad file descriptor, read",
                refused(() -> Posix.readv(fd, back, -1)).getMessage());
    }

    @Test
    void tellsWhatJavaTellsOfAFile() throws IOException {
        Path file = Files.writeString(folder.resolve("f"), "some text");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r-x--x"));
        FileStatus status = FileStatus.stat(path("f"));
        Map<String, Object> expected = Files.readAttributes(file, "unix:*");
        assertEquals(((Integer) expected.get("mode")).longValue(), status.mode());
        assertEquals(expected.get("ino"), status.ino());
        assertEquals(expected.get("dev"), status.dev());
        assertEquals(((Integer) expected.get("nlink")).longValue(), status.nlink());
        assertEquals(9, status.size());
        assertEquals(
                Files.getLastModifiedTime(file).to(TimeUnit.NANOSECONDS),
                status.mtimeSeconds() * 1_000_000_000 + status.mtimeNanos());
        assertTrue(status.isRegularFile());
        assertTrue(FileStatus.stat(NativePath.of(folder.toString())).isDirectory());
    }

    @Test
    void deviceNumbersAreThoseOfTheCLibrary() throws IOException {
        Object expected = Files.getAttribute(Path.of("/dev/null"), "unix:rdev");
        assertEquals(expected, FileStatus.stat(NativePath.of("/dev/null")).rdev());
    }

    @Test
    void refusalsNameTheCallAndThePaths() {
        assertEquals(
                "ENOENT: no such file or directory, open '" + path("no") + "'",
                refused(() -> Posix.open(path("no"), 0, 0)).getMessage());
        SystemError rename = refused(() -> Posix.rename(path("no"), path("other")));
        assertEquals("ENOENT", rename.code());
        assertEquals(path("no").toString(), rename.path());
        assertEquals(path("other").toString(), rename.dest());
        assertEquals("lstat", refused(() -> FileStatus.lstat(path("no"))).syscall());
        assertEquals(
                "ENAMETOOLONG",
                refused(() -> Posix.open(NativePath.of("x/".repeat(9000)), 0, 0))
                        .code());
        assertEquals("ENOENT", refused(() -> FileStatus.stat(NativePath.of(""))).code());
    }

    @Test
    void followsAndReadsLinks() throws IOException {
        Files.writeString(folder.resolve("f"), "text");
        Posix.symlink(NativePath.of("f"), path("l"));
        assertArrayEquals("f".getBytes(StandardCharsets.US_ASCII), Posix.readlink(path("l")));
        assertFalse(FileStatus.lstat(path("l")).isRegularFile());
        assertTrue(FileStatus.stat(path("l")).isRegularFile());
        Path real = folder.toRealPath().resolve("f");
        assertEquals(real.toString(), new String(Posix.realpath(path("l")), StandardCharsets.UTF_8));
        Posix.link(path("f"), path("hard"));
        assertTrue(FileStatus.stat(path("f")).isSameAs(FileStatus.stat(path("hard"))));
        assertEquals(
                "EINVAL: invalid argument, readlink '" + path("f") + "'",
                refused(() -> Posix.readlink(path("f"))).getMessage());
    }

    @Test
    void setsTimesToTheNanosecondsThatADoubleHolds() throws IOException {
        Files.writeString(folder.resolve("f"), "");
        Posix.utimes(path("f"), 1.5, -1.25);
        FileStatus status = FileStatus.stat(path("f"));
        assertEquals(1, status.atimeSeconds());
        assertEquals(500_000_000, status.atimeNanos());
        assertEquals(-2, status.mtimeSeconds());
        assertEquals(750_000_000, status.mtimeNanos());
        Posix.utimes(path("f"), Double.NaN, 7);
        assertEquals(1, FileStatus.stat(path("f")).atimeSeconds());
        assertEquals(7, FileStatus.stat(path("f")).mtimeSeconds());
    }

    @Test
    void changesPermissions() throws IOException {
        Files.writeString(folder.resolve("f"), "");
        Posix.chmod(path("f"), 0x1c0);
        assertEquals(0x81c0, FileStatus.stat(path("f")).mode());
        assertEquals("ENOENT", refused(() -> Posix.chmod(path("no"), 0)).code());
        Posix.access(path("f"), Posix.F_OK);
        assertEquals("access", refused(() -> Posix.access(path("no"), 0)).syscall());
    }

    @Test
    void makesTemporaryFolders() {
        String made = new String(Posix.mkdtemp(path("t-")), StandardCharsets.UTF_8);
        assertTrue(made.matches(".*/t-[a-zA-Z0-9]{6}"), made);
        assertTrue(FileStatus.stat(NativePath.of(made)).isDirectory());
        assertEquals(
                path("no/t-") + "XXXXXX",
                refused(() -> Posix.mkdtemp(path("no/t-"))).path());
    }

    @Test
    void pipesCarryBytes() {
        int[] ends = Posix.pipe(0);
        Posix.write(ends[1], direct("ping"), 0, 4, -1);
        ByteBuffer buffer = ByteBuffer.allocateDirect(8);
        assertEquals(4, Posix.read(ends[0], buffer, 0, 8, -1));
        assertFalse(Posix.isatty(ends[0]));
        assertEquals(
                "ESPIPE", refused(() -> Posix.read(ends[0], buffer, 0, 8, 0)).code());
        Posix.close(ends[0]);
        assertEquals(
                "EPIPE", refused(() -> Posix.write(ends[1], buffer, 0, 4, -1)).code());
        Posix.close(ends[1]);
    }

    @Test
    void aDescriptorClosedInUseTakesNothingAndKeepsItsNumber() throws IOException {
        int fd = Posix.open(path("first"), Posix.O_WRONLY | Posix.O_CREAT, 0644);
        assertEquals(RetiredDescriptors.RETIRED, RetiredDescriptors.close(fd, true));
        int other = Posix.open(path("second"), Posix.O_WRONLY | Posix.O_CREAT, 0644);
        assertNotEquals(fd, other);
        assertEquals(
                "EBADF",
                refused(() -> Posix.write(fd, direct("late"), 0, 4, -1)).code());
        assertEquals("EBADF", refused(() -> Posix.ftruncate(fd, 0)).code());
        assertEquals(EBADF, RetiredDescriptors.close(fd, false));
        assertEquals(EBADF, RetiredDescriptors.close(fd, true));
        assertEquals(0, RetiredDescriptors.close(other, false));
        RetiredDescriptors.free(fd);
        assertEquals(EBADF, RetiredDescriptors.close(fd, false));
        assertEquals(EBADF, RetiredDescriptors.close(fd, true));
        assertEquals("", Files.readString(folder.resolve("first")) + Files.readString(folder.resolve("second")));
    }

    @Test
    void tellsWhoTheProcessIs() {
        assertEquals(PosixProcess.getuid(), PosixProcess.geteuid());
        assertNotNull(PosixProcess.getgroups());
        int before = PosixProcess.umask(0x3f);
        assertEquals(0x3f, PosixProcess.umask(before));
        PosixProcess.kill((int) ProcessHandle.current().pid(), 0);
        assertEquals("EINVAL", refused(() -> PosixProcess.kill(1, 999)).code());
        assertEquals(Path.of("").toAbsolutePath().toString(), PosixProcess.getcwd());
    }

    @Test
    void lowersThePriorityOfOneThreadOnly() throws Exception {
        int before = niceOfThisThread();
        var task = new FutureTask<>(() -> {
            PosixProcess.lowerThreadPriority(3);
            return niceOfThisThread();
        });
        Thread.ofPlatform().start(task);
        assertEquals(Math.min(19, before + 3), task.get());
        assertEquals(before, niceOfThisThread());
    }

    /** Field 19 of the thread's status line; the second is a name in brackets. */
    private static int niceOfThisThread() throws IOException {
        String line = Files.readString(Path.of("/proc/thread-self/stat"));
        return Integer.parseInt(line.substring(line.lastIndexOf(')') + 2).split(" ")[16]);
    }

    @Test
    void statfsTellsBlockSizes() {
        FileSystemStatus status = FileSystemStatus.statfs(NativePath.of(folder.toString()));
        assertEquals(folder.toFile().getTotalSpace(), status.blocks() * status.frsize());
    }
}
