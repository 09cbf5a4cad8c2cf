package dev.gyre.engine;

import dev.gyre.engine.v8internals.FlagValues;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Changes V8's flags while it runs, for all isolates of the process. Any thread.
 *
 * <p>Most flags are read while V8 or an isolate starts, and some are wired into what was made then: V8 may abort if they
 * change later. So only those of a list are changed, which V8 reads anew wherever it needs them.
 */
public final class FlagChanges {
    private static final Set<String> SAFE = Set.of(
            "allow_natives_syntax",
            "expose_gc",
            "flush_bytecode",
            "lazy",
            "stack_trace_limit",
            "trace_deopt",
            "trace_gc",
            "trace_gc_verbose",
            "trace_opt");

    /** V8 itself obeys these for later isolates only, and isolates of workers have limits of their own. */
    private static final Set<String> WITHOUT_EFFECT = Set.of(
            "initial_heap_size",
            "initial_old_space_size",
            "max_heap_size",
            "max_old_space_size",
            "max_semi_space_size",
            "min_semi_space_size",
            "stack_size");

    /** What became of a change. */
    public enum Outcome {
        DONE,
        UNKNOWN,
        /** A switch takes none. */
        VALUE_OF_SWITCH,
        /** A number needs one. */
        NO_NUMBER,
        NOT_CHANGEABLE
    }

    private static final AtomicInteger COUNT = new AtomicInteger();

    private final @Nullable FlagValues values;
    private final Map<String, FlagValues.@Nullable Entry> flags;

    /** @param values null where the flags are out of reach: none can be changed then */
    FlagChanges(@Nullable FlagValues values) {
        this.values = values;
        flags = values == null ? Map.of() : values.all();
    }

    /** How often flags of the process were changed: an isolate that was made before may differ from a new one. Any thread. */
    public static int count() {
        return COUNT.get();
    }

    /**
     * @param given the flag's name, with dashes or underscores, perhaps behind "no"
     * @param value null for none
     */
    public Outcome set(String given, @Nullable String value) {
        String name = given.replace('-', '_');
        boolean isOn = true;
        if (!isKnown(name)) {
            name = positive(name);
            isOn = false;
        }
        if (!isKnown(name)) {
            return flags.isEmpty() ? Outcome.NOT_CHANGEABLE : Outcome.UNKNOWN;
        }
        if (WITHOUT_EFFECT.contains(name)) {
            return isNumber(value) ? Outcome.DONE : Outcome.NO_NUMBER;
        }
        FlagValues.Entry flag = SAFE.contains(name) ? flags.get(name) : null;
        if (flag == null) {
            return Outcome.NOT_CHANGEABLE;
        }
        Outcome outcome = set(flag, isOn, value);
        COUNT.incrementAndGet(); // after the change: what was begun before this is taken for old
        return outcome;
    }

    private static String positive(String name) {
        return name.startsWith("no_") ? name.substring(3) : name.startsWith("no") ? name.substring(2) : name;
    }

    private boolean isKnown(String name) {
        return flags.containsKey(name) || WITHOUT_EFFECT.contains(name);
    }

    private static boolean isNumber(@Nullable String value) {
        return value != null && value.matches("-?\\d{1,9}");
    }

    private Outcome set(FlagValues.Entry flag, boolean isOn, @Nullable String value) {
        if (flag.isSwitch()) {
            if (value != null) {
                return Outcome.VALUE_OF_SWITCH;
            }
            Objects.requireNonNull(values).set(flag, isOn ? 1 : 0);
            return Outcome.DONE;
        }
        if (value == null || !isNumber(value)) {
            return Outcome.NO_NUMBER;
        }
        Objects.requireNonNull(values).set(flag, Integer.parseInt(value));
        return Outcome.DONE;
    }
}
