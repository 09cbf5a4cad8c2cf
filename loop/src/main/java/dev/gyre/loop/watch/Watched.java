package dev.gyre.loop.watch;

import dev.gyre.loop.Running;
import dev.gyre.loop.Telemetry;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A loop that {@link Watch} watches. Every method is called by the watch's thread, at any moment of the loop's life between
 * {@link Watch#add} and {@link Watch#remove}, and may not wait for the loop's thread.
 */
public interface Watched {
    /** As reports call it: {@code main}, {@code worker 3}. */
    String name();

    /** The thread that runs the callbacks. */
    Thread thread();

    Telemetry telemetry();

    /** How long a callback may hold the loop before it is reported; zero for never. */
    Duration warnAfter();

    /** How long it may, where that depends on the callback: while a program starts, say. */
    default Duration warnAfter(Running running) {
        return warnAfter();
    }

    /** Whether nothing is to be reported now: a debugger is attached. */
    default boolean isQuiet() {
        return false;
    }

    /**
     * A callback runs. Called at every look: at least once a second, whatever is reported.
     *
     * @param elapsedNs since it was first seen
     */
    default void busy(Running running, long elapsedNs) {}

    /**
     * A callback is seen for the first time that has run for a good part of the limit.
     *
     * @param elapsedNs how long it has run
     */
    default void seen(Running running, long elapsedNs) {}

    /**
     * What is known of a callback that overran the limit. Called again and again until it answers.
     *
     * @param elapsedNs how long it has run
     * @return null to be asked again soon
     */
    @Nullable
    Evidence evidence(Running running, long elapsedNs);

    /**
     * Whether the loop's thread, since its callback was {@link #seen}, has been ready to run for long without having a CPU. Then
     * the callback is reported, although it has hardly run.
     */
    default boolean isStarved() {
        return false;
    }

    /** What the callback belongs to, such as {@code GET /orders}; null where nothing is known. */
    default @Nullable String what(Running running) {
        return null;
    }

    /** Where the report goes, which is whole lines of text. */
    default void print(String report) {
        System.err.print(report);
        System.err.flush();
    }

    /** Whether {@link #end} can end callbacks of this loop at all. */
    default boolean canEnd() {
        return false;
    }

    /**
     * Ends the callback with an error, if it still runs.
     *
     * @return whether it was told to end
     */
    default boolean end(Running running) {
        return false;
    }

    /**
     * What was found out about a callback.
     *
     * @param stack innermost call first
     */
    record Evidence(List<Frame> stack, Cause cause, String detail) {}
}
