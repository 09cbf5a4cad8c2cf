package dev.gyre.dashboard.http;

import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An answer.
 *
 * @param body its bytes; empty with a file or a stream
 * @param file sent as the body if not null; whoever made the answer closes it
 * @param stream told where it may write from now on, if not null: the answer then has no end of its own
 */
public record Response(
        int status,
        Map<String, String> headers,
        byte[] body,
        @Nullable FileChannel file,
        @Nullable StreamStart stream) {
    /** Takes the open end of an answer. */
    public interface StreamStart {
        void begin(EventStream events);
    }

    /** A stream of server-sent events. */
    public interface EventStream {
        /**
         * Sends an event.
         *
         * @return false if the client is gone, or reads so slowly that it was given up
         */
        boolean send(String event, String data);
    }

    public static Response of(int status, String type, String body) {
        return new Response(status, Map.of("Content-Type", type), body.getBytes(StandardCharsets.UTF_8), null, null);
    }

    public static Response json(int status, String body) {
        return of(status, "application/json; charset=utf-8", body);
    }

    public static Response text(int status, String body) {
        return of(status, "text/plain; charset=utf-8", body + "\n");
    }

    public static Response file(String type, String name, FileChannel file) {
        var headers = new LinkedHashMap<String, String>();
        headers.put("Content-Type", type);
        headers.put("Content-Disposition", "attachment; filename=\"" + name + "\"");
        return new Response(200, headers, new byte[0], file, null);
    }

    public static Response events(StreamStart stream) {
        return new Response(200, Map.of("Content-Type", "text/event-stream; charset=utf-8"), new byte[0], null, stream);
    }

    public Response with(String name, String value) {
        var more = new LinkedHashMap<>(headers);
        more.put(name, value);
        return new Response(status, more, body, file, stream);
    }
}
