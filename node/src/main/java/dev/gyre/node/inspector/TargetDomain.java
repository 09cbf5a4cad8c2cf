package dev.gyre.node.inspector;

import dev.gyre.node.GyreRuntime;
import dev.gyre.node.Json;
import dev.gyre.node.worker_threads.Family;
import dev.gyre.node.worker_threads.WorkerThread;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The domain {@code Target} of one session ({@code --experimental-worker-inspection}): its client speaks with workers by
 * messages that have the number of a session beside their own, as with the targets of a browser. Any thread.
 */
final class TargetDomain implements WorkerTargets.Watcher {
    private static final Pattern ATTACHES = Pattern.compile("\"autoAttach\"\\s*:\\s*(true|false)");
    private static final Pattern WAITS = Pattern.compile("\"waitForDebuggerOnStart\"\\s*:\\s*(true|false)");
    private static final String OK = "\"result\":{}";

    /** A worker that the client knows, and the session with it, if there is one. */
    private static final class Worker {
        private final GyreRuntime runtime;
        private final String id;
        private @Nullable String sessionId;
        private @Nullable ThreadSession session;

        private Worker(GyreRuntime runtime, String id) {
            this.runtime = runtime;
            this.id = id;
        }
    }

    private final WorkerTargets targets;
    private final Consumer<String> onMessage;
    private final List<Worker> workers = new ArrayList<>(); // guarded by this, as all that is not volatile
    private int lastTarget;
    private int lastSession;
    private boolean attaches;
    private volatile boolean waitsOnStart;

    TargetDomain(Family family, Consumer<String> onMessage) {
        targets = WorkerTargets.of(family);
        this.onMessage = onMessage;
        targets.watch(this);
    }

    @Override
    public boolean waitsOnStart() {
        return waitsOnStart;
    }

    /** The answer to a command, without its number; null if there is no such command. */
    @Nullable
    String answer(String command, String message) {
        return switch (command) {
            case "getTargets" -> "\"result\":" + Json.of(Map.of("targetInfos", infos()));
            case "setAutoAttach" -> setAutoAttach(message);
            default -> null;
        };
    }

    private String setAutoAttach(String message) {
        var attach = ATTACHES.matcher(message);
        var wait = WAITS.matcher(message);
        if (!attach.find() || !wait.find()) {
            return "\"error\":{\"code\":-32602,\"message\":\"Invalid parameters\"}";
        }
        synchronized (this) {
            attaches = attach.group(1).equals("true");
            waitsOnStart = attaches && wait.group(1).equals("true");
            if (attaches) {
                workers.stream()
                        .filter(worker -> worker.session == null)
                        .forEach(worker -> attach(worker).openSoon());
            }
        }
        return OK;
    }

    private synchronized List<Object> infos() {
        return workers.stream()
                .map(worker -> (Object) info(worker, worker.session != null))
                .toList();
    }

    @Override
    public synchronized @Nullable ThreadSession attach(GyreRuntime runtime, boolean waits) {
        var worker = new Worker(runtime, String.valueOf(++lastTarget));
        workers.add(worker);
        tell("targetCreated", Map.of("targetInfo", info(worker, false)));
        return attaches ? attach(worker) : null;
    }

    private ThreadSession attach(Worker worker) {
        String id = String.valueOf(++lastSession);
        var session = new ThreadSession(
                worker.runtime,
                text -> onMessage.accept(text.substring(0, text.length() - 1) + ",\"sessionId\":\"" + id + "\"}"));
        worker.sessionId = id;
        worker.session = session;
        var params = new LinkedHashMap<String, Object>();
        params.put("sessionId", id);
        params.put("targetInfo", info(worker, false));
        params.put("waitingForDebugger", true);
        tell("attachedToTarget", params);
        return session;
    }

    private static Map<String, Object> info(Worker worker, boolean isAttached) {
        WorkerThread thread = Objects.requireNonNull(worker.runtime.options().worker());
        var info = new LinkedHashMap<String, Object>();
        info.put("targetId", worker.id);
        info.put("type", "node_worker");
        info.put("title", WorkerDomain.title(thread));
        info.put("url", WorkerDomain.url(worker.runtime));
        info.put("attached", isAttached);
        info.put("canAccessOpener", true);
        return info;
    }

    private void tell(String event, Map<String, Object> params) {
        var whole = new LinkedHashMap<String, Object>();
        whole.put("method", "Target." + event);
        whole.put("params", params);
        onMessage.accept(Json.of(whole));
    }

    /** Hands a message on to the worker that it is for; false if it is for none. */
    boolean passOn(String message) {
        String id = ProtocolText.outerString(message, "sessionId");
        if (id == null) {
            return false;
        }
        ThreadSession session = null;
        synchronized (this) {
            for (Worker worker : workers) {
                if (id.equals(worker.sessionId)) {
                    session = worker.session;
                }
            }
        }
        if (session != null) {
            session.receive(message);
        }
        return true;
    }

    @Override
    public synchronized void ended(GyreRuntime runtime) {
        for (Worker worker : List.copyOf(workers)) {
            if (worker.runtime == runtime) {
                workers.remove(worker);
                if (worker.session != null) {
                    worker.session.close();
                }
            }
        }
    }

    void close() {
        targets.unwatch(this);
        List<Worker> open;
        synchronized (this) {
            open = List.copyOf(workers);
            workers.clear();
        }
        for (Worker worker : open) {
            if (worker.session != null) {
                worker.session.close();
            }
        }
    }
}
