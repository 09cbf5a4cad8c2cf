package dev.gyre.node.gyre;

import java.io.IOException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Joins a cluster, sends what it is given, leaves. Both the join and a send may block for as long as the network likes, so
 * neither may run on a loop's thread, or take one from the pool.
 */
final class ClusterThread {
    /** Bytes for a member; none and number 0 mean the end. */
    private record Parcel(int to, byte[] bytes, boolean isEnd) {}

    private static final Parcel END = new Parcel(0, new byte[0], true);
    private static final long REFRESH_MS = 5000;

    private final LinkedBlockingQueue<Parcel> parcels = new LinkedBlockingQueue<>();
    private final Thread thread;

    /** @param joined gets the address of the member, or an IOException */
    ClusterThread(
            ClusterEngine engine,
            ClusterEngine.Settings settings,
            ClusterEngine.Listener listener,
            Consumer<Object> joined,
            Runnable left) {
        thread = new Thread(() -> run(engine, settings, listener, joined, left), "gyre-cluster");
        thread.setDaemon(true);
        thread.start();
    }

    void send(int to, byte[] bytes) {
        parcels.add(new Parcel(to, bytes, false));
    }

    /** What was given before is sent first. */
    void leave() {
        parcels.add(END);
    }

    private void run(
            ClusterEngine engine,
            ClusterEngine.Settings settings,
            ClusterEngine.Listener listener,
            Consumer<Object> joined,
            Runnable left) {
        ClusterEngine.Connection connection;
        try {
            connection = engine.join(settings, listener);
        } catch (IOException | RuntimeException e) {
            joined.accept(e);
            return;
        }
        joined.accept(connection.address());
        try {
            carry(connection);
        } finally {
            connection.close();
            left.run();
        }
    }

    private void carry(ClusterEngine.Connection connection) {
        while (true) {
            @Nullable Parcel parcel;
            try {
                parcel = parcels.poll(REFRESH_MS, TimeUnit.MILLISECONDS);
            } catch (InterruptedException _) {
                return;
            }
            if (parcel == null) {
                connection.refresh();
            } else if (parcel.isEnd()) {
                return;
            } else {
                connection.send(parcel.to(), parcel.bytes());
            }
        }
    }
}
