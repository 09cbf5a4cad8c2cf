package dev.gyre.node.bridge;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;

/**
 * Writes {@link Layout} as a core module: an object of constants for each of its classes, with the same names. It runs
 * when the core is loaded, which for the command is at build time.
 */
public final class LayoutScript {
    /** The module's id. */
    public static final String ID = "internal/layout";

    private LayoutScript() {}

    /** The module's source. */
    public static String source() {
        var script = new StringBuilder("'use strict';\n\n// Written from Layout.java when the core is loaded.\n\n");
        script.append("const { freeze } = Object;\n");
        for (Class<?> group : Layout.class.getDeclaredClasses()) {
            script.append("exports.").append(group.getSimpleName()).append(" = freeze({\n");
            for (Field field : group.getDeclaredFields()) {
                if (Modifier.isPublic(field.getModifiers())) {
                    script.append("  ")
                            .append(field.getName())
                            .append(": ")
                            .append(valueOf(field))
                            .append(",\n");
                }
            }
            script.append("});\n");
        }
        return script.append("freeze(exports);\n").toString();
    }

    private static String valueOf(Field constant) {
        try {
            double value = ((Number) constant.get(null)).doubleValue();
            if (value != Math.rint(value) || Math.abs(value) > 1L << 53) {
                throw new IllegalStateException(constant + " is no whole number that JavaScript has");
            }
            return Long.toString((long) value);
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(constant + " is not accessible", e);
        }
    }
}
