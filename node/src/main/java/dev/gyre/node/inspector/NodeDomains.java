package dev.gyre.node.inspector;

import dev.gyre.node.Json;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The domains of the protocol that are Node's, not V8's, for one session: which of them the client has enabled. Any thread may
 * ask.
 */
final class NodeDomains {
    private static final Pattern ID = Pattern.compile("\"id\"\\s*:\\s*(\\d+)");
    private static final Pattern METHOD =
            Pattern.compile("\"method\"\\s*:\\s*\"(NodeRuntime|NodeWorker|Network)\\.(\\w+)\"");
    private static final Pattern ENABLED = Pattern.compile("\"enabled\"\\s*:\\s*true");

    private volatile boolean hasNetwork;
    private volatile boolean hasRuntime;
    private volatile boolean wantsEnd;
    private final WorkerDomain workers;

    NodeDomains(WorkerDomain workers) {
        this.workers = workers;
    }

    /** The answer to a command of these domains; null where it is another's. */
    @Nullable
    String answer(String message) {
        Matcher method = METHOD.matcher(message);
        Matcher id = ID.matcher(message);
        if (!method.find() || !id.find()) {
            return null;
        }
        if (method.group(1).equals("NodeWorker")) {
            String wrong = workers.run(method.group(2), message);
            return wrong == null ? "{\"id\":" + id.group(1) + ",\"result\":{}}" : error(id.group(1), wrong);
        }
        boolean isNetwork = method.group(1).equals("Network");
        boolean isKnown = true;
        switch (method.group(2)) {
            case "enable", "disable" -> {
                boolean isOn = method.group(2).equals("enable");
                if (isNetwork) {
                    hasNetwork = isOn;
                } else {
                    hasRuntime = isOn;
                }
            }
            case "notifyWhenWaitingForDisconnect" ->
                wantsEnd = ENABLED.matcher(message).find();
            default -> isKnown = false;
        }
        return isKnown ? "{\"id\":" + id.group(1) + ",\"result\":{}}" : null;
    }

    /** Whether it wants the events of the program's own that begin with {@code domain}. */
    boolean wants(String event) {
        return event.startsWith("Network.") && hasNetwork;
    }

    /** Whether it wants to hear that the program waits for a debugger. */
    boolean hasRuntime() {
        return hasRuntime;
    }

    /** Whether it wants to hear, instead of being disconnected, that the program has ended. */
    boolean wantsEnd() {
        return wantsEnd;
    }

    private static String error(String id, String message) {
        return "{\"id\":" + id + ",\"error\":{\"code\":-32000,\"message\":" + Json.of(message) + "}}";
    }

    /** The session ends. */
    void close() {
        workers.close();
    }

    static String event(String method) {
        return Json.of(Map.of("method", method));
    }
}
