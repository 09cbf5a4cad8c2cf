package dev.gyre.io.stream;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.gyre.io.libc.Descriptors;
import dev.gyre.io.libc.Errno;
import dev.gyre.io.libc.NativePath;
import dev.gyre.io.libc.Posix;
import dev.gyre.io.poll.EpollPoller;
import dev.gyre.loop.Loop;
import dev.gyre.loop.RunMode;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What every kind of byte stream does, whatever its descriptor is and whatever transport stands on it. */
@Timeout(60)
class ByteStreamContractTest {
    /** More than any kernel buffer takes at once; a terminal takes 4 KiB. */
    private static final int MUCH = 8 << 20;

    private static final int MUCH_FOR_A_TERMINAL = 200 << 10;

    private final Loop loop = Loop.builder().poller(new EpollPoller()).open();

    @AfterEach
    void close() {
        loop.close();
    }

    private void runUntil(BooleanSupplier condition) {
        StreamPair.runUntil(loop, condition);
    }

    private static byte[] random(int length, long seed) {
        byte[] bytes = new byte[length];
        new Random(seed).nextBytes(bytes);
        return bytes;
    }

    private static int much(StreamPair.Kind kind) {
        return kind == StreamPair.Kind.PTY ? MUCH_FOR_A_TERMINAL : MUCH;
    }

    @ParameterizedTest
    @EnumSource
    void carriesBytesInOrder(StreamPair.Kind kind) {
        StreamPair pair = kind.open(loop);
        pair.second().readAll();
        for (String text : List.of("one, ", "two, ", "three")) {
            int result = pair.first().write(text);
            assertTrue(kind.isPlain() ? result == 0 : result >= 0, () -> "write returned " + result);
        }
        runUntil(() -> pair.second().text().equals("one, two, three"));
        assertEquals(List.of(), pair.second().events);
    }

    @ParameterizedTest
    @EnumSource
    void keepsWhatTheKernelDoesNotTakeAndReportsWhenItIsSent(StreamPair.Kind kind) {
        // A write to a pipe that may block takes all of it once there is room, so that only the others have to wait.
        assumeTrue(kind != StreamPair.Kind.BLOCKING_PIPE && kind != StreamPair.Kind.PTY);
        StreamPair pair = kind.open(loop);
        byte[] sent = random(much(kind), 1);
        assertEquals(1, pair.first().write(sent));
        assertTrue(pair.first().transport().hasUnsent());
        pair.second().readAll();
        runUntil(() -> pair.second().received().length == sent.length);
        assertArrayEquals(sent, pair.second().received());
        assertEquals(List.of("flushed 0"), pair.first().events);
        assertFalse(pair.first().transport().hasUnsent());
    }

    @ParameterizedTest
    @EnumSource
    void carriesPiecesOfAllSizesWithPausesBetween(StreamPair.Kind kind) {
        StreamPair pair = kind.open(loop);
        var random = new Random(7);
        var sent = new ByteArrayOutputStream();
        pair.second().readAll();
        pair.second().afterRead(() -> pair.second().transport().setReading(random.nextInt(4) != 0));
        for (int i = 0; i < 200; i++) {
            byte[] piece = random(random.nextInt(kind == StreamPair.Kind.PTY ? 300 : 3000), i);
            sent.writeBytes(piece);
            assertTrue(pair.first().write(piece) >= 0);
            loop.run(RunMode.NO_WAIT);
            pair.second().transport().setReading(true);
        }
        runUntil(() -> {
            pair.second().transport().setReading(true);
            return pair.second().received().length == sent.size();
        });
        assertArrayEquals(sent.toByteArray(), pair.second().received());
    }

    @ParameterizedTest
    @EnumSource
    void readsNothingWhilePaused(StreamPair.Kind kind) {
        StreamPair pair = kind.open(loop);
        pair.second().transport().setReading(true);
        pair.second().transport().setReading(false);
        pair.first().write("later");
        for (int i = 0; i < 5; i++) {
            loop.run(RunMode.NO_WAIT);
        }
        assertEquals("", pair.second().text());
        pair.second().transport().setReading(true);
        runUntil(() -> pair.second().text().equals("later"));
    }

    @ParameterizedTest
    @EnumSource
    void endsAfterTheBytesThatWait(StreamPair.Kind kind) {
        assumeTrue(kind.isSocket());
        StreamPair pair = kind.open(loop);
        byte[] sent = random(much(kind), 2);
        assertEquals(1, pair.first().write(sent));
        assertEquals(1, pair.first().transport().shutdown());
        pair.second().readAll();
        loop.run(RunMode.DEFAULT);
        assertArrayEquals(sent, pair.second().received());
        assertEquals(List.of("flushed 0, ended"), pair.first().events);
        assertEquals(List.of("end 0", "closed"), pair.second().events);
    }

    @ParameterizedTest
    @EnumSource
    void goesOnInTheOtherDirectionAfterItsEnd(StreamPair.Kind kind) {
        assumeTrue(kind.isSocket());
        StreamPair pair = kind.open(loop);
        assertTrue(pair.first().write("question") >= 0);
        assertTrue(pair.first().transport().shutdown() >= 0);
        pair.first().transport().setReading(true);
        StreamEnd second = pair.second();
        second.afterRead(
                () -> second.transport().setReading(!second.text().equals("question"))); // at the end it closes
        second.transport().setReading(true);
        runUntil(() -> second.text().equals("question"));
        assertEquals(0, pair.second().write("answer"));
        runUntil(() -> pair.first().text().equals("answer"));
    }

