package dev.gyre.dashboard.doctor;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads JSON that V8 wrote: maps, lists, texts, doubles, booleans and null. */
final class JsonReader {
    private final String json;
    private int at;

    private JsonReader(String json) {
        this.json = json;
    }

    static @Nullable Object read(String json) {
        var reader = new JsonReader(json);
        Object value = reader.value();
        reader.space();
        if (reader.at != json.length()) {
            throw reader.wrong();
        }
        return value;
    }

    private @Nullable Object value() {
        space();
        return switch (peek()) {
            case '{' -> object();
            case '[' -> list();
            case '"' -> text();
            case 't' -> word("true", true);
            case 'f' -> word("false", false);
            case 'n' -> word("null", null);
            default -> number();
        };
    }

    private Map<String, @Nullable Object> object() {
        var members = new LinkedHashMap<String, @Nullable Object>();
        at++;
        for (space(); peek() != '}'; space()) {
            String name = text();
            space();
            expect(':');
            members.put(name, value());
            space();
            if (peek() != '}') {
                expect(',');
            }
        }
        at++;
        return members;
    }

    private List<@Nullable Object> list() {
        var items = new ArrayList<@Nullable Object>();
        at++;
        for (space(); peek() != ']'; space()) {
            items.add(value());
            space();
            if (peek() != ']') {
                expect(',');
            }
        }
        at++;
        return items;
    }

    private String text() {
        expect('"');
        var text = new StringBuilder();
        for (char c = next(); c != '"'; c = next()) {
            if (c != '\\') {
                text.append(c);
                continue;
            }
            c = next();
            if (c == 'u') {
                if (at + 4 > json.length()) {
                    throw wrong();
                }
                text.append((char) Integer.parseInt(json, at, at + 4, 16));
                at += 4;
            } else {
                int escape = "bfnrt".indexOf(c);
                text.append(escape < 0 ? c : "\b\f\n\r\t".charAt(escape));
            }
        }
        return text.toString();
    }

    private Double number() {
        int from = at;
        while (at < json.length() && "+-.eE0123456789".indexOf(json.charAt(at)) >= 0) {
            at++;
        }
        try {
            return Double.valueOf(json.substring(from, at));
        } catch (NumberFormatException _) {
            throw wrong();
        }
    }

    private @Nullable Object word(String word, @Nullable Object value) {
        if (!json.startsWith(word, at)) {
            throw wrong();
        }
        at += word.length();
        return value;
    }

    private void space() {
        while (at < json.length() && json.charAt(at) <= ' ') {
            at++;
        }
    }

    private char peek() {
        if (at >= json.length()) {
            throw wrong();
        }
        return json.charAt(at);
    }

    private char next() {
        char c = peek();
        at++;
        return c;
    }

    private void expect(char c) {
        if (next() != c) {
            throw wrong();
        }
    }

    private IllegalArgumentException wrong() {
        return new IllegalArgumentException("no JSON at " + at);
    }
}
