package dev.gyre.engine.v8internals;

/** What an address of this process looks like. */
public final class Addresses {
    private static final long END = 1L << 47;
    private static final long FIRST = 65536;

    private Addresses() {}

    /** To something of C++'s that begins with a word. */
    public static boolean isPointer(long word) {
        return (word & 7) == 0 && word < END && word >= FIRST;
    }

    /** To an object in V8's heap: tagged with one. */
    public static boolean isReference(long word) {
        return (word & 7) == 1 && word < END && word >= FIRST;
    }
}