    @ParameterizedTest
    @EnumSource
    void closesOnceAndTheOtherSideSeesTheEnd(StreamPair.Kind kind) {
        StreamPair pair = kind.open(loop);
        int fd = pair.first().stream.fd();
        pair.second().readAll();
        pair.first().write("last");
        runUntil(() -> pair.second().text().equals("last"));
        pair.first().events.clear(); // a transport may have held the bytes back
        pair.first().close();
        assertEquals(-1, pair.first().stream.fd());
        assertTrue(Descriptors.socketType(fd) == Errno.EBADF.number() || !Files.exists(Path.of("/proc/self/fd/" + fd)));
        assertEquals(List.of(), pair.first().events, "the callback comes in the closing phase");
        loop.run(RunMode.DEFAULT);
        assertEquals(List.of("closed"), pair.first().events);
        // The outer end of a terminal that is closed makes the inner one read an end as well.
        assertEquals("closed", pair.second().events.getLast());
        assertTrue(pair.second().events.getFirst().startsWith("end "), pair.second().events::toString);
    }

    @ParameterizedTest
    @EnumSource
    void isClosedFromInsideItsOwnCallback(StreamPair.Kind kind) {
        StreamPair pair = kind.open(loop);
        pair.second().readAll();
        pair.second().afterRead(pair.second()::close);
        pair.first().write("x");
        loop.run(RunMode.DEFAULT);
        assertEquals(List.of("closed"), pair.second().events);
        pair.first().close();
    }

    @ParameterizedTest
    @EnumSource
    void failsToWriteWhenNobodyReadsAnyMore(StreamPair.Kind kind) {
        assumeTrue(kind != StreamPair.Kind.PTY && kind != StreamPair.Kind.TCP && kind.isPlain());
        StreamPair pair = kind.open(loop);
        pair.second().close();
        assertEquals(Errno.EPIPE.number(), pair.first().write("nobody"));
        pair.first().close();
    }

    @ParameterizedTest
    @EnumSource
    void keepsTheLoopForWhatWaitsToBeSentButNotForReadingWhenUnreferenced(StreamPair.Kind kind) {
        StreamPair pair = kind.open(loop);
        pair.first().stream.setReferenced(false);
        pair.second().stream.setReferenced(false);
        pair.second().transport().setReading(true);
        loop.run(RunMode.DEFAULT); // returns: nothing keeps it
        if (kind.isSocket() && kind.isPlain()) {
            byte[] sent = random(MUCH, 3);
            assertEquals(1, pair.first().write(sent));
            loop.run(RunMode.DEFAULT);
            assertEquals(List.of("flushed 0"), pair.first().events);
        }
    }

    @Test
    void readsARegularFileWhichEpollRefuses(@TempDir Path folder) throws IOException {
        byte[] contents = random(300_000, 4);
        Path file = Files.write(folder.resolve("file"), contents);
        int fd = Posix.open(NativePath.of(file.toString()), Posix.O_RDONLY | Posix.O_CLOEXEC, 0);
        StreamEnd end = StreamEnd.ofShared(loop, fd).readAll();
        loop.run(RunMode.DEFAULT);
        assertArrayEquals(contents, end.received());
        assertEquals(List.of("end 0", "closed"), end.events);
    }

    @Test
    void leavesABorrowedDescriptorOpen() {
        int[] pipe = StreamPair.pipe();
        var end = new StreamEnd(loop);
        end.stream.adoptShared(pipe[0], false);
        end.close();
        loop.run(RunMode.DEFAULT);
        assertTrue(Files.exists(Path.of("/proc/self/fd/" + pipe[0])));
        Descriptors.closeQuietly(pipe[0]);
        Descriptors.closeQuietly(pipe[1]);
    }

    @Test
    void passesDescriptorsWithTheirBytesEvenWhenTheyHaveToWait() {
        StreamPair pair = StreamPair.Kind.SOCKETPAIR.open(loop);
        pair.first().stream.passDescriptors();
        pair.second().stream.passDescriptors();
        int[] pipe = StreamPair.pipe();
        byte[] sent = random(MUCH, 5);
        assertEquals(1, pair.first().write(sent));
        ByteBuffer message = ByteBuffer.allocateDirect(1).put((byte) 'd').flip();
        assertEquals(1, pair.first().stream.write(message, pipe[1]));
        Descriptors.closeQuietly(pipe[1]);
        pair.second().readAll();
        runUntil(() -> pair.second().received().length == sent.length + 1);
        assertArrayEquals(sent, Arrays.copyOf(pair.second().received(), sent.length));
        int passed = pair.second().stream.takeDescriptor();
        assertTrue(passed >= 0);
        assertEquals(-1, pair.second().stream.takeDescriptor());
        StreamEnd writer = StreamEnd.ofShared(loop, passed);
        StreamEnd reader = StreamEnd.ofShared(loop, pipe[0]).readAll();
        assertEquals(0, writer.write("through the passed descriptor"));
        writer.close();
        pair.first().close();
        loop.run(RunMode.DEFAULT);
        assertEquals("through the passed descriptor", reader.text());
        assertEquals(List.of("end 0", "closed"), reader.events, "nobody else has the other end");
    }

    @Test
    void closesDescriptorsThatNobodyTook() {
        StreamPair pair = StreamPair.Kind.SOCKETPAIR.open(loop);
        pair.first().stream.passDescriptors();
        pair.second().stream.passDescriptors();
        int[] pipe = StreamPair.pipe();
        ByteBuffer message = ByteBuffer.allocateDirect(1).put((byte) 'd').flip();
        assertEquals(0, pair.first().stream.write(message, pipe[1]));
        Descriptors.closeQuietly(pipe[1]);
        pair.first().close();
        pair.second().readAll();
        StreamEnd reader = StreamEnd.ofShared(loop, pipe[0]).readAll();
        loop.run(RunMode.DEFAULT);
        assertEquals(List.of("end 0", "closed"), reader.events);
    }
}
