package dev.gyre.node.inspector;

import dev.gyre.node.Json;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The domain {@code Network} of one session: which requests its client has heard of, and the bodies that it may ask for. The
 * oldest are forgotten where they take more memory than the client has allowed. Any thread.
 */
final class NetworkDomain {
    private static final int MAX_BYTES = 100 << 20;
    private static final int MAX_RESOURCE_BYTES = 5 << 20;
    private static final int MAX_EXCHANGES = 10_000;
    private static final int MAX_TEXT = 1 << 20;
    private static final int INVALID_PARAMS = -32602;
    private static final int SERVER_ERROR = -32000;

    /** One request. */
    private static final class Exchange {
        final boolean isSentText;
        boolean isReceivedText;
        boolean isSent;
        boolean isReceived;
        boolean isStreamed;
        final ByteArrayOutputStream sent = new ByteArrayOutputStream();
        final ByteArrayOutputStream received = new ByteArrayOutputStream();

        Exchange(boolean isSentText, boolean isSent) {
            this.isSentText = isSentText;
            this.isSent = isSent;
        }

        int bytes() {
            return sent.size() + received.size();
        }
    }

    private final NetworkResources resources;
    private final Map<String, Exchange> exchanges = new LinkedHashMap<>(); // the oldest first
    private final Map<String, Integer> offsets = new HashMap<>(); // how far resources were read
    private long bytes;
    private long maxBytes = MAX_BYTES;
    private long maxResourceBytes = MAX_RESOURCE_BYTES;
    private boolean isEnabled;

    NetworkDomain(NetworkResources resources) {
        this.resources = resources;
    }

    synchronized boolean isEnabled() {
        return isEnabled;
    }

    // ---- events

    /** Takes notice of an event: whether the client is told of it. */
    synchronized boolean take(OwnEvent event) {
        Exchange exchange = exchanges.get(event.request());
        String detail = event.detail();
        switch (event.method()) {
            case "Network.requestWillBeSent" -> {
                if (exchange != null || detail == null) {
                    return false;
                }
                if (exchanges.size() >= MAX_EXCHANGES) {
                    forget(exchanges.keySet().iterator().next());
                }
                exchanges.put(event.request(), new Exchange(detail.startsWith("utf-8"), !detail.endsWith(" body")));
                return true;
            }
            case "Network.responseReceived" -> {
                if (exchange == null) {
                    return false;
                }
                exchange.isReceivedText = "utf-8".equals(detail);
                return true;
            }
            case "Network.loadingFailed" -> forget(event.request());
            case "Network.loadingFinished" -> {
                if (exchange != null && exchange.isStreamed) {
                    forget(event.request());
                } else if (exchange != null) {
                    exchange.isReceived = true;
                }
            }
            case "Network.dataSent" -> {
                if (exchange != null && detail == null) {
                    exchange.isSent = true;
                } else if (exchange != null) {
                    add(exchange, exchange.sent, detail);
                }
                return false;
            }
            case "Network.dataReceived" -> {
                if (exchange != null && !exchange.isStreamed) {
                    add(exchange, exchange.received, detail);
                }
                return exchange != null && exchange.isStreamed;
            }
            default -> {
                return true;
            }
        }
        return true;
    }

    private void add(Exchange exchange, ByteArrayOutputStream body, @Nullable String base64) {
        byte[] chunk = Base64.getDecoder().decode(base64 == null ? "" : base64);
        if (exchange.bytes() + chunk.length > maxResourceBytes) {
            return;
        }
        body.writeBytes(chunk);
        bytes += chunk.length;
        while (bytes > maxBytes && !exchanges.isEmpty()) {
            forget(exchanges.keySet().iterator().next());
        }
    }

    private void forget(String request) {
        Exchange exchange = exchanges.remove(request);
        if (exchange != null) {
            bytes -= exchange.bytes();
        }
    }

    // ---- commands

