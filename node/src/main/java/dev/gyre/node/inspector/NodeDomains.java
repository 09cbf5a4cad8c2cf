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
    private static final Pattern METHOD = Pattern.compile(
            "\"method\"\\s*:\\s*\"(NodeRuntime|NodeTracing|NodeWorker|Target|Network|DOMStorage|IO)\\.(\\w+)\"");
    private static final Pattern ENABLED = Pattern.compile("\"enabled\"\\s*:\\s*true");

    private volatile boolean hasStorage;
    private volatile boolean hasRuntime;
    private volatile boolean wantsEnd;
    private final WorkerDomain workers;
    private final NetworkDomain network;
    private final TracingDomain tracing;

    private final @Nullable TargetDomain targets;

    NodeDomains(
            WorkerDomain workers, NetworkResources resources, TracingDomain tracing, @Nullable TargetDomain targets) {
        this.workers = workers;
        this.tracing = tracing;
        this.targets = targets;
        network = new NetworkDomain(resources);
    }

    /** The answer to a command of these domains; null where it is another's, empty where it comes later. */
    @Nullable
    String answer(String message) {
        if (targets != null && targets.passOn(message)) {
            return "";
        }
        Matcher method = METHOD.matcher(message);
        Matcher id = ID.matcher(message);
        if (!method.find() || !id.find()) {
            return null;
        }
        if (method.group(1).equals("NodeWorker")) {
            String wrong = workers.run(method.group(2), message);
            return wrong == null ? "{\"id\":" + id.group(1) + ",\"result\":{}}" : error(id.group(1), wrong);
        }
        String domain = method.group(1);
        if (domain.equals("Target") && targets == null) {
            return null;
        }
        if (domain.equals("NodeTracing") || domain.equals("Target")) {
            String answer = targets != null && domain.equals("Target")
                    ? targets.answer(method.group(2), message)
                    : tracing.answer(method.group(2), message);
            return answer == null ? null : "{\"id\":" + id.group(1) + "," + answer + "}";
        }
        if (domain.equals("Network") || domain.equals("IO")) {
            return network.answer(id.group(1), domain + "." + method.group(2), message);
        }
        boolean isKnown = true;
        switch (method.group(2)) {
            case "enable", "disable" -> {
                boolean isOn = method.group(2).equals("enable");
                if (domain.equals("DOMStorage")) {
                    hasStorage = isOn;
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

    /** Whether it wants events of the domain with which the text begins. */
    boolean wants(String event) {
        return event.startsWith("Network.") ? network.isEnabled() : event.startsWith("DOMStorage.") && hasStorage;
    }

    /** Takes notice of an event of the program's own: whether the client is to be told of it. */
    boolean take(OwnEvent event) {
        if (!wants(event.method())) {
            return false;
        }
        return !event.method().startsWith("Network.") || network.take(event);
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
        tracing.close();
        if (targets != null) {
            targets.close();
        }
    }

    static String event(String method) {
        return Json.of(Map.of("method", method));
    }
}
