package dev.gyre.loop;

/** What a piece of pool work waits for; decides how many threads it may hold at once, and which. */
public enum WorkKind {
    /** Short blocking calls: files. May use every thread of the I/O lane. */
    FAST_IO,
    /** Calls that may hang for long: name resolution. Uses at most half of the I/O lane, and always at least one thread. */
    SLOW_IO,
    /** Computation: hashing, compression. Has threads of its own, as many as the I/O lane. */
    CPU
}
