package dev.gyre.loop;

import java.io.IOException;
import java.nio.channels.SelectableChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.ArrayList;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The poller of real loops: {@code java.nio}'s selector, opened when the first channel is registered.
 *
 * <p>Opening a selector costs milliseconds of start-up, and a loop with only timers and pool work needs none: until
 * then the loop thread parks. No wake-up is lost at the switch, because the waker writes {@code woken} before it
 * reads {@code selector}, while the loop thread writes {@code selector} before it reads {@code woken}, all volatile:
 * one of the two always sees the other. The flag is also what keeps a wake-up from being lost when a lock inside a
 * callback uses up the thread's park permit.
 */
final class SelectorPoller implements Poller {
    private static final long NS_PER_MS = 1_000_000;

    private volatile @Nullable Selector selector;
    private volatile @Nullable Thread parked;
    private volatile boolean woken;

    @Override
    public void poll(long timeoutMs, Consumer<Object> onReady) throws IOException {
        Selector open = selector;
        if (open == null) {
            park(timeoutMs);
        } else if (timeoutMs == 0 || woken) {
            open.selectNow(key -> onReady.accept(key.attachment()));
        } else {
            open.select(key -> onReady.accept(key.attachment()), Math.max(timeoutMs, 0));
        }
        woken = false;
    }

    private void park(long timeoutMs) {
        if (timeoutMs == 0) {
            return;
        }
        parked = Thread.currentThread();
        long startNs = System.nanoTime();
        boolean unbounded = timeoutMs < 0 || timeoutMs > Long.MAX_VALUE / NS_PER_MS;
        long timeoutNs = unbounded ? Long.MAX_VALUE : timeoutMs * NS_PER_MS;
        long leftNs = timeoutNs;
        while (!woken && leftNs > 0 && !parked.isInterrupted()) {
            LockSupport.parkNanos(this, leftNs);
            leftNs = timeoutNs - (System.nanoTime() - startNs);
        }
        parked = null;
    }

    @Override
    public void wake() {
        woken = true;
        Selector open = selector;
        if (open != null) {
            open.wakeup();
        } else {
            LockSupport.unpark(parked);
        }
    }

    @Override
    public SelectionKey register(SelectableChannel channel, int interestOps, Object attachment) throws IOException {
        if (selector == null) {
            selector = Selector.open();
        }
        return channel.register(selector, interestOps, attachment);
    }

    @Override
    public boolean hasChannels() {
        Selector open = selector;
        return open != null && !open.keys().isEmpty();
    }

    @Override
    public void releaseCancelled() throws IOException {
        Selector open = selector;
        if (open != null) {
            open.selectNow(_ -> {});
        }
    }

    @Override
    public void close() throws IOException {
        Selector open = selector;
        if (open == null) {
            return;
        }
        for (SelectionKey key : new ArrayList<>(open.keys())) {
            key.channel().close();
        }
        open.close();
    }
}
