package dev.gyre.node.bridge;

import dev.gyre.engine.Isolate;
import dev.gyre.engine.ScriptException;
import dev.gyre.engine.ScriptTerminatedException;
import dev.gyre.engine.ScriptValue;
import dev.gyre.loop.CallbackKind;
import dev.gyre.loop.CheckHandle;
import dev.gyre.loop.EmbeddedCallbacks;
import dev.gyre.loop.IdleHandle;
import dev.gyre.loop.Loop;
import dev.gyre.loop.Running;
import dev.gyre.loop.TimerHandle;
import dev.gyre.node.bridge.Layout.Event;
import dev.gyre.node.bridge.Layout.EventType;
import dev.gyre.node.bridge.Layout.TurnPhase;
import dev.gyre.node.bridge.limit.CallbackLimit;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The one place where Java enters JavaScript. The loop's phases become turns: timers when the nearest deadline has come,
 * after poll one for its events, and one for immediates. What JavaScript wants (nearest deadline, waiting immediates) it
 * leaves in the {@link SharedMemory}; {@link #afterTurn} reads that and sets the loop's handles. Loop thread only.
 */
public final class Turns implements Events {
    /** How often in one turn of the loop the consequences of events are run at once: libuv's number. */
    private static final int MAX_AT_ONCE = 8;

    /** How often V8's own tasks are run: finalizers, and what its threads have finished. */
    private static final long PUMP_EVERY_MS = 10;

    private final Loop loop;
    private final Isolate isolate;
    private final SharedMemory memory;
    private final EmbeddedCallbacks callbacks;
    private final ScriptValue turn;
    private final Runnable reportFailed;
    private final Completions events;
    private final Submissions submissions;
    private final TimerHandle deadline;
    private final IdleHandle immediatesWait;
    private final BooleanSupplier hasMail;

    /** Phases with several callbacks. */
    private static final Set<Integer> MAY_GO_ON =
            Set.of(TurnPhase.TIMERS, TurnPhase.CHECK, TurnPhase.POLL, TurnPhase.LEFT_TICKS);

    private @Nullable WorkSlots slots;
    private @Nullable CallbackLimit limit;

    /** Whether JavaScript was left last because its callback was ended. */
    private boolean wasEnded;

    private boolean isInJavaScript;
    private boolean isInTurn;
    private boolean isAfterPoll;
    private long armedMs;
    private long pumpedMs;
    private ScriptException.@Nullable Location thrownAt;

    /**
     * @param callbacks where JavaScript says which callback it runs
     * @param turn the function by which Java enters
     * @param reportFailed ends the process when the report of an uncaught error throws as well
     */
    public Turns(
            Loop loop,
            Isolate isolate,
            SharedMemory memory,
            EmbeddedCallbacks callbacks,
            ScriptValue turn,
            Runnable reportFailed) {
        this.loop = loop;
        this.isolate = isolate;
        this.memory = memory;
        this.callbacks = callbacks;
        this.turn = turn;
        this.reportFailed = reportFailed;
        events = new Completions(memory);
        submissions = new Submissions(memory.ints());
        deadline = loop.timer(() -> run(TurnPhase.TIMERS));
        immediatesWait = loop.idle(() -> {});
        hasMail = loop::hasMail;
        loop.onMail(memory::mailCame);
        loop.onPollEnd(this::runPolled);
        CheckHandle check = loop.check(this::runCheck);
        check.unref();
        check.start();
    }

    /** What JavaScript submits, and who carries it out. */
    public Submissions submissions() {
        return submissions;
    }

    public SharedMemory memory() {
        return memory;
    }

    /** The memory that the bytes of sockets pass through. */
    public void socketMemory(ByteBuffer bytes) {
        memory.socketMemory(bytes);
    }

    /** Method and target of the HTTP request that a callback is for, while it runs; else null. Any thread. */
    public @Nullable String whatOf(Running running) {
        if (running.after() != CallbackKind.HTTP_REQUEST) {
            return null;
        }
        String request = memory.requestOf(callbacks.event());
        return loop.telemetry().running().number() == running.number() ? request : null;
    }

    /** Has these slots looked at after every turn. */
    void slots(WorkSlots slots) {
        this.slots = slots;
    }

    /** Any thread. JavaScript does its part at the next occasion: see internal/bridge.js. */
    public void descriptorsAreScarce() {
        memory.descriptorsAreScarce();
    }

    /** The isolate's memory is about to go. Other threads may still post to the loop: they leave it alone from now on. */
    public void close() {
        memory.close();
    }

    // ---- phases

    private void runCheck() {
        if (memory.immediates() > 0) {
            run(TurnPhase.CHECK);
        } else {
            loop.updateTime();
        }
        if (loop.nowMs() - pumpedMs >= PUMP_EVERY_MS) {
            pumpedMs = loop.nowMs();
            isolate.pumpTasks();
            run(TurnPhase.TICKS);
        }
    }

    /**
     * At the end of the poll phase: runs the I/O callbacks that poll has found, and a few times what these have led to at
     * once (the end of a stream that had nothing more to send). As in libuv, they come before the check and closing phases of
     * the same turn of the loop.
     */
    private void runPolled() {
        isAfterPoll = true;
        try {
            for (int i = 0; i <= MAX_AT_ONCE && !events.isEmpty(); i++) {
                runEvents();
            }
        } finally {
            isAfterPoll = false;
        }
        deferLeftEvents();
    }

    private void deferLeftEvents() {
        if (!events.isEmpty()) {
            loop.defer(this::runLeftEvents); // poll must not wait before they have run
        }
    }

    private void runLeftEvents() {
        if (!events.isEmpty()) {
            runEvents();
        }
    }

    /** Has turns run until what waits behind the ring now is in it; what these turns add to it waits for later ones. */
    private void runWaiting() {
        for (int left = events.waiting(); left > 0; left -= Event.MAX_EVENTS) {
            run(TurnPhase.POLL);
        }
    }

    /** Enters JavaScript, which runs what one of {@link TurnPhase} has to do. */
    public void run(int phase) {
        if (isInJavaScript) {
            throw new IllegalStateException("phase " + phase + " would enter JavaScript from inside a native call");
        }
        isInTurn = true;
        try {
            events.refill();
            loop.updateTime();
            long wallMs = wallMs();
            memory.beginTurn(loop.nowMs(), wallMs, loop.channels());
            memory.beginMail(hasMail);
            loop.telemetry().beginEmbedded(callbacks);
            try {
                enter(phase);
            } finally {
                loop.telemetry().endEmbedded(callbacks, memory.takeStayedTurns(), memory.takeStayedCallbacks());
            }
            afterTurn();
        } finally {
            isInTurn = false;
        }
    }

    /**
     * The wall clock when the loop looked at its own. Within the turn JavaScript tells the loop's time by it: if it were
     * read later, timers would be started in the past, and fire before their time.
     */
    private long wallMs() {
        for (; ; ) {
            long loopMs = loop.nowMs();
            long wallMs = System.currentTimeMillis();
            loop.updateTime();
            if (loop.nowMs() == loopMs) {
                return wallMs;
            }
        }
    }

    /** A callback that throws cuts the phase short: report it, then go on with the rest of the phase. */
    private void enter(int phase) {
        while (threwIn(phase)) {
            boolean hasEnded = wasEnded;
            // What a handler throws is an uncaught error too, the last one.
            boolean handlerThrew = threwIn(reportPhase());
            if (handlerThrew && threwIn(reportPhase())) {
                // The report itself failed: stderr is gone perhaps.
                System.err.println("Uncaught error; its report failed at " + thrownAt);
                reportFailed.run();
                throw new IllegalStateException("the report of an uncaught error failed at " + thrownAt);
            }
            // Before the next callback: if these have to be ended, too, that one is not hit.
            if (hasEnded && phase != TurnPhase.LEFT_TICKS) {
                enter(TurnPhase.LEFT_TICKS);
            }
            if (!MAY_GO_ON.contains(phase)) {
                return;
            }
        }
    }

    private int reportPhase() {
        return wasEnded ? TurnPhase.ENDED : TurnPhase.UNCAUGHT;
    }

    private boolean threwIn(int phase) {
        memory.phase(phase);
        isInJavaScript = true;
        wasEnded = false;
        boolean isTerminated = false;
        try {
            isolate.enter(turn);
            return memory.takeThrew();
        } catch (ScriptException e) {
            if (limit != null && memory.hasLeftEnding()) {
                isTerminated = true;
                wasEnded = limit.takeEnded(true);
            } else {
                thrownAt = e.location();
            }
            return true;
        } catch (ScriptTerminatedException e) {
            isTerminated = true;
            if (limit == null || !limit.takeEnded(true)) {
                throw e;
            }
            memory.forgetFailure();
            wasEnded = true;
            return true;
        } finally {
            isInJavaScript = false;
            if (limit != null && !isTerminated) {
                limit.takeEnded(false);
            }
        }
    }

    /** Has callbacks ended that overrun a limit. */
    public void limit(CallbackLimit limit) {
        this.limit = limit;
    }

    /** Where the error was thrown that the last turn ended by: file, line, its text, columns; once. */
    public @Nullable List<Object> takePlaceOfError() {
        var at = thrownAt;
        thrownAt = null;
        return at == null
                ? null
                : Arrays.asList(at.file(), at.line(), at.sourceLine(), at.startColumn(), at.endColumn());
    }

    private void afterTurn() {
        submissions.carryOut();
        if (slots != null) {
            slots.afterTurn();
        }
        if (!isAfterPoll) {
            deferLeftEvents();
        }
        long dueMs = (long) memory.deadlineMs();
        if (dueMs < 0) {
            if (deadline.isActive()) {
                deadline.stop();
            }
        } else {
            arm(dueMs);
        }
        boolean wait = memory.refedImmediates() > 0;
        if (wait != immediatesWait.isActive()) {
            if (wait) {
                immediatesWait.start();
            } else {
                immediatesWait.stop();
            }
        }
    }

    private void arm(long dueMs) {
        if (dueMs != armedMs || !deadline.isActive()) {
            loop.updateTime();
            deadline.start(Math.max(0, dueMs - loop.nowMs()));
            armedMs = dueMs;
        }
        if (memory.refedTimers() > 0) {
            deadline.ref();
        } else {
            deadline.unref();
        }
    }

    // ---- events

    /** Adds an event for this poll phase; outside of one, and outside of JavaScript, for the next pending phase. */
    public void post(int type, int id, @Nullable Object result) {
        events.post(type, id, result);
        if (!isInTurn && !loop.isPolling()) {
            deferLeftEvents();
        }
    }

    @Override
    public void socketEvent(int socket, int kind, int at, int length, double value) {
        events.add(EventType.SOCKET, socket, kind, at, length, value);
    }

    @Override
    public void extraOfLast(int value) {
        events.extraOfLast(value);
    }

    @Override
    public void written(int result) {
        memory().written(result);
    }

    @Override
    public boolean hasEvents() {
        return !events.isEmpty();
    }

    @Override
    public void runEvents() {
        runWaiting();
        run(TurnPhase.POLL);
    }

    /** The result that an event refers to; once. An error is an {@link ErrorRecord}. */
    public @Nullable Object takeResult(int reference) {
        return ErrorRecord.ofResult(events.takeResult(reference));
    }
}
