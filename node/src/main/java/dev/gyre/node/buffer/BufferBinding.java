package dev.gyre.node.buffer;

import dev.gyre.engine.HeapStrings;
import dev.gyre.node.Binding;
import dev.gyre.node.Functions;

/** The native half of {@code buffer}. */
public final class BufferBinding implements Binding {
    @Override
    public String name() {
        return "buffer";
    }

    @Override
    public void register(Functions f) {
        // See heap_strings.js; false where V8's heap is another than expected.
        f.add("openStrings", HeapStrings::open);
        f.add("widenStrings", HeapStrings::widen);
    }
}
