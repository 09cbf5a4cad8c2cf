package dev.gyre.node;

import java.util.HexFormat;
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
        if (value == null) {
            out.append("null");
        } else if (value instanceof String s) {
            quote(out, s);
        } else if (value instanceof Number || value instanceof Boolean) {
            out.append(value);
        } else if (value instanceof List<?> list) {
            char separator = '[';
            for (Object element : list) {
                out.append(separator);
                write(out, element);
                separator = ',';
            }
            out.append(list.isEmpty() ? "[]" : "]");
        } else if (value instanceof Map<?, ?> map) {
            char separator = '{';
            for (Map.Entry<?, ?> entry : map.entrySet()) {
                out.append(separator);
                quote(out, (String) entry.getKey());
                out.append(':');
                write(out, entry.getValue());
                separator = ',';
            }
            out.append(map.isEmpty() ? "{}" : "}");
        } else {
            throw new IllegalArgumentException("no JSON for " + value.getClass());
        }
    }

    private static void quote(StringBuilder out, String s) {
        out.append('"');
        for (int i = 0; i < s.length(); i++) {
            char c = s.charAt(i);
            if (c == '"' || c == '\\') {
                out.append('\\').append(c);
            } else if (c < 0x20 || c > 0x7e) {
                out.append("\\u").append(HexFormat.of().toHexDigits(c));
            } else {
                out.append(c);
            }
        }
        out.append('"');
    }
}
