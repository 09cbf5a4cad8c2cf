package dev.gyre.distributed;

import org.jspecify.annotations.Nullable;

/** What a thread that sends may do, and what became of its bytes. JGroups lies between the two that use it, and passes nothing on. */
final class Sending {
    private static final ThreadLocal<Sending> HERE = ThreadLocal.withInitial(Sending::new);

    private boolean mayWait = true;
    private @Nullable ChannelOutput behind;

    private Sending() {}

    /** That of the calling thread. */
    static Sending here() {
        return HERE.get();
    }

    /** Whether the thread may wait for another machine. A loop's may not, nor one that reads a connection. */
    boolean mayWait() {
        return mayWait;
    }

    void mayWait(boolean isAllowed) {
        mayWait = isAllowed;
    }

    /** A connection did not take all bytes, and keeps the rest. */
    void isBehind(ChannelOutput output) {
        behind = output;
    }

    /** The connection that was the last to fall behind since this was called last, or null. */
    @Nullable
    ChannelOutput takeBehind() {
        ChannelOutput output = behind;
        behind = null;
        return output;
    }
}
