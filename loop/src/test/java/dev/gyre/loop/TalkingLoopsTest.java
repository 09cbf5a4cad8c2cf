package dev.gyre.loop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Two loops that send each other tasks; whoever waits for an answer may spin first, and sleeps then. */
@Timeout(60)
class TalkingLoopsTest {
    private static final int ROUNDS = 2000;

    /** A loop on a thread of its own, open until it is told. */
    private static final class Talker {
        final Loop loop;
        private final Thread thread;

        Talker(String name) throws Exception {
            var opened = new CompletableFuture<Loop>();
            thread = new Thread(
                    () -> {
                        try (Loop open = Loop.builder().open()) {
                            var keeper = open.async(() -> {});
                            opened.complete(open);
                            open.run(RunMode.DEFAULT);
                            keeper.close();
                        }
                    },
                    name);
            thread.start();
            loop = opened.get(30, TimeUnit.SECONDS);
        }

        void end() throws InterruptedException {
            loop.stop();
            thread.join();
        }
    }

    /** A task that comes while poll returns with nothing has its poll end too: the hook may have to run what it left. */
    @Test
    void everyTaskIsFollowedByThePollEnd() throws Exception {
        var talker = new Talker("talker");
        var tasks = new AtomicInteger();
        var ended = new AtomicInteger();
        talker.loop.post(() -> talker.loop.onPollEnd(() -> ended.set(tasks.get())));
        for (int i = 1; i <= 10 * ROUNDS; i++) {
            talker.loop.post(tasks::incrementAndGet);
            long limitNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
            while (ended.get() < i) {
                assertTrue(System.nanoTime() < limitNs, "no poll end after task " + i);
                Thread.onSpinWait();
            }
        }
        talker.end();
    }

    @Test
    void everyTaskArrivesHoweverLongTheOtherWaited() throws Exception {
        var left = new Talker("left");
        var right = new Talker("right");
        var done = new CompletableFuture<Integer>();
        new Object() {
            private int rounds;

            void ping() {
                right.loop.post(this::pong);
            }

            private void pong() {
                // Now and then longer than anybody spins: the other one is asleep when the answer comes.
                if (rounds % 500 == 0) {
                    long untilNs = System.nanoTime() + 1_000_000;
                    while (System.nanoTime() < untilNs) {
                        Thread.onSpinWait();
                    }
                }
                left.loop.post(this::arrived);
            }

            private void arrived() {
                if (++rounds == ROUNDS) {
                    done.complete(rounds);
                } else {
                    ping();
                }
            }
        }.ping();
        assertEquals(ROUNDS, done.get(50, TimeUnit.SECONDS));
        left.end();
        right.end();
    }

    @Test
    void noMoreLoopsSpinThanProcessorsAreToSpare() {
        int spare = Math.max(0, Runtime.getRuntime().availableProcessors() - 1);
        var reached = new AtomicInteger();
        nest(spare + 2, reached);
        assertTrue(reached.get() <= spare, reached + " of " + spare);
    }

    /** Spins inside a spin, which another thread would do beside it. */
    private static void nest(int depth, AtomicInteger reached) {
        if (depth > 0) {
            new AdaptiveSpin().waitInTurn(() -> {
                reached.incrementAndGet();
                nest(depth - 1, reached);
                return true;
            });
        }
    }
}
