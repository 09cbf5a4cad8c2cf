package dev.gyre.loop;

/** Work for the pool that knows who submitted it. What the work is, it says by {@code toString}. */
public interface SubmittedWork {
    /** Such as {@code /srv/app.js:17}; empty where it is not known. Any thread. */
    String submittedBy();
}
