package dev.gyre.engine.icu;

/**
 * Swaps properties of characters: normalization ({@code Nrm2}) and emoji ({@code Emoj}). Both begin with 32-bit
 * indexes, the first of which is the offset of a code point trie and so the length of the indexes too.
 */
final class PropertySwapper {
    private static final int TRIE = 0;

    private static final int EXTRA_DATA = 4;
    private static final int SMALL_FCD = 8;

    private static final int TRIE_END = 4;
    private static final int FIRST_STRING_TRIE = 16;
    private static final int LAST_STRING_TRIE_END = 40;

    private PropertySwapper() {}

    /** Behind the trie come mappings in 16-bit units, then a table of bytes. */
    static void swapNormalization(SwapBlock data) {
        int trie = data.int32(TRIE);
        int extraData = data.int32(EXTRA_DATA);
        data.swap32(0, trie);
        TrieSwapper.swap(data.slice(trie, extraData - trie));
        data.swap16(extraData, data.int32(SMALL_FCD) - extraData);
    }

    /** Behind the trie come the sets of emoji sequences, tries in 16-bit units. */
    static void swapEmoji(SwapBlock data) {
        int trie = data.int32(TRIE);
        int strings = data.int32(FIRST_STRING_TRIE);
        data.swap32(0, trie);
        TrieSwapper.swap(data.slice(trie, data.int32(TRIE_END) - trie));
        data.swap16(strings, data.int32(LAST_STRING_TRIE_END) - strings);
    }
}
