package dev.gyre.engine;

import org.jspecify.annotations.Nullable;

/** The one Java function a script can call. Runs on the isolate's thread. */
@FunctionalInterface
public interface NativeFunction {
    /**
     * @return {@code null} (undefined), a String, Boolean, Integer, Long, Double, byte[] (Uint8Array), int[], double[],
     *     long[] (BigInt64Array), List (array), Map (object) or a {@link ScriptValue}
     */
    @Nullable
    Object call(Args args) throws Exception;
}
