package dev.gyre.dashboard;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Writes JSON, member after member. The text can stand in a script of a page: {@code <}, {@code >} and {@code &} are written
 * as escapes, so that no value can end the element.
 */
public final class JsonText {
    private final StringBuilder text = new StringBuilder();
    private boolean needsComma;

    public JsonText open(char bracket) {
        comma();
        text.append(bracket);
        needsComma = false;
        return this;
    }

    public JsonText close(char bracket) {
        text.append(bracket);
        needsComma = true;
        return this;
    }

    public JsonText name(String name) {
        comma();
        quote(name);
        text.append(':');
        needsComma = false;
        return this;
    }

    public JsonText value(@Nullable String value) {
        comma();
        if (value == null) {
            text.append("null");
        } else {
            quote(value);
        }
        needsComma = true;
        return this;
    }

    public JsonText value(boolean value) {
        return raw(value ? "true" : "false");
    }

    public JsonText value(long value) {
        return raw(Long.toString(value));
    }

    /** With three decimals at most; what is no number is null. */
    public JsonText value(double value) {
        if (!Double.isFinite(value)) {
            return raw("null");
        }
        if (value == Math.rint(value) && Math.abs(value) < 1e15) {
            return raw(Long.toString((long) value));
        }
        return raw(String.format(Locale.ROOT, "%.3f", value));
    }

    public JsonText values(double[] values) {
        open('[');
        for (double value : values) {
            value(value);
        }
        return close(']');
    }

    public JsonText values(long[] values) {
        open('[');
        for (long value : values) {
            value(value);
        }
        return close(']');
    }

    /** Something that is JSON already. */
    public JsonText raw(String json) {
        comma();
        text.append(json);
        needsComma = true;
        return this;
    }

    public JsonText member(String name, @Nullable String value) {
        return name(name).value(value);
    }

    public JsonText member(String name, long value) {
        return name(name).value(value);
    }

    public JsonText member(String name, double value) {
        return name(name).value(value);
    }

    public JsonText member(String name, boolean value) {
        return name(name).value(value);
    }

    private void comma() {
        if (needsComma) {
            text.append(',');
        }
    }

    private void quote(String value) {
        text.append('"');
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            if (c == '"' || c == '\\') {
                text.append('\\').append(c);
            } else if (c < ' ' || c == '<' || c == '>' || c == '&' || c > '~') {
                text.append("\\u").append(String.format(Locale.ROOT, "%04x", (int) c));
            } else {
                text.append(c);
            }
        }
        text.append('"');
        needsComma = true;
    }

    @Override
    public String toString() {
        return text.toString();
    }
}
