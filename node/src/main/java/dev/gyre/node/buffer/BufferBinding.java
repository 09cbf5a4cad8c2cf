package dev.gyre.node.buffer;

import dev.gyre.engine.HeapStrings;
import dev.gyre.node.Binding;
import dev.gyre.node.Functions;
import dev.gyre.node.GyreRuntime;
import java.util.List;

/** The native half of {@code buffer}. */
public final class BufferBinding implements Binding {
    private final GyreRuntime runtime;

    public BufferBinding(GyreRuntime runtime) {
        this.runtime = runtime;
    }

    @Override
    public String name() {
        return "buffer";
    }

    @Override
    public void register(Functions f) {
        // [fill, read] for heap_strings.js, or undefined where V8's heap is another than expected.
        f.add("openStrings", args -> {
            HeapStrings strings = HeapStrings.open(args);
            return strings == null ? null : List.of(
                    runtime.isolate().signal(strings::fill),
                    runtime.isolate().signal(strings::read));
        });
    }
}
