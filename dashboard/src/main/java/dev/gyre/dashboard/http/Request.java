package dev.gyre.dashboard.http;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A request's head. What it has as a body is read and dropped.
 *
 * @param path the target up to a question mark, as it was sent
 * @param query what follows it, or the empty text
 * @param lines names and values of the headers, in turn, as they were sent
 */
public record Request(String method, String path, String query, List<String> lines) {
    /** @param text target, names and values, a line each */
    static Request of(String method, String text) {
        List<String> parts = text.lines().toList();
        String target = parts.isEmpty() ? "" : parts.getFirst();
        int question = target.indexOf('?');
        return new Request(
                method,
                question < 0 ? target : target.substring(0, question),
                question < 0 ? "" : target.substring(question + 1),
                parts.size() < 2 ? List.of() : parts.subList(1, parts.size()));
    }

    /** The value of a header; null where there is none, or more than one, so that nobody can choose which counts. */
    public @Nullable String header(String name) {
        List<String> values = headers(name);
        return values.size() == 1 ? values.getFirst() : null;
    }

    public List<String> headers(String name) {
        var values = new ArrayList<String>();
        for (int i = 0; i + 1 < lines.size(); i += 2) {
            if (lines.get(i).toLowerCase(Locale.ROOT).equals(name)) {
                values.add(lines.get(i + 1));
            }
        }
        return values;
    }

    /** A parameter of the query, decoded; null where there is none. */
    public @Nullable String parameter(String name) {
        for (String part : query.split("&")) {
            int equals = part.indexOf('=');
            if (equals > 0 && part.substring(0, equals).equals(name)) {
                try {
                    return URLDecoder.decode(part.substring(equals + 1), StandardCharsets.UTF_8);
                } catch (IllegalArgumentException _) {
                    return null; // a percent sign with no digits
                }
            }
        }
        return null;
    }

    /** A cookie's value, or null. */
    public @Nullable String cookie(String name) {
        for (String line : headers("cookie")) {
            for (String part : line.split(";")) {
                String pair = part.strip();
                if (pair.startsWith(name + "=")) {
                    return pair.substring(name.length() + 1);
                }
            }
        }
        return null;
    }
}
