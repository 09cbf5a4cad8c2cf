package dev.gyre.loop.jfr;

import dev.gyre.loop.Phase;
import dev.gyre.loop.Telemetry;
import dev.gyre.loop.WorkerPool;
import dev.gyre.loop.watch.Block;
import dev.gyre.loop.watch.Frame;
import dev.gyre.loop.watch.Watch;
import java.time.Duration;

/** Turns the events on, for all loops and pools of the process. */
public final class FlightEvents {
    private FlightEvents() {}

    /**
     * Commits events from now on, where a recording wants them. Call it once, before or after a recording is started.
     *
     * @param atLeast callbacks and turns that take as long as this are events; there is none for each short one
     */
    public static void enable(Duration atLeast) {
        Telemetry.onLongTurn(atLeast, FlightEvents::commit);
        Telemetry.onLongCallback(atLeast, FlightEvents::commit);
        WorkerPool.onTaskEnd(FlightEvents::commit);
        Watch.ofProcess().listen(FlightEvents::commit);
    }

    private static void commit(Telemetry.LongTurn turn) {
        var event = new LongTurnEvent();
        if (event.shouldCommit()) {
            event.worked = turn.workedNs();
            event.waited = turn.waitedNs();
            event.callbacks = turn.callbacks();
            event.commit();
        }
    }

    private static void commit(Telemetry.LongCallback callback) {
        var event = new LongCallbackEvent();
        if (event.shouldCommit()) {
            event.phase = callback.phase().map(Phase::name).orElse("");
            event.kind = callback.kind().name();
            event.took = callback.tookNs();
            event.commit();
        }
    }

    private static void commit(WorkerPool.FinishedTask task) {
        var event = new PoolTaskEvent();
        if (event.shouldCommit()) {
            event.lane = task.lane();
            event.task = task.name();
            event.submittedBy = task.submittedBy();
            event.waited = task.waitedNs();
            event.ran = task.ranNs();
            event.commit();
        }
    }

    private static void commit(Block block) {
        var event = new BlockEvent();
        if (event.shouldCommit()) {
            event.loop = block.who();
            event.kind = block.running().kind().name();
            event.cause = block.cause().text();
            event.place = block.place().map(Frame::place).orElse("");
            event.elapsed = block.elapsedNs();
            event.over = block.isOver();
            event.commit();
        }
    }
}
