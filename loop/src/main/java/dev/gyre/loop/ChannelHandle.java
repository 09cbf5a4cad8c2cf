package dev.gyre.loop;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.SelectableChannel;
import java.nio.channels.SelectionKey;

/**
 * Calls back in poll when a {@code java.nio} channel is ready to accept, connect, read or write.
 *
 * <p>Readiness is level-triggered: a callback that leaves bytes unread is called again in the next turn. Closing the
 * handle closes the channel, and when the close callback runs, its port is free again.
 */
public final class ChannelHandle extends Handle implements Polled {
    /** What a ready channel calls. */
    @FunctionalInterface
    public interface OnReady {
        /**
         * The channel is ready.
         *
         * @param readyOps the {@link SelectionKey} operations that are both asked for and ready
         */
        void onReady(int readyOps) throws IOException;
    }

    private final SelectableChannel channel;
    private final SelectionKey key;
    private final Runnable callback = this::callBack;
    private OnReady onReady = _ -> {};

    ChannelHandle(Loop loop, SelectableChannel channel) throws IOException {
        super(loop);
        this.channel = channel;
        SelectionKey registered = null;
        try {
            channel.configureBlocking(false);
            registered = loop.poller().register(channel, 0, this);
        } finally {
            if (registered == null) {
                loop.forget(this);
            }
        }
        this.key = registered;
        loop.countChannel(1);
    }

    /** The channel. */
    public SelectableChannel channel() {
        return channel;
    }

    /**
     * Starts calling back; a handle that is started already goes on with these operations and this callback.
     *
     * @param interestOps the {@link SelectionKey} operations to wait for, 0 for none at the moment
     */
    public void start(int interestOps, OnReady onReady) {
        checkOpen();
        key.interestOps(interestOps);
        this.onReady = onReady;
        activate();
    }

    /** Waits for these {@link SelectionKey} operations from now on, 0 for none at the moment. */
    public void interestOps(int interestOps) {
        checkOpen();
        if (key.interestOps() != interestOps) {
            key.interestOps(interestOps);
        }
    }

    /** The operations it waits for. */
    public int interestOps() {
        return isClosing() ? 0 : key.interestOps();
    }

    /** Stops calling back; it can be started again. */
    public void stop() {
        loop.checkThread();
        if (isActive()) {
            key.interestOps(0);
            deactivate();
        }
    }

    @Override
    public void run() {
        if (isActive() && key.isValid() && (key.readyOps() & key.interestOps()) != 0) {
            loop.callbacks.call(CallbackKind.CHANNEL, callback);
        }
    }

    private void callBack() {
        try {
            onReady.onReady(key.readyOps() & key.interestOps());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    void release() {
        loop().countChannel(-1);
        key.cancel();
        loop.phases.channelCancelled();
        try {
            channel.close();
        } catch (IOException e) {
            loop.callbacks.report(new UncheckedIOException(e));
        }
    }
}
