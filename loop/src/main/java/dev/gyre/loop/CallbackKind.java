package dev.gyre.loop;

/**
 * What kind of callback the loop is in, for {@link Telemetry}. The first ones are the loop's own. Those behind
 * {@link #CLOSE} are run by an embedder within one of the loop's: see {@link EmbeddedCallbacks}.
 */
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
    CLOSE,

    /** The program's entry script. */
    MAIN_SCRIPT,
    /** The evaluation of a module graph. */
    MODULE,
    /** A connection was accepted, or made. */
    SOCKET_CONNECTION,
    /** Bytes came from a socket, pipe or terminal. */
    SOCKET_DATA,
    /** Anything else of such a stream: end, error, drain, close. */
    SOCKET,
    DATAGRAM,
    /** The head of an HTTP request came. */
    HTTP_REQUEST,
    /** The head of an HTTP response came. */
    HTTP_RESPONSE,
    /** A part of an HTTP body, or its end. */
    HTTP_BODY,
    /** A file call completed. */
    FILE,
    /** A watched file changed. */
    FILE_CHANGE,
    CRYPTO,
    ZLIB,
    DNS,
    /** A message came to a port. */
    MESSAGE,
    /** A child process, or a worker, ended. */
    CHILD,
    SIGNAL,
    /** A message of a helper thread of none of these kinds. */
    NOTICE,
    /** The handlers of an error that nobody caught. */
    UNCAUGHT,
    /** What runs when the loop has nothing left, and at the end. */
    EXIT,
    /** The queue of ticks that is run after each callback. */
    NEXT_TICK,
    /** The promise jobs that are run after each callback. */
    PROMISE_JOB
}
