package dev.gyre.engine;

/** {@link Isolate#terminate()} ended the running script. */
public final class ScriptTerminatedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    ScriptTerminatedException(Throwable cause) {
        super("the script was terminated", cause);
    }
}
