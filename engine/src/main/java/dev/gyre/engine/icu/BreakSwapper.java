package dev.gyre.engine.icu;

/** Swaps what finds boundaries in text: compiled rules ({@code Brk}) and dictionaries ({@code Dict}). */
final class BreakSwapper {
    private static final int RULES_MAGIC = 0xb1a0;
    private static final int RULES_HEADER_LENGTH = 80;
    private static final int FORWARD_TABLE = 16;
    private static final int REVERSE_TABLE = 24;
    private static final int CATEGORY_TRIE = 32;
    private static final int STATUS_TABLE = 48;

    private static final int STATE_HEADER_LENGTH = 20;
    private static final int STATE_FLAGS = 16;
    private static final int EIGHT_BIT_ROWS = 4;

    private static final int DICTIONARY_INDEX_LENGTH = 32;
    private static final int TRIE_END = 4;
    private static final int TRIE_TYPE = 16;
    private static final int TRIE_OF_BYTES = 0;
    private static final int TRIE_OF_CHARS = 1;

    private BreakSwapper() {}

    /** The header holds offset and length of each part; the source text of the rules is UTF-8 and stays. */
    static void swapRules(SwapBlock rules) {
        if (rules.int32(0) != RULES_MAGIC) {
            throw new IcuDataException("not break rules");
        }
        rules.swap32(0, 4);
        rules.swap32(8, RULES_HEADER_LENGTH - 8); // between: the format version, in bytes
        swapStates(part(rules, FORWARD_TABLE));
        swapStates(part(rules, REVERSE_TABLE));
        TrieSwapper.swap(part(rules, CATEGORY_TRIE));
        var status = part(rules, STATUS_TABLE);
        status.swap32(0, status.length());
    }

    private static SwapBlock part(SwapBlock rules, int field) {
        return rules.slice(rules.int32(field), rules.int32(field + 4));
    }

    private static void swapStates(SwapBlock table) {
        table.swap32(0, STATE_HEADER_LENGTH);
        if ((table.int32(STATE_FLAGS) & EIGHT_BIT_ROWS) == 0) {
            table.swap16(STATE_HEADER_LENGTH, table.length() - STATE_HEADER_LENGTH);
        }
    }

    static void swapDictionary(SwapBlock dictionary) {
        dictionary.swap32(0, DICTIONARY_INDEX_LENGTH);
        switch (dictionary.int32(TRIE_TYPE) & 7) {
            case TRIE_OF_BYTES -> {}
            case TRIE_OF_CHARS ->
                dictionary.swap16(DICTIONARY_INDEX_LENGTH, dictionary.int32(TRIE_END) - DICTIONARY_INDEX_LENGTH);
            default -> throw new IcuDataException("a dictionary has a trie of unknown type");
        }
    }
}
