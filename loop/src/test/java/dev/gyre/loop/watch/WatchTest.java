package dev.gyre.loop.watch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.gyre.loop.CallbackKind;
import dev.gyre.loop.Loop;
import dev.gyre.loop.Phase;
import dev.gyre.loop.RunMode;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class WatchTest {
    private static final Duration LIMIT = Duration.ofMillis(40);
    private static final long PATIENCE_S = 30;

    private final BlockingQueue<Block> blocks = new LinkedBlockingQueue<>();
    private Runnable unlisten = () -> {};
    private volatile boolean isReported;

    @BeforeEach
    void listen() {
        unlisten = Watch.ofProcess().listen(block -> {
            if (block.who().equals(name())) {
                blocks.add(block);
                isReported = true;
            }
        });
    }

    @AfterEach
    void unlisten() {
        unlisten.run();
    }

    private String name() {
        return "loop " + System.identityHashCode(this);
    }

    private void run(Duration limit, Runnable... callbacks) {
        try (Loop loop = Loop.open()) {
            var watched = new WatchedLoop(name(), loop, limit);
            Watch.ofProcess().add(watched);
            for (Runnable callback : callbacks) {
                loop.immediate(callback);
            }
            loop.run(RunMode.DEFAULT);
            Watch.ofProcess().remove(watched);
        }
    }

    private void spinUntilReported() {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_S);
        while (!isReported && System.nanoTime() < end) {
            Thread.onSpinWait();
        }
    }

    /** The watch looks again while the loop goes on. */
    private void turnUntilOver() {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_S);
        while (blocks.isEmpty() && System.nanoTime() < end) {
            Thread.onSpinWait();
        }
    }

    @Test
    void reportsABusyCallbackWhileItRunsAndAgainWhenItEnds() throws InterruptedException {
        run(LIMIT, this::spinUntilReported, () -> {
            assertEquals(1, blocks.size());
            check(blocks.remove());
            turnUntilOver();
        });
        Block end = blocks.poll(PATIENCE_S, TimeUnit.SECONDS);
        assertNotNull(end);
        assertTrue(end.isOver());
        assertTrue(end.elapsedNs() >= LIMIT.toNanos());
    }

    private static void check(Block block) {
        assertFalse(block.isOver());
        assertEquals(Phase.CHECK, block.running().phase().orElseThrow());
        assertEquals(CallbackKind.IMMEDIATE, block.running().kind());
        assertEquals(Cause.COMPUTATION, block.cause());
        assertTrue(block.elapsedNs() >= LIMIT.toNanos());
    }

    @Test
    void doesNotTakeManyShortCallbacksForALongOne() {
        Duration limit = Duration.ofMillis(500); // a busy machine may keep one callback from running for long, too
        var callbacks = new Runnable[40];
        Arrays.fill(callbacks, (Runnable) () -> {
            long end = System.nanoTime() + limit.toNanos() / 20;
            while (System.nanoTime() < end) {
                Thread.onSpinWait();
            }
        });
        run(limit, callbacks);
        assertNull(blocks.poll());
    }

    @Test
    void namesTheProgramsOwnFrameAndHidesTheLoops() {
        var stack = JavaStack.of(Thread.currentThread()).frames();
        assertTrue(stack.stream().noneMatch(frame -> frame.function().startsWith("dev.gyre.loop.Callbacks")));
        assertFalse(new Frame("java.util.ArrayList.add", "ArrayList.java", 5, 0, false).isOwn());
        assertEquals("f (a.js:3:4)", new Frame("f", "a.js", 3, 4, true).toString());
        assertEquals("a.js:3", new Frame("", "a.js", 3, 0, true).toString());
    }
}
