package dev.gyre.loop;

/**
 * Calls back in every idle phase, and keeps poll from blocking while it is started.
 *
 * <p>An idle handle with an empty callback is the way to say "there is work waiting elsewhere in this turn".
 */
public final class IdleHandle extends TurnHandle {
    IdleHandle(Loop loop, Started started, Runnable onIdle) {
        super(loop, started, CallbackKind.IDLE, onIdle);
    }
}
