package dev.gyre.node.bridge;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * An error that a native function has for JavaScript as it is: its class, its message, and the properties it carries
 * ({@code code} first of all). Like {@link dev.gyre.io.libc.SystemError} it has no Java stack.
 */
public final class ScriptError extends RuntimeException {
    private final String className;
    private final transient Map<String, Object> properties;

    /** @param className {@code Error}, {@code TypeError} or {@code RangeError} */
    public ScriptError(String className, String message, Map<String, Object> properties) {
        super(message, null, false, false);
        this.className = className;
        this.properties = properties;
    }

    public static ScriptError coded(String className, String code, String message) {
        return new ScriptError(className, message, Map.of("code", code));
    }

    public String className() {
        return className;
    }

    /** Names and values, one after the other. */
    public List<Object> propertyList() {
        var list = new ArrayList<>();
        properties.forEach((name, value) -> {
            list.add(name);
            list.add(value);
        });
        return list;
    }
}
