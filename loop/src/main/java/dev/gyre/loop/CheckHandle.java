package dev.gyre.loop;

/**
 * Calls back right after every poll.
 */
public final class CheckHandle extends TurnHandle {
    CheckHandle(Loop loop, Started started, Runnable onCheck) {
        super(loop, started, CallbackKind.CHECK, onCheck);
    }
}