    /** The answer to a command; null if there is no such. */
    @Nullable
    synchronized String answer(String id, String command, String message) {
        return switch (command) {
            case "Network.enable" -> {
                isEnabled = true;
                exchanges.clear();
                bytes = 0;
                maxBytes = number(message, "maxTotalBufferSize", MAX_BYTES);
                maxResourceBytes = number(message, "maxResourceBufferSize", MAX_RESOURCE_BYTES);
                yield result(id, Map.of());
            }
            case "Network.disable" -> {
                isEnabled = false;
                yield result(id, Map.of());
            }
            case "Network.getRequestPostData" -> postData(id, ProtocolText.stringIn(message, "requestId"));
            case "Network.getResponseBody" -> responseBody(id, ProtocolText.stringIn(message, "requestId"));
            case "Network.streamResourceContent" -> stream(id, ProtocolText.stringIn(message, "requestId"));
            case "Network.loadNetworkResource" -> load(id, ProtocolText.stringIn(message, "url"));
            case "IO.read" -> read(id, message);
            case "IO.close" -> {
                resources.remove(ProtocolText.stringIn(message, "handle"));
                yield result(id, Map.of());
            }
            default -> null;
        };
    }

    private String postData(String id, String request) {
        Exchange exchange = exchanges.get(request);
        if (exchange == null) {
            return error(id, INVALID_PARAMS, "Request not found");
        }
        if (!exchange.isSent) {
            return error(id, INVALID_PARAMS, "Request data is not finished yet");
        }
        if (!exchange.isSentText) {
            return error(id, SERVER_ERROR, "Unable to serialize binary request body");
        }
        return result(id, Map.of("postData", exchange.sent.toString(StandardCharsets.UTF_8)));
    }

    private String responseBody(String id, String request) {
        Exchange exchange = exchanges.get(request);
        if (exchange == null) {
            return error(id, INVALID_PARAMS, "Request not found");
        }
        if (exchange.isStreamed) {
            return error(id, INVALID_PARAMS, "Response body of the request is been streamed");
        }
        if (!exchange.isReceived) {
            return error(id, INVALID_PARAMS, "Response data is not finished yet");
        }
        forget(request);
        String body = exchange.isReceivedText
                ? exchange.received.toString(StandardCharsets.UTF_8)
                : Base64.getEncoder().encodeToString(exchange.received.toByteArray());
        return result(id, inOrder("body", body, "base64Encoded", !exchange.isReceivedText));
    }

    private String stream(String id, String request) {
        Exchange exchange = exchanges.get(request);
        if (exchange == null) {
            return error(id, INVALID_PARAMS, "Request not found");
        }
        exchange.isStreamed = true;
        String buffered = Base64.getEncoder().encodeToString(exchange.received.toByteArray());
        bytes -= exchange.received.size();
        exchange.received.reset();
        if (exchange.isReceived) {
            forget(request);
        }
        return result(id, Map.of("bufferedData", buffered));
    }

    private String load(String id, String url) {
        if (!resources.isOn()) {
            return error(
                    id,
                    SERVER_ERROR,
                    "Network resource loading is not enabled. This feature is experimental and requires "
                            + "--experimental-inspector-network-resource flag to be set.");
        }
        boolean isThere = !resources.get(url).isEmpty();
        return result(
                id, Map.of("resource", isThere ? inOrder("success", true, "stream", url) : Map.of("success", false)));
    }

    /** Goes on where the last read of the resource ended, unless the command says where to begin. */
    private String read(String id, String message) {
        String url = ProtocolText.stringIn(message, "handle");
        byte[] text = resources.get(url).getBytes(StandardCharsets.UTF_8);
        long asked = number(message, "offset", -1);
        int from = asked >= 0 ? (int) Math.min(asked, text.length) : offsets.getOrDefault(url, 0);
        int size = (int) Math.min(number(message, "size", MAX_TEXT), MAX_TEXT);
        if (from >= text.length) {
            return result(id, inOrder("data", "", "eof", true));
        }
        int count = Math.min(size, text.length - from);
        if (asked < 0) {
            offsets.put(url, from + size);
        }
        return result(id, inOrder("data", new String(text, from, count, StandardCharsets.UTF_8), "eof", false));
    }

    private static long number(String message, String name, long otherwise) {
        Matcher found = Pattern.compile("\"" + name + "\"\\s*:\\s*(\\d{1,12})").matcher(message);
        return found.find() ? Long.parseLong(found.group(1)) : otherwise;
    }

    private static Map<String, Object> inOrder(String first, Object value, String second, Object secondValue) {
        var pairs = new LinkedHashMap<String, Object>();
        pairs.put(first, value);
        pairs.put(second, secondValue);
        return pairs;
    }

    private static String result(String id, Map<String, ?> result) {
        return "{\"id\":" + id + ",\"result\":" + Json.of(result) + "}";
    }

    private static String error(String id, int code, String message) {
        return "{\"id\":" + id + ",\"error\":{\"code\":" + code + ",\"message\":" + Json.of(message) + "}}";
    }
}
