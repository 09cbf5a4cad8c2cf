package dev.gyre.engine;

import com.caoccao.javet.exceptions.JavetException;
import com.caoccao.javet.interop.V8Runtime;
import com.caoccao.javet.interop.options.V8RuntimeOptions;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Makes the isolates of workers on a thread of its own, and from the second on one ahead: to read the snapshot is most of a
 * worker's start, and whoever starts a second worker soon starts a third. An isolate belongs to the thread that locks it, so
 * any thread can make it.
 *
 * <p>One thread makes them all, so that the copies of the snapshot that Javet makes for a moment lie in the same memory each
 * time. When nobody has asked for a moment, that memory is given back, not before: to get it anew from the system takes a
 * quarter of the time. After a while the thread ends, and the isolate that was made ahead is closed.
 */
final class IsolateFactory {
    private static final long MOMENT_MS = 200;
    private static final long IDLE_MS = 3000;

    /** What to make; for whoever waits for it, or ahead where {@code made} is null. */
    private record Order(
            byte[] snapshot,
            ResourceLimits limits,
            @Nullable CompletableFuture<V8Runtime> made) {}

    /** One that was made ahead. */
    private record Spare(byte[] snapshot, ResourceLimits limits, V8Runtime runtime) {
        @SuppressWarnings("ReferenceEquality") // all workers have the same array; to compare megabytes would cost more
        boolean isFor(Order order) {
            return snapshot == order.snapshot && limits.equals(order.limits);
        }
    }

    private final IsolateLimits limits;
    private final LinkedBlockingQueue<Order> orders = new LinkedBlockingQueue<>();
    private @Nullable Spare spare; // guarded by this
    private boolean isRunning; // guarded by this
    private boolean isSecond; // guarded by this
    private boolean isTrimWanted; // guarded by this

    IsolateFactory(IsolateLimits limits) {
        this.limits = limits;
    }

    /** An isolate that nobody has locked. Any thread; it waits until there is one. */
    V8Runtime take(byte[] snapshot, ResourceLimits wanted) throws JavetException {
        var made = new CompletableFuture<V8Runtime>();
        var order = new Order(snapshot, wanted, made);
        synchronized (this) {
            V8Runtime ready = takeSpare(order);
            if (ready != null) {
                made.complete(ready);
            } else {
                orders.add(order);
            }
            if (isSecond) {
                orders.add(new Order(snapshot, wanted, null));
            }
            isSecond = true;
            begin();
        }
        try {
            return made.join();
        } catch (CompletionException e) {
            if (e.getCause() instanceof JavetException cause) {
                throw cause;
            }
            throw e;
        }
    }

    /** Makes one ahead, unless there is one. Any thread. */
    synchronized void prepare(byte[] snapshot, ResourceLimits wanted) {
        var order = new Order(snapshot, wanted, null);
        if (!hasSpareFor(order)) {
            orders.add(order);
            begin();
        }
    }

    private synchronized void begin() {
        if (!isRunning) {
            isRunning = true;
            Thread.ofPlatform().daemon().name("gyre-isolates").start(this::run);
        }
    }

    private synchronized @Nullable V8Runtime takeSpare(Order order) {
        Spare ready = spare;
        if (ready == null || !ready.isFor(order)) {
            return null;
        }
        spare = null;
        return ready.runtime;
    }

    private void run() {
        try {
            for (Order order = next(); order != null; order = next()) {
                carryOut(order);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // nobody does that
        }
    }

    private @Nullable Order next() throws InterruptedException {
        Order order = orders.poll(MOMENT_MS, TimeUnit.MILLISECONDS);
        long waitedMs = MOMENT_MS;
        while (order == null && waitedMs < IDLE_MS) {
            if (takeTrimWanted()) {
                Engine.access().trim();
            }
            order = orders.poll(MOMENT_MS, TimeUnit.MILLISECONDS);
            waitedMs += MOMENT_MS;
        }
        if (order != null) {
            return order;
        }
        synchronized (this) {
            order = orders.poll();
            if (order == null) {
                isRunning = false;
                replaceSpare(null);
                Engine.access().trim();
            }
            return order;
        }
    }

    /** An isolate was closed: its memory goes back to the system, when no further one is wanted. Any thread. */
    void trimSoon() {
        synchronized (this) {
            isTrimWanted = true;
            if (isRunning) {
                return;
            }
        }
        Engine.access().trim();
    }

    private synchronized boolean takeTrimWanted() {
        boolean isWanted = isTrimWanted;
        isTrimWanted = false;
        return isWanted;
    }

    private void carryOut(Order order) {
        CompletableFuture<V8Runtime> made = order.made;
        if (made != null) {
            V8Runtime ready = takeSpare(order);
            if (ready != null) {
                made.complete(ready);
                return;
            }
        } else if (hasSpareFor(order) || !orders.isEmpty()) {
            return; // those who wait come first, and order one ahead again
        }
        try {
            V8Runtime runtime = limits.create(options(order.snapshot), order.limits);
            synchronized (this) {
                isTrimWanted = true;
            }
            if (made != null) {
                made.complete(runtime);
            } else {
                replaceSpare(new Spare(order.snapshot, order.limits, runtime));
            }
        } catch (JavetException | RuntimeException | Error e) {
            if (made != null) {
                made.completeExceptionally(e);
            }
        }
    }

    private synchronized boolean hasSpareFor(Order order) {
        return spare != null && spare.isFor(order);
    }

    private synchronized void replaceSpare(@Nullable Spare next) {
        Spare old = spare;
        spare = next;
        if (old != null) {
            try {
                old.runtime.close(true);
            } catch (JavetException e) {
                throw Isolate.translate(e);
            }
        }
    }

    private static V8RuntimeOptions options(byte[] snapshot) {
        var options = new V8RuntimeOptions();
        options.setSnapshotBlob(snapshot);
        return options;
    }
}
