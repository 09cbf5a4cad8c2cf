package dev.gyre.node.fs;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.gyre.node.TestRuntime;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FsBindingTest {
    @TempDir
    private Path folder;

    @Test
    void refusalHasCodeErrnoSyscallAndPath() {
        assertEquals(
                "ENOENT -2 open /no/such",
                TestRuntime.valueOf("require('fs/promises').readFile('/no/such')"
                        + ".catch((e) => [e.code, e.errno, e.syscall, e.path].join(' '))"));
    }

    @Test
    void fileIsReadTheSameInEveryWay() throws IOException {
        Path file = Files.writeString(folder.resolve("text"), "größe\n".repeat(50_000));
        assertEquals(
                "400000 true true",
                TestRuntime.valueOf("(async (fs, file) => { const a = fs.readFileSync(file);"
                        + " const b = await fs.promises.readFile(file);"
                        + " const c = Buffer.concat(await fs.createReadStream(file).toArray());"
                        + " return [a.length, a.equals(b), a.equals(c)].join(' '); })(require('fs'), '" + file + "')"));
    }

    @Test
    void readOfAClosedDescriptorIsRefused() throws IOException {
        Path file = Files.writeString(folder.resolve("text"), "contents");
        assertEquals(
                "EBADF",
                TestRuntime.valueOf(
                        "(async (fs) => { const fd = fs.openSync('" + file + "'); fs.closeSync(fd);"
                                + " return new Promise((done) => fs.read(fd, Buffer.alloc(1), (e) => done(e.code))); })(require('fs'))"));
    }

    @Test
    void watchThatIsRefusedLeavesNoDescriptor() {
        assertEquals(
                "ENOENT,ENOENT 0",
                TestRuntime.valueOf("((fs) => { const count = () => fs.readdirSync('/proc/self/fd').filter((fd) => {"
                        + " try { return fs.readlinkSync('/proc/self/fd/' + fd).includes('inotify'); } catch { } }).length;"
                        + " const before = count();"
                        + " const codes = [1, 2].map(() => { try { fs.watch('/no/such'); } catch (e) { return e.code; } });"
                        + " return codes + ' ' + (count() - before); })(require('fs'))"));
    }

    @Test
    void renamedFileIsToldToItsWatcher() {
        assertEquals(
                "rename made",
                TestRuntime.valueOf("new Promise((done) => { const fs = require('fs');"
                        + " const watcher = fs.watch('" + folder + "', (kind, name) => { watcher.close();"
                        + " done(kind + ' ' + name); }); fs.writeFileSync('" + folder + "/made', ''); })"));
    }
}
