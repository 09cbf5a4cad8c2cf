package dev.gyre.engine.v8internals;

import com.caoccao.javet.exceptions.JavetScriptingError;
import com.caoccao.javet.interop.converters.JavetConverterConfig;
import com.caoccao.javet.interop.converters.JavetObjectConverter;
import org.jspecify.annotations.Nullable;

/**
 * Capability {@code thrown-values}: how much of a thrown value Javet copies into Java objects.
 *
 * <p>Javet has one converter for all isolates of the process, a private constant. It copies every thrown value, and calls
 * the script's getters while it does so. The value itself stays in JavaScript, and only the message and stack of code that
 * did not compile are used in Java. So this configuration stops the converter at once, unless {@link #describe} is on.
 *
 * <p>An isolate is used by one thread at a time, and {@link #describe} is on for single calls into it. So the calling
 * thread identifies the isolate whose values are copied, and isolates on other threads are not affected.
 *
 * <p>Where the converter can't be had, or the capability is off, Javet copies as it likes: throwing costs more, and a getter
 * of a thrown object may run once more than in Node.
 */
public final class ThrownValues extends JavetConverterConfig<ThrownValues> {
    /** An error object and its message and stack, but not what they refer to. */
    private static final int DESCRIBED_DEPTH = 2;

    private static final ThreadLocal<@Nullable Boolean> IS_DESCRIBED = new ThreadLocal<>();

    private ThrownValues() {}

    /**
     * Replaces the configuration of Javet's converter; once per process.
     *
     * @return whether that was possible
     */
    public static boolean install() {
        try {
            var field = JavetScriptingError.class.getDeclaredField("CONVERTER");
            field.setAccessible(true);
            ((JavetObjectConverter) field.get(null)).setConfig(new ThrownValues());
            return true;
        } catch (ReflectiveOperationException e) {
            return false;
        }
    }

    /**
     * Has what is thrown on this thread from now on described, or not: a {@link dev.gyre.engine.ScriptException} then has
     * the error's message and stack.
     *
     * @return what was set before, to be set again afterwards
     */
    public static boolean describe(boolean on) {
        boolean before = IS_DESCRIBED.get() != null;
        if (on) {
            IS_DESCRIBED.set(true);
        } else {
            IS_DESCRIBED.remove();
        }
        return before;
    }

    @Override
    public int getMaxDepth() {
        return IS_DESCRIBED.get() == null ? 0 : DESCRIBED_DEPTH;
    }
}
