package dev.gyre.loop;

import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The waiting work of all loops in one {@link Lane}. Loops that have some take turns, one request each; a loop's own
 * requests keep the order in which it submitted them.
 *
 * <pre>
 *      turn
 *       v
 *   ┌─ loop A: [a1][a2] … [a9999]
 *   ├─ loop B: [b1]                 starts: a1, b1, c1, a2, c2, a3, a4, …
 *   └─ loop C: [c1][c2]
 * </pre>
 *
 * <p>So a request waits for what its own loop submitted before it, and for at most as many requests of each other loop:
 * ten thousand hashes of one loop delay the first hash of another by one. A loop that gets work waits behind those that
 * have some already.
 *
 * <p>The loops are a ring of {@link LoopQueue}s. Adding and taking a request costs the same whatever the number of loops,
 * except that taking passes by loops which have nothing but slow I/O while none may start. The lane's lock guards all of
 * it.
 */
final class FairQueue {
    private @Nullable LoopQueue turn;
    private int loops;
    private int size;
    private int slowSize;

    /** How much waits, with what was cancelled and not yet dropped. */
    int size() {
        return size;
    }

    boolean hasSlow() {
        return slowSize > 0;
    }

    void add(WorkRequest<?> request) {
        LoopQueue queue = request.queue;
        if (queue.isEmpty()) {
            join(queue);
        }
        queue.add(request);
        size++;
        if (request.kind() == WorkKind.SLOW_IO) {
            slowSize++;
        }
    }

    /** What is to start next, or null if nothing may start now. */
    @Nullable
    WorkRequest<?> first(boolean maySlowStart) {
        LoopQueue queue = turn;
        for (int left = loops; queue != null && left > 0; left--) {
            int before = queue.size();
            int slowBefore = queue.slowSize();
            WorkRequest<?> first = queue.first(maySlowStart);
            LoopQueue following = queue.nextLoop;
            if (queue.size() != before) {
                dropped(queue, before, slowBefore);
            }
            if (first != null) {
                return first;
            }
            queue = following;
        }
        return null;
    }

    /** Removes a request that {@link #first} gave; it is the next loop's turn then. */
    void remove(WorkRequest<?> request) {
        LoopQueue queue = request.queue;
        queue.remove(request);
        size--;
        if (request.kind() == WorkKind.SLOW_IO) {
            slowSize--;
        }
        turn = queue.nextLoop;
        if (queue.isEmpty()) {
            leave(queue);
        }
    }

    /** Removes everything of a loop; tells what of it was not cancelled before. */
    void clear(LoopQueue queue, Consumer<WorkRequest<?>> onRemoved) {
        if (queue.isEmpty()) {
            return;
        }
        int before = queue.size();
        int slowBefore = queue.slowSize();
        queue.clear(onRemoved);
        dropped(queue, before, slowBefore);
    }

    private void dropped(LoopQueue queue, int before, int slowBefore) {
        size -= before - queue.size();
        slowSize -= slowBefore - queue.slowSize();
        if (queue.isEmpty()) {
            leave(queue);
        }
    }

    /** The request that waits longest, or null. */
    @Nullable
    WorkRequest<?> oldest() {
        WorkRequest<?> oldest = null;
        LoopQueue queue = turn;
        for (int i = 0; i < loops && queue != null; i++) {
            WorkRequest<?> first = queue.first(true);
            if (first != null && (oldest == null || first.number < oldest.number)) {
                oldest = first;
            }
            queue = queue.nextLoop;
        }
        return oldest;
    }

    // ---- the ring of loops that have work waiting

    /** The loop becomes the last one before the turn comes round again. */
    private void join(LoopQueue queue) {
        loops++;
        LoopQueue first = turn;
        if (first == null) {
            queue.previousLoop = queue;
            queue.nextLoop = queue;
            turn = queue;
            return;
        }
        LoopQueue last = Objects.requireNonNull(first.previousLoop);
        queue.previousLoop = last;
        queue.nextLoop = first;
        last.nextLoop = queue;
        first.previousLoop = queue;
    }

    private void leave(LoopQueue queue) {
        loops--;
        LoopQueue previous = Objects.requireNonNull(queue.previousLoop);
        LoopQueue next = Objects.requireNonNull(queue.nextLoop);
        previous.nextLoop = next;
        next.previousLoop = previous;
        queue.previousLoop = null;
        queue.nextLoop = null;
        if (loops == 0) {
            turn = null;
        } else if (turn == queue) {
            turn = next;
        }
    }

    /**
     * What one {@link Loop} has waiting in one {@link Lane}, in the order it was submitted. Slow I/O waits in a chain of its
     * own, so that it can be passed by. The lane's lock guards it.
     */
    static final class LoopQueue {
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
}
