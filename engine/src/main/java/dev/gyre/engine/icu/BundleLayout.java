package dev.gyre.engine.icu;

/**
 * The layout of a resource bundle ({@code ResB}, versions 2 and 3), after the data header:
 *
 * <pre>
 *   root        one 32-bit reference, to a table
 *   indexes     32-bit words, see the constants below; tops are counted in words from the root
 *   keys        names of table items, ASCII, each ended by a zero byte
 *   units       16-bit: strings, and the tables and arrays that hold nothing but strings
 *   resources   32-bit: everything else
 * </pre>
 *
 * <p>A reference has a type in its upper four bits. The rest is the value itself (an integer), an offset in
 * words from the root, or an offset in units for the types that live among the 16-bit units. Offset 0 is an empty
 * value of any type.
 *
 * <p>Bundles of a folder share a <em>pool</em>, a bundle with no tree. A key offset at or beyond the local keys
 * (in a 32-bit table: with the sign bit set) counts from the first key of the pool. A string offset below the
 * bundle's limit counts in the pool's units; otherwise the limit is subtracted. References of 16 bits have a limit
 * of their own.
 *
 * <p>A string is ended by a zero and begins, unless it is short, with its length in the shape of one trail
 * surrogate and up to two more units.
 */
final class BundleLayout {
    static final int STRING = 0;
    static final int BINARY = 1;
    static final int TABLE = 2;
    static final int ALIAS = 3;
    static final int TABLE_32 = 4;
    static final int TABLE_16 = 5;
    static final int STRING_V2 = 6;
    static final int INT = 7;
    static final int ARRAY = 8;
    static final int ARRAY_16 = 9;
    static final int INT_VECTOR = 14;

    /** Index 0: how many indexes there are, below bits 23..0 of the limit of pool strings. */
    static final int INDEX_LENGTH = 0;

    static final int KEYS_TOP = 1;
    static final int RESOURCES_TOP = 2;
    static final int BUNDLE_TOP = 3;
    static final int MAX_TABLE_LENGTH = 4;

    /** Index 5: attribute bits, bits 27..24 of the limit of pool strings, and the limit for 16-bit references. */
    static final int ATTRIBUTES = 5;

    static final int UNITS_TOP = 6;
    static final int POOL_CHECKSUM = 7;

    static final int IS_POOL = 2;
    static final int USES_POOL = 4;

    private BundleLayout() {}

    static int type(int reference) {
        return reference >>> 28;
    }

    static int offset(int reference) {
        return reference & 0xfff_ffff;
    }

    static int reference(int type, int offset) {
        if (offset < 0 || offset > 0xfff_ffff) {
            throw new IcuDataException("offset " + offset + " doesn't fit into a reference");
        }
        return type << 28 | offset;
    }

    /** The byte at which an index is stored, from the root. */
    static int indexAt(int index) {
        return 4 + 4 * index;
    }
}
