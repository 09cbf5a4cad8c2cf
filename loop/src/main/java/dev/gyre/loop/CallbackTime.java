package dev.gyre.loop;

import java.util.Optional;

/**
 * How long the callbacks of a kind took in a phase, each with the ticks and promise jobs that followed it.
 *
 * @param phase empty for what ran outside of the loop: the entry script, and what runs when the loop has ended
 */
public record CallbackTime(Optional<Phase> phase, CallbackKind kind, Histogram.Snapshot times) {}
