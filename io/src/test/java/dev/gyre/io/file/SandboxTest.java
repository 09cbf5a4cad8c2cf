package dev.gyre.io.file;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.gyre.io.libc.Errno;
import dev.gyre.io.libc.SystemError;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SandboxTest {
    @TempDir
    Path folder;

    private Sandbox sandbox;
    private String real;

    @BeforeEach
    void makeFiles() throws IOException {
        Path box = Files.createDirectories(folder.toRealPath().resolve("box"));
        Files.createDirectories(box.resolve("a/b"));
        Files.createDirectories(folder.resolve("outside"));
        link(box.resolve("a/up"), "../a");
        link(box.resolve("out"), "../outside");
        link(box.resolve("root"), "/");
        link(box.resolve("absolute"), "/guest/a");
        link(box.resolve("neighbour"), "/guest2/a");
        link(box.resolve("loop"), "loop");
        real = box.toString();
        sandbox = new Sandbox("/guest", real);
    }

    private static void link(Path at, String target) throws IOException {
        Files.createSymbolicLink(at, Path.of(target));
    }

    private void resolves(String path, String expected) throws Sandbox.EscapeException {
        assertEquals(real + expected, sandbox.resolve(path, true), path);
    }

    private void escapes(String path) {
        assertThrows(Sandbox.EscapeException.class, () -> sandbox.resolve(path, true), path);
    }

    private void fails(String path, Errno errno) {
        var error = assertThrows(SystemError.class, () -> sandbox.resolve(path, true), path);
        assertEquals(errno.number(), error.errno(), path);
    }

    @Test
    void pathsStayBelowTheFolder() throws Sandbox.EscapeException {
        resolves(".", "");
        resolves("a/./b//c", "/a/b/c");
        resolves("missing/../a/", "/a/");
        resolves("a/up/up/b", "/a/b");
        resolves("absolute/b", "/a/b");
        escapes("..");
        escapes("a/../../x");
        escapes("/guest/a");
    }

    @Test
    void linksLeadOutNeitherAtTheEndNorInTheMiddle() throws Sandbox.EscapeException {
        escapes("out");
        escapes("out/file");
        escapes("a/../out/file");
        escapes("root/etc/passwd");
        escapes("neighbour");
        fails("loop", Errno.ELOOP);
        assertEquals(real + "/out", sandbox.resolve("out", false));
        assertThrows(Sandbox.EscapeException.class, () -> sandbox.resolve("out/", false));
    }

    @Test
    void whatIsNoPathIsInvalid() {
        fails("", Errno.EINVAL);
        fails("a\0b", Errno.EINVAL);
    }

    @Test
    void aFolderOfTheRootIsBelowIt() throws Sandbox.EscapeException {
        assertEquals("/usr/bin", new Sandbox("/", "/").resolve("usr/./bin", false));
        assertEquals("/", new Sandbox(".", "/").resolve(".", false));
    }
}
