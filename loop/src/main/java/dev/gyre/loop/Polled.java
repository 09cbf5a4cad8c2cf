package dev.gyre.loop;

/** What a poller finds ready. */
interface Polled {
    /** Called by the loop in poll. A callback before this one may have stopped or closed the handle. */
    void run();
}
