package dev.gyre.node.worker_threads;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/**
 * Two threads that post, receive, transfer and close ports at random. The model is what each end has received: the numbers
 * of a channel's direction come one after the other, none twice and none left out, until the port is closed. Everything
 * that a message owns is received or closed, once.
 */
final class PortRandomTest {
    private static final int ROUNDS = 40;
    private static final int STEPS = 2_000;

    /** What a message owns: it must be used up exactly once. */
    private static final class Token implements AutoCloseable {
        private static final class Counts {
            final AtomicInteger made = new AtomicInteger();
            final AtomicInteger usedUp = new AtomicInteger();
            final AtomicInteger twice = new AtomicInteger();
        }

        private final Counts counts;
        private final AtomicInteger uses = new AtomicInteger();

        Token(Counts counts) {
            this.counts = counts;
            counts.made.incrementAndGet();
        }

        @Override
        public void close() {
            if (uses.incrementAndGet() == 1) {
                counts.usedUp.incrementAndGet();
            } else {
                counts.twice.incrementAndGet();
            }
        }
    }

    /** The numbers of one end, used only by the thread that has the port. */
    private static final class Numbers {
        int posted;
        int received;
    }

    /** What both threads share. */
    private static final class Model {
        final Map<Port, Numbers> ends = new ConcurrentHashMap<>();
        final Token.Counts tokens = new Token.Counts();

        Port[] channel() {
            Port[] pair = Port.pair();
            ends.put(pair[0], new Numbers());
            ends.put(pair[1], new Numbers());
            return pair;
        }

        Numbers of(Port port) {
            return java.util.Objects.requireNonNull(ends.get(port));
        }
    }

    private static final class Side {
        final Model model;
        final Random random;
        final List<Port> own = new ArrayList<>();

        Side(Model model, long seed) {
            this.model = model;
            random = new Random(seed);
        }

        void run() {
            for (int i = 0; i < STEPS && !own.isEmpty(); i++) {
                step(own.get(random.nextInt(own.size())));
            }
        }

        private void step(Port port) {
            int choice = random.nextInt(100);
            if (choice < 45) {
                post(port, List.of(new Token(model.tokens)));
            } else if (choice < 93) {
                receive(port);
            } else if (choice < 96) {
                transfer(port, own.get(random.nextInt(own.size())));
            } else if (choice < 99) {
                Port[] pair = model.channel();
                own.add(pair[0]);
                transfer(port, pair[1]);
            } else {
                close(port);
            }
        }

        private void post(Port port, List<? extends AutoCloseable> attachments) {
            byte[] number =
                    ByteBuffer.allocate(4).putInt(model.of(port).posted++).array();
            port.post(new Message(number, attachments));
        }

        private void transfer(Port port, Port moved) {
            if (port != moved) {
                own.remove(moved);
                post(port, List.of(moved));
            }
        }

        private void receive(Port port) {
            Message message = port.poll();
            if (message == null) {
                return;
            }
            if (message == Message.CLOSE) {
                assertEquals(0, port.queued(), "something came after the close");
                close(port);
                return;
            }
            assertEquals(
                    model.of(port).received++, ByteBuffer.wrap(message.bytes()).getInt(), "the number of a message");
            AutoCloseable attached = message.take(0);
            if (attached instanceof Port moved) {
                own.add(moved);
            } else {
                ((Token) attached).close();
            }
        }

        void close(Port port) {
            own.remove(port);
            port.close();
        }
    }

    private static void play(long seed) throws InterruptedException, ExecutionException {
        var model = new Model();
        var sides = List.of(new Side(model, seed), new Side(model, seed + 1));
        for (int i = 0; i < 4; i++) {
            Port[] pair = model.channel();
            sides.get(0).own.add(pair[0]);
            sides.get(1).own.add(pair[1]);
        }
        var start = new CyclicBarrier(2);
        var tasks = sides.stream()
                .map(side -> new FutureTask<Void>(() -> {
                    start.await();
                    side.run();
                    return null;
                }))
                .toList();
        tasks.forEach(task -> Thread.ofPlatform().start(task));
        for (FutureTask<Void> task : tasks) {
            task.get();
        }
        for (Side side : sides) {
            for (Port port : List.copyOf(side.own)) {
                side.close(port);
            }
        }
        // Ports that were in each other's queues: nobody can reach them, and a garbage collector finds that out.
        model.ends.keySet().forEach(Port::close);
        assertEquals(0, model.tokens.twice.get(), "used up twice");
        assertEquals(model.tokens.made.get(), model.tokens.usedUp.get(), "used up");
    }

    @Test
    void everyMessageArrivesOnceAndInOrderAndWhatItOwnsIsUsedUpOnce() throws Exception {
        long seed = System.nanoTime();
        for (int round = 0; round < ROUNDS; round++) {
            long own = seed + 2L * round;
            try {
                play(own);
            } catch (ExecutionException | AssertionError e) {
                throw new AssertionError("with seed " + own, e);
            }
        }
    }
}
