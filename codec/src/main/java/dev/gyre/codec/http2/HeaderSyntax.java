package dev.gyre.codec.http2;

/** Which bytes may stand in names and values; one table, a bit for each place. */
final class HeaderSyntax {
    /** A token without upper-case letters. */
    static final int NAME = 1;

    static final int TOKEN = 2;
    static final int VALUE = 4;
    static final int PATH = 8;
    static final int AUTHORITY = 16;
    static final int SCHEME = 32;

    private static final int MAX_DIGITS = 18;
    private static final byte[] CLASSES = new byte[256];

    static {
        String lower = "abcdefghijklmnopqrstuvwxyz0123456789";
        String upper = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
        mark(NAME | TOKEN, lower + "!#$%&'*+-.^_`|~");
        mark(TOKEN, upper);
        mark(SCHEME, lower + upper + "+-.");
        mark(AUTHORITY, lower + upper + "-._~!$&'()*+,;=:@%[]");
        for (int c = 0; c < 256; c++) {
            if (c == '\t' || (c >= ' ' && c != 0x7f)) {
                CLASSES[c] |= VALUE;
            }
            if (c > ' ' && c != 0x7f) {
                CLASSES[c] |= PATH;
            }
        }
    }

    private HeaderSyntax() {}

    private static void mark(int bits, String characters) {
        for (int i = 0; i < characters.length(); i++) {
            CLASSES[characters.charAt(i)] |= (byte) bits;
        }
    }

    static boolean areAll(int bit, byte[] in, int from, int to) {
        for (int i = from; i < to; i++) {
            if ((CLASSES[in[i] & 0xff] & bit) == 0) {
                return false;
            }
        }
        return true;
    }

    /** The number that the digits stand for, or -1. */
    static long numberOf(byte[] in, int from, int to) {
        if (from == to || to - from > MAX_DIGITS) {
            return -1;
        }
        long value = 0;
        for (int i = from; i < to; i++) {
            if (in[i] < '0' || in[i] > '9') {
                return -1;
            }
            value = 10 * value + in[i] - '0';
        }
        return value;
    }
}
