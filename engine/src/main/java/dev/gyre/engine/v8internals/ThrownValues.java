package dev.gyre.engine.v8internals;

import com.caoccao.javet.exceptions.JavetScriptingError;
import com.caoccao.javet.interop.converters.JavetConverterConfig;
import com.caoccao.javet.interop.converters.JavetObjectConverter;
import org.jspecify.annotations.Nullable;

/**
 * Capability {@code thrown-values}: how deep Javet copies thrown values into Java objects. On its way it calls the
 * script's getters, and nobody looks at the copy, except for the message of what did not compile. The converter is a private
 * constant of Javet's. Where it can't be had, or the capability is off, Javet copies as it likes: throwing costs more, and a
 * getter of a thrown object may run once more than in Node.
 */
public final class ThrownValues {
    private final @Nullable JavetConverterConfig<?> converter;

    private ThrownValues(@Nullable JavetConverterConfig<?> converter) {
        this.converter = converter;
    }

    public static ThrownValues open() {
        try {
            var field = JavetScriptingError.class.getDeclaredField("CONVERTER");
            field.setAccessible(true);
            return new ThrownValues(((JavetObjectConverter) field.get(null)).getConfig());
        } catch (ReflectiveOperationException e) {
            return off();
        }
    }

    /** Changes nothing. */
    public static ThrownValues off() {
        return new ThrownValues(null);
    }

    public boolean isOn() {
        return converter != null;
    }

    /** From now on, in all isolates: 0 copies nothing, 2 the message and the stack. */
    public void copy(int depth) {
        if (converter != null) {
            converter.setMaxDepth(depth);
        }
    }
}
