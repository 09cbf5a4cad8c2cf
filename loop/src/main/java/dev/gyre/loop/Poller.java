package dev.gyre.loop;

import java.io.IOException;
import java.nio.channels.SelectableChannel;
import java.nio.channels.SelectionKey;
import java.util.function.Consumer;

/**
 * What the loop waits in: the poller knows channels and waiting, the loop knows handles and callbacks.
 *
 * <p>Everything but {@link #wake} is called by the loop thread only. Readiness is level-triggered: what is
 * still ready is reported again by the next poll.
 */
public interface Poller extends AutoCloseable {
    /**
     * Waits until a channel is ready, {@link #wake} is called or the time is over, whichever is first, and hands
     * over the key of every ready channel. It may return early for no reason at all.
     *
     * @param timeoutMs 0 not to wait, negative to wait without bound
     */
    void poll(long timeoutMs, Consumer<SelectionKey> onReady) throws IOException;

    /** Ends the poll under way, or else the next one. Any thread may call it. */
    void wake();

    /** Registers a non-blocking channel; the attachment comes back with the key when it is ready. */
    SelectionKey register(SelectableChannel channel, int interestOps, Object attachment) throws IOException;

    /** Lets go of the channels whose keys were cancelled, so that their ports are free again, without waiting. */
    void releaseCancelled() throws IOException;

    /** Frees what the poller holds and closes the channels still registered. */
    @Override
    void close() throws IOException;
}
