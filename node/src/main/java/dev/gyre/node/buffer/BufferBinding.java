package dev.gyre.node.buffer;

import dev.gyre.engine.Isolate;
import dev.gyre.node.bridge.Binding;
import dev.gyre.node.bridge.Functions;

/** The native half of {@code buffer}. */
public final class BufferBinding implements Binding {
    @Override
    public String name() {
        return "buffer";
    }

    @Override
    public void register(Functions f) {
        // See v8internals/shared/heap_strings.js; false where V8's heap is not as expected.
        f.add("openStrings", Isolate::openHeapStrings);
        f.add("widenStrings", Isolate::widenHeapStrings);
    }
}
