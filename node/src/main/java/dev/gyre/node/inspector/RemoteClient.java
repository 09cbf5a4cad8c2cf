package dev.gyre.node.inspector;

import dev.gyre.engine.InspectorSession;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A client that speaks by the server. The server's thread calls it; its session is opened on the runtime's thread. */
final class RemoteClient implements ProtocolServer.Client {
    private static final Pattern DEBUGGER_DISABLE = Pattern.compile("\"method\"\\s*:\\s*\"Debugger\\.disable\"");
    /** The number of requests that are ours, not the client's: V8's answers to them are dropped. */
    private static final int OWN_ID = 2_000_000_000;

    private static final String RESUME = "{\"id\":" + OWN_ID + ",\"method\":\"Debugger.resume\"}";
    private static final String STEP = "{\"id\":" + OWN_ID + ",\"method\":\"Debugger.stepInto\"}";
    private static final String SCRIPT = "{\"method\":\"Debugger.scriptParsed\"";
    private static final String PAUSED = "{\"method\":\"Debugger.paused\"";
    private static final String RESUMED = "{\"method\":\"Debugger.resumed\"";
    private static final Pattern CORE_SCRIPT = Pattern.compile(
            "\\{\"method\":\"Debugger.scriptParsed\",\"params\":\\{\"scriptId\":\"(\\d+)\",\"url\":\"(?:node:|wasm://wasm/gyre-core)");
    private static final Pattern LOCATION = Pattern.compile("\"location\":\\{\"scriptId\":\"(\\d+)\"");

    private final InspectorAgent agent;
    private final Consumer<String> onMessage;
    private final NodeDomains domains;
    private final AtomicBoolean isToldOfEnd = new AtomicBoolean();
    private final Set<String> coreScripts = new HashSet<>(); // their numbers
    private boolean isHidden; // the pause that is now
    private final Deque<String> early = new ArrayDeque<>(); // guarded by this
    private volatile @Nullable InspectorSession session; // set under this
    private boolean isGone; // guarded by this

    RemoteClient(InspectorAgent agent, Consumer<String> onMessage) {
        this.agent = agent;
        this.onMessage = onMessage;
        domains = new NodeDomains(
                new WorkerDomain(agent.family(), onMessage),
                agent.resources(),
                new TracingDomain(agent.traceLog(), onMessage, onMessage),
                agent.targets(onMessage));
    }

    NodeDomains domains() {
        return domains;
    }

    /** On the runtime's thread. */
    synchronized void open() {
        if (isGone) {
            return;
        }
        InspectorSession opened = agent.inspector().connect(true, this::fromV8);
        session = opened;
        early.forEach(message -> send(opened, message));
        early.clear();
    }

    @Nullable
    InspectorSession session() {
        return session;
    }

    @Override
    public void receive(String message) {
        String answer = domains.answer(message);
        if (answer != null) {
            if (!answer.isEmpty()) {
                onMessage.accept(answer);
                agent.enabled(this);
            }
            return;
        }
        synchronized (this) {
            InspectorSession opened = session;
            if (opened == null) {
                early.add(message);
            } else {
                send(opened, message);
            }
        }
        agent.wake();
    }

    /** A client that ends its debugging in a pause ends the pause: V8 would not tell of that, so it is done in two steps. */
    private static void send(InspectorSession session, String message) {
        if (DEBUGGER_DISABLE.matcher(message).find()) {
            session.sendAfterPause(RESUME, message);
        } else {
            session.send(ProtocolText.toV8(message));
        }
    }

    /**
     * V8's message, on the runtime's thread. V8 knows no way to hide scripts of a snapshot from a debugger, so a pause in the
     * core's code is not told of: the client sees the step that leads out of it.
     */
    private void fromV8(String message) {
        if (message.startsWith(SCRIPT)) {
            Matcher core = CORE_SCRIPT.matcher(message);
            if (core.lookingAt()) {
                coreScripts.add(core.group(1));
            }
            if (CoreWasm.isScript(message)) {
                return;
            }
        } else if (message.startsWith(PAUSED) && isInCore(message)) {
            isHidden = true;
            boolean isStep = !message.contains("\"reason\":\"exception\"")
                    && !message.contains("\"reason\":\"promiseRejection\"");
            Objects.requireNonNull(session()).send(isStep ? STEP : RESUME);
            return;
        } else if (isHidden && message.startsWith(RESUMED)) {
            isHidden = false;
            return;
        }
        if (!message.startsWith("{\"id\":" + OWN_ID)) {
            onMessage.accept(ProtocolText.fromV8(message));
        }
    }

    private boolean isInCore(String paused) {
        Matcher location = LOCATION.matcher(paused);
        return location.find() && coreScripts.contains(location.group(1));
    }

    /** Whether this is the first time that somebody asks. */
    boolean isToldOfEnd() {
        return !isToldOfEnd.getAndSet(true);
    }

    /** Sends an event that is not V8's. Any thread. */
    void tell(String event) {
        onMessage.accept(event);
    }

    @Override
    public void gone() {
        InspectorSession opened;
        synchronized (this) {
            isGone = true;
            opened = session;
        }
        domains.close();
        agent.gone(this, opened);
    }
}
