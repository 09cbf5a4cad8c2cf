package dev.gyre.node;

import java.util.List;
import java.util.Map;

/** Writes strings, numbers, booleans, lists and maps as JSON. */
public final class Json {
    private Json() {}

    public static String of(Object value) {
        var out = new StringBuilder();
        write(out, value);
        return out.toString();
    }

    private static void write(StringBuilder out, Object value) {
        switch (value) {
            case null -> out.append("null");
            case String s -> quote(out, s);
            case Number n -> out.append(n);
            case Boolean b -> out.append(b);
            case List<?> list -> {
                char separator = '[';
                for (Object element : list) {
                    out.append(separator);
                    write(out, element);
                    separator = ',';
                }
                out.append(list.isEmpty() ? "[]" : "]");
            }
            case Map<?, ?> map -> {
                char separator = '{';
                for (Map.Entry<?, ?> entry : map.entrySet()) {
                    out.append(separator);
                    quote(out, (String) entry.getKey());
                    out.append(':');
                    write(out, entry.getValue());
                    separator = ',';
                }
                out.append(map.isEmpty() ? "{}" : "}");
            }
            default -> throw new IllegalArgumentException("no JSON for " + value.getClass());
        }
    }

    private static void quote(StringBuilder out, String s) {
        out.append('"');
        for (int i = 0; i < s.length(); i++) {
            char c = s.charAt(i);
            switch (c) {
                case '"' -> out.append("\\\"");
                case '\\' -> out.append("\\\\");
                default -> {
                    if (c < 0x20 || c > 0x7e) {
                        out.append(String.format("\\u%04x", (int) c));
                    } else {
                        out.append(c);
                    }
                }
            }
        }
        out.append('"');
    }
}
