package dev.gyre.node.inspector;

import dev.gyre.node.GyreRuntime;
import dev.gyre.node.Json;
import dev.gyre.node.worker_threads.Family;
import dev.gyre.node.worker_threads.WorkerThread;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The domain {@code NodeWorker} of one session: its client speaks with workers through messages in messages, each worker under
 * the number of a session of its own. Any thread.
 */
final class WorkerDomain implements WorkerTargets.Watcher {
    private static final Pattern WAITS = Pattern.compile("\"waitForDebuggerOnStart\"\\s*:\\s*true");

    private final WorkerTargets targets;
    private final Consumer<String> onMessage;
    private final Map<String, ThreadSession> sessions = new LinkedHashMap<>(); // guarded by this
    private int lastSession; // guarded by this
    private boolean isEnabled; // guarded by this
    private volatile boolean waitsOnStart;

    WorkerDomain(Family family, Consumer<String> onMessage) {
        targets = WorkerTargets.of(family);
        this.onMessage = onMessage;
    }

    @Override
    public boolean waitsOnStart() {
        return waitsOnStart;
    }

    /** Carries out a command; null, or what is wrong with it. */
    @Nullable
    String run(String command, String message) {
        switch (command) {
            case "enable" -> {
                waitsOnStart = WAITS.matcher(message).find();
                enable();
            }
            case "disable" -> close();
            case "sendMessageToWorker" -> {
                ThreadSession session = session(message);
                if (session == null) {
                    return "Session id is not found";
                }
                session.receive(ProtocolText.stringIn(message, "message"));
            }
            case "detach" -> {
                String id = ProtocolText.stringIn(message, "sessionId");
                if (session(message) == null) {
                    return "Session id is not found";
                }
                detach(id);
            }
            default -> {
                return "'NodeWorker." + command + "' wasn't found";
            }
        }
        return null;
    }

    private synchronized @Nullable ThreadSession session(String message) {
        return sessions.get(ProtocolText.stringIn(message, "sessionId"));
    }

    private void enable() {
        synchronized (this) {
            if (isEnabled) {
                return;
            }
            isEnabled = true;
        }
        targets.watch(this);
    }

    /** A session with a worker, which its caller has opened. */
    @Override
    public ThreadSession attach(GyreRuntime worker, boolean waits) {
        String id;
        ThreadSession session;
        synchronized (this) {
            id = String.valueOf(++lastSession);
            session = new ThreadSession(
                    worker, text -> tell("receivedMessageFromWorker", "sessionId", id, "message", text));
            sessions.put(id, session);
        }
        WorkerThread thread = Objects.requireNonNull(worker.options().worker());
        var info = new LinkedHashMap<String, Object>();
        info.put("workerId", String.valueOf(thread.threadId()));
        info.put("type", "worker");
        info.put("title", title(thread));
        info.put("url", url(worker));
        tell("attachedToWorker", "sessionId", id, "workerInfo", info, "waitingForDebugger", waits);
        return session;
    }

    static String url(GyreRuntime worker) {
        String script = String.valueOf(worker.options().options().getOrDefault(WorkerThread.URL_OPTION, ""));
        return script.startsWith("/") ? ProtocolText.fileUrl(script) : script;
    }

    static String title(WorkerThread thread) {
        return "[worker " + thread.threadId() + "]" + (thread.name().isEmpty() ? "" : " " + thread.name());
    }

    @Override
    public void ended(GyreRuntime worker) {
        List<String> of;
        synchronized (this) {
            of = sessions.entrySet().stream()
                    .filter(entry -> entry.getValue().target() == worker)
                    .map(Map.Entry::getKey)
                    .toList();
        }
        of.forEach(this::detach);
    }

    private void detach(String id) {
        ThreadSession session;
        synchronized (this) {
            session = sessions.remove(id);
        }
        if (session != null) {
            session.close();
            tell("detachedFromWorker", "sessionId", id);
        }
    }

    /** Ends all its sessions with workers. */
    void close() {
        synchronized (this) {
            if (!isEnabled) {
                return;
            }
            isEnabled = false;
        }
        targets.unwatch(this);
        List<ThreadSession> open;
        synchronized (this) {
            open = List.copyOf(sessions.values());
            sessions.clear();
        }
        open.forEach(ThreadSession::close);
    }

    private void tell(String event, Object... namesAndValues) {
        var params = new LinkedHashMap<String, Object>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            params.put((String) namesAndValues[i], namesAndValues[i + 1]);
        }
        var whole = new LinkedHashMap<String, Object>();
        whole.put("method", "NodeWorker." + event);
        whole.put("params", params);
        onMessage.accept(Json.of(whole));
    }
}
