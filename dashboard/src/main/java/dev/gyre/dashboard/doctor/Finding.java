package dev.gyre.dashboard.doctor;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Something that holds the program back.
 *
 * @param sentence says what, with its figures
 * @param advice what to do, a sentence each
 * @param place of the code to look at, or null
 */
public record Finding(
        Kind kind,
        String sentence,
        List<String> advice,
        @Nullable Place place) {
    /** In the order of importance. */
    public enum Kind {
        APP_FAILED(true),
        LOOP_BLOCKED(true),
        SYNCHRONOUS_CALLS(true),
        POOL_SATURATED(true),
        GARBAGE_COLLECTION(true),
        MEMORY_GROWS(true),
        NO_CPU(false),
        LOOP_BUSY(false),
        WAITING(false),
        HEALTHY(false);

        private final boolean isProblem;

        Kind(boolean isProblem) {
            this.isProblem = isProblem;
        }

        /** Whether CI should stop for it; the others are worth knowing. */
        public boolean isProblem() {
            return isProblem;
        }
    }

    /**
     * A line of the program.
     *
     * @param line counted from 1
     */
    public record Place(String function, String file, int line) {
        @Override
        public String toString() {
            return (function.isEmpty() ? "an anonymous function" : function) + " (" + file + ":" + line + ")";
        }
    }
}
