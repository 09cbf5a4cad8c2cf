package dev.gyre.distributed;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;

/** Writes what connections could not take at once, by one thread, which exists once there was something. */
final class LateWriter implements AutoCloseable {
    private final ConcurrentLinkedQueue<ChannelOutput> added = new ConcurrentLinkedQueue<>();
    private @Nullable Selector selector; // guarded by this
    private boolean isClosed; // guarded by this

    /** An output that keeps bytes. Any thread. */
    void add(ChannelOutput output) throws IOException {
        added.add(output);
        synchronized (this) {
            if (isClosed) {
                return;
            }
            if (selector == null) {
                Selector opened = Selector.open();
                selector = opened;
                Thread.ofPlatform().daemon().name("gyre-cluster-late").start(() -> run(opened));
            }
            selector.wakeup();
        }
    }

    private void run(Selector open) {
        try {
            while (open.isOpen()) {
                for (ChannelOutput output = added.poll(); output != null; output = added.poll()) {
                    watch(open, output);
                }
                open.select(LateWriter::write);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (java.nio.channels.ClosedSelectorException _) {
            // It is over.
        }
    }

    private static void watch(Selector open, ChannelOutput output) {
        try {
            output.channel().register(open, SelectionKey.OP_WRITE, output);
        } catch (ClosedChannelException _) {
            output.close();
        }
    }

    private static void write(SelectionKey key) {
        var output = (ChannelOutput) key.attachment();
        try {
            if (output.writeKept()) {
                key.interestOps(0); // until it is added again
            }
        } catch (IOException | java.nio.channels.CancelledKeyException _) {
            // The connection is gone. Who reads it finds that out, and tells.
            output.close();
            key.cancel();
        }
    }

    @Override
    public synchronized void close() throws IOException {
        isClosed = true;
        if (selector != null) {
            selector.close();
        }
    }
}
