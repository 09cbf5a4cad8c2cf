package dev.gyre.regexp.ambiguity;

import java.util.ArrayList;
import java.util.List;

/** A text that grows: fixed pieces, each followed by one that is repeated, and an end that makes the match fail. */
public record Attack(List<Part> parts, String end) {
    public Attack {
        parts = List.copyOf(parts);
    }

    public record Part(String fixed, String pump) {}

    public Attack withEnd(String other) {
        return new Attack(parts, other);
    }

    public String text(int times) {
        var text = new StringBuilder();
        for (Part part : parts) {
            text.append(part.fixed).append(part.pump.repeat(times));
        }
        return text.append(end).toString();
    }

    public int length(int times) {
        long length = end.length();
        for (Part part : parts) {
            length += part.fixed.length() + (long) times * part.pump.length();
        }
        return (int) Math.min(Integer.MAX_VALUE, length);
    }

    /** Characters by which one more repetition makes it longer. */
    public int growth() {
        return parts.stream().mapToInt(part -> part.pump.length()).sum();
    }

    /** The same text from its end to its beginning. */
    Attack backwards() {
        var reversed = new ArrayList<Part>();
        String fixed = reverse(end);
        for (Part part : parts.reversed()) {
            reversed.add(new Part(fixed, reverse(part.pump)));
            fixed = reverse(part.fixed);
        }
        return new Attack(reversed, fixed);
    }

    private static String reverse(String text) {
        return new StringBuilder(text).reverse().toString();
    }

    /** As JavaScript: {@code 'x' + 'a'.repeat(30) + '!'}. */
    public String script(int times) {
        var terms = new ArrayList<String>();
        for (Part part : parts) {
            boolean isSame = part.fixed.equals(part.pump);
            if (!part.fixed.isEmpty() && !isSame) {
                terms.add(quote(part.fixed));
            }
            terms.add(quote(part.pump) + ".repeat(" + (isSame ? times + 1 : times) + ")");
        }
        if (!end.isEmpty()) {
            terms.add(quote(end));
        }
        return String.join(" + ", terms);
    }

    private static String quote(String text) {
        var quoted = new StringBuilder("'");
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '\n' -> quoted.append("\\n");
                case '\r' -> quoted.append("\\r");
                case '\t' -> quoted.append("\\t");
                case '\'' -> quoted.append("\\'");
                case '\\' -> quoted.append("\\\\");
                default -> quoted.append(c >= ' ' && c < 0x7F ? "" + c : String.format("\\u%04x", (int) c));
            }
        }
        return quoted.append('\'').toString();
    }
}
