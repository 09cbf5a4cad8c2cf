package dev.gyre.loop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.Pipe;
import java.nio.channels.SelectionKey;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** What happens when a callback throws. */
class ErrorTest extends VirtualLoop {
    private static final class Oops extends RuntimeException {}

    private static void oops() {
        throw new Oops();
    }

    /** For each phase: a way to have a callback called there once. */
    private static final Map<String, BiConsumer<Loop, Runnable>> PLACES = Map.of(
            "timers", (loop, callback) -> loop.timer(callback).start(0),
            "pending", Loop::defer,
            "idle", (loop, callback) -> startOnce(loop, callback, (l, c) -> l.idle(c)),
            "prepare", (loop, callback) -> startOnce(loop, callback, (l, c) -> l.prepare(c)),
            "poll", Loop::post,
            "check", (loop, callback) -> startOnce(loop, callback, (l, c) -> l.check(c)),
            "immediates", Loop::immediate,
            "closing", (loop, callback) -> loop.async(() -> {}).close(callback));

    private static void startOnce(Loop loop, Runnable callback, BiFunction<Loop, Runnable, TurnHandle> make) {
        var handle = new TurnHandle[1];
        handle[0] = make.apply(loop, () -> {
            handle[0].close();
            callback.run();
        });
        handle[0].start();
        IdleHandle spin = loop.idle(() -> {}); // nothing else is there to end a wait
        spin.start();
        spin.unref();
    }

    private List<DynamicTest> forEachPlace(Consumer<Place> contract) {
        return PLACES.entrySet().stream()
                .map(entry -> DynamicTest.dynamicTest(entry.getKey(), () -> {
                    var own = new VirtualTime();
                    try (Loop loop = Loop.builder().clock(own).poller(own).open()) {
                        contract.accept(
                                new Place(loop, callback -> entry.getValue().accept(loop, callback)));
                    }
                }))
                .toList();
    }

    private record Place(Loop loop, Consumer<Runnable> queue) {}

    @TestFactory
    List<DynamicTest> anErrorComesOutOfRunAndTheNextRunGoesOnWithTheRest() {
        return forEachPlace(place -> {
            var calls = new ArrayList<String>();
            place.queue().accept(() -> calls.add("one"));
            place.queue().accept(ErrorTest::oops);
            place.queue().accept(() -> calls.add("two"));
            assertThrows(Oops.class, () -> place.loop().run(RunMode.DEFAULT));
            assertTrue(place.loop().telemetry().phase().isEmpty());
            assertFalse(place.loop().run(RunMode.DEFAULT));
            assertEquals(List.of("one", "two"), calls.stream().sorted().toList());
        });
    }

    @TestFactory
    List<DynamicTest> aHandlerTakesTheErrorAndTheLoopGoesOn() {
        return forEachPlace(place -> {
            var errors = new ArrayList<Throwable>();
            var calls = new ArrayList<String>();
            place.loop().onError(errors::add);
            place.queue().accept(ErrorTest::oops);
            place.queue().accept(() -> calls.add("next"));
            assertFalse(place.loop().run(RunMode.DEFAULT));
            assertEquals(1, errors.size());
            assertInstanceOf(Oops.class, errors.getFirst());
            assertEquals(List.of("next"), calls);
        });
    }

    @TestFactory
    List<DynamicTest> theHookComesAfterACallbackThatThrewBeforeAnythingElse() {
        return forEachPlace(place -> {
            var calls = new ArrayList<String>();
            var ticks = new ArrayDeque<Runnable>();
            place.loop().afterCallback(() -> {
                while (!ticks.isEmpty()) {
                    ticks.remove().run();
                }
            });
            place.queue().accept(() -> {
                calls.add("thrower");
                ticks.add(() -> calls.add("tick"));
                oops();
            });
            place.queue().accept(() -> calls.add("next"));
            try {
                place.loop().run(RunMode.DEFAULT);
            } catch (Oops e) {
                place.loop().run(RunMode.DEFAULT);
            }
            assertEquals(calls.indexOf("thrower") + 1, calls.indexOf("tick"), calls.toString());
            assertEquals(3, calls.size());
        });
    }

    @Test
    void aHookThatThrowsIsCalledAgainBeforeTheNextCallback() {
        var ticks = new ArrayDeque<Runnable>();
        loop.afterCallback(() -> {
            while (!ticks.isEmpty()) {
                ticks.remove().run();
            }
        });
        loop.immediate(() -> {
            ticks.add(ErrorTest::oops);
            ticks.add(say("tick"));
        });
        loop.immediate(say("next"));
        assertThrows(Oops.class, this::run);
        run();
        assertEquals(List.of("tick", "next"), log);

        log.clear();
        loop.onError(_ -> log.add("error"));
        loop.immediate(() -> {
            ticks.add(ErrorTest::oops);
            ticks.add(say("tick"));
        });
        loop.immediate(say("next"));
        run();
        assertEquals(List.of("error", "tick", "next"), log);
    }

    @Test
    void whatTheHandlerThrowsComesOutOfRun() {
        loop.onError(error -> {
            throw new IllegalArgumentException(error);
        });
        loop.immediate(ErrorTest::oops);
        assertThrows(IllegalArgumentException.class, this::run);
        assertFalse(run());
    }

    @Test
    void anErrorIsPassedOnAsItIs() {
        var fatal = new StackOverflowError();
        loop.immediate(() -> {
            throw fatal;
        });
        assertSame(fatal, assertThrows(StackOverflowError.class, this::run));
    }

    @Test
    void aRepeatingTimerThatThrowsStaysStarted() {
        TimerHandle timer = loop.timer(ErrorTest::oops);
        timer.start(10, 10);
        assertThrows(Oops.class, this::run);
        assertTrue(timer.isActive());
        assertThrows(Oops.class, this::run);
        assertEquals(20, loop.nowMs());
    }

    @Test
    void anIoExceptionOfAChannelCallbackComesWrapped() throws IOException {
        Pipe pipe = Pipe.open();
        pipe.sink().close();
        var handle = loop.channel(pipe.source());
        handle.start(SelectionKey.OP_READ, _ -> {
            throw new IOException("broken");
        });
        time.ready(pipe.source(), SelectionKey.OP_READ);
        var error = assertThrows(UncheckedIOException.class, this::run);
        assertEquals("broken", error.getCause().getMessage());
        handle.close();
        assertFalse(run());
    }

    @Test
    void stopThenThrowLeavesNoStopBehind() {
        loop.immediate(() -> {
            loop.stop();
            oops();
        });
        loop.immediate(say("next"));
        assertThrows(Oops.class, this::run);
        assertFalse(run());
        assertEquals(List.of("next"), log);
    }

    @Test
    void thePollEndHookComesInTheNextRunIfAnErrorWasInTheWay() {
        loop.onPollEnd(say("end"));
        loop.post(ErrorTest::oops);
        assertThrows(Oops.class, this::run);
        assertEquals(List.of(), log);
        loop.immediate(() -> {});
        run();
        assertEquals(List.of("end"), log);
    }
}
