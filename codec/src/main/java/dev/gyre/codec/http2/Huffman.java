package dev.gyre.codec.http2;

/**
 * The Huffman code of HPACK (RFC 7541, appendix B).
 *
 * <p>The code is canonical: codes of one length are consecutive numbers in the order of their symbols. So the lengths
 * define it. Decoding takes four bits a step: a state is an inner node of the code's tree, and because no code is shorter
 * than five bits, a step ends at most one symbol.
 */
final class Huffman {
    /** Length of each symbol's code: A is 5 bits, Z is 30. The last symbol is the end of the string. */
    private static final String LENGTHS = "ISXXXXXXXTZXXZXXXXXXXXZXXXXXXXXXBFFHIBDGFFDGDBBBAAABBBBBBBCDKBHF"
            + "IBCCCCCCCCCCCCCCCCCCCCCCDCDIOIJBKABABABBBACCBBBABCBAABCCCCCKGJIX"
            + "PRPPRRRSRSSSSSTSTTRSTSSSSQRSRSSTRQPRRSSQSRRTQRSSQQRQSRSSPRRRSRRS"
            + "VVPORSRUVVVWWVTUOQVWWVWTQQVVXWWWPTPQRQQSRRUUTTVSVWVVWWWWWXWWWWWV"
            + "Z";

    private static final int SYMBOLS = 257;
    private static final int END_OF_STRING = 256;
    private static final int MIN_BITS = 5;
    private static final int MAX_BITS = 30;
    private static final int MAX_PADDING_BITS = 7;

    private static final int EMITS = 1 << 16;
    private static final int FAILS = 1 << 17;
    private static final int SYMBOL_SHIFT = 8;
    private static final int STATES = 256;

    private static final int[] CODES = new int[SYMBOLS];
    private static final byte[] BITS = new byte[SYMBOLS];
    /** For a state and four bits: the next state, the symbol that ended, and flags. */
    private static final int[] STEPS = new int[STATES * 16];
    /** Whether a string may end in a state: what was read since the last symbol is padding. */
    private static final boolean[] MAY_END = new boolean[STATES];

    static {
        int code = 0;
        for (int bits = MIN_BITS; bits <= MAX_BITS; bits++) {
            code <<= 1;
            for (int symbol = 0; symbol < SYMBOLS; symbol++) {
                if (LENGTHS.charAt(symbol) - 'A' + MIN_BITS == bits) {
                    BITS[symbol] = (byte) bits;
                    CODES[symbol] = code++;
                }
            }
        }
        makeSteps(makeTree());
    }

    private Huffman() {}

    /** Two children a node: an inner node's number, or a symbol as its complement. */
    private static int[] makeTree() {
        int[] tree = new int[2 * STATES];
        int nodes = 1;
        for (int symbol = 0; symbol < SYMBOLS; symbol++) {
            int node = 0;
            for (int bit = BITS[symbol] - 1; bit > 0; bit--) {
                int child = 2 * node + ((CODES[symbol] >> bit) & 1);
                if (tree[child] == 0) {
                    tree[child] = nodes++;
                }
                node = tree[child];
            }
            tree[2 * node + (CODES[symbol] & 1)] = ~symbol;
        }
        return tree;
    }

    private static void makeSteps(int[] tree) {
        for (int state = 0; state < STATES; state++) {
            for (int nibble = 0; nibble < 16; nibble++) {
                STEPS[state * 16 + nibble] = step(tree, state, nibble);
            }
        }
        int node = 0;
        for (int ones = 0; ones <= MAX_PADDING_BITS; ones++) {
            MAY_END[node] = true;
            node = tree[2 * node + 1];
        }
    }

    private static int step(int[] tree, int state, int nibble) {
        int node = state;
        int emitted = 0;
        for (int bit = 3; bit >= 0; bit--) {
            int child = tree[2 * node + ((nibble >> bit) & 1)];
            if (child >= 0) {
                node = child;
            } else if (~child == END_OF_STRING) {
                return FAILS;
            } else {
                emitted = EMITS | (~child << SYMBOL_SHIFT);
                node = 0;
            }
        }
        return emitted | node;
    }

    /** Length of the encoded string in bytes. */
    static int encodedLength(byte[] in, int from, int to) {
        long bits = 0;
        for (int i = from; i < to; i++) {
            bits += BITS[in[i] & 0xff];
        }
        return (int) ((bits + 7) >> 3);
    }

    /** Writes the encoded string, for which there is room, and returns where it ends. */
    static int encode(byte[] in, int from, int to, byte[] out, int at) {
        long pending = 0;
        int pendingBits = 0;
        int end = at;
        for (int i = from; i < to; i++) {
            int symbol = in[i] & 0xff;
            pending = (pending << BITS[symbol]) | CODES[symbol];
            pendingBits += BITS[symbol];
            while (pendingBits >= 8) {
                pendingBits -= 8;
                out[end++] = (byte) (pending >> pendingBits);
            }
        }
        if (pendingBits > 0) {
            out[end++] = (byte) ((pending << (8 - pendingBits)) | (0xff >> pendingBits));
        }
        return end;
    }

    /** The longest string that so many bytes can be. */
    static int maxDecodedLength(int bytes) {
        return bytes * 8 / MIN_BITS;
    }

    /** Writes the decoded string, for which there is room, and returns where it ends, or -1 if it is no valid one. */
    static int decode(byte[] in, int from, int to, byte[] out, int at) {
        int[] steps = STEPS;
        int state = 0;
        int end = at;
        for (int i = from; i < to; i++) {
            int b = in[i];
            int step = steps[state * 16 + ((b >> 4) & 15)];
            if ((step & (EMITS | FAILS)) != 0) {
                if ((step & FAILS) != 0) {
                    return -1;
                }
                out[end++] = (byte) (step >> SYMBOL_SHIFT);
            }
            step = steps[(step & 0xff) * 16 + (b & 15)];
            if ((step & (EMITS | FAILS)) != 0) {
                if ((step & FAILS) != 0) {
                    return -1;
                }
                out[end++] = (byte) (step >> SYMBOL_SHIFT);
            }
            state = step & 0xff;
        }
        return MAY_END[state] ? end : -1;
    }
}
