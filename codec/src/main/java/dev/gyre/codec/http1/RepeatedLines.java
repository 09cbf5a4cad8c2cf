package dev.gyre.codec.http1;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The header lines of an earlier head on the same connection. Many clients send theirs again with every request, byte for
 * byte, and lines that are the same need no second reading.
 *
 * <p>Only plain lines are kept: what tells of a body, of an upgrade or of an expectation is read each time. A client whose
 * lines differ every time is left alone soon.
 */
final class RepeatedLines {
    private static final int MAX_BYTES = 2048;
    private static final int MAX_MISSES = 4;
    private static final int PLAIN = HttpParser.HAS_HOST | HttpParser.KEEP_ALIVE_ASKED | HttpParser.CLOSE_ASKED;

    private byte @Nullable [] lines;
    private int misses;
    private int flags;
    private int textBytes;

    /** Where the lines that begin here end, if they are the same; otherwise -1. */
    int endOf(byte[] in, int from, int to) {
        if (lines == null) {
            return -1;
        }
        int end = from + lines.length;
        if (end <= to && Arrays.mismatch(in, from, end, lines, 0, lines.length) < 0) {
            misses = 0;
            return end;
        }
        misses++;
        return -1;
    }

    /** What these lines say: bits of {@link HttpParser#flags}. */
    int flags() {
        return flags;
    }

    /** How much they count towards the limit of a head. */
    int textBytes() {
        return textBytes;
    }

    /** Whether lines that say this are worth to be kept. */
    boolean wants(int flags, int textBytes) {
        return misses < MAX_MISSES && (flags & ~PLAIN) == 0 && textBytes <= MAX_BYTES;
    }

    void keep(byte[] in, int from, int to, int flags, int textBytes) {
        lines = Arrays.copyOfRange(in, from, to);
        this.flags = flags;
        this.textBytes = textBytes;
    }
}
