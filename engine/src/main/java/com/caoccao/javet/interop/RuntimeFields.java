package com.caoccao.javet.interop;

/**
 * A field of Javet's that only its package may read, for {@code dev.gyre.engine.v8internals}. Reflection would link method
 * handles for it.
 */
public final class RuntimeFields {
    private RuntimeFields() {}

    /** Javet's native functions, as the runtime calls them. */
    public static IV8Native nativeOf(V8Runtime runtime) {
        return runtime.v8Native;
    }
}
