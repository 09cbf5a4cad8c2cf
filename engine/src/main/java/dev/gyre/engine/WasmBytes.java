package dev.gyre.engine;

import dev.gyre.engine.v8internals.Capability;
import dev.gyre.engine.v8internals.ModuleObject;
import dev.gyre.engine.v8internals.V8Internals;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** The bytes that a WebAssembly.Module was compiled from, which V8 keeps and no API of its tells. */
public final class WasmBytes {
    private static boolean isChecked; // guarded by the class
    private static boolean isPossible; // guarded by the class

    private WasmBytes() {}

    /**
     * Finds out, once for the process, whether V8 keeps modules as expected.
     *
     * @param i where a module is that was compiled from {@code bytes}
     */
    public static synchronized boolean check(Args args, int i, ByteBuffer bytes) {
        if (!isChecked) {
            isChecked = true;
            byte[] expected = new byte[bytes.remaining()];
            bytes.duplicate().get(expected);
            isPossible = V8Internals.ofProcess().has(Capability.WASM_BYTES)
                    && Arrays.equals(ModuleObject.bytes(args.value(i), Engine.access()), expected);
        }
        return isPossible;
    }

    /** Of the module at {@code i}; null where they are out of reach. */
    public static synchronized byte @Nullable [] of(Args args, int i) {
        return isPossible ? ModuleObject.bytes(args.value(i), Engine.access()) : null;
    }
}
