package dev.gyre.loop;

/**
 * Calls back right before every poll.
 */
public final class PrepareHandle extends TurnHandle {
    PrepareHandle(Loop loop, Started started, Runnable onPrepare) {
        super(loop, started, CallbackKind.PREPARE, onPrepare);
    }
}
