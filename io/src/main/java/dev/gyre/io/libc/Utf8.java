package dev.gyre.io.libc;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/**
 * UTF-8 as JavaScript engines have it. Written, half of a surrogate pair becomes U+FFFD, where Java writes '?'. Read,
 * each maximal part of a broken sequence becomes one U+FFFD, as the Encoding Standard says; Java makes fewer of an
 * encoded surrogate.
 */
public final class Utf8 {
    private static final char REPLACEMENT = '\uFFFD';

    private Utf8() {}

    public static byte[] encode(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        if (bytes.length == text.length() && !hasQuestionMark(bytes)) {
            return bytes; // nearly every path: nothing but ASCII
        }
        int half = halfPair(text, 0);
        if (half < 0) {
            return bytes;
        }
        char[] chars = text.toCharArray();
        for (int i = half; i >= 0; i = halfPair(text, i + 1)) {
            chars[i] = REPLACEMENT;
        }
        return new String(chars).getBytes(StandardCharsets.UTF_8);
    }

    /** What Java writes for half of a pair, too. */
    private static boolean hasQuestionMark(byte[] bytes) {
        for (byte b : bytes) {
            if (b == '?') {
                return true;
            }
        }
        return false;
    }

    public static String decode(byte[] bytes) {
        if (isAscii(bytes)) {
            return latin1(bytes); // a copy, where Java would look at each byte again
        }
        String text = new String(bytes, StandardCharsets.UTF_8);
        // Java is right, and fast, about all that is valid: where each replacement stands in the bytes, nothing was
        // replaced.
        int replacements = replacementsIn(text);
        return replacements == 0 || replacements == replacementsIn(bytes) ? text : decodeBroken(bytes);
    }

    private static int replacementsIn(String text) {
        int count = 0;
        for (int i = text.indexOf(REPLACEMENT); i >= 0; i = text.indexOf(REPLACEMENT, i + 1)) {
            count++;
        }
        return count;
    }

    /** Those that are written out: EF BF BD. */
    private static int replacementsIn(byte[] bytes) {
        int count = 0;
        for (int i = 2; i < bytes.length; i++) {
            if (bytes[i] == (byte) 0xbd && bytes[i - 1] == (byte) 0xbf && bytes[i - 2] == (byte) 0xef) {
                count++;
            }
        }
        return count;
    }

    /**
     * One character for each byte. By the constructor that does nothing else: the one that takes a character set knows them all,
     * and C1 takes 2 ms to compile it.
     */
    @SuppressWarnings("deprecation")
    public static String latin1(byte[] bytes) {
        return new String(bytes, 0, 0, bytes.length);
    }

    /** Many bytes at once: without C2, the JVM's own way takes one at a time. */
    public static boolean isAscii(byte[] bytes) {
        ByteBuffer words = ByteBuffer.wrap(bytes).order(ByteOrder.nativeOrder()); // C1 turns the bytes round by a call
        int i = 0;
        for (int end = bytes.length & -4 * Long.BYTES; i < end; i += 4 * Long.BYTES) {
            long all = words.getLong(i)
                    | words.getLong(i + Long.BYTES)
                    | words.getLong(i + 2 * Long.BYTES)
                    | words.getLong(i + 3 * Long.BYTES);
            if ((all & 0x8080808080808080L) != 0) {
                return false;
            }
        }
        for (int end = bytes.length & -Long.BYTES; i < end; i += Long.BYTES) {
            if ((words.getLong(i) & 0x8080808080808080L) != 0) {
                return false;
            }
        }
        for (; i < bytes.length; i++) {
            if (bytes[i] < 0) {
                return false;
            }
        }
        return true;
    }

    private static String decodeBroken(byte[] bytes) {
        var text = new StringBuilder(bytes.length);
        for (int i = 0; i < bytes.length; ) {
            int lead = bytes[i++] & 0xff;
            int more = lead < 0x80 ? 0 : lead < 0xc2 ? -1 : lead < 0xe0 ? 1 : lead < 0xf0 ? 2 : lead < 0xf5 ? 3 : -1;
            // The second byte has a smaller range after some leads: no overlong forms, surrogates or beyond U+10FFFF.
            int low = lead == 0xe0 ? 0xa0 : lead == 0xf0 ? 0x90 : 0x80;
            int high = lead == 0xed ? 0x9f : lead == 0xf4 ? 0x8f : 0xbf;
            int point = more < 0 ? REPLACEMENT : more == 0 ? lead : lead & (0x3f >> more);
            for (int n = 0; n < more; n++, low = 0x80, high = 0xbf) {
                int next = i < bytes.length ? bytes[i] & 0xff : -1;
                if (next < low || next > high) {
                    point = REPLACEMENT;
                    break;
                }
                point = point << 6 | (next & 0x3f);
                i++;
            }
            text.appendCodePoint(point);
        }
        return text.toString();
    }

    /** The index of the first surrogate at or after {@code from} that has no partner, or -1. */
    private static int halfPair(String text, int from) {
        int i = from;
        while (i < text.length()) {
            char c = text.charAt(i);
            if (!Character.isSurrogate(c)) {
                i++;
                continue;
            }
            boolean paired = Character.isHighSurrogate(c)
                    && i + 1 < text.length()
                    && Character.isLowSurrogate(text.charAt(i + 1));
            if (!paired) {
                return i;
            }
            i += 2;
        }
        return -1;
    }
}
