package dev.gyre.loop.jfr;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.gyre.loop.Loop;
import dev.gyre.loop.RunMode;
import dev.gyre.loop.Telemetry;
import dev.gyre.loop.WorkKind;
import dev.gyre.loop.WorkerPool;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class FlightEventsTest {
    @AfterEach
    void turnOff() {
        Telemetry.onLongTurn(Duration.ZERO, _ -> {});
        Telemetry.onLongCallback(Duration.ZERO, _ -> {});
        WorkerPool.onTaskEnd(null);
    }

    @Test
    void recordsLongTurnsAndCallbacksAndTasksOfThePool(@TempDir Path folder) throws Exception {
        FlightEvents.enable(Duration.ofMillis(20));
        Path file = folder.resolve("loop.jfr");
        try (var recording = new Recording();
                Loop loop = Loop.builder().pool(new WorkerPool(1)).open()) {
            recording.enable("dev.gyre.LongTurn");
            recording.enable("dev.gyre.LongCallback");
            recording.enable("dev.gyre.PoolTask");
            recording.start();
            loop.immediate(() -> {
                long endNs = System.nanoTime() + 30_000_000;
                while (System.nanoTime() < endNs) {
                    Thread.onSpinWait();
                }
            });
            loop.immediate(() -> {});
            loop.submit(WorkKind.CPU, () -> "done", _ -> {});
            loop.run(RunMode.DEFAULT);
            recording.dump(file);
        }
        List<RecordedEvent> events = RecordingFile.readAllEvents(file);
        RecordedEvent callback = first(events, "dev.gyre.LongCallback", "IMMEDIATE");
        assertEquals("CHECK", callback.getString("phase"));
        assertTrue(callback.getDuration("took").toMillis() >= 29, callback.toString());
        RecordedEvent turn = first(events, "dev.gyre.LongTurn", "");
        assertTrue(turn.getDuration("worked").toMillis() >= 19 && turn.getLong("callbacks") > 0, turn.toString());
        assertEquals("cpu", first(events, "dev.gyre.PoolTask", "cpu").getString("lane"));
    }

    /** On a busy machine a callback that does nothing may take long too. */
    private static RecordedEvent first(List<RecordedEvent> events, String type, String part) {
        List<RecordedEvent> found = events.stream()
                .filter(event -> event.getEventType().getName().equals(type))
                .filter(event -> event.toString().contains(part))
                .toList();
        assertFalse(found.isEmpty(), events.toString());
        return found.getFirst();
    }
}
