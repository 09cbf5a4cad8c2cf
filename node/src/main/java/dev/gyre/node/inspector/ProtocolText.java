package dev.gyre.node.inspector;

import java.math.BigDecimal;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Messages of the debugging protocol as V8 and as clients write them. V8 knows a CommonJS file by its path; clients know all
 * files by their URL, as Node tells them.
 */
final class ProtocolText {
    private static final Pattern FILE_KEY = Pattern.compile("\"(url|embedderName)\":\"(/(?:[^\"\\\\]|\\\\.)*)\"");
    private static final Pattern URL = Pattern.compile("\"url\"\\s*:\\s*\"(file://(?:[^\"\\\\]|\\\\.)*)\"");
    private static final Pattern FILE_PREFIX = Pattern.compile(
            "(\"urlRegex\"\\s*:\\s*\"\\^?)((?:file|\\[fF\\]\\[iI\\]\\[lL\\]\\[eE\\]):(?:(?:\\\\\\\\)?/){2})((?:\\\\\\\\)?/)");
    private static final Pattern CONSOLE_FRAME = Pattern.compile(
            "(\"callFrames\":\\[)\\{\"functionName\":\"[^\"]*\",\"scriptId\":\"\\d+\","
                    + "\"url\":\"node:internal/inspector/console_messages\",\"lineNumber\":\\d+,\"columnNumber\":\\d+\\},?");
    private static final Pattern CONTEXT_ORIGIN = Pattern.compile("\"origin\":\"(?:[^\"\\\\]|\\\\.)*\"");
    private static final String BREAKPOINT = "\"Debugger.setBreakpointByUrl\"";

    private ProtocolText() {}

    /** Whether a script is paused, or was until now: JavaScript may run where V8 says so. */
    static boolean isPause(String fromV8) {
        return fromV8.startsWith("{\"method\":\"Debugger.paused\"")
                || fromV8.startsWith("{\"method\":\"Debugger.resumed\"");
    }

    /** Whether V8 answers with a value that the client's expression made. */
    private static boolean isAnswer(String fromV8) {
        return fromV8.startsWith("{\"id\":")
                && !fromV8.contains("\"exceptionDetails\"")
                && fromV8.contains("{\"result\":{\"type\"");
    }

    static String fromV8(String whole) {
        String message = CoreWasm.withoutFrames(whole);
        if (message.startsWith("{\"method\":\"Runtime.consoleAPICalled\"")) {
            return timed(fileUrls(CONSOLE_FRAME.matcher(message).replaceFirst("$1")));
        }
        if (message.startsWith("{\"method\":\"Runtime.exceptionThrown\"")
                || message.startsWith("{\"method\":\"HeapProfiler.lastSeenObjectId\"")) {
            return timed(fileUrls(message));
        }
        if (message.startsWith("{\"method\":\"Runtime.executionContextCreated\"")
                && message.contains("\"auxData\":{\"isDefault\":true}")) {
            return CONTEXT_ORIGIN.matcher(message).replaceFirst("\"origin\":\"\""); // Javet takes the name for it
        }
        return fileUrls(message);
    }

    /** Javet does not tell V8 the time. Unescaped quotes are no part of a text, so this is V8's own key. */
    private static String timed(String message) {
        return message.replace("\"timestamp\":0,", "\"timestamp\":" + millis() + ",")
                .replace("\"timestamp\":0}", "\"timestamp\":" + millis() + "}");
    }

    /** Milliseconds since the epoch, with three digits for microseconds. */
    private static String millis() {
        Instant now = Instant.now();
        return BigDecimal.valueOf(now.getEpochSecond() * 1_000_000 + now.getNano() / 1000, 3)
                .toPlainString();
    }

    private static String fileUrls(String message) {
        if (!message.contains("\"url\":\"/") || isAnswer(message)) {
            return message;
        }
        return FILE_KEY.matcher(message)
                .replaceAll(found ->
                        Matcher.quoteReplacement("\"" + found.group(1) + "\":\"" + fileUrl(found.group(2)) + "\""));
    }

    static String toV8(String message) {
        if (!message.contains(BREAKPOINT)) {
            return message;
        }
        Matcher url = URL.matcher(message);
        if (url.find()) {
            String either = "^(?:" + inRegexp(url.group(1)) + "|" + inRegexp(pathOf(url.group(1))) + ")$";
            return url.replaceFirst(Matcher.quoteReplacement("\"urlRegex\":\"" + either.replace("\\", "\\\\") + "\""));
        }
        return FILE_PREFIX.matcher(message).replaceFirst("$1(?:$2)?$3");
    }

    /** Of a path as JSON writes it. The escapes of JSON are ASCII, or become such bytes. */
    static String fileUrl(String jsonPath) {
        String path = unescaped(jsonPath);
        var url = new StringBuilder("file://");
        for (byte b : path.getBytes(StandardCharsets.UTF_8)) {
            char c = (char) (b & 0xff);
            if (c <= ' ' || c > '~' || "\"#%<>?`{}\\^|".indexOf(c) >= 0) {
                url.append('%').append(String.format("%02X", (int) c));
            } else {
                url.append(c);
            }
        }
        return url.toString();
    }

    /** The string under a name, the first of that name; empty where there is none. */
    static String stringIn(String json, String name) {
        int at = json.indexOf('"' + name + '"');
        at = at < 0 ? -1 : json.indexOf('"', json.indexOf(':', at) + 1);
        if (at < 0) {
            return "";
        }
        int end = at + 1;
        while (end < json.length() && json.charAt(end) != '"') {
            end += json.charAt(end) == '\\' ? 2 : 1;
        }
        return unescaped(json.substring(at + 1, Math.min(end, json.length())));
    }

    /** The text under a name of the message itself, not of an object in it; null if there is none. */
    static @Nullable String outerString(String json, String name) {
        int depth = 0;
        for (int at = 0; at < json.length(); at++) {
            char c = json.charAt(at);
            if (c == '{' || c == '[') {
                depth++;
            } else if (c == '}' || c == ']') {
                depth--;
            } else if (c == '"') {
                int end = at + 1;
                while (end < json.length() && json.charAt(end) != '"') {
                    end += json.charAt(end) == '\\' ? 2 : 1;
                }
                if (depth == 1
                        && end < json.length()
                        && json.substring(at + 1, end).equals(name)) {
                    return stringIn(json.substring(at), name);
                }
                at = end;
            }
        }
        return null;
    }

    private static String unescaped(String json) {
        if (json.indexOf('\\') < 0) {
            return json;
        }
        var text = new StringBuilder();
        for (int i = 0; i < json.length(); i++) {
            char c = json.charAt(i);
            if (c != '\\') {
                text.append(c);
                continue;
            }
            c = json.charAt(++i);
            if (c == 'u') {
                text.append((char) Integer.parseInt(json, i + 1, i + 5, 16));
                i += 4;
            } else {
                int at = "bfnrt".indexOf(c);
                text.append(at < 0 ? c : "\b\f\n\r\t".charAt(at));
            }
        }
        return text.toString();
    }

    private static String pathOf(String url) {
        try {
            String path = new URI(unescaped(url)).getPath();
            return path == null ? url : path;
        } catch (URISyntaxException _) {
            return url;
        }
    }

    private static String inRegexp(String text) {
        var escaped = new StringBuilder();
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if ("\\^$.|?*+()[]{}/\"".indexOf(c) >= 0) {
                escaped.append('\\');
            }
            escaped.append(c);
        }
        return escaped.toString();
    }
}
