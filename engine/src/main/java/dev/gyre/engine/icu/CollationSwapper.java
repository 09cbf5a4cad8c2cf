package dev.gyre.engine.icu;

/**
 * Swaps collation data ({@code UCol}): the root's own file and the tailorings inside of bundles.
 *
 * <p>It begins with a list of 32-bit indexes. Those from {@link #REORDER_CODES} on are offsets of parts; a part
 * ends where the next begins. A short list means that the parts at its end are empty.
 */
final class CollationSwapper {
    private static final int REORDER_CODES = 5;
    private static final int REORDER_TABLE = 6;
    private static final int TRIE = 7;
    private static final int CES = 9;
    private static final int CE32S = 11;
    private static final int ROOT_ELEMENTS = 12;
    private static final int CONTEXTS = 13;
    private static final int UNSAFE_BACKWARD = 14;
    private static final int FAST_LATIN = 15;
    private static final int SCRIPTS = 16;
    private static final int COMPRESSIBLE_BYTES = 17;
    private static final int TOTAL_SIZE = 19;

    private CollationSwapper() {}

    static void swap(SwapBlock data) {
        int indexCount = data.int32(0);
        data.swap32(0, 4 * indexCount);
        for (int index = REORDER_CODES; index < Math.min(indexCount - 1, TOTAL_SIZE); index++) {
            int offset = data.int32(4 * index);
            int length = data.int32(4 * index + 4) - offset;
            if (length == 0) {
                continue;
            }
            switch (index) {
                case REORDER_TABLE, COMPRESSIBLE_BYTES -> {}
                case TRIE -> TrieSwapper.swap(data.slice(offset, length));
                case CES -> data.swap64(offset, length);
                case REORDER_CODES, CE32S, ROOT_ELEMENTS -> data.swap32(offset, length);
                case CONTEXTS, UNSAFE_BACKWARD, FAST_LATIN, SCRIPTS -> data.swap16(offset, length);
                default -> throw new IcuDataException("collation data has a part " + index + " that is unknown");
            }
        }
    }
}
