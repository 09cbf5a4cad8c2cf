package dev.gyre.io.poll;

import dev.gyre.io.libc.Errno;
import dev.gyre.io.libc.SystemError;
import dev.gyre.loop.DescriptorHandle;
import dev.gyre.loop.Loop;
import java.util.function.IntConsumer;

/**
 * Tells when a descriptor becomes ready: once for every time it was armed. Used on the loop's thread.
 *
 * <p>It never keeps the loop running; whoever waits for something decides about that. What can't be polled, regular
 * files and the like, never waits and is always ready.
 */
public final class Readiness {
    public static final int IN = DescriptorHandle.IN;
    public static final int OUT = DescriptorHandle.OUT;
    static final int ERR = DescriptorHandle.ERR;
    static final int HUP = DescriptorHandle.HUP;

    private final Loop loop;
    private final IntConsumer onReady;
    private final DescriptorHandle handle;
    private boolean alwaysReady;
    private int wanted;
    private boolean closed;

    /** Watches a descriptor; {@code onReady} gets {@link #IN}, {@link #OUT} and the like. */
    public Readiness(Loop loop, int fd, IntConsumer onReady) {
        this.loop = loop;
        this.onReady = onReady;
        handle = loop.descriptor(fd);
        handle.unref();
        handle.start(0, this::ready);
    }

    /** Has {@code onReady} called once, when any of the events has come; replaces what was armed before. */
    public void arm(int events) {
        if (closed || wanted == events) {
            return;
        }
        wanted = events;
        if (!alwaysReady) {
            try {
                handle.interest(events);
            } catch (SystemError e) {
                if (e.errno() != Errno.EPERM.number()) {
                    throw e;
                }
                alwaysReady = true;
            }
        }
        if (alwaysReady && events != 0) {
            loop.post(() -> ready(events));
        }
    }

    private void ready(int events) {
        int told = events & (wanted | ERR | HUP);
        if (closed || wanted == 0 || told == 0) {
            return;
        }
        wanted = 0;
        onReady.accept(told);
        if (!closed && wanted == 0 && !alwaysReady) {
            handle.interest(0);
        }
    }

    /** To be called before the descriptor is closed. */
    public void close() {
        if (!closed) {
            closed = true;
            handle.close();
        }
    }
}
