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
            runtime.isolate().heap().requestStatistics();
            return null;
        });
        f.add("heapStatistics", _ -> runtime.isolate().heap().statistics());
        f.add("requestHeapSpaces", _ -> {
            runtime.isolate().heap().requestSpaces();
            return null;
        });
        f.add("heapSpaces", _ -> runtime.isolate().heap().spaces());
    }
}
