package dev.gyre.node.bridge;

/** Where sockets put what happens to them. Loop thread only. */
public interface Events {
    boolean hasEvents();

    /** Runs all events now instead of at the end of poll; not inside a native call. */
    void runEvents();

    /** Adds an event for a socket, in the poll phase or before {@link #runEvents}: see net/shared/stream_handle.js. */
    void socketEvent(int socket, int kind, int at, int length, double value);

    /** Sets the extra number of the event that was added last. */
    void extraOfLast(int value);

    /** JavaScript, which waits for it, learns the result of a write: see {@link Layout.Control#WRITTEN}. */
    void written(int result);
}
