package dev.gyre.node.v8;

import dev.gyre.node.GyreRuntime;
import dev.gyre.node.bridge.Binding;
import dev.gyre.node.bridge.Functions;

/** The native half of {@code v8}. */
public final class V8Binding implements Binding {
    private final GyreRuntime runtime;

    public V8Binding(GyreRuntime runtime) {
        this.runtime = runtime;
    }

    @Override
    public String name() {
        return "v8";
    }

    @Override
    public void register(Functions f) {
        f.add("requestHeapStatistics", _ -> {
            runtime.isolate().requestHeapStatistics();
            return null;
        });
        f.add("heapStatistics", _ -> runtime.isolate().heapStatistics());
        f.add("requestHeapSpaces", _ -> {
            runtime.isolate().requestHeapSpaces();
            return null;
        });
        f.add("heapSpaces", _ -> runtime.isolate().heapSpaces());
    }
}
