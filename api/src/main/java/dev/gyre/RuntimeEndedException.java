package dev.gyre;

/** The runtime came to its end before it could answer: by process.exit, an uncaught error, terminate or close. */
public final class RuntimeEndedException extends IllegalStateException {
    private static final long serialVersionUID = 1L;
    private final int exitCode;

    RuntimeEndedException(int exitCode, Throwable cause) {
        super("the runtime has ended with exit code " + exitCode + "; open a new one", cause);
        this.exitCode = exitCode;
    }

    public int exitCode() {
        return exitCode;
    }
}
