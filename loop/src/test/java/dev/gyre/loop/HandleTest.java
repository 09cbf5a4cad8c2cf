package dev.gyre.loop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.channels.Pipe;
import java.nio.channels.SelectionKey;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** What all handles have in common: references, closing. */
class HandleTest extends VirtualLoop {
    /** A way to make a handle of each type, active. */
    private interface Maker {
        Handle make(Loop loop) throws IOException;
    }

    private record Type(String name, Maker maker) {}

    private static final List<Type> TYPES = List.of(
            new Type("timer", loop -> {
                TimerHandle handle = loop.timer(() -> {});
                handle.start(1000, 1000);
                return handle;
            }),
            new Type("idle", loop -> {
                IdleHandle handle = loop.idle(() -> {});
                handle.start();
                return handle;
            }),
            new Type("prepare", loop -> {
                PrepareHandle handle = loop.prepare(() -> {});
                handle.start();
                return handle;
            }),
            new Type("check", loop -> {
                CheckHandle handle = loop.check(() -> {});
                handle.start();
                return handle;
            }),
            new Type("async", loop -> loop.async(() -> {})),
            new Type("channel", loop -> {
                Pipe pipe = Pipe.open();
                pipe.sink().close();
                ChannelHandle handle = loop.channel(pipe.source());
                handle.start(SelectionKey.OP_READ, _ -> {});
                return handle;
            }),
            new Type("descriptor", loop -> {
                DescriptorHandle handle = loop.descriptor(1000);
                handle.start(DescriptorHandle.IN, _ -> {});
                return handle;
            }));

    /** Runs one contract over every type of handle, each in a loop of its own. */
    private interface Contract {
        void check(Loop loop, Handle handle);
    }

    private static List<DynamicTest> forEachType(Contract contract) {
        return TYPES.stream()
                .map(type -> DynamicTest.dynamicTest(type.name(), () -> {
                    var time = new VirtualTime();
                    try (Loop loop = Loop.builder().clock(time).poller(time).open()) {
                        contract.check(loop, type.maker().make(loop));
                    }
                }))
                .toList();
    }

    @TestFactory
    List<DynamicTest> anActiveReferencedHandleKeepsTheLoopAlive() {
        return forEachType((loop, handle) -> {
            assertTrue(handle.isActive());
            assertTrue(handle.hasRef());
            assertTrue(loop.alive());
            assertSame(loop, handle.loop());
        });
    }

    @TestFactory
    List<DynamicTest> anUnreferencedHandleLetsTheLoopEnd() {
        return forEachType((loop, handle) -> {
            handle.unref();
            assertFalse(handle.hasRef());
            assertTrue(handle.isActive());
            assertFalse(loop.run(RunMode.DEFAULT));
        });
    }

    @TestFactory
    List<DynamicTest> refAndUnrefDoNotCount() {
        return forEachType((loop, handle) -> {
            handle.unref();
            handle.unref();
            handle.ref();
            assertTrue(loop.alive());
            handle.ref();
            handle.unref();
            assertFalse(loop.alive());
        });
    }

    @TestFactory
    List<DynamicTest> closingEndsActivityAndKeepsTheLoopUntilItIsOver() {
        return forEachType((loop, handle) -> {
            var calls = new ArrayList<String>();
            handle.close(() -> calls.add("closed " + handle.isClosed()));
            assertFalse(handle.isActive());
            assertTrue(handle.isClosing());
            assertFalse(handle.isClosed());
            assertTrue(loop.alive());
            assertFalse(loop.run(RunMode.DEFAULT));
            assertEquals(List.of("closed true"), calls);
            assertTrue(handle.isClosed());
        });
    }

    @TestFactory
    List<DynamicTest> anUnreferencedHandleIsClosedToTheEndToo() {
        return forEachType((loop, handle) -> {
            handle.unref();
            handle.close();
            assertTrue(loop.alive());
            loop.run(RunMode.DEFAULT);
            assertTrue(handle.isClosed());
        });
    }

    @TestFactory
    List<DynamicTest> refAfterCloseDoesNotBringTheLoopBackToLife() {
        return forEachType((loop, handle) -> {
            handle.unref();
            handle.close();
            handle.ref();
            handle.unref();
            handle.ref();
            assertFalse(loop.run(RunMode.DEFAULT));
        });
    }

    @TestFactory
    List<DynamicTest> closingAgainDoesNothingButCannotTakeASecondCallback() {
        return forEachType((loop, handle) -> {
            var calls = new ArrayList<String>();
            handle.close(() -> calls.add("closed"));
            handle.close();
            assertThrows(IllegalStateException.class, () -> handle.close(() -> calls.add("twice")));
            loop.run(RunMode.DEFAULT);
            handle.close();
            assertFalse(loop.run(RunMode.DEFAULT));
            assertEquals(List.of("closed"), calls);
        });
    }

    @TestFactory
    List<DynamicTest> aClosedHandleCannotBeStarted() {
        return forEachType((loop, handle) -> {
            handle.close();
            switch (handle) {
                case TimerHandle timer -> assertThrows(IllegalStateException.class, () -> timer.start(1));
                case TurnHandle turn -> assertThrows(IllegalStateException.class, turn::start);
                case ChannelHandle channel ->
                    assertThrows(IllegalStateException.class, () -> channel.start(SelectionKey.OP_READ, _ -> {}));
                case DescriptorHandle descriptor ->
                    assertThrows(IllegalStateException.class, () -> descriptor.start(DescriptorHandle.IN, _ -> {}));
                case AsyncHandle async -> async.wake();
            }
            assertFalse(loop.run(RunMode.DEFAULT));
        });
    }

    @Test
    void closesTheLastClosedFirstAsLibuvDoes() {
        keepAlive().close(say("a"));
        keepAlive().close(say("b"));
        keepAlive().close(say("c"));
        run();
        assertEquals(List.of("c", "b", "a"), log);
    }

    @Test
    void aHandleClosedInACloseCallbackIsClosedInTheNextTurn() {
        AsyncHandle inner = keepAlive();
        keepAlive().close(() -> {
            log.add("outer");
            inner.close(say("inner"));
            loop.immediate(say("immediate"));
        });
        run();
        assertEquals(List.of("outer", "immediate", "inner"), log);
    }

    @Test
    void pollDoesNotWaitForAHandleToClose() {
        loop.timer(() -> {}).start(1000);
        loop.prepare(() -> {}).close(say("closed"));
        loop.run(RunMode.ONCE);
        assertEquals(0, time.lastTimeoutMs());
        assertEquals(List.of("closed"), log);
    }

    @Test
    void walkShowsTheOpenHandles() {
        TimerHandle timer = loop.timer(() -> {});
        AsyncHandle middle = keepAlive();
        CheckHandle check = loop.check(() -> {});
        var seen = new ArrayList<Handle>();
        loop.walk(seen::add);
        assertEquals(List.of(check, middle, timer), seen);

        middle.close();
        turn();
        seen.clear();
        loop.walk(seen::add);
        assertEquals(List.of(check, timer), seen);

        loop.walk(Handle::close);
        run();
        seen.clear();
        loop.walk(seen::add);
        assertEquals(List.of(), seen);
    }

    @Test
    void sayTheirStateWhenPrinted() {
        TimerHandle timer = loop.timer(() -> {});
        assertEquals("TimerHandle[inactive]", timer.toString());
        timer.start(1);
        timer.unref();
        assertEquals("TimerHandle[active, unref]", timer.toString());
        timer.close();
        assertEquals("TimerHandle[closing, unref]", timer.toString());
    }
}
