package dev.gyre.io;

import java.nio.charset.StandardCharsets;

/** UTF-8 as JavaScript engines write it: half of a surrogate pair becomes U+FFFD, where Java writes '?'. */
public final class Utf8 {
    private static final char REPLACEMENT = '\uFFFD';

    private Utf8() {}

    public static byte[] encode(String text) {
        int half = halfPair(text, 0);
        if (half < 0) {
            return text.getBytes(StandardCharsets.UTF_8);
        }
        char[] chars = text.toCharArray();
        for (int i = half; i >= 0; i = halfPair(text, i + 1)) {
            chars[i] = REPLACEMENT;
        }
        return new String(chars).getBytes(StandardCharsets.UTF_8);
    }

    /** The index of the first surrogate at or after {@code from} that has no partner, or -1. */
    private static int halfPair(String text, int from) {
        for (int i = from; i < text.length(); i++) {
            char c = text.charAt(i);
            if (!Character.isSurrogate(c)) {
                continue;
            }
            boolean paired = Character.isHighSurrogate(c)
                    && i + 1 < text.length()
                    && Character.isLowSurrogate(text.charAt(i + 1));
            if (!paired) {
                return i;
            }
            i++;
        }
        return -1;
    }
}
