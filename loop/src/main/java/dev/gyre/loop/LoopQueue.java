package dev.gyre.loop;

import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What one {@link Loop} has waiting in one {@link Lane}, in the order it was submitted. Slow I/O waits in a chain of its
 * own, so that it can be passed by. The lane's lock guards it.
 */
final class LoopQueue {
    private final Chain quick = new Chain();
    private final Chain slow = new Chain();

    // Its neighbours among the loops that have work waiting in the lane; null while it has none.

    @Nullable
    LoopQueue previousLoop;

    @Nullable
    LoopQueue nextLoop;

    boolean isEmpty() {
        return quick.size + slow.size == 0;
    }

    int size() {
        return quick.size + slow.size;
    }

    int slowSize() {
        return slow.size;
    }

    void add(WorkRequest<?> request) {
        chainOf(request).add(request);
    }

    /** Removes a request that {@link #first} gave. */
    void remove(WorkRequest<?> request) {
        chainOf(request).remove();
    }

    /** The oldest request that may start, or null. Cancelled ones before it are dropped. */
    @Nullable
    WorkRequest<?> first(boolean maySlowStart) {
        WorkRequest<?> firstQuick = quick.liveHead();
        if (slow.size == 0) {
            return firstQuick;
        }
        WorkRequest<?> firstSlow = maySlowStart ? slow.liveHead() : null;
        if (firstQuick == null || firstSlow == null) {
            return firstQuick == null ? firstSlow : firstQuick;
        }
        return firstQuick.number < firstSlow.number ? firstQuick : firstSlow;
    }

    /** Removes everything; tells what of it was not cancelled before. */
    void clear(Consumer<WorkRequest<?>> onRemoved) {
        quick.clear(onRemoved);
        slow.clear(onRemoved);
    }

    private Chain chainOf(WorkRequest<?> request) {
        return request.kind() == WorkKind.SLOW_IO ? slow : quick;
    }

    /** Requests linked by their own fields: a queue that makes no objects. */
    private static final class Chain {
        private @Nullable WorkRequest<?> head;
        private @Nullable WorkRequest<?> tail;
        private int size;

        void add(WorkRequest<?> request) {
            WorkRequest<?> last = tail;
            if (last == null) {
                head = request;
            } else {
                last.nextQueued = request;
            }
            tail = request;
            size++;
        }

        void remove() {
            WorkRequest<?> first = Objects.requireNonNull(head);
            head = first.nextQueued;
            if (head == null) {
                tail = null;
            }
            first.nextQueued = null;
            size--;
        }

        @Nullable
        WorkRequest<?> liveHead() {
            WorkRequest<?> first = head;
            while (first != null && !first.isQueued()) {
                remove();
                first = head;
            }
            return first;
        }

        void clear(Consumer<WorkRequest<?>> onRemoved) {
            for (WorkRequest<?> first = liveHead(); first != null; first = liveHead()) {
                remove();
                onRemoved.accept(first);
            }
        }
    }
}
