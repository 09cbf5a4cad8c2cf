package dev.gyre.engine;

import com.caoccao.javet.enums.V8AwaitMode;
import com.caoccao.javet.exceptions.JavetException;
import com.caoccao.javet.interop.V8Host;
import com.caoccao.javet.interop.V8Runtime;
import dev.gyre.engine.v8internals.Capability;
import dev.gyre.engine.v8internals.PauseLoop;
import dev.gyre.engine.v8internals.V8Internals;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * V8's inspector of one isolate, and its sessions: each is a client of the debugging protocol.
 *
 * <p>A session is <em>local</em>, where the program itself speaks with V8, or <em>remote</em>, where another thread does. V8
 * takes messages on the isolate's thread only:
 *
 * <ul>
 *   <li>A local session dispatches at once, inside a native call of the program.
 *   <li>A message of a remote session waits in {@link #waiting} until the isolate's thread fetches it: between two callbacks
 *       of the loop, or at an interrupt in the middle of a script ({@link #interrupt}).
 *   <li>While a script is paused, or waits for a debugger, the isolate's thread is in a loop of Javet's, which takes what other
 *       threads leave in Javet's queue. {@link PauseLoop} says how a thread that comes too late is kept from waiting for the
 *       isolate's lock for ever.
 * </ul>
 *
 * <p>Javet's loops know messages only. What else has to run on the isolate's thread then ({@link #execute}) runs when V8
 * answers a session of our own, whose messages are dispatched before those of others.
 *
 * <p>A pause that no remote session hears of ends at once: nobody could end it. Without the capability {@code pause-loop} no
 * session pauses, and dispatching runs the microtasks that wait.
 */
public final class Inspector {
    private static final String DISPATCHED = "{\"id\":1,\"method\":\"Gyre.dispatched\"}";
    private static final String TASK = "{\"id\":2,\"method\":\"Gyre.task\"}";
    private static final String TASK_ANSWER = "{\"id\":2,";
    private static final String PAUSED = "{\"method\":\"Debugger.paused\"";
    private static final String RESUMED = "{\"method\":\"Debugger.resumed\"";
    private static final String SKIP_PAUSES =
            "{\"id\":1,\"method\":\"Debugger.setSkipAllPauses\",\"params\":{\"skip\":true}}";
    private static final String RESUME = "{\"id\":1,\"method\":\"Debugger.resume\"}";

    private final V8Runtime runtime;
    private final String name; // of the context: V8 takes it from the first session of all
    private final InspectorSession service;
    private final @Nullable PauseLoop loop;
    private final List<InspectorSession> sessions = new ArrayList<>(); // guarded by this
    private final Deque<Sent> waiting = new ArrayDeque<>(); // guarded by this
    private final Deque<Runnable> tasks =
            new ArrayDeque<>(); // guarded by this: those that Javet's queue has a message for
    private volatile boolean isLoopRunning; // written under the monitor: what is sent goes to Javet's queue
    private boolean isClosed; // guarded by this
    private boolean isEnding; // guarded by this: nothing pauses any more
    private boolean isPaused;
    private boolean isDispatching;
    private boolean isAwaitingDebugger; // guarded by this

    /** A message of a session, or a task. */
    private record Sent(
            @Nullable InspectorSession session,
            String message,
            @Nullable Runnable task) {}

    Inspector(V8Runtime runtime, String name) {
        this.runtime = runtime;
        this.name = name;
        service = new InspectorSession(this, runtime, name, false, this::answered);
        loop = V8Internals.ofProcess().has(Capability.PAUSE_LOOP) ? PauseLoop.open(runtime) : null;
    }

    /** Whether scripts can be paused. */
    public boolean canPause() {
        return loop != null;
    }

    /**
     * Opens a session. On the isolate's thread.
     *
     * @param isRemote whether its messages come by {@link InspectorSession#send}
     * @param onMessage gets V8's messages, on the isolate's thread, in the midst of whatever runs
     */
    public InspectorSession connect(boolean isRemote, Consumer<String> onMessage) {
        var session = new InspectorSession(this, runtime, name, isRemote, onMessage);
        if (loop == null) {
            session.skipPauses();
        }
        synchronized (this) {
            sessions.add(session);
        }
        return session;
    }

    // ---- dispatching, on the isolate's thread

    /** Dispatches a message of a local session. Its answer has come when this returns, unless V8 gives it later. */
    void dispatch(InspectorSession session, String message) {
        PauseLoop flags = loop;
        if (flags == null) {
            session.hand(message);
            runtime.await(V8AwaitMode.RunNoWait); // heap snapshots are tasks
        } else if (isPaused) {
            dispatchInPause(flags, session, message);
        } else {
            setFlags(false, true);
            session.hand(message);
            runLoop();
        }
    }

    /** V8 tells of a pause before Javet's loop for it begins. The monitor is kept: others see the flags as they are for that. */
    private synchronized void dispatchInPause(PauseLoop flags, InspectorSession session, String message) {
        boolean isLooping = flags.isLooping();
        boolean isWaiting = flags.isWaiting();
        setFlags(false, true);
        session.hand(message);
        runLoop();
        if (isPaused) {
            setFlags(isLooping, isWaiting);
        }
    }

    /** Dispatches what remote sessions have sent, where no script runs. */
    public void betweenCallbacks() {
        if (isPaused) {
            endPause(); // V8 does not tell a session that stops debugging in a pause
        }
        dispatchWaiting();
    }

    /** Dispatches what remote sessions have sent, and runs the tasks among it. */
    private void dispatchWaiting() {
        if (isPaused || isDispatching) {
            return;
        }
        isDispatching = true;
        try {
            for (Sent next = next(); next != null; next = next()) {
                dispatchOne(next);
            }
        } finally {
            isDispatching = false;
        }
    }

    private synchronized @Nullable Sent next() {
        return isClosed ? null : waiting.poll();
    }

    private void dispatchOne(Sent sent) {
        if (sent.task != null) {
            sent.task.run();
        } else if (sent.session != null && !sent.session.isGone()) {
            if (loop == null) {
                sent.session.hand(sent.message);
            } else {
                setFlags(false, true);
                sent.session.hand(sent.message);
                runLoop();
            }
        }
    }

    /** Javet's loop for one that waits for a debugger: it dispatches all that is queued, and the service session ends it. */
    private void runLoop() {
        service.hand(DISPATCHED);
        service.runLoop();
    }

    /** By V8, to the service session. */
    private void answered(String message) {
        if (message.startsWith(TASK_ANSWER)) {
            Runnable task;
            synchronized (this) {
                task = tasks.poll();
            }
            if (task != null) {
                task.run();
            }
        } else {
            endLoop();
        }
    }

    private synchronized void endLoop() {
        if (loop != null && !isAwaitingDebugger) {
            loop.setWaiting(false);
        }
    }

    private void setFlags(boolean isLooping, boolean isWaiting) {
        if (loop != null) {
            loop.setLooping(isLooping);
            loop.setWaiting(isWaiting);
        }
    }

    // ---- from other threads

    /** Sends a message of a remote session. Any thread. The caller has to see to it that the isolate's thread comes by. */
    void send(InspectorSession session, String message) {
        add(new Sent(session, message, null));
    }

    /**
     * Runs a task on the isolate's thread, before messages that are sent later. It must not close sessions: see {@link #later}.
     * Any thread. The caller has to see to it that the isolate's thread comes by.
     */
    public void execute(Runnable task) {
        add(new Sent(null, "", task));
    }

    /** Runs a task on the isolate's thread, when nothing is paused. */
    public synchronized void later(Runnable task) {
        if (!isClosed) {
            waiting.add(new Sent(null, "", task));
        }
    }

    private synchronized void add(Sent sent) {
        if (isClosed) {
            return;
        }
        if (isLoopRunning) {
            handToLoop(sent);
        } else {
            waiting.add(sent);
        }
    }

    private synchronized void handToLoop(Sent sent) {
        if (sent.task != null) {
            tasks.add(sent.task);
            service.hand(TASK);
        } else if (sent.session != null) {
            sent.session.hand(sent.message);
        }
    }

    /** Sends {@code first}, if a script is paused, and the message when none is any more. */
    synchronized void sendAfterPause(InspectorSession session, String first, String message) {
        if (isLoopRunning) {
            session.hand(first);
        }
        if (!isClosed) {
            waiting.add(new Sent(session, message, null));
        }
    }

    /** Whether something waits for the isolate's thread. Any thread. */
    public synchronized boolean hasWaiting() {
        return !isClosed && !isLoopRunning && !waiting.isEmpty();
    }

    /** Whether a script is paused, or waits for a debugger. Any thread. */
    public boolean isHolding() {
        return isLoopRunning;
    }

    /**
     * Has V8 call back in the middle of the script that runs, to dispatch what waits. Any thread, while a call into the isolate
     * is under way.
     *
     * @param mayDispatch decides on the isolate's thread whether this place is one where JavaScript may be run
     */
    @SuppressWarnings("FutureReturnValueIgnored") // the dispatching is all there is to wait for
    public void interrupt(Thread isolateThread, BooleanSupplier mayDispatch) {
        synchronized (this) {
            if (isClosed || waiting.isEmpty() || isLoopRunning) {
                return;
            }
            V8Host.interrupt(runtime, _ -> {
                if (Thread.currentThread().equals(isolateThread)
                        && !isPaused
                        && !isDispatching
                        && mayDispatch.getAsBoolean()) {
                    dispatchWaiting();
                }
            });
        }
    }

    /** The client of a remote session has gone: the session pauses nothing any more. Any thread. Then it is to be closed. */
    public synchronized void gone(InspectorSession session) {
        session.setGone();
        if (isLoopRunning && sessions.stream().noneMatch(InspectorSession::isAttached)) {
            session.hand(SKIP_PAUSES);
            session.hand(RESUME);
        }
    }

    /** Ends a pause, or a wait for a debugger, and lets nothing pause again: the runtime is to end. Any thread. */
    public synchronized void release() {
        isEnding = true;
        if (isLoopRunning) {
            for (InspectorSession session : sessions) {
                session.hand(SKIP_PAUSES);
                session.hand(RESUME);
            }
            endWait();
        }
    }

    // ---- pauses

    /** V8's messages come by here, before the session's owner gets them. */
    void beforeMessage(InspectorSession session, String message) {
        if (message.startsWith(PAUSED)) {
            beginPause(session);
        } else if (message.startsWith(RESUMED)) {
            endPause();
        }
    }

    private void beginPause(InspectorSession session) {
        isPaused = true;
        if (!holdFor(session) && loop != null && !isHolding()) {
            setFlags(true, true); // Javet runs no loop, and V8 goes on
        }
    }

    private synchronized boolean holdFor(InspectorSession session) {
        if (isEnding || !session.isAttached()) {
            return false;
        }
        hold();
        return true;
    }

    private synchronized void endPause() {
        isPaused = false;
        if (isAwaitingDebugger) {
            setFlags(false, true);
        } else {
            letGo();
        }
    }

    /** From now on what is sent goes to Javet's queue. */
    private synchronized void hold() {
        setFlags(false, true);
        isLoopRunning = true;
        while (!waiting.isEmpty()) {
            handToLoop(waiting.poll());
        }
    }

    private synchronized void letGo() {
        isLoopRunning = false;
        setFlags(false, false);
    }

    /**
     * Waits until a client says that the program may run ({@code Runtime.runIfWaitingForDebugger}), or {@link #endWait} is called,
     * and dispatches messages meanwhile. The isolate's thread.
     *
     * @param isWanted asked once more when {@link #endWait} has an effect already
     */
    public void waitForDebugger(BooleanSupplier isWanted) {
        synchronized (this) {
            if (loop == null || isEnding || isAwaitingDebugger) {
                return;
            }
            isAwaitingDebugger = true;
            if (!isWanted.getAsBoolean()) {
                isAwaitingDebugger = false;
                return;
            }
            hold();
        }
        try {
            service.runLoop();
        } finally {
            synchronized (this) {
                isAwaitingDebugger = false;
                letGo();
            }
        }
    }

    /** Ends {@link #waitForDebugger}. By a message: Javet's loop sets its flag when it begins, which may be later. Any thread. */
    public synchronized void endWait() {
        if (isAwaitingDebugger) {
            isAwaitingDebugger = false;
            service.hand(DISPATCHED);
        }
    }

    synchronized void debuggerIsReady() {
        isAwaitingDebugger = false; // Javet has changed its flag already
    }

    /** Whether {@link #release} was called. Any thread. */
    public synchronized boolean isReleased() {
        return isEnding;
    }

    // ---- the end

    void closed(InspectorSession session) {
        synchronized (this) {
            sessions.remove(session);
            waiting.removeIf(sent -> sent.session == session);
        }
    }

    /** With the isolate. Its thread, with no script on the stack. */
    void close() throws JavetException {
        List<InspectorSession> open;
        synchronized (this) {
            isClosed = true;
            open = List.copyOf(sessions);
            waiting.clear();
        }
        setFlags(false, false);
        for (InspectorSession session : open) {
            session.close();
        }
        service.close();
    }
}
