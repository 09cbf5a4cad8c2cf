package dev.gyre.node.gyre;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Joins a cluster, and leaves it. Both may block for as long as the network likes, so neither may run on a loop's thread, or take
 * one from the pool. Sending does not block, and is done by who asks for it.
 */
final class ClusterThread {
    private record Parcel(int to, byte[] bytes) {}

    private static final long REFRESH_MS = 5000;

    private final CountDownLatch end = new CountDownLatch(1);
    private final List<Parcel> early = new ArrayList<>();
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

    /** Members are told before the join is over: what is for them then waits so long. */
    void send(int to, byte[] bytes) {
        var open = connection;
        if (open == null) {
            synchronized (early) {
                open = connection;
                if (open == null) {
                    early.add(new Parcel(to, bytes));
                    return;
                }
            }
        }
        open.send(to, bytes);
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
        synchronized (early) {
            early.forEach(parcel -> open.send(parcel.to(), parcel.bytes()));
            early.clear();
            connection = open;
        }
        joined.accept(open.address());
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
