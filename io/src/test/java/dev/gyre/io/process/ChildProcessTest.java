package dev.gyre.io.process;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.gyre.io.libc.Descriptors;
import dev.gyre.io.libc.Errno;
import dev.gyre.io.libc.NativePath;
import dev.gyre.io.libc.Posix;
import dev.gyre.io.libc.SystemError;
import dev.gyre.io.poll.EpollPoller;
import dev.gyre.io.stream.StreamEnd;
import dev.gyre.loop.Loop;
import dev.gyre.loop.RunMode;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(20)
class ChildProcessTest {
    private final Loop loop = Loop.builder().poller(new EpollPoller()).open();
    private final List<String> seen = new ArrayList<>();

    @AfterEach
    void close() {
        loop.close();
    }

    private static Spawn.Request shell(String script, int... fds) {
        return new Spawn.Request(
                "sh",
                List.of("sh", "-c", script),
                List.of("PATH=/usr/bin:/bin"),
                null,
                fds,
                false,
                Spawn.SAME,
                Spawn.SAME);
    }

    private StreamEnd[] start(String script, int... wanted) {
        try (var stdio = new ChildStdio(wanted)) {
            ChildProcess.start(loop, shell(script, stdio.childEnds()), exit -> seen.add("" + exit));
            int[] ours = stdio.takeParentEnds();
            var streams = new StreamEnd[ours.length];
            for (int i = 0; i < ours.length; i++) {
                streams[i] = ours[i] < 0 ? null : StreamEnd.of(loop, ours[i]);
            }
            return streams;
        }
    }

    @Test
    void feedsAndReadsAndTellsTheEnd() {
        StreamEnd[] streams = start("cat; exit 7", ChildStdio.PIPE, ChildStdio.PIPE, ChildStdio.IGNORE);
        streams[1].readAll();
        assertEquals(0, streams[0].write("hello"));
        assertEquals(0, streams[0].stream.shutdown());
        streams[0].close();
        loop.run(RunMode.DEFAULT);
        assertEquals("hello", streams[1].text());
        assertTrue(seen.contains("Exit[code=7, signal=0]"), seen::toString);
        assertEquals(List.of("end 0", "closed"), streams[1].events);
    }

    @Test
    void writesMoreThanAPipeHoldsWhenItIsRead() {
        StreamEnd[] streams = start("sleep 0.3; wc -c", ChildStdio.PIPE, ChildStdio.PIPE, ChildStdio.IGNORE);
        streams[1].readAll();
        assertEquals(1, streams[0].write(new byte[3_000_000]));
        assertEquals(1, streams[0].stream.shutdown());
        loop.run(RunMode.DEFAULT);
        assertEquals("3000000", streams[1].text().strip());
        assertEquals(List.of("flushed 0, ended"), streams[0].events);
        streams[0].close();
    }

    @Test
    void saysWhichSignalEndedIt() {
        start("kill -9 $$");
        loop.run(RunMode.DEFAULT);
        assertEquals(List.of("Exit[code=0, signal=9]"), seen);
    }

    @Test
    void givesTheChildNothingButItsDescriptors() {
        int open = Posix.open(NativePath.of("/dev/null"), Posix.O_RDONLY, 0);
        int leaky = Descriptors.duplicateFrom(open, 50);
        StreamEnd[] streams = start(
                "for fd in 0 1 2 3 4 5 6 7 8 50; do [ -e /proc/$$/fd/$fd ] && echo $fd; done",
                ChildStdio.IGNORE,
                ChildStdio.PIPE,
                ChildStdio.IGNORE,
                ChildStdio.IGNORE,
                ChildStdio.IGNORE,
                open);
        streams[1].readAll();
        loop.run(RunMode.DEFAULT);
        assertEquals("0\n1\n2\n5\n", streams[1].text());
        Posix.close(open);
        Posix.close(leaky);
    }

