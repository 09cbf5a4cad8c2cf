package dev.gyre.engine.v8internals;

import com.caoccao.javet.exceptions.JavetException;
import com.caoccao.javet.interop.V8Runtime;
import com.caoccao.javet.values.V8Value;
import com.caoccao.javet.values.reference.V8Context;
import com.caoccao.javet.values.reference.V8ValueFunction;
import com.caoccao.javet.values.reference.V8ValueObject;
import org.jspecify.annotations.Nullable;

/**
 * Capability {@code continuation-slot}: the value that V8 carries through promises and awaits, for AsyncLocalStorage.
 *
 * <p>V8 has an "extras binding", an object of functions for embedders that no script can reach. Two of them are
 * {@code getContinuationPreservedEmbedderData} and {@code setContinuationPreservedEmbedderData}. The C++ API returns the
 * object; from Java it is a slot of the native context, which is the context of a function at the top level of a script.
 */
public final class ContinuationSlot {
    // Of V8 14.7: the entries of NATIVE_CONTEXT_FIELDS in its contexts.h, counted.
    private static final int NATIVE_CONTEXT_SLOTS = 306;
    private static final int EXTRAS_BINDING_SLOT = 68;

    private ContinuationSlot() {}

    /** The extras binding, to be closed by the caller; null where V8 has something else in its slot. */
    public static @Nullable V8ValueObject extras(V8Runtime runtime) throws JavetException {
        try (V8ValueFunction function = runtime.getExecutor("(function () {})").execute();
                V8Context context = function.getContext()) {
            V8Value slot = context.getLength() == NATIVE_CONTEXT_SLOTS ? context.get(EXTRAS_BINDING_SLOT) : null;
            boolean isFound = slot instanceof V8ValueObject extras
                    && extras.hasOwnProperty("getContinuationPreservedEmbedderData")
                    && extras.hasOwnProperty("setContinuationPreservedEmbedderData");
            return isFound ? (V8ValueObject) slot : null;
        }
    }
}
