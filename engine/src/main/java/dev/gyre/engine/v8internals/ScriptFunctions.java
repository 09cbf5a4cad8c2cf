package dev.gyre.engine.v8internals;

import com.caoccao.javet.exceptions.JavetException;
import com.caoccao.javet.interop.V8Runtime;
import com.caoccao.javet.values.V8Value;
import com.caoccao.javet.values.reference.IV8ValueReference;
import com.caoccao.javet.values.reference.V8Script;
import com.caoccao.javet.values.reference.V8ValueFunction;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import org.jspecify.annotations.Nullable;

/**
 * Capability {@code script-functions}: the function by which V8 runs a script.
 *
 * <p>A compiled script, bound to its context, is a function in V8. Javet runs it from Java only, where what it throws becomes a
 * Java exception. A copy of the handle, made by Javet's method for values, is that function: JavaScript can call it, and what
 * it throws passes unchanged.
 */
public final class ScriptFunctions {
    private static final @Nullable Method CLONE = cloneMethod();

    private ScriptFunctions() {}

    private static @Nullable Method cloneMethod() {
        try {
            Method method = V8Runtime.class.getDeclaredMethod("cloneV8Value", IV8ValueReference.class, boolean.class);
            method.setAccessible(true);
            return method;
        } catch (ReflectiveOperationException | RuntimeException _) {
            return null;
        }
    }

    /** The function of a script, to be closed by the caller; null where it can't be had. */
    public static @Nullable V8Value of(V8Runtime runtime, V8Script script) throws JavetException {
        if (CLONE == null) {
            return null;
        }
        try {
            var value = (V8Value) CLONE.invoke(runtime, script, true);
            if (value instanceof V8ValueFunction) {
                return value;
            }
            if (value != null) {
                value.close();
            }
            return null;
        } catch (InvocationTargetException | IllegalAccessException _) {
            return null;
        }
    }
}
