package dev.gyre.node.gyre;

import java.io.IOException;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Joins a cluster, and leaves it. Both may block for as long as the network likes, so neither may run on a loop's thread, or take
 * one from the pool. Sending does not block, and is done by who asks for it.
 */
final class ClusterThread {
    private static final long REFRESH_MS = 5000;

    private final CountDownLatch end = new CountDownLatch(1);
    private volatile ClusterEngine.@Nullable Connection connection;

    /** @param joined gets the address of the member, or an IOException */
    ClusterThread(
            ClusterEngine engine,
            ClusterEngine.Settings settings,
            ClusterEngine.Listener listener,
            Consumer<Object> joined,
            Runnable left) {
        var thread = new Thread(() -> run(engine, settings, listener, joined, left), "gyre-cluster");
        thread.setDaemon(true);
        thread.start();
    }

    /** To a member that was told of, so it has joined. */
    void send(int to, byte[] bytes) {
        Objects.requireNonNull(connection).send(to, bytes);
    }

    void leave() {
        end.countDown();
    }

    private void run(
            ClusterEngine engine,
            ClusterEngine.Settings settings,
            ClusterEngine.Listener listener,
            Consumer<Object> joined,
            Runnable left) {
        ClusterEngine.Connection open;
        try {
            open = engine.join(settings, listener);
        } catch (IOException | RuntimeException e) {
            joined.accept(e);
            return;
        }
        connection = open;
        joined.accept(open.address()); // first, because members are answered with the address
        open.begin();
        try {
            while (!end.await(REFRESH_MS, TimeUnit.MILLISECONDS)) {
                open.refresh();
            }
        } catch (InterruptedException _) {
            // Nobody interrupts it but the end of the process.
        } finally {
            open.close();
            left.run();
        }
    }
}
