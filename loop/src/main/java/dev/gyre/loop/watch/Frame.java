package dev.gyre.loop.watch;

import org.jspecify.annotations.Nullable;

/**
 * One call of a stack.
 *
 * @param function its name as a stack trace shows it, empty where it has none
 * @param file path or URL; null for built-in functions of the engine
 * @param line counted from 1; 0 where unknown
 * @param column counted from 1; 0 where unknown
 * @param isOwn whether the code belongs to the program, and not to the runtime, the engine or the JDK
 */
public record Frame(String function, @Nullable String file, int line, int column, boolean isOwn) {
    /** {@code file:line:column}, as far as known. */
    public String place() {
        if (file == null) {
            return "<anonymous>";
        }
        return file + (line > 0 ? ":" + line : "") + (column > 0 ? ":" + column : "");
    }

    @Override
    public String toString() {
        return function.isEmpty() ? place() : function + " (" + place() + ")";
    }
}
