package dev.gyre;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** JavaScript threw an error, or rejected a promise. */
public final class JavaScriptException extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private final @Nullable String name;
    private final @Nullable String stack;

    JavaScriptException(@Nullable String name, @Nullable String message, @Nullable String stack, Throwable cause) {
        super(message, cause);
        this.name = name;
        this.stack = stack;
    }

    /** The error's name, such as {@code TypeError}; empty where the thrown value was no error. */
    public Optional<String> name() {
        return Optional.ofNullable(name);
    }

    /** The error's {@code stack}, as JavaScript has it; empty where the thrown value was no error. */
    public Optional<String> scriptStack() {
        return Optional.ofNullable(stack);
    }
}
