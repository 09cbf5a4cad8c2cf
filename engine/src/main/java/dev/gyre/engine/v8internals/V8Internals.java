package dev.gyre.engine.v8internals;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** Which capabilities are turned off. A start that turns none off does not load this class. */
public final class V8Internals {
    /**
     * The system property that turns capabilities off: {@code off} for all of them, or names with commas between them. The
     * command sets it from the environment variable {@code GYRE_V8_INTERNALS}.
     */
    public static final String PROPERTY = "gyre.v8Internals";

    private final Set<Capability> off;

    private V8Internals(Set<Capability> off) {
        this.off = off;
    }

    /** @throws IllegalArgumentException for a name that is no capability's */
    public static V8Internals parse(String text) {
        if (text == null || text.isEmpty() || text.equals("on")) {
            return new V8Internals(EnumSet.noneOf(Capability.class));
        }
        if (text.equals("off")) {
            return new V8Internals(EnumSet.allOf(Capability.class));
        }
        var off = EnumSet.noneOf(Capability.class);
        for (String label : text.split(",", -1)) {
            off.add(Capability.of(label.strip()));
        }
        return new V8Internals(off);
    }

    /** As the system property says. */
    public static V8Internals ofProcess() {
        return parse(System.getProperty(PROPERTY));
    }

    public boolean has(Capability capability) {
        return !off.contains(capability);
    }

    /** The names of what is turned off. */
    public List<String> off() {
        return off.stream().map(Capability::label).toList();
    }
}
