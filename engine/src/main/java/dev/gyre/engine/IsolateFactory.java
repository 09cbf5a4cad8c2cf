package dev.gyre.engine;

import com.caoccao.javet.exceptions.JavetException;
import com.caoccao.javet.interop.V8Runtime;
import com.caoccao.javet.interop.options.V8RuntimeOptions;
import java.util.ArrayDeque;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Makes isolates that have limits of their own, such as those of workers, on a thread of its own, and where it is asked to, from
 * the second on, one ahead: to read the snapshot takes long, and whoever wants a second one soon wants a third. An isolate
 * belongs to the thread that locks it, so any thread can make it. Those who want one at the same time don't wait for each other:
 * whoever finds this thread busy for another makes its isolate itself.
 *
 * <p>One thread makes most of them, so that the copies of the snapshot that Javet makes for a moment lie in the same memory each
 * time. When nobody has asked for a moment, that memory is given back, not before: to get it anew from the system takes a
 * quarter of the time. After a while the thread ends, and the isolate that was made ahead is closed.
 */
final class IsolateFactory {
    private static final long MOMENT_MS = 200;
    private static final long IDLE_MS = 3000;

    /** What to make. Somebody waits for it if it is claimed; otherwise it is made ahead. */
    private static final class Order {
        final byte[] snapshot;
        final ResourceLimits limits;
        final CompletableFuture<V8Runtime> made = new CompletableFuture<>();
        final int flagChanges = FlagChanges.count(); // V8 reads flags such as --expose-gc when it makes an isolate
        boolean isClaimed; // guarded by the factory

        Order(byte[] snapshot, ResourceLimits limits) {
            this.snapshot = snapshot;
            this.limits = limits;
        }

        @SuppressWarnings("ReferenceEquality") // all workers have the same array; to compare megabytes would cost more
        boolean isFor(byte[] wantedSnapshot, ResourceLimits wanted) {
            return snapshot == wantedSnapshot && limits.equals(wanted) && flagChanges == FlagChanges.count();
        }
    }

    /** One that was made ahead. */
    private record Spare(Order order, V8Runtime runtime) {}

    private final IsolateLimits limits;
    private final LinkedBlockingQueue<Order> orders = new LinkedBlockingQueue<>();

    /** The orders until they are carried out. Guarded by this. */
    private final ArrayDeque<Order> unfinished = new ArrayDeque<>();

    private @Nullable Spare spare; // guarded by this
    private boolean isRunning; // guarded by this
    private boolean isSecond; // guarded by this
    private boolean isTrimWanted; // guarded by this

    IsolateFactory(IsolateLimits limits) {
        this.limits = limits;
    }

    /** An isolate that nobody has locked. Any thread; it waits until there is one. */
    V8Runtime take(byte[] snapshot, ResourceLimits wanted, boolean makesAhead) throws JavetException {
        V8Runtime ready;
        Order claimed;
        synchronized (this) {
            ready = takeSpare(snapshot, wanted);
            claimed = ready == null ? claim(snapshot, wanted) : null;
            if (ready == null && claimed == null && unfinished.isEmpty()) {
                claimed = order(snapshot, wanted);
                claimed.isClaimed = true;
            }
            if (makesAhead && isSecond) {
                order(snapshot, wanted);
            }
            isSecond |= makesAhead;
        }
        if (ready != null) {
            return ready;
        }
        if (claimed == null) {
            return make(snapshot, wanted);
        }
        try {
            return claimed.made.join();
        } catch (CompletionException e) {
            if (e.getCause() instanceof JavetException cause) {
                throw cause;
            }
            throw e;
        }
    }

    /** Makes one ahead, unless there is one. Any thread. */
    synchronized void prepare(byte[] snapshot, ResourceLimits wanted) {
        if (!hasSpareFor(snapshot, wanted)) {
            order(snapshot, wanted);
        }
    }

    private synchronized Order order(byte[] snapshot, ResourceLimits wanted) {
        var order = new Order(snapshot, wanted);
        unfinished.add(order);
        orders.add(order);
        if (!isRunning) {
            isRunning = true;
            Thread.ofPlatform().daemon().name("gyre-isolates").start(this::run);
        }
        return order;
    }

    private synchronized @Nullable V8Runtime takeSpare(byte[] snapshot, ResourceLimits wanted) {
        Spare ready = spare;
        if (ready == null || !ready.order.isFor(snapshot, wanted)) {
            return null;
        }
        spare = null;
        return ready.runtime;
    }

    /** What is being made, or will be at once, and nobody else waits for; null if there is no such. */
    private synchronized @Nullable Order claim(byte[] snapshot, ResourceLimits wanted) {
        Order next = unfinished.peek();
        if (next == null || next.isClaimed || !next.isFor(snapshot, wanted)) {
            return null;
        }
        next.isClaimed = true;
        return next;
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
        synchronized (this) {
            // Of several that are to be made ahead the last alone is.
            if (!order.isClaimed && (hasSpareFor(order.snapshot, order.limits) || !orders.isEmpty())) {
                unfinished.remove(order);
                return;
            }
        }
        try {
            V8Runtime runtime = make(order.snapshot, order.limits);
            synchronized (this) {
                unfinished.remove(order);
                if (!order.isClaimed) {
                    replaceSpare(new Spare(order, runtime));
                }
            }
            order.made.complete(runtime); // it is nobody's business if it was made ahead
        } catch (JavetException | RuntimeException | Error e) {
            synchronized (this) {
                unfinished.remove(order);
            }
            order.made.completeExceptionally(e);
        }
    }

    /** Any thread. */
    private V8Runtime make(byte[] snapshot, ResourceLimits wanted) throws JavetException {
        V8Runtime runtime = limits.create(options(snapshot), wanted);
        synchronized (this) {
            isTrimWanted = true;
        }
        return runtime;
    }

    private synchronized boolean hasSpareFor(byte[] snapshot, ResourceLimits wanted) {
        return spare != null && spare.order.isFor(snapshot, wanted);
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
