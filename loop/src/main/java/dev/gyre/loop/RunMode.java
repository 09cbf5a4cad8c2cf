package dev.gyre.loop;

/** How long {@link Loop#run} goes on. */
public enum RunMode {
    /** Until nothing referenced is left, or {@link Loop#stop}. */
    DEFAULT,
    /** One turn, which waits in poll if nothing is due yet. */
    ONCE,
    /** One turn, which never waits. */
    NO_WAIT
}
