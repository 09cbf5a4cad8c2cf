package dev.gyre.loop;

/** What a piece of pool work waits for; decides how many threads it may hold at once. */
public enum WorkKind {
    /** Short blocking calls: files. May use every thread. */
    FAST_IO,
    /** Calls that may hang for long: name resolution. Uses at most half of the threads, and always at least one. */
    SLOW_IO,
    /** Computation: hashing, compression. May use every thread. */
    CPU
}
