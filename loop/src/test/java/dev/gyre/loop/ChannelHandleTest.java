package dev.gyre.loop;

import static java.nio.channels.SelectionKey.OP_READ;
import static java.nio.channels.SelectionKey.OP_WRITE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.SelectableChannel;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Readiness on virtual time: the test says which channel is ready. */
class ChannelHandleTest extends VirtualLoop {
    private final List<SelectableChannel> opened = new ArrayList<>();

    @AfterEach
    void closeChannels() throws IOException {
        for (SelectableChannel channel : opened) {
            channel.close();
        }
    }

    private ChannelHandle channel() throws IOException {
        SocketChannel channel = SocketChannel.open();
        opened.add(channel);
        return loop.channel(channel);
    }

    @Test
    void callsBackInPollWithTheReadyOperationsItAskedFor() throws IOException {
        ChannelHandle handle = channel();
        handle.start(OP_READ, ops -> {
            log.add("ready " + ops);
            handle.close();
        });
        time.at(10, () -> time.ready(handle.channel(), OP_READ | OP_WRITE));
        loop.prepare(() -> {}).start();
        loop.check(() -> log.add("check")).start();
        loop.walk(other -> {
            if (other != handle) {
                other.unref();
            }
        });
        assertFalse(run());
        assertEquals(List.of("ready " + OP_READ, "check"), log);
        assertEquals(10, loop.nowMs());
    }

    @Test
    void callsBackEveryTurnWhileReady() throws IOException {
        ChannelHandle handle = channel();
        handle.start(OP_READ, _ -> log.add("ready"));
        time.ready(handle.channel(), OP_READ);
        turn();
        turn();
        time.ready(handle.channel(), 0);
        turn();
        assertEquals(List.of("ready", "ready"), log);
    }

    @Test
    void doesNotCallBackForWhatItDoesNotAskFor() throws IOException {
        ChannelHandle handle = channel();
        handle.start(OP_WRITE, ops -> log.add("ready " + ops));
        time.ready(handle.channel(), OP_READ);
        turn();
        assertEquals(List.of(), log);
        handle.interestOps(OP_READ | OP_WRITE);
        turn();
        assertEquals(List.of("ready " + OP_READ), log);
        assertEquals(OP_READ | OP_WRITE, handle.interestOps());
    }

    @Test
    void startingAgainReplacesOperationsAndCallback() throws IOException {
        ChannelHandle handle = channel();
        handle.start(OP_READ, _ -> log.add("old"));
        handle.start(OP_WRITE, _ -> log.add("new"));
        time.ready(handle.channel(), OP_READ | OP_WRITE);
        turn();
        assertEquals(List.of("new"), log);
    }

    @Test
    void aHandleStoppedOrClosedByAnEarlierCallbackOfTheSamePollIsNotCalled() throws IOException {
        ChannelHandle stopped = channel();
        ChannelHandle closed = channel();
        ChannelHandle bored = channel();
        ChannelHandle first = channel();
        List<ChannelHandle> victims = List.of(stopped, closed, bored);
        // All four may be reported in any order: whoever comes first stops the rest.
        for (ChannelHandle handle : List.of(first, stopped, closed, bored)) {
            handle.start(OP_READ, _ -> {
                log.add(handle == first ? "first" : "victim");
                stopped.stop();
                closed.close();
                bored.interestOps(0);
            });
            time.ready(handle.channel(), OP_READ);
        }
        turn();
        assertTrue(log.size() <= 2 && log.stream().filter("victim"::equals).count() <= 1, log.toString());
        assertTrue(victims.stream().noneMatch(handle -> handle.isActive() && handle != bored));
    }

    @Test
    void closingClosesTheChannel() throws IOException {
        ChannelHandle handle = channel();
        handle.start(OP_READ, _ -> {});
        handle.close(say("closed"));
        assertFalse(handle.channel().isOpen());
        assertEquals(0, handle.interestOps());
        run();
        assertEquals(List.of("closed"), log);
    }

    @Test
    void makesTheChannelNonBlocking() throws IOException {
        ChannelHandle handle = channel();
        assertFalse(handle.channel().isBlocking());
        assertSame(opened.getFirst(), handle.channel());
        assertFalse(handle.isActive());
    }

    @Test
    void aChannelThatCannotBeRegisteredLeavesNoHandleBehind() throws IOException {
        SocketChannel channel = SocketChannel.open();
        channel.close();
        assertThrows(ClosedChannelException.class, () -> loop.channel(channel));
        loop.walk(handle -> log.add(handle.toString()));
        assertEquals(List.of(), log);
        assertFalse(loop.alive());
    }

    @Test
    void aStoppedHandleDoesNotKeepTheLoop() throws IOException {
        ChannelHandle handle = channel();
        handle.start(OP_READ, _ -> {});
        handle.stop();
        assertFalse(run());
    }
}