    @Test
    void swapsLowDescriptorsWithoutLosingOne() {
        int[] pair = Descriptors.socketpair();
        try (var stdio = new ChildStdio(new int[] {ChildStdio.IGNORE, 2, 1, pair[1]})) {
            // what was 2 is 1 and the other way round: both still lead where they led
            ChildProcess.start(loop, shell("echo through >&3", stdio.childEnds()), exit -> seen.add("" + exit));
        }
        Posix.close(pair[1]);
        Descriptors.setNonBlocking(pair[0]);
        StreamEnd end = StreamEnd.of(loop, pair[0]).readAll();
        loop.run(RunMode.DEFAULT);
        assertEquals("through\n", end.text());
    }

    @Test
    void refusesWhatIsNotThere() {
        var request = new Spawn.Request(
                "no-such-program", List.of("x"), List.of("PATH=/bin"), null, new int[0], false, -1, -1);
        assertEquals(
                "ENOENT",
                assertThrows(SystemError.class, () -> Spawn.start(request)).code());
        var folder =
                new Spawn.Request("/bin/true", List.of("x"), List.of(), "/no/such/folder", new int[0], false, -1, -1);
        assertEquals(
                "ENOENT",
                assertThrows(SystemError.class, () -> Spawn.start(folder)).code());
        var file = new Spawn.Request("/etc/passwd", List.of("x"), List.of(), null, new int[0], false, -1, -1);
        assertEquals(
                "EACCES",
                assertThrows(SystemError.class, () -> Spawn.start(file)).code());
    }

    private static SyncProcess.Result runSync(
            Spawn.Request request, List<byte[]> inputs, long timeoutMs, int killSignal, double maxBuffer) {
        try (var interruption = SyncProcess.Interruption.open()) {
            return SyncProcess.run(request, inputs, timeoutMs, killSignal, maxBuffer, interruption);
        }
    }

    @Test
    void stopsWaitingWhenItIsInterrupted() {
        int[] fds = {ChildStdio.PIPE, ChildStdio.PIPE, ChildStdio.IGNORE};
        List<byte[]> inputs = Arrays.asList(null, null, null);
        var interruption = SyncProcess.Interruption.open();
        interruption.interrupt(); // before the wait is as good as in its middle
        SyncProcess.Result result =
                SyncProcess.run(shell("trap '' TERM; exec sleep 60", fds), inputs, 0, 15, 0, interruption);
        assertEquals(Errno.ECANCELED.number(), result.errno());
        assertEquals(new ChildProcess.Exit(0, 9), result.exit());
        interruption.close();
        interruption.interrupt(); // nothing is there any more
    }

    @Test
    void runsToTheEndWhileTheCallerWaits() {
        byte[] input = "in".getBytes(StandardCharsets.US_ASCII);
        int[] fds = {ChildStdio.PIPE, ChildStdio.PIPE, ChildStdio.PIPE};
        SyncProcess.Result result =
                runSync(shell("cat; echo err >&2; exit 3", fds), Arrays.asList(input, null, null), 0, 15, 0);
        assertEquals(new ChildProcess.Exit(3, 0), result.exit());
        assertEquals("in", new String(result.output().get(1), StandardCharsets.US_ASCII));
        assertEquals("err\n", new String(result.output().get(2), StandardCharsets.US_ASCII));
        assertEquals(0, result.errno());
    }

    @Test
    void stopsWaitingWhenTimeOrRoomIsOver() {
        int[] fds = {ChildStdio.IGNORE, ChildStdio.PIPE, ChildStdio.IGNORE};
        List<byte[]> inputs = Arrays.asList(null, null, null);
        SyncProcess.Result slow = runSync(shell("sleep 60", fds), inputs, 50, 9, 0);
        assertEquals(Errno.ETIMEDOUT.number(), slow.errno());
        assertEquals(new ChildProcess.Exit(0, 9), slow.exit());
        SyncProcess.Result much = runSync(shell("exec yes", fds), inputs, 0, 15, 1000);
        assertEquals(Errno.ENOBUFS.number(), much.errno());
        assertEquals(new ChildProcess.Exit(0, 15), much.exit());
    }

    @Test
    void unreferencedChildLetsTheLoopEnd() {
        ChildProcess child = ChildProcess.start(loop, shell("sleep 5"), exit -> seen.add("" + exit));
        child.setReferenced(false);
        assertFalse(loop.run(RunMode.DEFAULT));
        PosixProcess.kill(child.pid(), 9);
    }
}
