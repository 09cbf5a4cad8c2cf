package dev.gyre.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Reads JSON: objects as a list of entries, so that a name that is there twice is seen, arrays as {@link Items}, the rest as
 * String, Double, Long, Boolean, or {@link #NULL}.
 */
final class JsonText {
    static final Object NULL = new Object();

    /** An array. */
    record Items(List<Object> list) {}

    /** An object. */
    record Fields(List<Map.Entry<String, Object>> list) {}

    /** The text is no JSON. */
    static final class BadJson extends Exception {
        private BadJson(int at) {
            super("no JSON at " + at);
        }
    }

    private final String text;
    private int at;

    private JsonText(String text) {
        this.text = text;
    }

    static Object read(String text) throws BadJson {
        var reader = new JsonText(text.startsWith("\ufeff") ? text.substring(1) : text);
        Object value = reader.value();
        reader.space();
        if (reader.at < reader.text.length()) {
            throw new BadJson(reader.at);
        }
        return value;
    }

    private void space() {
        while (at < text.length() && " \t\r\n".indexOf(text.charAt(at)) >= 0) {
            at++;
        }
    }

    /** The next char that is no space; 0 at the end. */
    private char peek() {
        space();
        return at < text.length() ? text.charAt(at) : 0;
    }

    private void expect(char c) throws BadJson {
        if (peek() != c) {
            throw new BadJson(at);
        }
        at++;
    }

    private Object value() throws BadJson {
        return switch (peek()) {
            case '{' -> object();
            case '[' -> array();
            case '"' -> string();
            case 't' -> word("true", true);
            case 'f' -> word("false", false);
            case 'n' -> word("null", NULL);
            default -> number();
        };
    }

    private Object word(String word, Object value) throws BadJson {
        if (!text.startsWith(word, at)) {
            throw new BadJson(at);
        }
        at += word.length();
        return value;
    }

    private Fields object() throws BadJson {
        var fields = new ArrayList<Map.Entry<String, Object>>();
        expect('{');
        if (peek() == '}') {
            at++;
            return new Fields(fields);
        }
        do {
            space();
            String name = string();
            expect(':');
            fields.add(Map.entry(name, value()));
        } while (hasNext('}'));
        return new Fields(fields);
    }

    private Items array() throws BadJson {
        var items = new ArrayList<>();
        expect('[');
        if (peek() == ']') {
            at++;
            return new Items(items);
        }
        do {
            items.add(value());
        } while (hasNext(']'));
        return new Items(items);
    }

    private boolean hasNext(char end) throws BadJson {
        if (peek() == ',') {
            at++;
            return true;
        }
        expect(end);
        return false;
    }

    private String string() throws BadJson {
        expect('"');
        var out = new StringBuilder();
        while (at < text.length() && text.charAt(at) != '"') {
            char c = text.charAt(at++);
            out.append(c == '\\' ? escaped() : c);
        }
        expect('"');
        return out.toString();
    }

    private char escaped() throws BadJson {
        char c = at < text.length() ? text.charAt(at++) : 0;
        int known = "\"\\/bfnrt".indexOf(c);
        if (known >= 0) {
            return "\"\\/\b\f\n\r\t".charAt(known);
        }
        if (c != 'u' || at + 4 > text.length()) {
            throw new BadJson(at);
        }
        try {
            char unit = (char) Integer.parseInt(text, at, at + 4, 16);
            at += 4;
            return unit;
        } catch (NumberFormatException e) {
            throw new BadJson(at);
        }
    }

    private Object number() throws BadJson {
        int from = at;
        while (at < text.length() && "+-.eE0123456789".indexOf(text.charAt(at)) >= 0) {
            at++;
        }
        String digits = text.substring(from, at);
        try {
            return digits.matches("-?\\d+") ? (Object) Long.valueOf(digits) : Double.valueOf(digits);
        } catch (NumberFormatException e) {
            throw new BadJson(from);
        }
    }
}
