package dev.gyre.codec.http1;

/** Which bytes may stand where; one table, a bit for each place. */
final class HttpSyntax {
    static final int TOKEN = 1;
    static final int VALUE = 2;
    static final int RELAXED_VALUE = 4;
    static final int URL = 8;
    static final int SERVER = 16;
    static final int QUOTED = 32;

    private static final byte[] CLASSES = new byte[256];

    static {
        String alphanumeric = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
        mark(TOKEN, alphanumeric + "!#$%&'*+-.^_`|~");
        mark(URL, alphanumeric + "!\"$%&'()*+,-./:;<=>@[\\]^_`{|}~");
        mark(SERVER, alphanumeric + "-_.!~*'()%;:&=+$,[]");
        for (int c = 0; c < 256; c++) {
            boolean text = c == '\t' || (c >= ' ' && c != 0x7f);
            if (text) {
                CLASSES[c] |= VALUE;
            }
            if (text && c != '"' && c != '\\') {
                CLASSES[c] |= QUOTED;
            }
            if (c != 0 && c != '\r' && c != '\n') {
                CLASSES[c] |= RELAXED_VALUE;
            }
        }
    }

    private HttpSyntax() {}

    private static void mark(int bit, String characters) {
        for (int i = 0; i < characters.length(); i++) {
            CLASSES[characters.charAt(i)] |= (byte) bit;
        }
    }

    static boolean is(int bit, byte value) {
        return (CLASSES[value & 0xff] & bit) != 0;
    }

    /** Where the bytes from {@code from} on end that may stand there. */
    static int endOf(int bit, byte[] in, int from, int to) {
        byte[] classes = CLASSES;
        int at = from;
        while (at < to && (classes[in[at] & 0xff] & bit) != 0) {
            at++;
        }
        return at;
    }

    static boolean isLetter(byte value) {
        int lower = value | 0x20;
        return lower >= 'a' && lower <= 'z';
    }

    static int hexDigit(byte value) {
        return Character.digit(value, 16);
    }
}
