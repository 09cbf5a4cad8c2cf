package dev.gyre.engine.icu;

/**
 * Swaps the two generations of code point tries that are inside of other data: a header, an index of 16-bit
 * units and values of one width.
 */
final class TrieSwapper {
    private static final int HEADER_LENGTH = 16;
    private static final int SIGNATURE_2 = 0x54726932; // Tri2
    private static final int SIGNATURE_3 = 0x54726933; // Tri3

    private TrieSwapper() {}

    static void swap(SwapBlock trie) {
        int options = trie.uint16(4);
        int indexLength = trie.uint16(6);
        trie.swap32(0, 4);
        trie.swap16(4, HEADER_LENGTH - 4);
        trie.swap16(HEADER_LENGTH, 2 * indexLength);
        int values = HEADER_LENGTH + 2 * indexLength;
        switch (trie.int32(0)) {
            case SIGNATURE_2 -> {
                int count = trie.uint16(8) << 2;
                swapValues(trie, values, count, (options & 0xf) == 0 ? Short.BYTES : Integer.BYTES);
            }
            case SIGNATURE_3 -> {
                int count = (options & 0xf000) << 4 | trie.uint16(8);
                int width = switch (options & 7) {
                    case 0 -> Short.BYTES;
                    case 1 -> Integer.BYTES;
                    case 2 -> Byte.BYTES;
                    default -> throw new IcuDataException("a trie has values of an unknown width");
                };
                swapValues(trie, values, count, width);
            }
            default -> throw new IcuDataException("not a code point trie of version 2 or 3");
        }
    }

    private static void swapValues(SwapBlock trie, int offset, int count, int width) {
        switch (width) {
            case Short.BYTES -> trie.swap16(offset, 2 * count);
            case Integer.BYTES -> trie.swap32(offset, 4 * count);
            default -> trie.slice(offset, count);
        }
    }
}
