package dev.gyre.node.inspector;

import dev.gyre.node.GyreRuntime;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A session with the runtime of another thread. What it is sent before that thread has opened it waits. Any thread. */
final class ThreadSession {
    private final GyreRuntime target;
    private final Consumer<String> onMessage;
    private final Deque<String> early = new ArrayDeque<>(); // guarded by this
    private @Nullable RemoteClient client; // guarded by this
    private boolean isClosed; // guarded by this

    /** @param onMessage gets what the other runtime says, on its thread */
    ThreadSession(GyreRuntime target, Consumer<String> onMessage) {
        this.target = target;
        this.onMessage = onMessage;
    }

    GyreRuntime target() {
        return target;
    }

    /** Has the other thread open it: between two callbacks, where its script can be interrupted, or while it waits for a debugger. */
    void openSoon() {
        target.loop().post(this::open);
        target.isolate().interrupt(this::open);
        InspectorAgent agent = target.sharedIfAny(InspectorAgent.class);
        if (agent != null) {
            agent.execute(this::open);
        }
    }

    /** On the other thread. */
    synchronized void open() {
        if (isClosed || client != null || target.isEnding()) {
            return;
        }
        RemoteClient opened = InspectorAgent.of(target).attach(onMessage);
        client = opened;
        early.forEach(opened::receive);
        early.clear();
    }

    synchronized void receive(String message) {
        if (client != null) {
            client.receive(message);
        } else if (!isClosed) {
            early.add(message);
        }
    }

    void close() {
        RemoteClient opened;
        synchronized (this) {
            isClosed = true;
            opened = client;
            client = null;
        }
        if (opened != null) {
            opened.gone();
        }
    }
}
