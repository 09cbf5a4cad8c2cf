package dev.gyre.io.watch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.gyre.io.libc.NativePath;
import dev.gyre.io.libc.SystemError;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class InotifyTest {
    private record Event(int watch, int mask, String name) {}

    @TempDir
    Path folder;

    private final BlockingQueue<Event> events = new LinkedBlockingQueue<>();
    private final Inotify inotify = Inotify.open(
            (watch, mask, name) -> events.add(new Event(watch, mask, new String(name, StandardCharsets.UTF_8))));

    private Event next() throws InterruptedException {
        return events.poll(10, TimeUnit.SECONDS);
    }

    @Test
    void tellsWhatHappensInAFolder() throws IOException, InterruptedException {
        int mask = Inotify.IN_CREATE | Inotify.IN_MODIFY | Inotify.IN_DELETE;
        int watch = inotify.add(NativePath.of(folder.toString()), mask);
        assertEquals(watch, inotify.add(NativePath.of(folder + "/."), mask));
        Files.writeString(folder.resolve("a"), "text");
        Files.createDirectory(folder.resolve("longer name"));
        Files.delete(folder.resolve("a"));
        assertEquals(new Event(watch, Inotify.IN_CREATE, "a"), next());
        assertEquals(new Event(watch, Inotify.IN_MODIFY, "a"), next());
        assertEquals(new Event(watch, Inotify.IN_CREATE | Inotify.IN_ISDIR, "longer name"), next());
        assertEquals(new Event(watch, Inotify.IN_DELETE, "a"), next());
        inotify.remove(watch);
        assertEquals(new Event(watch, Inotify.IN_IGNORED, ""), next());
    }

    @Test
    void refusesWhatIsNotThere() {
        var error =
                assertThrows(SystemError.class, () -> inotify.add(NativePath.of(folder + "/no"), Inotify.IN_MODIFY));
        assertEquals("ENOENT: no such file or directory, watch '" + folder + "/no'", error.getMessage());
    }
}
