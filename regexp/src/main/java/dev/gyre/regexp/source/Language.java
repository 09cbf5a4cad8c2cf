package dev.gyre.regexp.source;

import java.util.Optional;

/** What a {@code <} at the beginning of an expression means, and a {@code !} at its end. */
public enum Language {
    JAVASCRIPT(true, false),
    TYPESCRIPT(false, true),
    TYPESCRIPT_JSX(true, true);

    final boolean hasJsx;
    final boolean isTyped;

    Language(boolean hasJsx, boolean isTyped) {
        this.hasJsx = hasJsx;
        this.isTyped = isTyped;
    }

    /** Empty where the name is not of a file that can have regular expressions. */
    public static Optional<Language> ofFile(String name) {
        return Optional.ofNullable(
                switch (name.substring(name.lastIndexOf('.') + 1)) {
                    case "js", "mjs", "cjs", "jsx" -> JAVASCRIPT;
                    case "ts", "mts", "cts" -> TYPESCRIPT;
                    case "tsx" -> TYPESCRIPT_JSX;
                    default -> null;
                });
    }
}
