package dev.gyre.codec.http1;

import java.util.Arrays;

/**
 * The head of a message as it is told to JavaScript: target or status text, then names and values, a line each. A line
 * feed can be in none of them, so one {@code split} makes the list of raw headers.
 *
 * <p>All parsers of a thread write into one of these. A parser whose input ends in the middle of a head takes its part
 * away and puts it back when it goes on, so an idle connection holds nothing.
 */
public final class HeadText {
    private byte[] bytes = new byte[1024];
    private int length;

    public byte[] bytes() {
        return bytes;
    }

    public int length() {
        return length;
    }

    void clear() {
        length = 0;
    }

    void append(byte[] in, int from, int to) {
        int count = to - from;
        reserve(count + 1);
        System.arraycopy(in, from, bytes, length, count);
        length += count;
    }

    void endLine() {
        reserve(1);
        bytes[length++] = '\n';
    }

    /** Spaces and tabs at the end of a value don't belong to it. */
    void trimFrom(int start) {
        while (length > start && (bytes[length - 1] == ' ' || bytes[length - 1] == '\t')) {
            length--;
        }
    }

    byte[] take() {
        byte[] part = Arrays.copyOf(bytes, length);
        length = 0;
        return part;
    }

    void put(byte[] part) {
        length = 0;
        reserve(part.length);
        System.arraycopy(part, 0, bytes, 0, part.length);
        length = part.length;
    }

    /** Whether the bytes from {@code at} on are this lower-case text, in any case. */
    boolean matches(int at, String lower) {
        if (at + lower.length() > length) {
            return false;
        }
        for (int i = 0; i < lower.length(); i++) {
            byte b = bytes[at + i];
            if ((b >= 'A' && b <= 'Z' ? b | 0x20 : b) != lower.charAt(i)) {
                return false;
            }
        }
        return true;
    }

    boolean is(int from, int to, String lower) {
        return to - from == lower.length() && matches(from, lower);
    }

    private void reserve(int count) {
        if (length + count > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, length + count));
        }
    }
}
