package dev.gyre.node.inspector;

import dev.gyre.node.trace_events.TraceLog;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The domain {@code NodeTracing} of one session: trace events for a client of the debugging protocol. JavaScript attaches what
 * makes the events when it hears that the log has changed (trace_events/shared/tracing.js).
 */
final class TracingDomain {
    private static final List<String> CATEGORIES = List.of(
            "node",
            "node.async_hooks",
            "node.bootstrap",
            "node.console",
            "node.dns.native",
            "node.environment",
            "node.fs.async",
            "node.fs.sync",
            "node.fs_dir.async",
            "node.fs_dir.sync",
            "node.http",
            "node.net.native",
            "node.perf",
            "node.perf.timerify",
            "node.perf.usertiming",
            "node.promises.rejections",
            "node.threadpoolwork.async",
            "node.threadpoolwork.sync",
            "node.vm.script",
            "v8");
    private static final int INVALID_REQUEST = -32600;
    private static final int INVALID_PARAMETERS = -32602;
    private static final Pattern INCLUDED = Pattern.compile("\"includedCategories\"\\s*:\\s*\\[([^\\]]*)\\]");
    private static final Pattern NAME = Pattern.compile("\"((?:[^\"\\\\]|\\\\.)*)\"");

    private final @Nullable TraceLog log; // null where the session is not the main thread's
    private final Consumer<String> onMessage;
    private final Consumer<String> onMessageOfAnyThread;
    private int collector; // guarded by this; 0 for none

    /** @param onMessage tells the client before the answer to its command */
    TracingDomain(@Nullable TraceLog log, Consumer<String> onMessage, Consumer<String> onMessageOfAnyThread) {
        this.log = log;
        this.onMessage = onMessage;
        this.onMessageOfAnyThread = onMessageOfAnyThread;
    }

    /** The answer to a command, without its number; null if there is no such command. */
    @Nullable
    String answer(String command, String message) {
        return switch (command) {
            case "getCategories" -> "\"result\":{\"categories\":[\"" + String.join("\",\"", CATEGORIES) + "\"]}";
            case "start" -> start(message);
            case "stop" -> {
                close();
                onMessage.accept("{\"method\":\"NodeTracing.tracingComplete\",\"params\":{}}");
                yield "\"result\":{}";
            }
            default -> null;
        };
    }

    private synchronized String start(String message) {
        if (collector != 0) {
            return refused(INVALID_REQUEST, "Call NodeTracing::end to stop tracing before updating the config");
        }
        if (log == null) {
            return refused(INVALID_REQUEST, "Tracing properties can only be changed through main thread sessions");
        }
        Matcher included = INCLUDED.matcher(message);
        if (!included.find()) {
            return refused(INVALID_PARAMETERS, "Invalid parameters");
        }
        var names = new ArrayList<String>();
        Matcher name = NAME.matcher(included.group(1));
        while (name.find()) {
            names.add(name.group(1));
        }
        if (names.isEmpty()) {
            return refused(INVALID_REQUEST, "At least one category should be enabled");
        }
        collector = log.collect(names, events -> onMessageOfAnyThread.accept(collected(events)));
        return "\"result\":{}";
    }

    private static String refused(int code, String reason) {
        return "\"error\":{\"code\":" + code + ",\"message\":\"" + reason + "\"}";
    }

    private static String collected(String events) {
        return "{\"method\":\"NodeTracing.dataCollected\",\"params\":{\"value\":[" + events + "]}}";
    }

    /** Ends what is being collected, and gives it to the client. */
    synchronized void close() {
        if (collector != 0 && log != null) {
            String rest = log.endCollecting(collector);
            collector = 0;
            if (!rest.isEmpty()) {
                onMessage.accept(collected(rest));
            }
        }
    }
}
