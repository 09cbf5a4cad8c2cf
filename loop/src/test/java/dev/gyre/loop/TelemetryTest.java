package dev.gyre.loop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class TelemetryTest extends VirtualLoop {
    private static final long MS = 1_000_000;

    private final Telemetry telemetry = loop.telemetry();

    /** Logs where the loop says it is. */
    private void sayPlace() {
        log.add(telemetry.phase().orElseThrow() + " " + telemetry.callbackKind());
    }

    @Test
    void countsWhatTheEmbedderRanInThePhaseWhereItRan() {
        loop.onPollEnd(() -> telemetry.embedded(5, 1, 3));
        loop.post(() -> {});
        loop.immediate(() -> telemetry.embedded(2, 0, 0));
        turn();
        assertEquals(5, telemetry.embeddedCallbacks(Phase.POLL));
        assertEquals(2, telemetry.embeddedCallbacks(Phase.CHECK));
        assertEquals(0, telemetry.embeddedCallbacks(Phase.TIMERS));
        assertEquals(1, telemetry.stayedTurns());
        assertEquals(3, telemetry.stayedCallbacks());
    }

    @Test
    void namesPhaseAndKindOfTheCurrentCallback() {
        assertEquals(Optional.empty(), telemetry.phase());
        loop.timer(this::sayPlace).start(0);
        loop.defer(this::sayPlace);
        IdleHandle idle = loop.idle(this::sayPlace);
        idle.start();
        PrepareHandle prepare = loop.prepare(this::sayPlace);
        prepare.start();
        CheckHandle check = loop.check(this::sayPlace);
        check.start();
        loop.post(this::sayPlace);
        loop.async(this::sayPlace).wake();
        loop.<String>request(_ -> sayPlace()).cancel();
        loop.onPollEnd(this::sayPlace);
        loop.immediate(this::sayPlace);
        keepAlive().close(this::sayPlace);
        loop.stop();
        run();
        turn();
        assertEquals(
                List.of(
                        "PENDING PENDING",
                        "IDLE IDLE",
                        "PREPARE PREPARE",
                        "POLL POST",
                        "POLL ASYNC",
                        "POLL REQUEST",
                        "POLL POLL_END",
                        "CHECK CHECK",
                        "CHECK IMMEDIATE",
                        "CLOSING CLOSE",
                        "TIMERS TIMER"),
                log);
        assertEquals(Optional.empty(), telemetry.phase());
        assertEquals(CallbackKind.NONE, telemetry.callbackKind());
        assertEquals(11, telemetry.callbacks());
        assertEquals(1, telemetry.turns());
    }

    @Test
    void saysSinceWhenThePhaseRuns() {
        loop.timer(() -> {
                    time.advanceMs(7);
                    assertEquals(10 * MS, telemetry.sinceNs());
                    assertEquals(17 * MS, telemetry.nowNs());
                })
                .start(10);
        run();
    }

    @Test
    void countsTimePerPhaseAndTheWaitOnItsOwn() {
        loop.timer(() -> time.advanceMs(3)).start(20);
        loop.immediate(() -> time.advanceMs(5));
        loop.post(() -> time.advanceMs(4));
        loop.defer(() -> time.advanceMs(2));
        run();
        assertEquals(2 * MS, telemetry.phaseNs(Phase.PENDING));
        assertEquals(4 * MS, telemetry.phaseNs(Phase.POLL));
        assertEquals(5 * MS, telemetry.phaseNs(Phase.CHECK));
        assertEquals(3 * MS, telemetry.phaseNs(Phase.TIMERS));
        assertEquals(9 * MS, telemetry.pollWaitNs());
        assertEquals(0, telemetry.phaseNs(Phase.CLOSING));
    }

    @Test
    void theWaitUnderWayIsSeenFromOutside() {
        AsyncHandle async = keepAlive();
        assertFalse(telemetry.isWaiting());
        time.at(100, () -> {
            assertTrue(telemetry.isWaiting());
            assertEquals(Optional.of(Phase.POLL), telemetry.phase());
            assertEquals(100 * MS, telemetry.pollWaitNs());
            async.close();
            async.wake();
            loop.post(() -> assertFalse(telemetry.isWaiting()));
        });
        run();
        assertEquals(100 * MS, telemetry.pollWaitNs());
    }

    @Test
    void timeOutsideOfRunBelongsToNoPhase() {
        loop.immediate(() -> {});
        run();
        time.advanceMs(1000);
        loop.immediate(() -> {});
        run();
        for (Phase phase : Phase.values()) {
            assertEquals(0, telemetry.phaseNs(phase), phase.toString());
        }
    }

    @Test
    void showsHowDeepTheQueuesAreAfterATurn() {
        for (int i = 0; i < 6; i++) {
            loop.immediate(() -> {});
            loop.defer(() -> {});
            loop.post(() -> {});
            loop.prepare(() -> {}).close();
            loop.timer(() -> {}).start(10);
        }
        keepAlive();
        loop.<String>request(_ -> {});
        turn();
        assertEquals(2, telemetry.depth(Telemetry.Depth.IMMEDIATES));
        assertEquals(2, telemetry.depth(Telemetry.Depth.PENDING));
        assertEquals(2, telemetry.depth(Telemetry.Depth.INBOX));
        assertEquals(2, telemetry.depth(Telemetry.Depth.CLOSING));
        assertEquals(6, telemetry.depth(Telemetry.Depth.TIMERS));
        assertEquals(7, telemetry.depth(Telemetry.Depth.ACTIVE_HANDLES));
        assertEquals(1, telemetry.depth(Telemetry.Depth.ACTIVE_REQUESTS));
    }

    @Test
    void countsHowLongWorkWaitedAndRan() {
        var own = new VirtualTime();
        var workers = new VirtualWorkers(own, 1);
        try (Loop working =
                Loop.builder().clock(own).poller(own).pool(workers.pool()).open()) {
            for (int i = 0; i < 3; i++) {
                // The worker picks it up when the one before is done, and then it takes 10 ms and 5 ms of the clock.
                workers.submit(
                        working,
                        WorkKind.CPU,
                        10,
                        () -> {
                            own.advanceMs(5);
                            return null;
                        },
                        _ -> {});
            }
            WorkRequest<?> cancelled = workers.submit(working, WorkKind.CPU, 10, () -> null, _ -> {});
            cancelled.cancel();
            working.run(RunMode.DEFAULT);
            assertEquals(3, working.telemetry().workCount(WorkKind.CPU));
            assertEquals(45 * MS, working.telemetry().workRunNs(WorkKind.CPU));
            assertEquals((0 + 15 + 30) * MS, working.telemetry().workQueuedNs(WorkKind.CPU));
            assertEquals(0, working.telemetry().workCount(WorkKind.FAST_IO));
        }
    }

    @Test
    @Timeout(20)
    void anotherThreadSeesWhichCallbackHoldsTheLoop() throws InterruptedException {
        try (Loop held = Loop.open()) {
            var inside = new CountDownLatch(1);
            var letGo = new CountDownLatch(1);
            var seen = new ArrayList<String>();
            Thread watcher = Thread.ofPlatform().start(() -> {
                try {
                    inside.await();
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
                Telemetry watched = held.telemetry();
                seen.add(watched.phase().orElseThrow() + " " + watched.callbackKind() + " " + watched.callbacks());
                letGo.countDown();
            });
            held.immediate(() -> {});
            held.immediate(() -> {
                inside.countDown();
                try {
                    letGo.await();
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
            });
            held.run(RunMode.DEFAULT);
            watcher.join();
            assertEquals(List.of("CHECK IMMEDIATE 2"), seen);
        }
    }

    /** Short callbacks follow each other in changing phases, while another thread reads all the time. */
    @Test
    @Timeout(60)
    void anotherThreadNeverSeesACallbackInAnotherPhase() throws InterruptedException {
        var wrong = new ConcurrentLinkedQueue<Running>();
        try (Loop busy = Loop.open()) {
            Telemetry told = busy.telemetry();
            var isOver = new AtomicBoolean();
            var reader = new Thread(() -> {
                while (!isOver.get()) {
                    Running running = told.running();
                    if (!fits(running)) {
                        wrong.add(running);
                    }
                }
            });
            TimerHandle timer = busy.timer(() -> {});
            CheckHandle check = busy.check(() -> {});
            check.start();
            IdleHandle idle = busy.idle(() -> {});
            idle.start();
            reader.start();
            for (int turns = 0; turns < 1_000_000; turns++) {
                timer.start(0);
                busy.defer(() -> {});
                busy.run(RunMode.NO_WAIT);
            }
            isOver.set(true);
            reader.join();
        }
        assertEquals(List.of(), wrong.stream().limit(3).toList());
    }

    private static boolean fits(Running running) {
        Optional<Phase> phase = running.phase();
        return switch (running.kind()) {
            case TIMER -> phase.equals(Optional.of(Phase.TIMERS));
            case PENDING -> phase.equals(Optional.of(Phase.PENDING));
            case IDLE -> phase.equals(Optional.of(Phase.IDLE));
            case CHECK -> phase.equals(Optional.of(Phase.CHECK));
            default -> true;
        };
    }

    @Test
    void measuresCallbacksByPhaseAndKind() {
        loop.timer(() -> time.advanceMs(3)).start(20);
        loop.timer(() -> time.advanceMs(40)).start(20);
        loop.immediate(() -> time.advanceMs(5));
        for (int i = 0; i < 4; i++) {
            loop.post(() -> time.advanceMs(4));
        }
        run();
        Histogram.Snapshot timers = telemetry.times(Optional.of(Phase.TIMERS), CallbackKind.TIMER);
        assertEquals(2, timers.count());
        assertEquals(43 * MS, timers.sumNs());
        assertEquals(40 * MS, timers.maxNs());
        Histogram.Snapshot posts = telemetry.times(Optional.of(Phase.POLL), CallbackKind.POST);
        assertEquals(4, posts.count());
        assertEquals(16 * MS, posts.sumNs());
        assertEquals(4 * MS, posts.maxNs());
        assertEquals(
                5 * MS,
                telemetry
                        .times(Optional.of(Phase.CHECK), CallbackKind.IMMEDIATE)
                        .maxNs());
        assertEquals(
                0, telemetry.times(Optional.of(Phase.CHECK), CallbackKind.TIMER).count());
        assertEquals(3, telemetry.times().size());
    }

    @Test
    void whatTheEmbedderMeasuresIsNotCountedTwice() {
        EmbeddedCallbacks embedded = telemetry.openEmbedded();
        loop.post(() -> {
            time.advanceMs(1);
            telemetry.beginEmbedded(embedded);
            begin(embedded, CallbackKind.HTTP_REQUEST);
            time.advanceMs(30);
            assertEquals(CallbackKind.HTTP_REQUEST, telemetry.running().kind());
            telemetry.endEmbedded(embedded, 0, 0);
            assertEquals(CallbackKind.POST, telemetry.running().kind());
            time.advanceMs(2);
        });
        run();
        Optional<Phase> poll = Optional.of(Phase.POLL);
        assertEquals(30 * MS, telemetry.times(poll, CallbackKind.HTTP_REQUEST).sumNs());
        assertEquals(0, telemetry.times(poll, CallbackKind.POST).count(), "the callback that ran the embedder's");
    }

    /** As an embedder does it. */
    private static void begin(EmbeddedCallbacks embedded, CallbackKind kind) {
        ByteBuffer memory = embedded.memory();
        int number = (memory.getInt(0) | EmbeddedCallbacks.KIND_MASK) + 1;
        memory.putInt(EmbeddedCallbacks.AFTER * Integer.BYTES, kind.ordinal());
        int count = (EmbeddedCallbacks.COUNTS + kind.ordinal()) * Integer.BYTES;
        memory.putInt(count, memory.getInt(count) + 1);
        memory.putInt(EmbeddedCallbacks.RUNNING * Integer.BYTES, number | kind.ordinal());
    }
}
