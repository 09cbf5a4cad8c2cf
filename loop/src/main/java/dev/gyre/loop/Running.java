package dev.gyre.loop;

import java.util.Optional;

/**
 * The callback that a loop's thread runs at a moment, as {@link Telemetry#running} tells it.
 *
 * @param number of the callback; it changes with every one, so an equal number later means that the same callback still
 *     runs
 * @param phase empty when the loop isn't running: an embedder's entry script runs before it
 * @param kind what runs now; {@link CallbackKind#NONE} when nothing does
 * @param after the callback that this is a part of: mostly the same as {@code kind}. Ticks and promise jobs follow a
 *     callback, and are told with its number; so are the evaluation of a module and the handlers of an uncaught error.
 * @param ticks how many ticks have run since the callback began; a chain of them shows by this number growing
 * @param beganNs a moment at which it had not begun yet, by the scale of {@link Telemetry#nowNs}. The clock is not read
 *     for every callback, so it may be as early as the beginning of the turn, if short callbacks ran before this one.
 */
public record Running(
        long number, Optional<Phase> phase, CallbackKind kind, CallbackKind after, int ticks, long beganNs) {
    /** Whether a callback runs. */
    public boolean isCallback() {
        return kind != CallbackKind.NONE;
    }
}
