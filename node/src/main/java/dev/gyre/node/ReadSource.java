package dev.gyre.node;

import org.jspecify.annotations.Nullable;

/**
 * The text of the module that was read last. JavaScript gets it too, and looks at it; what it then has compiled is mostly
 * the same, and need not come back through the bridge, where each long text is copied four times.
 */
public final class ReadSource {
    private @Nullable String text;
    private byte @Nullable [] bytes;

    /** @param bytes what the text was made of */
    public String keep(String text, byte[] bytes) {
        this.text = text;
        this.bytes = bytes;
        return text;
    }

    /** The text, which is forgotten by this. */
    public String take() {
        String taken = text;
        if (taken == null) {
            throw new IllegalStateException("no source was read");
        }
        text = null;
        bytes = null;
        return taken;
    }

    /** What the text was made of. To be asked for before {@link #take}. */
    public byte[] bytes() {
        byte[] kept = bytes;
        if (kept == null) {
            throw new IllegalStateException("no source was read");
        }
        return kept;
    }
}
