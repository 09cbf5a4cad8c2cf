package dev.gyre.io.watch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.gyre.io.libc.NativePath;
import dev.gyre.io.libc.SystemError;
import dev.gyre.io.poll.EpollPoller;
import dev.gyre.loop.Loop;
import dev.gyre.loop.RunMode;
import dev.gyre.loop.TimerHandle;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class InotifyTest {
    private static final int LIMIT_MS = 10_000;

    private record Event(int watch, int mask, String name) {}

    @TempDir
    Path folder;

    private final Loop loop = Loop.builder().poller(new EpollPoller()).open();
    private final ArrayDeque<Event> events = new ArrayDeque<>();
    private final Inotify inotify = Inotify.open(
            loop, (watch, mask, name) -> events.add(new Event(watch, mask, new String(name, StandardCharsets.UTF_8))));

    @AfterEach
    void close() {
        inotify.close();
        loop.close();
    }

    private Event next() {
        TimerHandle limit = loop.timer(() -> {});
        limit.start(LIMIT_MS);
        while (events.isEmpty() && limit.isActive()) {
            loop.run(RunMode.ONCE);
        }
        limit.close();
        return events.poll();
    }

    @Test
    void tellsWhatHappensInAFolder() throws IOException {
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
    void doesNotKeepTheLoopRunningAndIsQuietOnceClosed() throws IOException {
        inotify.add(NativePath.of(folder.toString()), Inotify.IN_CREATE);
        loop.run(RunMode.DEFAULT); // returns
        Files.writeString(folder.resolve("a"), "text");
        inotify.close();
        loop.run(RunMode.NO_WAIT);
        assertEquals(List.of(), List.copyOf(events));
    }

    @Test
    void refusesWhatIsNotThere() {
        var error =
                assertThrows(SystemError.class, () -> inotify.add(NativePath.of(folder + "/no"), Inotify.IN_MODIFY));
        assertEquals("ENOENT: no such file or directory, watch '" + folder + "/no'", error.getMessage());
    }
}
