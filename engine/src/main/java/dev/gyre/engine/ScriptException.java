package dev.gyre.engine;

/** A script threw, or did not compile. The thrown value itself stays on the JavaScript side; this tells where. */
public final class ScriptException extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private final String stack;
    private final transient Location location;

    /** Where V8 saw the throw. Columns count from 0, lines from 1. */
    public record Location(String file, String sourceLine, int line, int startColumn, int endColumn) {}

    ScriptException(String message, String stack, Location location, Throwable cause) {
        super(message, cause);
        this.stack = stack;
        this.location = location;
    }

    /** The error's own stack, null where {@link Isolate#describeErrors} is off. */
    public String stack() {
        return stack;
    }

    public Location location() {
        return location;
    }
}
