package dev.gyre.loop;

/** What kind of callback the loop is in, for {@link Telemetry}. */
public enum CallbackKind {
    /** No callback runs. */
    NONE,
    TIMER,
    PENDING,
    IDLE,
    PREPARE,
    /** A channel is ready. */
    CHANNEL,
    /** Pool work completed. */
    WORK,
    /** A request completed from outside the pool. */
    REQUEST,
    /** An {@link AsyncHandle} was woken. */
    ASYNC,
    /** A task given to {@link Loop#post}. */
    POST,
    /** The hook set with {@link Loop#onPollEnd}. */
    POLL_END,
    CHECK,
    IMMEDIATE,
    CLOSE
}
