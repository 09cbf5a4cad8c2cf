package com.caoccao.javet.enums;

/**
 * Stands in for Javet's class of this name, which the build leaves out of this module. Javet's has the spaces of an older V8:
 * with it, the last five can't be asked for. The names are V8's; the order is its numbering.
 */
public enum V8AllocationSpace {
    READ_ONLY,
    NEW,
    OLD,
    CODE,
    SHARED,
    TRUSTED,
    SHARED_TRUSTED,
    NEW_LARGE_OBJECT,
    LARGE_OBJECT,
    CODE_LARGE_OBJECT,
    SHARED_LARGE_OBJECT,
    SHARED_TRUSTED_LARGE_OBJECT,
    TRUSTED_LARGE_OBJECT;

    public static V8AllocationSpace[] getDistinctValues() {
        return values();
    }

    /** The native library asks. */
    public int getIndex() {
        return ordinal();
    }
}
