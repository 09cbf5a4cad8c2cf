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
     * Waits until something is ready, {@link #wake} is called or the time is over, whichever is first, and hands over
     * the attachment of everything that is ready. It may return early for no reason at all.
     *
     * @param timeoutMs 0 not to wait, negative to wait without bound
     */
    void poll(long timeoutMs, Consumer<Object> onReady) throws IOException;

    /** Ends the poll under way, or else the next one. Any thread may call it. */
    void wake();

    /** Registers a non-blocking channel; the attachment comes back when it is ready. */
    SelectionKey register(SelectableChannel channel, int interestOps, Object attachment) throws IOException;

    /** Whether there are channels registered. */
    boolean hasChannels();

    /**
     * Registers a descriptor of the operating system; the attachment comes back when it is ready. A poller need not
     * know descriptors.
     */
    default Descriptor register(int descriptor, Object attachment) {
        throw new UnsupportedOperationException(getClass().getSimpleName() + " knows channels only; descriptor "
                + descriptor + " needs another poller");
    }

    /** A descriptor that the poller watches, by the events of {@code poll(2)}. */
    interface Descriptor {
        /** Waits for these events from now on, 0 for none at the moment. */
        void interest(int events);

        /** What it was ready for at the latest poll; errors and hang-ups come unasked. */
        int readyEvents();

        /** Stops watching; to be called before the descriptor is closed. */
        void forget();
    }

    /** The poller of a loop that is told no other: {@code java.nio}'s selector. */
    static Poller selector() {
        return new SelectorPoller();
    }

    /** Lets go of the channels whose keys were cancelled, so that their ports are free again, without waiting. */
    void releaseCancelled() throws IOException;

    /** Frees what the poller holds and closes the channels still registered. */
    @Override
    void close() throws IOException;
}
