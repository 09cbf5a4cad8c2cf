package dev.gyre.engine;

import com.caoccao.javet.enums.V8AwaitMode;
import com.caoccao.javet.exceptions.JavetException;
import com.caoccao.javet.interop.V8Runtime;
import com.caoccao.javet.values.reference.IV8ValueObject;
import com.caoccao.javet.values.reference.V8ValueFunction;
import com.caoccao.javet.values.reference.V8ValueReference;
import dev.gyre.engine.v8internals.Capability;
import dev.gyre.engine.v8internals.PauseLoop;
import dev.gyre.engine.v8internals.V8Internals;
import dev.gyre.engine.v8internals.machinecode.InspectorCalls;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.regex.Pattern;
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
 *   <li>While a script is paused, or waits for a debugger, the isolate's thread is in a loop of Javet's. Another thread leaves
 *       a message for a session of our own there; when V8 answers it, the isolate's thread fetches what waits.
 * </ul>
 *
 * <p>Other threads never leave a client's message in Javet's queue: the loop may have ended when it gets there. What waits
 * then still waits here, and {@link #onWaiting} has the isolate's thread come by. And a thread that sends a message while
 * neither of Javet's flags ({@link PauseLoop}) is set waits for the isolate's lock, for ever. Javet resets one flag when a client
 * lets the program run, and the other when a pause ends; so a loop runs with both set, or with the one that Javet does not
 * reset, until {@link #letGo} has the monitor.
 *
 * <p>An interrupt may come at the beginning of a function, before that has its context. V8 ends the process if JavaScript that
 * runs there pauses, because it can't tell the function's variables. So nothing pauses there, and while V8 is to pause at the
 * next statement or call, no JavaScript runs there at all: it would be that call.
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
    private static final Pattern STEPS =
            Pattern.compile("\"Debugger\\.(?:step(?:Into|Over|Out)|continueToLocation|restartFrame)\"");
    private static final String ENABLE = "{\"id\":1,\"method\":\"Debugger.enable\"}";
    private static final String DISABLE = "{\"id\":2,\"method\":\"Debugger.disable\"}";
    private static final String RESUME = "{\"id\":1,\"method\":\"Debugger.resume\"}";

    private final Isolate isolate;
    private final V8Runtime runtime;
    private final String name; // of the context: V8 takes it from the first session of all
    private final InspectorSession service;
    private final @Nullable PauseLoop loop;
    private final Map<String, ScriptValue> offered = new HashMap<>();
    private @Nullable InspectorCalls calls;
    private boolean hasCalls = true; // as far as it is known
    private final List<InspectorSession> sessions = new ArrayList<>(); // guarded by this
    private final Deque<Sent> waiting = new ArrayDeque<>(); // guarded by this
    private Runnable onWaiting = () -> {};
    private volatile Runnable onTasks = () -> {};
    private volatile boolean isLoopRunning; // written under the monitor
    private boolean isClosed; // guarded by this
    private boolean isEnding; // guarded by this: nothing pauses any more
    private boolean isPaused;
    private boolean isDispatching;
    private volatile boolean
            isStepPending; // V8 pauses at the next statement or call that it takes for one of the program's
    private boolean isDispatchLoop; // the innermost loop is one that the service session ends
    private boolean isAwaitingDebugger; // guarded by this

    /**
     * A message of a session, or a task.
     *
     * @param when what it has to wait for
     */
    private record Sent(
            @Nullable InspectorSession session,
            String message,
            @Nullable Runnable task,
            When when) {}

    private enum When {
        AT_ONCE,
        /** When no script is paused. */
        AFTER_PAUSE,
        /** When the isolate's thread is in none of Javet's loops: they know the sessions that there were. */
        AFTER_LOOP
    }

    Inspector(Isolate isolate, V8Runtime runtime, String name) {
        this.isolate = isolate;
        this.runtime = runtime;
        this.name = name;
        service = new InspectorSession(this, runtime, name, false, this::answered);
        loop = V8Internals.ofProcess().has(Capability.PAUSE_LOOP) ? PauseLoop.open(runtime) : null;
    }

    /** What is called, on the isolate's thread, when a pause has ended and messages wait that came too late for it. */
    public void onWaiting(Runnable callback) {
        onWaiting = callback;
    }

    /** What is called, on any thread, when {@link #tracksTasks} may have another answer. */
    public void onTasks(Runnable callback) {
        onTasks = callback;
    }

    void tasksChanged() {
        onTasks.run();
    }

    /** Whether a client wants to know who left a task to be called later ({@code Debugger.setAsyncCallStackDepth}). Any thread. */
    public synchronized boolean tracksTasks() {
        return sessions.stream().anyMatch(InspectorSession::tracksTasks);
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

    /** Attaches a debugger that is told nothing, runs {@code body}, and detaches it. On the isolate's thread. */
    void debugFor(Runnable body) {
        InspectorSession session = connect(false, _ -> {});
        dispatch(session, ENABLE);
        body.run();
        dispatch(session, DISABLE);
        session.close();
    }

    // ---- what V8 is told, on the isolate's thread, inside of a native call

    /** What Javet does not offer; null where V8 is not as expected. */
    public @Nullable InspectorCalls calls() {
        if (calls == null && hasCalls) {
            calls = V8Internals.ofProcess().has(Capability.INSPECTOR_CALLS)
                    ? InspectorCalls.open(runtime, Engine.access())
                    : null;
            hasCalls = calls != null;
        }
        return calls;
    }

    /**
     * Tells of the context of the function at {@code i}.
     *
     * @return false where that can't be done
     */
    public boolean contextCreated(Args args, int i, String contextName, String origin, String auxData) {
        InspectorCalls possible = calls();
        try {
            return possible != null
                    && possible.contextCreated((V8ValueFunction) args.value(i), contextName, origin, auxData);
        } catch (JavetException e) {
            throw Isolate.translate(e);
        }
    }

    /**
     * Tells that nobody has caught the object at {@code i + 1}; V8 takes only such.
     *
     * @param args at {@code i} a function at the top level of the context
     */
    public void exceptionThrown(Args args, int i, String text, String url, int line, int column) {
        InspectorCalls possible = calls();
        try {
            if (possible != null && args.value(i + 1) instanceof V8ValueReference exception) {
                possible.exceptionThrown((V8ValueFunction) args.value(i), exception, text, url, line, column);
            }
        } catch (JavetException e) {
            throw Isolate.translate(e);
        }
    }

    /** A function that expressions of clients find under this name, if they are for a command line. It belongs to the inspector. */
    public void offer(String commandName, ScriptValue function) {
        offered.put(commandName, function);
    }

    /** By Javet, to each session with the same object: one of them closes it. */
    void addNames(InspectorSession session, IV8ValueObject names) {
        if (session == service) {
            try (names) {
                for (var each : offered.entrySet()) {
                    names.set(each.getKey(), each.getValue().value);
                }
            } catch (JavetException e) {
                throw Isolate.translate(e);
            }
        }
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
        dispatchWaiting(() -> false);
    }

    /** Dispatches what remote sessions have sent, and runs the tasks among it, until {@code isEnough}. */
    private void dispatchWaiting(BooleanSupplier isEnough) {
        if (isPaused || isDispatching) {
            return;
        }
        isDispatching = true;
        try {
            Sent next;
            while (!isEnough.getAsBoolean() && (next = next()) != null) {
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
        boolean isInner = isDispatchLoop;
        isDispatchLoop = true;
        service.hand(DISPATCHED);
        service.runLoop();
        isDispatchLoop = isInner;
        synchronized (this) {
            if (isAwaitingDebugger && !isPaused) {
                setFlags(true, true); // the loop around this one goes on
            }
        }
    }

    /** By V8, to the service session. */
    private void answered(String message) {
        if (message.startsWith(TASK_ANSWER)) {
            for (Sent next = nextInLoop(); next != null; next = nextInLoop()) {
                if (next.task != null) {
                    next.task.run();
                } else if (next.session != null && !next.session.isGone()) {
                    next.session.hand(next.message); // Javet dispatches it before it looks whether its loop is to end
                }
            }
        } else {
            endLoop();
        }
    }

    /** What can be dispatched in a pause. What a session sends after a message that can't waits with it. */
    private synchronized @Nullable Sent nextInLoop() {
        if (!isLoopRunning) {
            return null;
        }
        var held = new HashSet<InspectorSession>();
        for (Iterator<Sent> all = waiting.iterator(); all.hasNext(); ) {
            Sent sent = all.next();
            boolean isHeld = sent.when == When.AFTER_LOOP || (sent.when == When.AFTER_PAUSE && isPaused);
            if (isHeld || held.contains(sent.session)) {
                if (sent.session != null) {
                    held.add(sent.session);
                }
            } else {
                all.remove();
                return sent;
            }
        }
        return null;
    }

    private synchronized void endLoop() {
        if (loop != null && (isDispatchLoop || !isAwaitingDebugger)) {
            loop.setWaiting(false);
        }
    }

    /** A message is about to be handed to V8. The isolate's thread, or one that hands a message to a loop that runs. */
    void noteStep(String message) {
        if (message.contains("\"Debugger.")) {
            if (message.contains("\"Debugger.pause\"")
                    || (isPaused && STEPS.matcher(message).find())) {
                isStepPending = true;
            } else if (message.contains("\"Debugger.disable\"")) {
                isStepPending = false;
            }
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
        add(new Sent(session, message, null, When.AT_ONCE));
    }

    /**
     * Runs a task on the isolate's thread, before messages that are sent later. It must not close sessions: see {@link #later}.
     * Any thread. The caller has to see to it that the isolate's thread comes by.
     */
    public void execute(Runnable task) {
        add(new Sent(null, "", task, When.AT_ONCE));
    }

    /** Runs a task on the isolate's thread, when nothing is paused or waits. */
    public synchronized void later(Runnable task) {
        add(new Sent(null, "", task, When.AFTER_LOOP));
    }

    private synchronized void add(Sent sent) {
        if (isClosed) {
            return;
        }
        waiting.add(sent);
        if (isLoopRunning) {
            service.hand(TASK);
        }
    }

    /** Sends {@code first}, if a script is paused, and the message when none is any more. */
    synchronized void sendAfterPause(InspectorSession session, String first, String message) {
        if (isLoopRunning) {
            add(new Sent(session, first, null, When.AT_ONCE));
        }
        add(new Sent(session, message, null, When.AFTER_PAUSE));
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
     * Has V8 call back in the middle of the script that runs, to dispatch what waits. Any thread.
     *
     * @param mayDispatch decides on the isolate's thread whether this place is one where JavaScript may be run
     */
    public void interrupt(Thread isolateThread, BooleanSupplier mayDispatch) {
        synchronized (this) {
            if (isClosed || waiting.isEmpty() || isLoopRunning) {
                return;
            }
            isolate.interrupt(() -> {
                if (Thread.currentThread().equals(isolateThread) && !isPaused && !isDispatching && !isStepPending) {
                    atInterrupt(mayDispatch);
                }
            });
        }
    }

    private void atInterrupt(BooleanSupplier mayDispatch) {
        List<InspectorSession> open;
        synchronized (this) {
            open = List.copyOf(sessions);
        }
        open.forEach(session -> session.skipPausesForNow(true));
        try {
            if (mayDispatch.getAsBoolean()) {
                dispatchWaiting(() -> isStepPending);
            }
        } finally {
            open.forEach(session -> session.skipPausesForNow(false));
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
            isStepPending = false;
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
        hold(true);
        return true;
    }

    private synchronized void endPause() {
        isPaused = false;
        if (isAwaitingDebugger) {
            setFlags(true, true);
            if (!waiting.isEmpty()) {
                service.hand(TASK);
            }
        } else {
            letGo();
        }
    }

    /**
     * A loop of Javet's is about to run.
     *
     * @param isPause whether it is that of a pause, which runs only if Javet takes none for running
     */
    private synchronized void hold(boolean isPause) {
        setFlags(!isPause, true);
        isLoopRunning = true;
        if (!waiting.isEmpty()) {
            service.hand(TASK);
        }
    }

    private synchronized void letGo() {
        isLoopRunning = false;
        setFlags(false, false);
        if (!waiting.isEmpty()) {
            onWaiting.run();
        }
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
            hold(false);
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

    /** Javet has reset its flag for those that wait. In a pause it stays set: see the class comment. */
    synchronized void debuggerIsReady() {
        isAwaitingDebugger = false;
        if (isLoopRunning && isPaused && loop != null) {
            loop.setWaiting(true);
        }
    }

    /** Whether {@link #release} was called. Any thread. */
    public synchronized boolean isReleased() {
        return isEnding;
    }

    // ---- the end

    void closed(InspectorSession session) {
        synchronized (this) {
            sessions.remove(session);
            isStepPending &= !sessions.isEmpty();
            waiting.removeIf(sent -> sent.session == session);
        }
        if (session.tracksTasks()) {
            tasksChanged();
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
        offered.values().forEach(ScriptValue::close);
        if (calls != null) {
            calls.close();
        }
    }
}
