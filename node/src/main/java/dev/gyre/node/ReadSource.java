package dev.gyre.node;

import dev.gyre.io.libc.Utf8;
import dev.gyre.node.bridge.SystemCallMemory;
import org.jspecify.annotations.Nullable;

/**
 * The text of the module that was read last. JavaScript gets it too, and looks at it; what it then has compiled is mostly
 * the same, and need not come back through the bridge, where each long text is copied four times.
 */
public final class ReadSource {
    private @Nullable SystemCallMemory memory;
    private @Nullable String text;
    private byte @Nullable [] bytes;

    /** Has it look there for what JavaScript has read itself. */
    public void lookIn(SystemCallMemory memory) {
        this.memory = memory;
    }

    /** @param bytes what the text was made of */
    public String keep(String text, byte[] bytes) {
        this.text = text;
        this.bytes = bytes;
        if (memory != null) {
            memory.forgetSource();
        }
        return text;
    }

    private void look() {
        byte[] found = memory == null ? null : memory.takeSource();
        if (found != null) {
            bytes = found;
            text = null;
        }
    }

    /** The text, which is forgotten by this. */
    public String take() {
        byte[] read = bytes();
        String taken = text != null ? text : Utf8.decode(read);
        text = null;
        bytes = null;
        return taken;
    }

    /** What the text was made of. To be asked for before {@link #take}. */
    public byte[] bytes() {
        look();
        byte[] kept = bytes;
        if (kept == null) {
            throw new IllegalStateException("no source was read");
        }
        return kept;
    }
}
