package dev.gyre.loop;

/** The phases of one turn of the {@link Loop}, in the order they run. */
public enum Phase {
    /** Timers whose deadline is reached, in deadline order; equal deadlines in start order. */
    TIMERS,
    /** Callbacks deferred to this turn with {@link Loop#defer}. */
    PENDING,
    /** Every started {@link IdleHandle}; while there is one, poll does not block. */
    IDLE,
    /** Every started {@link PrepareHandle}, right before poll. */
    PREPARE,
    /** Waits; then ready channels, completed requests, woken asyncs and posted tasks. */
    POLL,
    /** Every started {@link CheckHandle}, then the immediates. */
    CHECK,
    /** The close callbacks of handles closed since. */
    CLOSING
}
