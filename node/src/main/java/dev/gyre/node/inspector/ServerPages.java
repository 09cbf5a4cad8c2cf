package dev.gyre.node.inspector;

import dev.gyre.node.Json;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What the server of the debugging protocol answers by HTTP, byte for byte as Node does. */
final class ServerPages {
    static final String REFUSAL = """
            HTTP/1.0 400 Bad Request\r
            Content-Type: text/html; charset=UTF-8\r
            \r
            WebSockets request was expected\r
            """;

    private static final String ROOT = "/json";

    private ServerPages() {}

    /** Null where there is no such page. */
    static @Nullable String response(ProtocolRequest request, ProtocolServer server) {
        if (!server.target().isPublishedByHttp()) {
            return page(404, "");
        }
        String path = request.path().toLowerCase(Locale.ROOT);
        if (!path.equals(ROOT) && !path.startsWith(ROOT + "/")) {
            return null;
        }
        String page = path.substring(Math.min(path.length(), ROOT.length() + 1));
        int slash = page.indexOf('/');
        return switch (slash < 0 ? page : page.substring(0, slash)) {
            case "", "list" -> page(200, "[ " + object(targetOf(server, request.host())) + "]\n\n");
            case "version" -> page(200, object(Map.of("Browser", "node.js/v26.10.0"), "Protocol-Version", "1.1"));
            case "protocol" -> page(200, Json.of(ProtocolNames.description()));
            default -> null;
        };
    }

    private static String page(int code, String body) {
        return "HTTP/1.0 " + code
                + " OK\r\nContent-Type: application/json; charset=UTF-8\r\nCache-Control: no-cache\r\n"
                + "Content-Length: " + body.getBytes(StandardCharsets.UTF_8).length + "\r\n\r\n" + body;
    }

    private static Map<String, String> targetOf(ProtocolServer server, String host) {
        ProtocolServer.Target target = server.target();
        String address = (host.isEmpty() ? "127.0.0.1:" + server.port() : host) + "/" + target.id();
        String frontend = ".html?experiments=true&v8only=true&ws=" + address;
        var fields = new LinkedHashMap<String, String>();
        fields.put("description", "node.js instance");
        fields.put("devtoolsFrontendUrl", "devtools://devtools/bundled/js_app" + frontend);
        fields.put("devtoolsFrontendUrlCompat", "devtools://devtools/bundled/inspector" + frontend);
        fields.put("faviconUrl", "https://nodejs.org/static/images/favicons/favicon.ico");
        fields.put("id", target.id());
        fields.put("title", target.title());
        fields.put("type", "node");
        fields.put("url", target.scriptUrl());
        fields.put("webSocketDebuggerUrl", "ws://" + address);
        return fields;
    }

    private static String object(Map<String, String> fields, String... more) {
        var all = new LinkedHashMap<>(fields);
        for (int i = 0; i < more.length; i += 2) {
            all.put(more[i], more[i + 1]);
        }
        return all.entrySet().stream()
                .map(field -> "  \"" + field.getKey() + "\": " + Json.of(field.getValue()))
                .collect(Collectors.joining(",\n", "{\n", "\n} "));
    }
}
